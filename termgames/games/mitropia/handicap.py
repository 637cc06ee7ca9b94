"""Handicaps of Mitropia and the starter stones they give (rule 3)."""

from __future__ import annotations

from collections.abc import Sequence

from termgames.core.game import Seat

LOWEST = -5
REACH = 3
"""Steps from the start point, or from a stone on the board, for a starter stone."""


def handicap(played: int, won: int) -> int:
    """A player's handicap: -1 for each game played and -1 more for each won, at least -5."""
    return max(LOWEST, -(played + won))


def turns(handicaps: Sequence[int], opening: Sequence[Seat]) -> tuple[Seat, ...]:
    """Who places the starter stones, one after the other.

    `handicaps` by seat, `opening` the seats in the order of the opening roll. Level by
    level from the highest handicap down to above the table's lowest, each player at or
    above the level places one. A turn without a legal point lapses: not known here.
    """
    levels = range(max(handicaps), min(handicaps), -1)
    return tuple(seat for level in levels for seat in opening if handicaps[seat] >= level)
