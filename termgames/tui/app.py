"""The terminal application, and the functions by which the command line starts it.

Every `run_*` takes over the terminal until the player leaves, and answers the exit code: 0, or 1
when a game could not be saved, whose record is printed then, or that of the signal that ended the
application; the game is saved when it has a file. An unexpected error ends the application without
a traceback on the terminal and is raised again after it. The caller has made sure that there is a
terminal.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import textwrap
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from platformdirs import user_downloads_path
from rich.console import RenderableType
from textual import constants, events, widgets
from textual.actions import ActionParseResult
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette, Provider
from textual.css.query import NoMatches
from textual.dom import DOMNode, NoScreen
from textual.geometry import Size
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.theme import Theme, ThemeProvider
from textual.types import AnimationLevel
from textual.widget import Widget
from textual.worker import WorkerFailed

from termgames import games, paths
from termgames.core import files
from termgames.core.errors import StorageError
from termgames.core.files import Rights
from termgames.play import consent, fault_reports, store
from termgames.play.bots.processes import BotProcesses
from termgames.play.match import AnyMatch
from termgames.play.save_file import SaveFile
from termgames.tui import depth, state_file
from termgames.tui.app_keys import BINDINGS, MovableKeys
from termgames.tui.app_themes import DARK, LIGHT, skins
from termgames.tui.config import NOTHING, Settings
from termgames.tui.driver import TerminalDriver, ended_by_signals, speaks_utf8
from termgames.tui.inbox import Inbox
from termgames.tui.opener import Opener
from termgames.tui.preferences import Value
from termgames.tui.screens.base import Palette, complete, laid_out, start
from termgames.tui.table.commands import opens_dialog
from termgames.tui.table.desk import PreferencesChanged
from termgames.tui.table.table_screen import TableScreen
from termgames.tui.typed_ahead import DealtWith, TypedAhead, on_qwerty, types_text
from termgames.tui.user_files import LOOK_EVERY, UserFiles
from termgames.tui.widgets.literal import Commands
from termgames.tui.window import WindowDriver

if TYPE_CHECKING:
    from termgames.play.together.address import Address
    from termgames.play.together.mirror import Mirror
    from termgames.play.together.visit import Visit
    from termgames.study.drills.drill import Row
    from termgames.tui.screens.menu import MenuScreen, StudyWanted

_MOST_FAULTS = 20
"""After so many faults of games the program ends with the next one."""
LEAST = Size(40, 12)
"""Columns and rows that every screen has. A smaller terminal shows a notice instead."""


class TermgamesApp(MovableKeys):
    """Screens one after the other; `begin` opens the first one."""

    TITLE = "termgames"
    CSS_PATH = "termgames.tcss"
    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    # Textual fails where the text that is selected has gone meanwhile; terminals select with shift.
    ALLOW_SELECT: ClassVar[bool] = False
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {Commands}

    def __init__(self, settings: Settings, begin: Callable[[Opener], None]) -> None:
        super().__init__(driver_class=WindowDriver if settings.window else TerminalDriver)
        at_home = settings.window is None
        self.fault: BaseException | None = None
        """The error that ended the application, None unless there was one."""
        self._begin = begin
        self.opener = Opener(self, settings, lambda: self.preferences, self._failed)
        self._typed_ahead = TypedAhead(
            self.post_message,
            # Textual's own screen, which is empty, is there before our first one.
            lambda: len(self.screen_stack) < 2 or opens_dialog(self.screen_stack),
            # A timer of Textual may never fire when the event loop is blocked while it starts.
            lambda seconds, call: (
                self._exit or asyncio.get_running_loop().call_later(seconds, call)
            ),
        )
        self._shortage: Size | None = None
        """The size of a terminal that is too small, while it is."""
        depth.draw_few(self)
        for skin in skins(depth.name_of(self)):
            self.register_theme(skin)
        faults: tuple[str, ...] = ()
        if at_home and settings.config.keys:
            from termgames.tui import keymap  # which imports all screens

            keys, faults = keymap.of(settings.config)
            self.move_keys(keys)
        self.user_files = UserFiles(self, settings.config, faults) if at_home else None
        told = settings.config.preferences
        self._unkept = False
        self.animation_level = _animations(told.animations)
        self._misses_theme = told.theme not in self.available_themes
        """Whether the theme that the player chose once no longer exists."""
        self.theme = DARK.name if self._misses_theme else told.theme
        self.preferences = told.changed(
            ascii=told.ascii or (at_home and not speaks_utf8()), theme=self.theme
        )
        """How things are shown now."""

    def on_mount(self) -> None:
        """Open what was asked for."""
        self.set_class(self.preferences.ascii, "-ascii")

        def theme_changed(theme: Theme) -> None:
            previewed = getattr(self.screen, "previewed", None)
            if theme.name not in (self.preferences.theme, previewed):
                self.keep_preferences(theme=theme.name)

        self.theme_changed_signal.subscribe(self, theme_changed)
        if self.user_files is not None:
            # Before the first screen is opened, which the timer would hold to the end.
            self.set_interval(LOOK_EVERY, self.user_files.watch)
        self._begin(self.opener)
        if self.user_files is not None:
            self.user_files.tell_of_settings()
            if self._misses_theme:
                self.user_files.tell_of_themes()

    def on_ready(self) -> None:
        """Called when the first picture is drawn. What was made for it stays to the end, so it is
        taken out of garbage collection: otherwise a key would now and then wait while all of it is
        searched. From now on garbage is collected as usual, since screens that were closed leave
        much of it."""
        gc.freeze()
        gc.set_threshold(700, 10, 10)

    # -- the menu -----------------------------------------------------------------------

    def on_menu_screen_picked(self, message: MenuScreen.Picked) -> None:
        """Open what the chosen entry of the menu stands for."""
        from termgames.tui.screens.help import HelpScreen

        match message.entry:
            case "games":
                self.opener.open_files()
            case "statistics":
                self.opener.open_statistics()
            case "rules":
                self.push_screen(HelpScreen(tuple(info.id for info in games.infos())))
            case "practise":
                start(self, self.opener.practise)
            case "join":
                start(self, self.opener.join)
            case "quit":
                self.exit()

    def on_menu_screen_wanted(self, message: MenuScreen.Wanted) -> None:
        """Begin a new game: at once, after a form, or from a position that is set up by hand."""
        first = replace(message.new, clock=self.preferences.clock)
        if message.how == "play":
            self.opener.begin_game(first)
            return
        new = state_file.remembered(games.info(first.game_id)) or first
        if message.how == "form":
            self.opener.open_form(new)
        else:
            start(self, self.opener.set_up_position, new)

    def on_menu_screen_continued(self, message: MenuScreen.Continued) -> None:
        """Go on with the game you left last."""
        self.opener.resume(message.saved.path)

    def on_study_wanted(self, message: StudyWanted) -> None:
        """Open the lessons or the problems of a game."""
        opener = self.opener
        opens = opener.open_lessons if message.kind == "lessons" else opener.open_problems
        opens(message.game_id)

    # -- the terminal, or the window ----------------------------------------------------

    @property
    def size(self) -> Size:
        """The size of all screens: the terminal's, but at least `LEAST`."""
        return _enlarged(super().size)

    async def on_event(self, event: events.Event) -> None:
        """Every event. What the player does waits until what he did before is dealt with and the
        screen in front is complete; while nothing is seen but the notice of small terminals it is
        dropped, except leaving."""
        target: Widget | Screen[Any] | None = None
        if isinstance(event, events.Resize):
            self._fit(event.size)
            event = events.Resize(_enlarged(event.size), _enlarged(event.size))
        elif isinstance(event, DealtWith):
            self._typed_ahead.dealt_with()
        elif isinstance(event, events.InputEvent | events.Paste):
            if self._exit:
                return
            if not event.is_forwarded:
                inbox: Inbox | None = getattr(self._driver, "inbox", None)
                if inbox is not None and inbox.drops(event):
                    self._typed_ahead.drop(event)
                    return
                if not self._typed_ahead.turn_of(event) or not self.screen_stack:
                    return
                if inbox is not None:
                    inbox.forget(event)
                await complete(self.screen)
                if isinstance(self.screen, TableScreen) and not isinstance(event, events.MouseMove):
                    self.screen.board.canvas.motion.finish()
                if isinstance(event, events.Key) and not (
                    types_text(event, self.focused) or self.is_moved_to(event.key)
                ):
                    event = on_qwerty(event)
                target = None if self._exit else self.focused or self.screen
            # A key that no widget took comes back here, maybe when another screen is in front.
            leaving = isinstance(event, events.Key) and event.key == "ctrl+q"
            screen_shown = self._shortage is None or leaving
            if self._exit or not self.screen.is_mounted or not screen_shown:
                self._typed_ahead.handed_to(None)
                return
        await super().on_event(event)
        if target is not None:
            to_widget = isinstance(event, events.Key) and event.is_forwarded
            self._typed_ahead.handed_to(target if to_widget else None)

    def _fit(self, size: Size) -> None:
        """Show the notice when the terminal has become too small, and the screen again when it is
        large enough."""
        short = size != _enlarged(size)
        if self._shortage is not None and not short:
            self.screen.refresh()
        self._shortage = size if short else None
        if short and self._driver is not None:
            self._driver.write(small_notice(size))

    # -- styles -------------------------------------------------------------------------

    def refresh_css(self, animate: bool = True) -> None:
        """Read the style sheets with the colours of another theme. Without a screen the colours
        alone are taken: the first screen reads the sheets, and would do so again."""
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        # Textual offers no public place to keep the screen from being drawn.
        if self._shortage is None:
            super()._display(screen, renderable)

    # -- preferences --------------------------------------------------------------------

    def on_preferences_changed(self, message: PreferencesChanged) -> None:
        """The player changed how something is shown."""
        self.keep_preferences(**message.values)
        self.theme = self.preferences.theme
        self.set_class(self.preferences.ascii, "-ascii")

    def keep_preferences(self, **values: Value | None) -> None:
        """Keep these values for the next games, and the next runs of whoever has this computer. A
        fault is reported once a run."""
        self.preferences = self.preferences.changed(**values)
        self.animation_level = _animations(self.preferences.animations)
        if self.is_web:
            return
        told = NOTHING if self.user_files is None else self.user_files.config
        for name in [name for name in values if told.in_file(name)]:
            if values.pop(name) != told.values[name]:
                self.notify(f"{name} is in your settings: this holds until the end of this run.")
        try:
            state_file.keep(**values)
        except StorageError as error:
            if not self._unkept:
                self.notify(
                    str(error), title="Your settings could not be saved", severity="warning"
                )
            self._unkept = True

    # -- everywhere ---------------------------------------------------------------------

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """A message at the edge of the screen. Never read as markup, whatever `markup` is:
        messages quote files, folders and options."""
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=False)
        if self.screen_stack and isinstance(self.screen, TableScreen):
            self.screen.table.column.keep_messages_aside()

    def deliver_screenshot(
        self, filename: str | None = None, path: str | None = None, time_format: str | None = None
    ) -> str | None:
        """Save the screen as SVG and say where: in the downloads, or where there is no such
        folder in the one of this program's data; not for a window. Returns the path, None where
        none worked."""
        if self.is_web:
            self.notify(
                "Nothing is saved from a browser window: use a screenshot of the browser or "
                "the system."
            )
            return None
        wanted = Path(path) if path is not None else user_downloads_path()
        name = filename or f"{self.title}-{time.strftime(time_format or '%Y%m%d-%H%M%S')}.svg"
        picture, faults = self.export_screenshot(), []
        for own in (False, True):
            try:
                folder = paths.user_data() / "screenshots" if own else wanted
                if own:
                    paths.make_private(folder)
                files.write(
                    folder / name, picture.encode(), Rights.PRIVATE if own else Rights.SHARED
                )
            except OSError as error:
                faults.append(f"Cannot write to {folder}: {error.strerror}.")
                continue
            except RuntimeError as error:  # TERMGAMES_DATA is ~name, and nobody has that name.
                faults.append(f"{error}.")
                continue
            text = "\n".join([f"Saved as {folder / name}.", *faults])
            self.notify(text, title="Screenshot", timeout=10)
            return str(folder / name)
        self.notify("\n".join(faults), title="The screenshot is not saved", severity="error")
        return None

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run an action, see `App.run_action`; an action of a list that is not laid out yet is
        skipped. True when it was run."""
        if isinstance(default_namespace, widgets.OptionList) and not laid_out(default_namespace):
            return False
        return await super().run_action(action, default_namespace, namespaces)

    def action_command_palette(self) -> None:
        """Open the palette, unless it is open."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(Palette())

    def search_themes(self) -> None:
        """Choose a theme in a palette of its own."""
        self.push_screen(Palette([ThemeProvider], placeholder="Search for themes…"))
        if self.user_files is not None:
            self.user_files.tell_of_themes()

    def action_settings(self) -> None:
        """Everything that can be set."""
        from termgames.tui.screens.settings import SettingsScreen

        if self.user_files is not None and not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen(self.user_files, self.preferences))

    def action_help(self) -> None:
        """The keys that work on the screen in front; beside a menu the rules of all games too."""
        from termgames.tui.screens.help import HelpScreen, keys_of
        from termgames.tui.screens.menu import MenuScreen

        screen = self.screen
        if isinstance(screen, HelpScreen | CommandPalette):
            return
        rules = [info.id for info in games.infos()] if isinstance(screen, MenuScreen) else []
        self.push_screen(HelpScreen(rules, keys_of(screen), first="keys"))

    def action_brightness(self) -> None:
        """Dark or light."""
        self.theme = LIGHT.name if self.current_theme.dark else DARK.name

    def get_key_display(self, binding: Binding) -> str:
        """Keys in words where nothing but ASCII may be drawn."""
        name = super().get_key_display(binding)
        return name if not self.preferences.ascii or name.isascii() else binding.key

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The command palette: what the screen offers, then what always works."""
        if isinstance(screen, TableScreen):
            yield from screen.palette()
        yield SystemCommand(
            "Dark or light",
            f"Switch between dark and light (key {self.key_of('app.brightness', 'D')})",
            self.action_brightness,
        )
        yield SystemCommand("Theme", "Choose a theme", self.action_change_theme)
        if _animations(True) != "none":
            moves = self.preferences.animations
            yield SystemCommand(
                f"Animations {'off' if moves else 'on'}",
                "Stones that land and fade, territory that fills",
                partial(self.keep_preferences, animations=not moves),
            )
        if not self.is_web:
            yield SystemCommand(
                "Settings",
                f"Everything that can be set (key {self.key_of('app.settings', 'f2')})",
                self.action_settings,
            )
            yield SystemCommand("Screenshot", "Save the screen as SVG", self.deliver_screenshot)
        yield SystemCommand("Quit", "Leave at once; the game is saved (key ^q)", self.action_quit)

    def _fatal_error(self) -> None:
        """End without a traceback on the terminal: `_run` raises what happened."""
        self._close_messages_no_wait()

    def _failed(self, error: BaseException) -> None:
        self.fault = self.fault or error

    def _handle_exception(self, error: Exception) -> None:
        if self._exit and isinstance(error, NoMatches):
            return  # a widget was mounted after the end, and its parts never will be
        if isinstance(error, WorkerFailed) and isinstance(error.error, NoScreen):
            return  # the screen that a worker was to fill has gone meanwhile
        # Textual offers no public place to keep its traceback off the terminal.
        self._failed(error.error if isinstance(error, WorkerFailed) else error)
        super()._handle_exception(error)


def _animations(wanted: bool) -> AnimationLevel:
    """How much may move where the player wants it or not. Over ssh nothing does unless the
    environment asks for it: a large territory that fills sends more than 60 kB."""
    remote = "SSH_CONNECTION" in os.environ and "TEXTUAL_ANIMATIONS" not in os.environ
    return constants.TEXTUAL_ANIMATIONS if wanted and not remote else "none"


def small_notice(size: Size) -> str:
    """The notice for a terminal of this size, which is smaller than `LEAST`."""
    needed, there = (f"{columns}x{rows}" for columns, rows in (LEAST, size))
    text = f"needs at least {needed}, this terminal is {there}; enlarge it"
    lines = textwrap.wrap(text, max(1, size.width))[: size.height]
    return "\x1b[0m\x1b[2J" + "".join(f"\x1b[{row};1H{line}" for row, line in enumerate(lines, 1))


def _enlarged(size: Size) -> Size:
    return Size(max(size.width, LEAST.width), max(size.height, LEAST.height))


def run_game(match: AnyMatch, settings: Settings, *, file: SaveFile | None = None) -> int:
    """Play on in `match` (new or resumed), saving every move in `file` (None: not at all).
    Programs other than those allowed in the settings and those remembered are asked about."""
    # The bots' processes start while the first screen is being made.
    in_use = file is not None and file.in_use is not None
    asks = in_use or consent.commands(match.players)
    bots = None if asks else BotProcesses(match, settings.bots)
    return _run(settings, lambda opener: opener.open_game(match, file, bots))


def run_guest(visit: Visit, mirror: Mirror, settings: Settings) -> int:
    """Be a guest at a table elsewhere, one game after the other; the first one is known to
    `mirror`."""
    try:
        return _run(settings, lambda opener: opener.open_table(visit, mirror))
    finally:
        visit.close()


def run_window(table: Address, settings: Settings) -> int:
    """Ask whoever is at the window of the settings for the key of a seat at a table, and let him be
    its guest."""
    return _run(settings, lambda opener: opener.open_window(table))


def run_menu(settings: Settings) -> int:
    """The menu: play, resume, replay, rules, quit. A fault of another package's game ends that
    game, which is saved, and the menu tells of the fault."""
    begin = Opener.open_menu
    for _ in range(_MOST_FAULTS):
        try:
            return _run(settings, begin)
        except (Exception, SystemExit) as error:
            if games.at_fault(error) is None:
                raise
            begin = partial(Opener.open_menu_after, fault=fault_reports.report(error))
    return _run(settings, begin)


def run_row(row: Row, at: int, settings: Settings) -> int:
    """A row of drills from number `at`."""
    return _run(settings, lambda opener: opener.open_row(row, at))


def run_replay(match: AnyMatch, settings: Settings, *, file: Path) -> int:
    """Look through a record, forwards and backwards; nothing is saved."""
    return _run(settings, lambda opener: opener.open_replay(match, file))


def _run(settings: Settings, begin: Callable[[Opener], None]) -> int:
    app = TermgamesApp(settings, begin)
    try:
        with ended_by_signals(app):
            app.run(size=settings.window)
    finally:
        lost = app.opener.lost()
        for live in lost:
            # The terminal may be gone.
            with contextlib.suppress(OSError):
                print(store.last_resort(live.shown.match, live.keeper.fault), flush=True)
    if app.fault is not None:
        raise app.fault
    return app.return_code or int(bool(lost))
