"""Counting areas and finding the winners, for one board or thousands (rules 5 and 6).

The rules count one row with these functions, the kernel many.
"""

import numpy as np

from termgames.core.arrays import Bytes, Floats, SmallInts
from termgames.core.game import NEUTRAL
from termgames.games.tricolor.options import ALL, NOBODYS, SEATS

_SETS = np.arange(1 << len(SEATS))
_ALONE = np.array([1 << seat for seat in range(len(SEATS))])[:, None]
_OWNER = np.select([alone == _SETS for alone in _ALONE], range(len(SEATS)), NEUTRAL).astype(np.int8)
_COUNTS = {NOBODYS: _SETS == _ALONE, ALL: (_SETS & _ALONE) > 0}
"""(3, sets): for each seat whether a point counts around which these seats are, as bits."""


def owners(around: Bytes) -> SmallInts:
    """(B, cells): the seat whose area each point is, or NEUTRAL; from `regions.around`.

    A stone is its player's, and so is an empty region that only his stones touch.
    """
    return _OWNER.take(around)


def points(around: Bytes, shared: str) -> Floats:
    """(B, 3): each seat's area, from `regions.around`; `shared` is a value of --shared."""
    counted = [counts.take(around).sum(axis=1) for counts in _COUNTS[shared]]
    return np.stack(counted, axis=1).astype(np.float32)


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
