"""Everything that can be set, in one list that can be searched: what it is, its value, and where
that comes from; and the values of a setting to choose from, each seen while the cursor is on it."""

from collections.abc import Collection, Mapping
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import DataTable, Input

from termgames import games
from termgames.core.errors import OptionError
from termgames.tui import config
from termgames.tui.preferences import CHOSEN, SETTINGS, Preferences, Setting, Value, as_toml
from termgames.tui.screens.base import Screen
from termgames.tui.screens.dialogs import Choice, ChoiceDialog, LineDialog
from termgames.tui.table.desk import PreferencesChanged
from termgames.tui.user_files import UserFiles
from termgames.tui.widgets.card import game_picture
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import OptionList, Static

RUN = "this run only"
"""The source of a value that the user's file will outrank again."""
USUAL = "usual"
"""What is shown where nothing is set and the value depends on something else."""


class ValueDialog(ChoiceDialog):
    """The values of a setting. A theme, or a board, is seen while the cursor is on it; nothing is
    changed before one is chosen. Dismissed as `ChoiceDialog`."""

    DEFAULT_CSS = """
    ValueDialog OptionList { max-height: 14; }
    """

    def __init__(self, setting: Setting, preferences: Preferences) -> None:
        names = setting.offered
        if setting.kind == "theme":  # the application knows which of them can be shown
            names = tuple(name for name in names if name in self.app.available_themes)
        super().__init__(setting.words, setting.about, [Choice(name, name) for name in names])
        self._setting, self._preferences = setting, preferences
        self._before = self.previewed = self.app.theme
        """The theme before, and that seen now, which is not kept."""

    def first(self) -> int | None:
        """The value that holds."""
        value = getattr(self._preferences, self._setting.parameter)
        names = [choice.answer for choice in self._choices]
        return names.index(value) if value in names else 0

    def hidden_keys(self) -> Collection[str]:
        """Where there are too many to be named."""
        return ("answer",) if len(self._choices) > 9 else ()

    @on(OptionList.OptionHighlighted)
    def _show(self, event: OptionList.OptionHighlighted) -> None:
        value = self._choices[event.option_index].answer
        if self._setting.kind == "theme":
            self.previewed = self.app.theme = value
        elif self._setting.parameter == "look":
            picture = game_picture(games.infos()[0], value, self.app)
            self._said.update(Text(f"{self._text}\n\n") + picture)

    def action_stay(self) -> None:
        """Nothing is changed."""
        self.app.theme = self._before
        super().action_stay()


class SettingsList(DataTable[Text]):
    """A row a setting."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "select_cursor", "Change", id="settings.change")
    ]


class SettingsScreen(Screen[None]):
    """The list, and below it what the setting under the cursor does. Nothing is written into the
    user's file but by the key for that."""

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
            "w", "write", "Write", tooltip="Write the value into your settings.toml",
            id="settings.write",
        ),
        Binding(
            "backspace,delete", "usual", "Default", tooltip="Back to the default",
            id="settings.usual",
        ),
        Binding("slash", "search", "Search", id="settings.search"),
        Binding("down", "to_list", "To the list", show=False, id="settings.to-list"),
        Binding("escape,q", "back", "Back", key_display="esc", id="settings.back"),
    ]  # fmt: skip

    def __init__(self, own: UserFiles, preferences: Preferences) -> None:
        super().__init__()
        self._own, self._preferences = own, preferences
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
        yield KeyLine(("select_cursor", "write", "usual", "search"), ("back",))

    def on_mount(self) -> None:
        """The list has the keys."""
        self._draw()
        self._table.focus()

    def on_resize(self) -> None:
        """The explanations may need more rows."""
        self._tell()

    # -- what is shown ------------------------------------------------------------------

    @on(Input.Changed)
    def _draw(self) -> None:
        """The settings that hold every word of the search in their names or explanation."""
        words = self._search.value.lower().split()
        self._listed = [
            setting
            for setting in SETTINGS
            if all(
                word in f"{setting.name} {setting.words} {setting.about}".lower() for word in words
            )
        ]
        row = self._table.cursor_row
        self._table.clear(columns=True)
        self._table.add_columns("setting", "value", "")
        for setting in self._listed:
            source = self._source(setting)
            style = "" if source == "default" else "bold"
            texts = (setting.words, style), (_shown(self._value(setting)), style), (source, "dim")
            self._table.add_row(*(Text(*text) for text in texts))
        self._table.move_cursor(row=row)
        self._tell()

    def _value(self, setting: Setting) -> Value | None:
        value: Value | None = getattr(self._preferences, setting.parameter)
        return value

    def _source(self, setting: Setting) -> str:
        """Where the value that holds comes from."""
        told, value = self._own.config, self._value(setting)
        if value == told.values.get(setting.parameter, setting.usual):
            return told.sources.get(setting.parameter, "default")
        return RUN if told.in_file(setting.parameter) else CHOSEN

    @on(DataTable.RowHighlighted)
    def _tell(self) -> None:
        """What the setting under the cursor does, and what it can be."""
        setting = self._setting
        text = "No setting matches."
        if setting is not None:
            name = f"In {config.NAME} it is called {setting.name}."
            text = f"{setting.about} It is {setting.domain} and takes effect {setting.when}. {name}"
        self.query_one("#about", Static).update(text)

    @property
    def _setting(self) -> Setting | None:
        row = self._table.cursor_row
        return self._listed[row] if 0 <= row < len(self._listed) else None

    # -- changing -----------------------------------------------------------------------

    @on(DataTable.RowSelected)
    def _change(self) -> None:
        """The other value of a switch; of other settings a list of values, or a line."""
        setting = self._setting
        if setting is None:
            return
        if setting.flag:
            self._take(setting, not self._value(setting))
        elif setting.offered:

            def chosen(answer: str | None) -> None:
                if answer in setting.offered:
                    self._take(setting, answer)

            self.app.push_screen(ValueDialog(setting, self._preferences), chosen)
        else:
            self._ask(setting)

    def _take(self, setting: Setting, value: Value | None) -> None:
        """Use a value from now on, and remember it."""
        self._preferences = self._preferences.changed(**{setting.parameter: value})
        self.post_message(PreferencesChanged(**{setting.parameter: value}))
        self._draw()

    def _ask(self, setting: Setting) -> None:
        def accept(text: str) -> str:
            try:
                self._take(setting, setting.typed(text))
            except OptionError as error:
                return f"{error}."
            return ""

        before = "" if _shown(self._value(setting)) == USUAL else _shown(self._value(setting))
        self.app.push_screen(LineDialog(setting.words, before, accept, verb="Take"))

    def action_usual(self) -> None:
        """Back to the usual value, as for a new player."""
        if self._setting is not None:
            self._take(self._setting, self._setting.usual)

    def action_write(self) -> None:
        """Write the value under the cursor into the user's file."""
        setting = self._setting
        value = None if setting is None else self._value(setting)
        if setting is None or value in (None, ""):
            self.notify("You have not set it yet: Enter asks for a value.")
            return
        fault = self._own.write(setting.name, value)
        done = f"Written into {config.path()}: {setting.name} = {as_toml(value)}"
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


def _shown(value: Value | None) -> str:
    """A value as the list has it."""
    if value is None or value == "":
        return USUAL
    if isinstance(value, bool):
        return "on" if value else "off"
    return value if isinstance(value, str) else as_toml(value)
