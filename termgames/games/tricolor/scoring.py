"""Counting areas and finding the winners, for one board or thousands (rules 5 and 6).

The rules count one row with these functions, the kernel many.
"""

from __future__ import annotations

import numpy as np

from termgames.core import regions
from termgames.core.arrays import Bytes, Floats, SmallInts
from termgames.core.topology import Topology
from termgames.games.tricolor.options import SEATS


def owners(topology: Topology, stones: Bytes) -> SmallInts:
    """(B, cells) for boards (B, cells): the seat whose area each point is, or NEUTRAL.

    A stone is its player's, and so is an empty region that only his stones touch.
    """
    return regions.owners(topology, stones, range(len(SEATS)))


def points(owner: SmallInts) -> Floats:
    """(B, 3): each seat's area, from `owners`."""
    return np.stack([(owner == seat).sum(axis=1) for seat in range(len(SEATS))], axis=1).astype(
        np.float32
    )


def shares(points: Floats) -> Floats:
    """(B, 3): shares of the win from areas (B, 3).

    All whose score is the middle one share the win; but where two or three have 0 points, these
    lose, and the remaining player, if there is one, wins alone. All 0 where nobody wins.
    """
    middle = np.sort(points, axis=1)[:, 1:2]
    nothing = points == 0
    wins = np.where(nothing.sum(axis=1, keepdims=True) > 1, ~nothing, points == middle)
    sharers = np.maximum(wins.sum(axis=1, keepdims=True), 1)
    return np.asarray(wins / sharers, np.float32)


def standing(totals: tuple[float, ...]) -> tuple[str, ...]:
    """`low`, `middle` or `high` by seat. Every seat with the middle score is `middle`, also two or
    three with equal scores; but where the middle score is 0 they are `low`."""
    middle = sorted(totals)[1]
    return tuple(
        "low" if total < middle or total == middle == 0 else "middle" if total == middle else "high"
        for total in totals
    )
