"""What can be done with a game that is over: look through it, play it again, keep its record."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Final, Literal

from termgames.core.errors import StorageError
from termgames.core.game import has_secrets
from termgames.play.new_game import NewGame, chosen_of
from termgames.play.notes import Notes
from termgames.play.sitting.live import Live
from termgames.play.sitting.study import Study
from termgames.tui.preferences import Preferences
from termgames.tui.screens.base import Screen
from termgames.tui.screens.dialogs import Dialogs
from termgames.tui.table import exporting
from termgames.tui.table.commands import Action, Command

COMMANDS = (
    Command("review", "V", "Review", "What each move was worth", "Review the game"),
    Command("branch", "T", "Try moves", "Make other moves in the game that is over", "Try moves"),
    Command("rematch", "N", "Rematch", "The same game with the sides changed", "Rematch"),
    exporting.COMMAND,
    Command("menu", "M", "Menu", "Leave the game for the menu", "Menu"),
)
MENU: Final = "menu"
"""What a screen is dismissed with to show the menu."""
Wanted = NewGame | Literal["menu"] | None
"""Another game, the menu, or nothing more."""
Line = tuple[Sequence[Any], str]
"""Moves to walk through from the position shown, and a comment on them."""


class Ending:
    """The commands that make sense only at the end of a game."""

    def __init__(
        self,
        live: Live,
        preferences: Callable[[], Preferences],
        dialogs: Dialogs,
        *,
        push: Callable[[Screen[Any]], Awaitable[Any]],
        close: Callable[[Wanted], None],
        notify: Callable[[str], None],
        time: float | None = None,
    ) -> None:
        """`preferences` answers how things are shown just now; `push` shows a screen and waits
        until it has gone; `close` leaves the game; `time` is what bots may think, see
        `NewGame`."""
        self._live, self._preferences, self._dialogs = live, preferences, dialogs
        self._push, self._close, self._notify = push, close, notify
        self._time = time

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""
        shown = self._live.shown
        runs: dict[str, Callable[[], Awaitable[None] | None]] = {
            "review": partial(self._look_through, review=True),
            "branch": partial(self._look_through, tries=True),
            "rematch": self._rematch,
            "export": lambda: exporting.export(
                self._dialogs, shown.match, self._live.keeper.name, self._notify
            ),
            "menu": lambda: self._close(MENU),
        }
        return {name: Action(run, lambda: shown.match.over) for name, run in runs.items()}

    async def _look_through(
        self, *, review: bool = False, tries: bool = False, line: Line | None = None
    ) -> None:
        from termgames.tui.screens.replay import ReplayScreen  # not needed at the start

        shown, file = self._live.shown, self._live.keeper.path
        match = shown.match.copy()  # the game may go on meanwhile
        match.notes = shown.match.notes
        study = Study(match)
        study.expect(shown.values)
        study.shown.totals.update(shown.totals)
        if tries or line is not None:
            study.go(shown.ply)
        screen = ReplayScreen(
            study,
            "",
            self._preferences(),
            file=file,
            save_notes=None if file is None else self._save_notes,
            review=review,
            tries=tries,
            line=line,
        )
        new, turning_point = await self._push(screen), screen.reviewing.turning_point
        if new is not None:
            self._close(new)
        elif turning_point is not None:
            shown.name_turning_point(turning_point)

    async def walk(self, moves: Sequence[Any], comment: str) -> None:
        """Walk through a line that begins with the position shown. The game stays as it is, and its
        record keeps the line as a variation; but while hands are hidden the line is shown on a
        screen of its own and not kept, for what one player tries may tell him what he must not
        know."""
        from termgames.tui.screens.replay import walking

        shown = self._live.shown
        if has_secrets(shown.game) and not shown.match.over:
            new = await self._push(walking(shown, moves, comment, self._preferences()))
            if new is not None:
                self._close(new)
        else:
            await self._look_through(line=(moves, comment))

    def _save_notes(self, notes: Notes) -> None:
        """Save the game with its notes, which `ReplayScreen` has changed already; StorageError when
        that fails."""
        if not self._live.keeper.save():
            raise StorageError(self._live.keeper.fault)

    def _rematch(self) -> None:
        """Play the same game again, with everybody moved on by one seat."""
        match = self._live.shown.match
        first, *others = match.players
        self._close(
            NewGame(
                match.game.id,
                chosen_of(match.game),
                (*others, first),
                self._time,
                teach=match.teaching,
            )
        )
