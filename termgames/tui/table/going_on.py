"""What can be begun from a record that is looked through: a game like it, one that goes on from a
position, the game itself where another window has left it."""

import asyncio
from typing import Any

from termgames.core.errors import StorageError
from termgames.core.game import has_secrets
from termgames.play import playing_out
from termgames.play.bots.players import parse_player
from termgames.play.match import AnyMatch
from termgames.play.new_game import NewGame, chosen_of
from termgames.play.sitting.study import Study
from termgames.tui.screens.base import Screen
from termgames.tui.table import exporting
from termgames.tui.table.commands import Action, Command
from termgames.tui.table.desk import Desk
from termgames.tui.table.reviewing import Reviewing
from termgames.tui.table.told_story import ToldStory
from termgames.tui.table.trying import Trying
from termgames.tui.table.watching import Watching

PLAY_OUT = Command(
    "play_out", "O", "Try again",
    "A new game from here (after the end, from the turning point) against the winner",
    "Try again from here", at_home=True,
)  # fmt: skip
_MOST_READ = 10
"""Games that are read for the strength of the player at most, of those that ended since."""


async def play_out(match: AnyMatch, ply: int | None, desk: Desk) -> None:
    """Leave the screen for a game that goes on from the position before move `ply`, None where it
    is not known where the game turned."""
    if ply is None:
        desk.notify(
            "No turning point is known yet: review the game, or look back to a position.",
            timeout=10,
        )
        return
    try:
        even = await asyncio.to_thread(_even_level, match, ply)
    except StorageError:  # whoever opens the saved games is told what is wrong
        even = None
    desk.close(playing_out.played_out(match, ply, even))


def _even_level(match: AnyMatch, ply: int) -> int | None:
    """The level that is an even game for whose seat is played out."""
    from termgames.play.history import ended, figures  # not needed at the start

    played = ended.ended_games(most=_MOST_READ)
    known = figures.even_levels(playing_out.person(match, ply), played).get(match.game.id)
    return None if known is None else known.even


EDIT = Command(
    "edit", "S", "Set up", "Change the stones of this position, and play on", "Set up a position",
    at_home=True,
)  # fmt: skip
COMMANDS = (
    PLAY_OUT,
    Command("new", "n", "New", "Begin a game like this one", "New game", at_home=True),
    Command(
        "take_up", "p", "Play on", "Go on with the game in this window", "Play on here",
        at_home=True
    ),
)  # fmt: skip


class GoingOn:
    """Leaves the record for a game, and writes it to a file."""

    def __init__(
        self,
        study: Study,
        trying: Trying,
        reviewing: Reviewing,
        story: ToldStory,
        watching: Watching | None,
        desk: Desk,
    ) -> None:
        """`watching` follows a game that another window plays, None where none is followed."""
        self._study, self._trying, self._watching, self._desk = study, trying, watching, desk
        self._reviewing, self._story = reviewing, story

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""
        return {
            "edit": Action(self._edit, self.may_branch),
            "export": Action(self._export, self._may_export),
            "play_out": Action(self._play_out, self.may_branch),
            "play_on": Action(self._play_on, lambda: self._trying.can_move),
            "new": Action(self._new_game, self._at_end),
            "take_up": Action(self._take_up, self._may_take_up),
        }

    def may_branch(self) -> bool:
        """Whether moves and games of the player's own may begin here."""
        return self._watching is None and self._study.tree.closed is None

    async def show(self, screen: Screen[Any]) -> None:
        """Show a screen, and leave for another game if one is wanted there."""
        new = await self._desk.dialogs.show(screen)
        if new is not None:
            self._desk.close(new)

    def _at_end(self) -> bool:
        """Whether nothing comes after the position shown."""
        shown, match = self._study.shown, self._study.shown.match
        return shown.ply == match.ply and (match.over or self._watching is None)

    async def _export(self) -> None:
        await exporting.export(self._study.shown, self._reviewing.file, self._desk)

    def _may_export(self) -> bool:
        shown = self._study.shown
        return shown.match.over or not has_secrets(shown.game)

    def _take_up(self) -> None:
        self._desk.close(self._watching.file.path if self._watching else None)

    def _may_take_up(self) -> bool:
        return self._watching is not None and self._watching.free

    async def _play_on(self) -> None:
        """A game that goes on from the position shown."""
        await self._new_game(self._study.tree.match_here())

    async def _play_out(self) -> None:
        """The game shown, from this position on, at its end from the turning point."""
        study = self._study
        match, ply = study.shown.match, study.shown.ply
        at_end = ply == match.ply and match.over
        await play_out(match, self._story.whole.turning_ply if at_end else ply, self._desk)

    async def _new_game(self, opening: AnyMatch | None = None) -> None:
        """A game like this one, or one that goes on from a position (`opening`)."""
        from termgames.tui.screens.setup import SetupScreen  # not needed at the start

        match = opening or self._study.shown.match
        players, to_act = list(match.players), match.game.to_act(match.state)
        if (
            opening is not None
            and to_act >= 0
            and not any(parse_player(name).human for name in players)
        ):
            players[to_act] = "human"  # whoever goes on from a game of bots wants to play
        before = NewGame(match.game.id, chosen_of(match.game), tuple(players), opening=opening)
        await self.show(SetupScreen(before))

    async def _edit(self) -> None:
        """Set up a position, beginning with the one shown, and play on from it."""
        from termgames.tui.screens.editing import EditScreen

        match = self._study.shown.match
        screen = EditScreen(
            match.game, self._study.shown.position, match.players, self._desk.preferences
        )
        opening = await self._desk.dialogs.show(screen)
        if opening is not None:
            await self._new_game(opening)
