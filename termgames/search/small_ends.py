"""Small ends of games for three and more, looked at whole: max^n (Luckhardt & Irani 1986).

Playouts judge such ends badly, since in them players go on who would rather pass: what a quiet
board is worth to whom depends on all passing. So, where few moves are left, all ways to the end are
followed, many positions in one call of the game. A seat leaves out answers to which another one is
as good or better whatever is uncertain, and passes where it gains and loses nothing by anything.
What others would choose between equals is left open: a position has a least and a most share of the
win for each seat.

Not done here: equal positions after different numbers of moves are not recognized, and of several
ways to a position only the first one decides which repetitions are forbidden. Stones that the game
never offers to a search, as those that fill an own eye, are not looked at.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from termgames.core.arrays import Flags, Floats, Indices, Ints
from termgames.core.game import OVER
from termgames.core.packed import AnyPacked, EndsBatched, Positions
from termgames.search.limits import Limit, ShouldStop
from termgames.search.settings import Settings

_LEGAL = 12
"""Where the seat to act has more answers than this, the end is not small."""
_DEEPEST = 60
"""Moves that are looked ahead, at most."""
_PLAYOUT, _RATE, _MOST = 1_000, 1_500_000, 40_000
"""Positions that count as one playout, and those that are looked at in a second, both times the
cells of the board; and the most positions in any case."""
_PART = 0.15
"""The part of a limit's seconds that may be taken."""
_AT_ONCE = 512
"""Positions that are advanced in one call; after each the clock is asked."""
_SURE = 1e-6
"""Shares of the win that differ by less are equal."""


def reach(limit: Limit, cells: int) -> int:
    """How many positions of a board may be looked at within a limit."""
    most = _MOST
    if limit.seconds is not None:
        most = min(most, int(limit.seconds * _PART * _RATE / cells))
    if limit.playouts is not None:
        most = min(most, limit.playouts * _PLAYOUT // cells)
    return most


def ranked(
    game: AnyPacked,
    row: Positions,
    settings: Settings,
    limit: Limit,
    should_stop: ShouldStop | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> list[tuple[int, Floats]]:
    """The actions in a position (1,) and the shares of the win (seats,) after each, the middle of
    what is possible: the best one first, the others by what they bring who is to act. Nothing where
    the end is not small, where the best one depends on what others choose between equals, and where
    `should_stop` says so or the part of the limit's seconds is over before all is looked at; the
    number of positions, which is the same at every try, is the first bound."""
    if game.seats == 2 or not isinstance(game, EndsBatched):
        return []
    if len(game.legal(row[0])) > _LEGAL or not game.counts_exactly(row[0]):
        return []
    end = math.inf if limit.seconds is None else clock() + _PART * limit.seconds

    def is_late() -> bool:
        return (should_stop is not None and should_stop()) or clock() > end

    layers = _layers(game, row, reach(limit, game.cells), is_late)
    if layers is None:
        return []
    low, high = _backed_up(game, layers, settings)
    root, seat = layers[0], int(game.to_act(row)[0])
    lows, highs = low[root.child], high[root.child]
    least, most = lows[:, seat], highs[:, seat]
    passing = root.action == game.passing
    good = _kept(least, most, np.zeros(1, np.intp), passing)
    if good.sum() > 1 and most[good].max() - least[good].min() > _SURE:
        return []
    middle = (lows + highs) / 2
    order = np.lexsort((-middle[:, seat], ~good))
    return [(int(root.action[at]), middle[at]) for at in order]


@dataclass(frozen=True, eq=False)
class _Layer:
    """The positions after so many moves, and the m moves from them to the next layer."""

    rows: Positions
    parent: Indices
    """(m,): from which position each move is made, ascending."""
    action: Ints
    """(m,)"""
    child: Indices
    """(m,): where it leads in the next layer."""


def _layers(game: Any, row: Positions, most: int, is_late: ShouldStop) -> list[_Layer] | None:
    """All positions below a row (1,), layer by layer; None where there are more than `most`, or
    where it gets late."""
    layers = list[_Layer]()
    rows = row
    while True:
        parent, action = np.nonzero(game.legal_flags(rows))
        if not len(parent):
            return [*layers, _Layer(rows, parent, action.astype(np.int32), parent)]
        most -= len(parent)
        if most < 0 or len(layers) == _DEEPEST:
            return None
        parts = list[Positions]()
        for at in range(0, len(parent), _AT_ONCE):
            if is_late():
                return None
            part = slice(at, at + _AT_ONCE)
            parts.append(game.advance(rows[parent[part]], action[part].astype(np.int32)))
        after = np.concatenate(parts)
        _, first, child = np.unique(game.alike(after), return_index=True, return_inverse=True)
        layers.append(_Layer(rows, parent, action.astype(np.int32), child.ravel()))
        rows = after[first]


def _backed_up(game: Any, layers: list[_Layer], settings: Settings) -> tuple[Floats, Floats]:
    """(k, seats) both: the least and the most shares of the win in the k positions of the second
    layer."""
    low = high = np.zeros((0, game.seats), np.float32)
    for layer in layers[:0:-1]:
        seats = game.to_act(layer.rows)
        over = seats == OVER
        lows = np.zeros((len(layer.rows), game.seats), np.float32)
        if over.any():
            lows[over] = game.final(layer.rows[over], settings.reward)[1]
        highs = lows.copy()
        if not over.all():
            asked = np.flatnonzero(~over)
            begins = np.searchsorted(layer.parent, asked)
            mover = seats[layer.parent].astype(np.intp)
            below = low[layer.child], high[layer.child]
            move = np.arange(len(mover))
            own_low, own_high = below[0][move, mover], below[1][move, mover]
            passing = layer.action == game.passing
            good = _kept(own_low, own_high, begins, passing)[:, None]
            lows[asked] = np.minimum.reduceat(np.where(good, below[0], 1), begins)
            highs[asked] = np.maximum.reduceat(np.where(good, below[1], 0), begins)
        low, high = lows, highs
    return low, high


def _kept(low: Floats, high: Floats, begins: Indices, passing: Flags) -> Flags:
    """(m,): the moves to which no other from the same position is as good or better for certain,
    by the least and the most (m,) that they bring who makes them. Where all these are worth the
    same for certain, and one is a pass (`passing`), that one alone. The moves from each position
    begin at `begins`."""
    counts = np.diff(np.append(begins, len(low)))

    least = np.repeat(np.maximum.reduceat(low, begins), counts)
    good = (high >= least + _SURE) | ((high >= least - _SURE) & (low >= least - _SURE))
    most = np.maximum.reduceat(np.where(good, high, 0), begins)
    worst = np.minimum.reduceat(np.where(good, low, 1), begins)
    alike = np.repeat(most - worst <= _SURE, counts)
    passes = np.repeat(np.logical_or.reduceat(good & passing, begins), counts)
    return np.asarray(good & ~(alike & passes & ~passing))
