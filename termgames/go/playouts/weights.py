"""What makes points more likely in a guided playout than in a uniform one.

A guided lane looks at the points around the stone that was put last and at some others
drawn at random. Each that is fit gets a *weight*: one from its pattern, the stones and
walls in the ring around it, times one from its tactics, what a stone there takes,
threatens, saves, and how much room it has, in pseudo-liberties. Points that were drawn
stand for all that were not. A stone is put on one of them with a probability proportional
to the weight. So the law is close to a softmax over all points (Coulom, "Computing Elo
Ratings of Move Patterns in the Game of Go", 2007), in which those near the last stone count
for more; whatever is fit remains possible, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from termgames.core.topology import Topology
from termgames.go.playouts.layout import Layout, layout
from termgames.go.playouts.patterns import known_patterns

ROOMS = 5
"""Pseudo-liberties of the stone, as far as tactics tell them apart: 0 to 3, and more."""
TACTICS = 3 * 2 * 2 * 2 * ROOMS


@dataclass(frozen=True, eq=False)
class MoveWeights:
    """Weights of points, and where to look; whole numbers from 1, so that choices are exact.
    The product of a pattern's, a tactic's and `near` is below 2 ** 32."""

    patterns: NDArray[np.int64]
    """(4 ** ring,): weights by pattern; its digits are the ring's, as of
    `ring`, the first one lowest: 0 empty, 1 own, 2 another's, 3 wall."""
    tactics: NDArray[np.int64]
    """(TACTICS,): factors by the number that `tactic` answers."""
    near: int
    """How often points around the last stone are weighed for being there. They may be drawn
    at random as well, so that in playouts they count 1 + `near` times as much as others."""
    samples: int = 3
    """Points drawn at random; more where few are fit."""


def tactic(*, takes: int, saves: bool, threatens: bool, joins: bool, room: int) -> int:
    """The number of a kind of stone.

    It takes groups: 0 none, 1 single stones, 2 greater ones; it saves a group of its own
    side, being put on its last liberty; it threatens another side's group, leaving it one
    pseudo-liberty; it joins a group. `room`: its pseudo-liberties, ROOMS - 1 for more; what
    is taken makes none.

    Pseudo-liberties count a liberty once for every stone beside it. So a group whose one
    liberty lies beside two of its stones is not seen to be threatened, and shared liberties
    look like more room than they are.
    """
    return (((takes * 2 + saves) * 2 + threatens) * 2 + joins) * ROOMS + room


def ring(lay: Layout) -> list[int]:
    """The steps, in places, from a point to those around it, from east counter-clockwise:
    the eight of a square lattice, the six of a hexagonal one."""
    ways: list[int] = lay.ways.tolist()
    if len(ways) != 4:
        return ways
    east, north, west, south = ways
    return [east, east + north, north, north + west, west, west + south, south, south + east]


@lru_cache(maxsize=32)
def around(lay: Layout) -> NDArray[np.intp]:
    """(stride, n): the places in the ring around each place, 0 where there is no point."""
    table = np.zeros((lay.stride, len(ring(lay))), np.intp)
    at = lay.places[:, None] + np.array(ring(lay))
    table[lay.places] = np.where(np.isin(at, lay.places), at, 0)
    return table


@lru_cache(maxsize=32)
def by_hand(topology: Topology) -> MoveWeights:
    """Weights that were set by hand: known shapes, captures and escapes; no throwing away
    of stones. Shapes are known on square lattices only.

    With two colours on 9x9 the mean of 32 such playouts tells the winner in 82 % of 1,333
    positions that GNU Go played out, the mean of 56 uniform ones, for about the same price,
    in 73 %; it correlates with the margin at 0.75 against 0.62. Factors of two in any weight
    change this little.
    """
    digits = len(ring(layout(topology)))
    patterns = np.full(4**digits, 16, np.int64)
    if digits == 8:
        patterns[list(known_patterns())] = 480
    tactics = np.ones(TACTICS, np.int64)
    flags = (False, True)
    for takes, saves, threatens, joins, room in product(
        range(3), flags, flags, flags, range(ROOMS)
    ):
        factor = (1.0, 15.0, 60.0)[takes]
        if not takes and room <= 1:
            factor = 0.02 if joins else 0.1
        elif not takes and room == 2:
            factor = 0.3
        if threatens:
            factor *= 4
        if saves and (takes or room >= 2):
            factor *= 8
        number = tactic(takes=takes, saves=saves, threatens=threatens, joins=joins, room=room)
        tactics[number] = max(1, round(64 * factor))
    return MoveWeights(patterns, tactics, near=3)
