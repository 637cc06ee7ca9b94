"""How the boards of a batch lie in flat arrays, and the groups on them.

Every board is a plane of `core.regions` with a row of guards before it, so that one step in a
direction is the same distance everywhere. The boards follow one another, and the guards of
the next board also close the one before. Each place holds a *code*: `EMPTY`, `WALL` for
guards and gaps, or for a stone its side, from 1, in the bits above `SHIFT`, and the place of
its group's root in the bits below. The root is any one stone of the group, so all stones of a
group have the same code.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Indices
from termgames.core.regions import plane
from termgames.core.topology import Topology

SHIFT = 13
"""Bits of a code that hold the root; places have to be fewer."""
ROOT = (1 << SHIFT) - 1
SIDE = 7 << SHIFT
EMPTY, WALL = 0, 7 << SHIFT

Codes = NDArray[np.uint16]


class Layout:
    """The places of one topology's boards."""

    def __init__(self, topology: Topology) -> None:
        board_plane = plane(topology)
        self.cells = topology.cells
        first = board_plane.width + 1
        self.places: Indices = board_plane.places + first
        """(cells,): the place of each cell on its board; none is 0."""
        self.stride = board_plane.length + board_plane.width
        """Places from one board to the next."""
        self.ways: Indices = np.array(board_plane.ways, np.intp)
        """(directions,): the distance of one step."""
        self.margin = first
        """How many places behind the last board its steps may reach."""
        assert self.stride < 4096, "more places than codes and tallies can hold"
        self.cell_of: Indices = np.full(self.stride, topology.cells, np.intp)
        """(stride,): the cell of each place, `cells` where there is none."""
        self.cell_of[self.places] = np.arange(topology.cells)
        self.blank: Codes = np.full(self.stride, WALL, np.uint16)
        """(stride,): a board without stones."""
        self.blank[self.places] = EMPTY

    def boards(self, rows: Codes) -> Codes:
        """(B * stride + margin,): the codes of boards (B, stride), with guards behind them."""
        return np.concatenate([rows.reshape(-1), np.full(self.margin, WALL, np.uint16)])

    def rooted(self, sides: Bytes) -> Codes:
        """Codes (B, stride) of boards given as sides (B, cells): 0 empty, else 1 + side.

        A group's root is its greatest place.
        """
        count = len(sides)
        colour = np.full((count, self.stride), WALL >> SHIFT, np.uint16)
        colour[:, self.places] = sides
        root = np.zeros_like(colour)
        root[:, self.places] = np.where(sides > 0, self.places, 0)
        before = after = self.margin
        colours, roots = (
            np.concatenate([np.zeros(before, np.uint16), what.reshape(-1), np.zeros(after, "u2")])
            for what in (colour, root)
        )
        inner = slice(before, before + count * self.stride)
        ways = [slice(inner.start + way, inner.stop + way) for way in self.ways.tolist()]
        joined = [(colours[way] == colours[inner]) & (roots[inner] > 0) for way in ways]
        while True:
            old = roots[inner].copy()
            for way, same in zip(ways, joined, strict=True):
                np.maximum(roots[inner], roots[way] * same, out=roots[inner])
            if np.array_equal(old, roots[inner]):
                break
        codes: Codes = (colour << SHIFT) | roots[inner].reshape(count, self.stride)
        return codes

    def beside(self, codes: Codes) -> Codes:
        """(directions, B, cells): the codes around each cell of boards (B, stride)."""
        flat = self.boards(codes)
        at = np.arange(len(codes))[:, None] * self.stride + self.places
        codes_around: Codes = flat[at + self.ways[:, None, None]]
        return codes_around


@lru_cache(maxsize=32)
def layout(topology: Topology) -> Layout:
    """The layout of a topology."""
    return Layout(topology)
