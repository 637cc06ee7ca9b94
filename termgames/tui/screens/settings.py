"""Everything that can be set, in one list that can be searched: what it is, what it does, and where
its value comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import DataTable, Input

from termgames.core.errors import OptionError
from termgames.tui import config, theme_names
from termgames.tui.config import SETTINGS, Setting, SettingValue
from termgames.tui.preferences import Preferences
from termgames.tui.screens.base import Screen
from termgames.tui.screens.dialogs import LineDialog
from termgames.tui.table.desk import PreferencesChanged
from termgames.tui.user_files import UserFiles
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import Static

AT_ONCE = ("theme", "animations")
"""What changes on the screen that is seen; other things change from the next board on."""


class SettingsList(DataTable[Text]):
    """A row a setting."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "select_cursor", "Change", id="settings.change")
    ]


class SettingsScreen(Screen[None]):
    """The list, and below it what the setting under the cursor does."""

    DEFAULT_CSS = """
    SettingsScreen {
        & > Vertical { padding: 1 2 0 2; }
        & #heading { text-style: bold; height: auto; margin-bottom: 1; }
        & DataTable { height: 1fr; background: $background; margin-top: 1; }
        & #about { height: auto; min-height: 3; margin-top: 1; color: $text-muted; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "w",
            "write",
            "Write",
            tooltip="Write the value into your settings.toml",
            id="settings.write",
        ),
        Binding("slash", "search", "Search", id="settings.search"),
        Binding("down", "to_list", "To the list", show=False, id="settings.to-list"),
        Binding("escape,q", "back", "Back", key_display="esc", id="settings.back"),
    ]

    def __init__(self, own: UserFiles, preferences: Preferences) -> None:
        super().__init__()
        self._own = own
        self._values: dict[str, SettingValue] = asdict(preferences)
        self._listed: list[Setting] = list(SETTINGS)
        self._table = SettingsList(cursor_type="row", zebra_stripes=False)
        self._search = Input(placeholder="/ searches", compact=True)

    def compose(self) -> ComposeResult:
        """Heading, search, list, explanation."""
        with Vertical():
            yield Static("Settings", id="heading")
            yield self._search
            yield self._table
            yield Static(id="about")
        yield KeyLine(("select_cursor", "write", "search"), ("back",))

    def on_mount(self) -> None:
        """The list has the keys."""
        self._table.add_columns("setting", "value", "")
        self._draw()
        self._table.focus()

    def on_resize(self) -> None:
        """The explanations may need more rows."""
        self._tell()

    # -- what is shown ------------------------------------------------------------------

    @on(Input.Changed)
    def _draw(self) -> None:
        """The settings that hold every word of the search in their name or explanation."""
        words = self._search.value.lower().split()
        self._listed = [
            setting
            for setting in SETTINGS
            if all(word in f"{setting.name} {setting.about}".lower() for word in words)
        ]
        row = self._table.cursor_row
        self._table.clear()
        for setting in self._listed:
            value, source = self.value_of(setting)
            usual = source == "default"
            style = "" if usual else "bold"
            self._table.add_row(
                Text(setting.name, style), Text(_shown(value), style), Text(source, "dim")
            )
        self._table.move_cursor(row=row)
        self._tell()

    def value_of(self, setting: Setting) -> tuple[SettingValue | None, str]:
        """The value that holds, and where it comes from."""
        told = self._own.config
        kept = self._values.get(setting.parameter, setting.usual) if setting.remembered else None
        own = told.values.get(setting.name)
        if own is not None and (not setting.remembered or kept == own):
            return own, f"settings.toml, line {told.lines[setting.name]}"
        if not setting.remembered:
            return setting.usual, "default"
        if own is not None:
            return kept, "this run alone"
        usual = getattr(Preferences(), setting.parameter)
        return (kept, "chosen") if kept != usual else (kept or setting.usual, "default")

    @on(DataTable.RowHighlighted)
    def _tell(self) -> None:
        """What the setting under the cursor does, and how to change it."""
        setting = self._setting
        about = self.query_one("#about", Static)
        if setting is None:
            about.update("Nothing of that kind can be set.")
            return
        when = (
            "" if setting.name in AT_ONCE or not setting.remembered else " From the next board on."
        )
        lasting = "" if setting.remembered else f" It is kept in {config.NAME} alone."
        about.update(f"{setting.about} It is {setting.domain()}.{when}{lasting}")

    @property
    def _setting(self) -> Setting | None:
        row = self._table.cursor_row
        return self._listed[row] if 0 <= row < len(self._listed) else None

    # -- changing -----------------------------------------------------------------------

    @on(DataTable.RowSelected)
    async def _change(self) -> None:
        """The next value of a setting that has a few; a line for one that has many."""
        setting = self._setting
        if setting is None:
            return
        value, _ = self.value_of(setting)
        if setting.remembered:
            self._take(setting, self._next(setting, value))
        else:
            self._ask(setting, value)

    def _next(self, setting: Setting, value: SettingValue | None) -> SettingValue:
        if setting.kind == "flag":
            return not value
        names = theme_names.all_names() if setting.kind == "theme" else setting.choices
        at = names.index(str(value)) if value in names else -1
        return names[(at + 1) % len(names)]

    def _take(self, setting: Setting, value: SettingValue) -> None:
        """Use a value from now on, and remember it."""
        self._values[setting.parameter] = value
        if setting.kind == "theme":
            if value not in self.app.available_themes:
                self._take(setting, self._next(setting, value))
                return
            self.app.theme = str(value)
        else:
            self.post_message(PreferencesChanged(**{setting.parameter: value}))
        self._draw()

    def _ask(self, setting: Setting, value: SettingValue | None) -> None:
        def accept(text: str) -> str:
            try:
                read = setting.read(_typed(text))
            except OptionError as error:
                return f"{error}."
            return self._own.write(setting.name, read)

        title = f"{setting.name}, written into {config.NAME}"
        before = "" if value is None else _shown(value)
        self.app.push_screen(LineDialog(title, before, accept), lambda _: self._draw())

    def action_write(self) -> None:
        """Write the value under the cursor into the user's file."""
        setting = self._setting
        value = None if setting is None else self.value_of(setting)[0]
        if setting is None or value is None:
            self.notify("It has no value yet: Enter asks for one.")
            return
        fault = self._own.write(setting.name, value)
        done = f"Written: {setting.name} = {config.as_toml(value)}"
        self.notify(fault or done, severity="warning" if fault else "information")
        self._draw()

    def action_search(self) -> None:
        """To the line of the search."""
        self._search.focus()

    def action_to_list(self) -> None:
        """From the search to the list."""
        self._table.focus()

    @on(Input.Submitted)
    def _searched(self) -> None:
        self._table.focus()

    def action_back(self) -> None:
        """From the search to the list; from there, leave."""
        if self._search.has_focus:
            self._search.value = ""
            self._table.focus()
        else:
            self.dismiss(None)

    def key_names(self) -> Mapping[str, str]:
        """What Enter does."""
        return {"select_cursor": "Change"}


def _shown(value: SettingValue | None) -> str:
    """A value as the list has it."""
    return "" if value is None else config.as_toml(value).strip('"')


def _typed(text: str) -> Any:
    """What a line stands for: a number, yes or no, or a text."""
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return {"true": True, "false": False}.get(text.lower(), text)
