"""Looking through a record, and watching a game that is played in another window."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult, SystemCommand
from textual.binding import BindingType

from termgames.core.errors import TermgamesError
from termgames.play.new_game import NewGame, chosen_of
from termgames.play.save_file import SaveFile
from termgames.play.session import GameSession
from termgames.tui.preferences import Preferences
from termgames.tui.screens import reviewing, table
from termgames.tui.screens.base import Screen, start
from termgames.tui.screens.commands import Action, Command, CommandTable, bindings, keys_by_name
from termgames.tui.screens.reviewing import Reviewing
from termgames.tui.screens.table import Table, position_prompt
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.prompt import Prompt

COMMANDS = (
    Command("look_back", "comma,left,h", "Back", "One turn back", "Look back", priority=True),
    Command("look_on", "full_stop,right,l,space", "On", "One turn on", "Look on", priority=True),
    Command("look_start", "home,less_than_sign", "Start", "To the start", "Start", priority=True),
    Command("look_end", "end,greater_than_sign", "End", "To the end", "End", priority=True),
    Command("look_ten_back", "pageup", "Ten back", "Ten turns back", shown=False, priority=True),
    Command("look_ten_on", "pagedown", "Ten on", "Ten turns on", shown=False, priority=True),
    *table.EVENTS,
    *reviewing.COMMANDS,
    Command("new", "n", "New", "Begin a game like this one", "New game"),
    Command("take_up", "p", "Play on", "Go on with the game in this window", "Play on here"),
    *table.COMMANDS,
)
LOOK_EVERY = 0.5
"""Seconds between two looks at the file of a game that is watched."""


class ReplayScreen(Screen[Path | NewGame | None]):
    """A table at which nobody plays. The keys that move the cursor elsewhere step through
    the moves. Dismissed with the path of a game that was watched, to go on with it, or with
    another game to begin."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(COMMANDS)

    def __init__(
        self,
        session: GameSession,
        record: str,
        preferences: Preferences,
        *,
        watched: SaveFile | None = None,
        file: Path | None = None,
        review: bool = False,
    ) -> None:
        """`record` is the name of the record, and `file` where it lies, beside which reviews are
        kept; with `review` one begins at once. `watched` is the file of a game that another window
        plays on in, and what happens there is shown here."""
        super().__init__()
        self.session = session
        self._watched, self._free, self._fault = watched, False, ""
        self._usable: object = None
        """The keys that did something in the position shown last."""
        self._review_wanted = review
        self.reviewing = Reviewing(
            session, file, self, changed=self._show_review, notify=partial(self.notify, timeout=10)
        )
        self.table = Table(
            session,
            preferences,
            remark=f"  {record}" if record else "",
            prompt=self._prompt,
            thinking=lambda: self.reviewing.progress(ascii=self.table.appearance.ascii),
        )
        self.board = self.table.board
        leave = Action(lambda: self._leave())
        take_up = Action(self._take_up, lambda: self._free and not self.session.match.over)
        new = Action(self._new_game, self._at_end)
        looking = {**self.table.actions(), **self.reviewing.actions()}
        actions = {**looking, "new": new, "leave": leave, "take_up": take_up}
        self.commands = CommandTable(COMMANDS, actions, self.run_worker)

    def compose(self) -> ComposeResult:
        """The table and the keys."""
        yield self.table
        yield KeyLine(
            [command.name for command in COMMANDS],
            ("help", "leave"),
            self.table.position.hidden_keys,
        )

    def on_mount(self) -> None:
        """The position the record begins with, the present one of a game that is watched."""
        self.session.listen = lambda event: self._show()
        self.table.show()
        self.reviewing.open()
        if self._watched is not None:
            start(self, self._follow, self._watched)
        elif self._review_wanted:
            self.reviewing.start()

    def on_unmount(self) -> None:
        """The review's process ends."""
        self.reviewing.close()

    def on_reviewing_said(self, message: Reviewing.Said) -> None:
        """The review has found something."""
        self.reviewing.heard(message)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide keys that do nothing in this position."""
        return bool(self.commands.state(str(parameters[0]))) if action == "run" else True

    def _show(self) -> None:
        self.table.show()
        better = self.reviewing.cells()
        if better:
            self.board.highlight(better, "hint")
        states = [self.commands.state(command.name) for command in COMMANDS]
        usable = (states, set(self.table.position.hidden_keys()))
        if usable != self._usable:
            self._usable = usable
            self.refresh_bindings()

    def _show_review(self) -> None:
        """What the review has found, wherever it is seen."""
        reviewing, table = self.reviewing, self.table
        table.tabs.show_review(reviewing.lines(), reviewing.marks())
        table.column.graphs.mark([each.finding.ply + 1 for each in reviewing.review.costliest])
        self._show()

    def action_run(self, name: str) -> None:
        """Run a command by its name."""
        self.commands.run(name)

    def palette(self) -> list[SystemCommand]:
        """What the command palette offers here."""
        return list(self.commands.palette(self.action_run, keys_by_name(self)))

    def _prompt(self) -> Prompt | None:
        """That the game is played elsewhere, below the last move; else what the review says."""
        session = self.session
        if self._watched is None or session.match.over or session.ply < session.match.ply:
            return self._reviewed()
        if self._fault:
            return Prompt("You are watching, but the game cannot be read.", self._fault)
        if self._free:
            return Prompt("The other window has closed this game.", "Press p to play on here.")
        who = f"The game is played in another window ({self._watched.owner})."
        return Prompt("You are watching: no moves here.", who)

    def _reviewed(self) -> Prompt | None:
        """What the review says of the move before the position, or at the end of all of them."""
        session, turns, room = self.session, self.table.turns, self.table.column.room
        usual = position_prompt(session, turns, room, judged=self.table.judged)
        if session.ply < session.match.ply:
            return self.reviewing.prompt(usual.sentence)
        summary = self.reviewing.summary()
        if not summary:
            return None
        return Prompt(usual.sentence, Text.assemble(summary, "\n", usual.missing))

    async def _follow(self, file: SaveFile) -> None:
        """Show what happens in the other window, until this screen is left."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            before = self._free, self._fault
            try:
                news = await asyncio.to_thread(file.news)
                if news is not None:
                    self.session.follow(news)
                self._fault = ""
            except TermgamesError as error:
                self._fault = str(error)
            self._free = file.owner is None
            if (self._free, self._fault) != before:
                self._show()

    def _take_up(self) -> None:
        assert self._watched is not None
        self.dismiss(self._watched.path)

    def _at_end(self) -> bool:
        """Whether nothing comes after the position shown."""
        match = self.session.match
        return self.session.ply == match.ply and (match.over or self._watched is None)

    async def _new_game(self) -> None:
        from termgames.tui.screens.setup import SetupScreen  # not needed at the start

        match = self.session.match
        before = NewGame(match.game.id, chosen_of(match.game), match.players)
        new = await self.app.push_screen_wait(SetupScreen(before))
        if new is not None:
            self.dismiss(new)

    def _leave(self) -> None:
        self.dismiss(None)
