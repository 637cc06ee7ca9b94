"""A game that goes on from a position of another, against who won that."""

from __future__ import annotations

import asyncio

from termgames.core.errors import StorageError
from termgames.play import playing_out
from termgames.play.match import AnyMatch
from termgames.tui.table.commands import Command
from termgames.tui.table.desk import Desk

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
            "The turning point of this game is not known: review it, or look back to a position.",
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
