"""What can be done with a game that is over: look through it, play it again, keep its record."""

import contextlib
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Final, Literal

from termgames.core.errors import StorageError
from termgames.core.game import has_secrets
from termgames.play.events import Changed
from termgames.play.new_game import NewGame, chosen_of, clock_of
from termgames.play.sitting.live import Live
from termgames.play.sitting.study import Study
from termgames.study.review import Finding
from termgames.tui.table import exporting
from termgames.tui.table.commands import Action, Command
from termgames.tui.table.desk import Desk
from termgames.tui.table.going_on import PLAY_OUT, play_out
from termgames.tui.table.told_story import ToldStory

COMMANDS = (
    Command("review", "V", "Review", "What each move was worth", "Review the game"),
    Command("branch", "T", "Try moves", "Try other moves in the finished game", "Try moves"),
    Command("rematch", "N", "Rematch", "The same game with the sides changed", "Rematch"),
    PLAY_OUT,
    exporting.COMMAND,
    Command("menu", "M", "Menu", "Leave the game for the menu", "Menu", at_home=True),
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
        story: ToldStory,
        desk: Desk,
        time: float | None,
    ) -> None:
        """`time` is what bots may think, see `NewGame`."""
        self._live, self._story, self._desk, self._time = live, story, desk, time
        self.findings: Sequence[Finding] = ()
        """Those of a review of the game that is over."""

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""
        shown = self._live.shown
        runs: dict[str, Callable[[], Awaitable[None] | None]] = {
            "review": partial(self._look_through, "review"),
            "branch": partial(self._look_through, "tries"),
            "rematch": self._rematch,
            "play_out": self._play_out,
            "export": self._export,
            "menu": partial(self._desk.close, MENU),
        }
        return {name: Action(run, lambda: shown.match.over) for name, run in runs.items()}

    async def _look_through(self, at_once: Literal["review", "tries"] | Line) -> None:
        from termgames.tui.screens.replay import ReplayScreen  # not needed at the start

        shown, file = self._live.shown, self._live.keeper.path
        match = shown.match.copy()  # the game may go on meanwhile
        match.notes = shown.match.notes
        study = Study(match)
        study.shown.kept = shown.kept
        if at_once != "review":
            study.go(shown.ply)
        screen = ReplayScreen(
            study,
            "",
            self._desk.preferences,
            file=file,
            kept_in=None if file is None else self._live.keeper,
            at_once=at_once,
        )
        new = await self._desk.push(screen)
        if new is not None:
            self._desk.close(new)
        elif screen.reviewing.found and screen.reviewing.complete:
            self.findings = screen.reviewing.review.findings
            shown.listen(Changed())

    async def _export(self) -> None:
        await exporting.export(self._live.shown, self._live.keeper.path, self._desk)

    async def walk(self, moves: Sequence[Any], comment: str) -> None:
        """Walk through a line that begins with the position shown. The game stays as it is, and its
        record keeps the line as a variation; but while hands are hidden the line is shown on a
        screen of its own and not kept, for what one player tries may tell him what he must not
        know."""
        from termgames.tui.screens.replay import walking

        shown = self._live.shown
        if has_secrets(shown.game) and not shown.match.over:
            new = await self._desk.push(walking(shown, moves, comment, self._desk.preferences))
            if new is not None:
                self._desk.close(new)
        else:
            await self._look_through((moves, comment))

    async def _play_out(self) -> None:
        shown = self._live.shown
        ply = self._story.whole.turning_ply if shown.present else shown.ply
        await play_out(shown.match, ply, self._desk)

    def _rematch(self) -> None:
        """Play the same game again, with everybody moved on by one seat; after a rated one against
        the level that is even by now."""
        match = self._live.shown.match
        first, *others = match.players
        if match.terms.rated:
            from termgames.play.history import ended, ladder  # not needed at the start

            with contextlib.suppress(StorageError):
                first, *others = ladder.next_players(match, ended.ended_games())
        self._desk.close(
            NewGame(
                match.game.id,
                chosen_of(match.game),
                (*others, first),
                self._time,
                teach=match.terms.teaching,
                rated=match.terms.rated,
                clock=clock_of(match, moved_on=1),
            )
        )
