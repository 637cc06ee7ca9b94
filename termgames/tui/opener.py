"""Opens the menu, saved games, games and records, and asks what has to be asked before.

Screens other than the game's are imported where they are opened: a board is to be there at
once, and Markdown, tables and forms are slow to load.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import App

from termgames import games
from termgames.core.errors import StorageError, TermgamesError
from termgames.core.text import sentence
from termgames.play import consent, profiles, record, store
from termgames.play.bots.options import BotOptions
from termgames.play.bots.processes import BotProcesses
from termgames.play.locks import InUse
from termgames.play.match import AnyMatch
from termgames.play.new_game import NewGame, chosen_of, seated, why_seated
from termgames.play.note_file import NoteFile
from termgames.play.save_file import SaveFile
from termgames.play.sitting.live import Live
from termgames.play.sitting.study import Study
from termgames.tui.config import Settings
from termgames.tui.preferences import Preferences
from termgames.tui.screens.base import start
from termgames.tui.screens.dialogs import Choice, ChoiceDialog, LineDialog
from termgames.tui.screens.game import GameScreen
from termgames.tui.table.ending import MENU, Wanted

if TYPE_CHECKING:
    from termgames.play.together import wire
    from termgames.play.together.address import Address
    from termgames.play.together.mirror import Mirror
    from termgames.play.together.visit import Visit
    from termgames.study.drills.drill import Row
    from termgames.tui.screens.files import Chosen

START = "start"
PROGRAM_CHOICES = (
    Choice("no, a human plays instead", "human"),
    Choice("yes, now and whenever a record names it", START),
)
"""The answers to the question whether a program may be started; the first is what Enter does."""
WINDOW_CHOICES = (
    Choice("watch it there; no moves here", "watch"),
    Choice("go on in a copy; both games are kept", "copy"),
    Choice("leave", "stay"),
)
"""What can be done about a game that another window plays."""

KEY_TITLE = "The key of your seat"
KEY_PATIENCE = 300.0
"""Seconds that a window may be open without a key."""


class Opener:
    """Opens one screen after the other, and knows what follows when one is left."""

    def __init__(
        self,
        app: App[None],
        settings: Settings,
        preferences: Callable[[], Preferences],
        failed: Callable[[Exception], None],
    ) -> None:
        """`preferences` answers how things are shown just now; `failed` gets the error when nothing
        could be opened and there is no menu to show it."""
        self.settings = settings
        self._app, self._preferences, self._failed = app, preferences, failed
        self._sittings: list[Live] = []
        """The game on the table, and those before it that could not be saved."""
        self._has_menu = False
        self._time: float | None = None
        """Seconds a move that the last form gave the bots."""
        self._then: Callable[[bool], None] | None = None
        """Called instead of showing the menu when the game on the table is left; gets whether it is
        over."""

    def bot_options(self) -> BotOptions:
        """How bots think now; programs that are remembered may be started, too."""
        options = self._preferences().bots(self.settings.allowed | consent.remembered())
        return options if self._time is None else replace(options, time=self._time)

    def open_menu(self) -> None:
        """Open the menu."""
        from termgames.tui.screens.menu import MenuScreen

        self._has_menu = True
        self._app.push_screen(MenuScreen(self._preferences()))

    def open_menu_after(self, fault: str) -> None:
        """Open the menu after the fault of a game, in the words of `fault_reports`."""
        self.open_menu()
        self._app.notify(fault, severity="error", timeout=60)

    def open_form(self, before: NewGame) -> None:
        """Open the form for a new game, filled in with the choices of `before`."""
        from termgames.tui.screens.setup import SetupScreen

        self._app.push_screen(SetupScreen(before), self.after_game)

    async def set_up_position(self, before: NewGame) -> None:
        """Let a position of the game chosen in `before` be set up, then open the form for who plays
        from it."""
        from termgames.tui.screens.editing import EditScreen

        info = games.info(before.game_id)
        players = seated(before.game_id, before.players)
        chosen = profiles.resolved(info, before.chosen, players)
        game = games.create(before.game_id, chosen)
        screen = EditScreen(game, game.start(), players[: game.seats], self._preferences())
        opening = await self._app.push_screen_wait(screen)
        if opening is not None:
            self.open_form(
                NewGame(before.game_id, chosen_of(game), opening.players, opening=opening)
            )

    def open_files(self) -> None:
        """Open the list of saved games."""
        from termgames.tui.screens.files import FilesScreen

        def chosen(saved: Chosen | None) -> None:
            match saved:
                case None:
                    self.back()
                case _, file, True:
                    self.resume(file)
                case record, file, _:
                    self.open_replay(record, file)

        self._app.push_screen(FilesScreen(), chosen)

    def open_statistics(self) -> None:
        """Open what the saved games say of who played them."""
        from termgames.tui.screens.statistics import StatisticsScreen

        self._app.push_screen(StatisticsScreen())

    def resume(self, path: Path) -> None:
        """Go on with a saved game."""
        self._resume(SaveFile(path))

    def _resume(self, file: SaveFile, *, copy: bool = False) -> None:
        try:
            match = file.resume(copy=copy)
        except TermgamesError as error:
            self._cannot_open(error)
        else:
            self.open_game(match, file)

    def open_game(
        self,
        match: AnyMatch,
        file: SaveFile | None,
        bots: BotProcesses | None = None,
        *,
        unsaved: str = "",
    ) -> None:
        """Open a match to be played on. Before, the player is asked what to do if another window
        plays it, and about programs that he has not agreed to, unless the bots have been started
        already (`bots`). `unsaved` as in `Live`."""
        if file is not None and file.in_use is not None:
            start(self._app, self._ask_about_window, file, file.in_use)
        elif bots is None and consent.commands(match.players):
            start(self._app, self._ask_about_programs, match, file, unsaved)
        else:
            self._show_game(match, file, bots or BotProcesses(match, self.bot_options()), unsaved)

    async def _ask_about_window(self, file: SaveFile, in_use: InUse) -> None:
        text = f"{in_use}."
        dialog = ChoiceDialog("Open in another window", text, WINDOW_CHOICES, safe=True)
        match await self._app.push_screen_wait(dialog):
            case "watch":
                self._watch(file)
            case "copy":
                self._resume(file, copy=True)
            case _:
                self.back()

    async def _ask_about_programs(
        self, match: AnyMatch, file: SaveFile | None, unsaved: str
    ) -> None:
        for command in consent.unanswered(match, self.bot_options().allowed):
            text = consent.question(match, command)
            dialog = ChoiceDialog("Start a program?", text, PROGRAM_CHOICES, safe=True)
            answer = await self._app.push_screen_wait(dialog)
            if answer == "stay":
                self.back()
                return
            if answer == START:
                allowed = self.settings.allowed | {command}
                self.settings = replace(self.settings, allowed=allowed)
                consent.remember_typed([command])
        for line in consent.seat_humans(match, self.bot_options().allowed):
            self._app.notify(line, timeout=15)
        self._show_game(match, file, BotProcesses(match, self.bot_options()), unsaved)

    def _show_game(
        self, match: AnyMatch, file: SaveFile | None, bots: BotProcesses, unsaved: str
    ) -> None:
        self._warn_of(match)
        if not match.ply and (why := why_seated(match)):
            self._app.notify(why, timeout=15)
        live = Live(match, file=file, unsaved=unsaved, bots=bots.thinkers)
        self._sittings.append(live)
        self._app.push_screen(GameScreen(live, bots, self._preferences()), self.after_game)

    def open_window(self, table: Address) -> None:
        """Ask for the key of a seat at a table, and sit down there with no other. A window in which
        nobody has one is closed."""
        from termgames.play.together import wire
        from termgames.play.together.link import Link
        from termgames.play.together.mirror import Mirror
        from termgames.play.together.visit import Visit
        from termgames.tui.window import tell_seated

        mirror = Mirror()
        visits: list[Visit] = []

        def sit_down(key: str) -> str:
            """Take the seat of a key; returns what is wrong with it, or nothing."""
            try:
                visit = Visit(Link(table), wire.Join(wire.VERSION, key=key), remembers=False)
            except TermgamesError as error:
                return f"{sentence(str(error))}."
            try:
                mirror.wait_for_a_game(visit.receive)
            except TermgamesError as error:
                visit.close()
                return f"{sentence(str(error))}."
            visits.append(visit)
            tell_seated(self._app)
            return ""

        def asked(_: bool | None) -> None:
            if visits:
                self.open_table(visits[0], mirror)
            else:
                self._app.exit()

        dialog = LineDialog(KEY_TITLE, "", sit_down, verb="Sit down")
        self._app.push_screen(dialog, asked)
        self._app.set_timer(KEY_PATIENCE, lambda: None if visits else self._app.exit())

    def open_table(self, visit: Visit, mirror: Mirror) -> None:
        """Stay at a table elsewhere for its games; the first one is known to `mirror`."""
        from termgames.tui.screens.guest import GuestScreen
        from termgames.tui.table.connection import Connection

        connection = Connection(visit)

        def open_game() -> None:
            """Show the game that the table plays now, and the next ones after it."""
            number = mirror.number

            def left(wanted: Wanted) -> None:
                if screen.fault is None and mirror.number != number:
                    open_game()
                    return
                connection.close()
                if screen.fault is not None:
                    self._cannot_open(screen.fault)
                else:
                    self.after_game(wanted)

            screen = GuestScreen(connection, mirror, self._preferences())
            self._app.push_screen(screen, left)

        open_game()

    async def join(self) -> None:
        """Sit down at an open table of this computer, the one that the player picks, or at a new
        one of his own."""
        from termgames.play.together import link, starting
        from termgames.play.together.address import Address
        from termgames.play.together.rooms import table_line

        silent: list[str] = []
        tables = await asyncio.to_thread(lambda: list(link.tables(silent.append)))
        for text in silent:
            self._app.notify(f"{sentence(text)}.", severity="warning", timeout=10)
        rows = [(table_line(each), each.table) for each in tables]
        rows += [(f"host {info.title}", f"host {info.id}") for info in games.infos()]
        name = await self._pick("Tables", "Join a table, or host one.", rows)
        if name is None:
            return
        host = ""
        try:
            if name.startswith("host "):
                opened = await asyncio.to_thread(starting.start, name.split())
                self._app.notify(f"Others join with: termgames join {opened.name}", timeout=30)
                address, host = Address.read(opened.name), opened.host_key
                with contextlib.closing(link.Link(address)) as there:
                    about = await asyncio.to_thread(there.about)
            else:
                about = next(each for each in tables if each.table == name)
            visit, mirror = await self._sit_down(about, host)
        except TermgamesError as error:
            self._app.notify(str(error), severity="error", timeout=15)
        else:
            if visit is not None:
                self.open_table(visit, mirror)

    async def _sit_down(self, about: wire.About, host: str) -> tuple[Visit | None, Mirror]:
        """A visit to a table, on the seat that was the player's, or that he picks where he has
        none; None where he picks nothing. `host` is the host's key, of a host. StorageError."""
        from termgames.play.together import rooms, wire
        from termgames.play.together.address import Address
        from termgames.play.together.link import Link
        from termgames.play.together.mirror import Mirror
        from termgames.play.together.rooms import seat_names
        from termgames.play.together.visit import Visit, seats_for, taking

        mirror, names = Mirror(), seat_names(about)
        own = rooms.own_seats(about.table, names)
        wanted = seats_for(about, own, "")
        answers = [(names[seat].capitalize(), str(seat)) for seat in wanted]
        if not wanted or wanted[0] not in {each.seat for each in own}:
            answers.append(("watch", "watch"))
        # A host takes the first: a table that nobody has sat down at would stay open.
        answers = answers[:1] if host else answers
        picked = await self._pick("Join a table", "Which seat?", answers)
        if not picked:
            return None, mirror
        watch = picked == "watch"
        join = wire.Join(wire.VERSION, watch=watch, host=host, lenient=True)
        join = taking(about, own, None if watch else int(picked), join)

        def sit_down() -> Visit:
            visit = Visit(Link(Address(about.table)), join)
            try:
                mirror.wait_for_a_game(visit.receive)
            except TermgamesError:
                visit.close()
                raise
            return visit

        return await asyncio.to_thread(sit_down), mirror

    async def _pick(
        self, title: str, question: str, answers: Sequence[tuple[str, str]]
    ) -> str | None:
        """Which of some answers the player picks, each with its text before it, the only one at
        once; None for none."""
        if len(answers) < 2:
            return answers[0][1] if answers else None
        choices = [Choice(text, str(number)) for number, (text, _) in enumerate(answers)]
        choices.append(Choice("back", "stay"))
        dialog = ChoiceDialog(title, question, choices, safe=True)
        picked: str = await self._app.push_screen_wait(dialog)
        return answers[int(picked)][1] if picked.isdecimal() else None

    def _watch(self, file: SaveFile) -> None:
        """Show a game that another window plays, as it goes on there."""
        from termgames.tui.screens.replay import ReplayScreen

        try:
            match = file.read(draws=False)
        except TermgamesError as error:
            self._cannot_open(error)
            return
        study = Study(match)
        study.go(match.ply)
        screen = ReplayScreen(study, file.path.name, self._preferences(), watched=file)
        self._app.push_screen(screen, self._after_replay)

    def _cannot_open(self, error: TermgamesError) -> None:
        """Back to the menu, which says why; without a menu the error is shown after the end."""
        self._app.notify(str(error), severity="error", timeout=15)
        if not self._has_menu:
            self._failed(error)
        self.back()

    def lost(self) -> list[Live]:
        """Close all games; returns those that could not be saved, after one more try."""
        lost = [each for each in self._sittings if each.keeper.lost and not each.keeper.save()]
        for live in self._sittings:
            live.close()
        self._sittings = lost
        return lost

    def open_replay(self, match: AnyMatch, file: Path) -> None:
        """Open a record to look through."""
        from termgames.tui.screens.replay import ReplayScreen

        self._warn_of(match)
        screen = ReplayScreen(
            Study(match), file.name, self._preferences(), file=file, kept_in=NoteFile(file, match)
        )
        self._app.push_screen(screen, self._after_replay)

    def _warn_of(self, match: AnyMatch) -> None:
        for line in record.warnings(match):
            self._app.notify(line, title="The record", severity="warning", timeout=15)

    def open_lessons(self, game_id: str) -> None:
        """Open the lessons of a game. Where the player has courses of his own for it, he is asked
        which course he wants."""
        start(self._app, self._learn, game_id)

    async def _learn(self, game_id: str) -> None:
        from termgames.study.drills.lessons import Lessons
        from termgames.study.lessons import shelf

        courses = [(title, name) for name, title in shelf.of_game(game_id)]
        name = await self._pick("Lessons", "Which course?", courses) if courses[1:] else game_id
        if name is not None:
            self._open_row(lambda: Lessons(shelf.course(name), ""))

    def open_problems(self, game_id: str) -> None:
        """Open the problems of a game, at the one that suits the player best."""
        from termgames.study.drills.problems import Problems

        self._open_row(lambda: Problems(game_id, ""))

    async def practise(self) -> None:
        """Open the mistakes for today, of the player who is picked where several have some."""
        from termgames.play.text.statistics import name_of
        from termgames.study.drills.mistakes import Mistakes
        from termgames.study.exercises import shelf

        try:
            found = await asyncio.to_thread(shelf.load)
        except StorageError as error:
            self._app.notify(str(error), severity="error", timeout=15)
            return
        for fault in found.faults[:1]:
            self._app.notify(fault, severity="warning", timeout=10)
        due = [(name_of(name), name) for name in found.players if found.today(name)]
        if not due:
            self._app.notify("No mistakes are due today.")
            return
        player = await self._pick("Practise", "Whose mistakes?", due)
        if player is not None:
            self.open_row(Mistakes(found.today(player)), 0)

    def _open_row(self, row: Callable[[], Row]) -> None:
        """Open a row of drills that is still to be made, at the one to begin with."""
        try:
            made = row()
        except TermgamesError as error:
            self._cannot_open(error)
        else:
            self.open_row(made, made.first)

    def open_row(self, row: Row, at: int) -> None:
        """Open the drill `at` of a row, counted from 0, and then those that the player goes on
        to."""
        from termgames.study.drills.drill import DROP
        from termgames.tui.screens.drill import PLAY, LessonScreen, MistakeScreen

        row.tell = lambda text: self._app.notify(sentence(text), severity="warning")
        try:
            drill = row.drill(at)
        except TermgamesError as error:
            self._cannot_open(error)
            return
        if drill is None:
            told = row.end()
            self._app.notify(told, title="That was all for now", timeout=10)
            self.back(told)
            return

        def left(how: str | None) -> None:
            if how == PLAY:
                self._then = played
                self.begin_game(row.game())
                self._app.notify("Take back any move with u.", timeout=10)
            elif how is None:
                self.back()
            else:
                self.open_row(row, row.after(drill.at, how))

        def played(over: bool) -> None:
            """The game of the row was left."""
            if over:
                row.played()
            self.open_row(row, drill.at)

        screen = MistakeScreen if DROP in row.words.values() else LessonScreen
        self._app.push_screen(screen(drill, self._preferences()), left)

    def _after_replay(self, wanted: Path | NewGame | None) -> None:
        """Called when a record was left: to go on with its game, for another game, or for good."""
        if isinstance(wanted, Path):
            self.resume(wanted)
        else:
            self.after_game(wanted)

    def after_game(self, wanted: Wanted) -> None:
        """Called when a game or the form was left: for another game, for the menu, or for good."""
        over = bool(self._sittings) and self._sittings[-1].shown.match.over
        self.lost()
        if self._then is not None and (wanted is None or wanted == MENU):
            then, self._then = self._then, None
            then(over)
        elif wanted == MENU and not self._has_menu:
            self.open_menu()
        elif wanted is None or wanted == MENU:
            self.back()
        else:
            self.begin_game(wanted)

    def begin_game(self, new: NewGame) -> None:
        """Set up a new game and open it."""
        match = new.match()
        self._time = new.time
        try:
            self.open_game(match, SaveFile(store.new_file(new.game_id)))
        except StorageError as error:
            self._app.notify(
                str(error), title="This game is not saved", severity="warning", timeout=15
            )
            self.open_game(match, None, unsaved=str(error))

    def back(self, said: str = "") -> None:
        """Go back to the menu if there is one, else end the application, after which is printed
        what there is left to say."""
        if not self._has_menu:
            self._app.exit(message=said or None)
