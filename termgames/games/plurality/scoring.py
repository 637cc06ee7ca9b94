"""Who owns the empty cells (rules 5 to 7), for one board or for thousands at once."""

from __future__ import annotations

import numpy as np

from termgames.core import regions
from termgames.core.arrays import Bytes, Indices, Ints, SmallInts
from termgames.core.game import NOBODY
from termgames.core.topology import Topology

_SIZE = 10
"""Bits for a region's size in a packed sum; no board has 1,024 cells."""


def owners(topology: Topology, stones: Bytes, *, parity: bool) -> SmallInts:
    """The owner of every cell of boards `stones` (B, cells): 0 empty, 1 black, 2 white.

    The answer is (B, cells): colour 0 black, 1 white, NEUTRAL for empty cells of a tied
    region, NOBODY for stones. With `parity`, regions with equal counts are Black's when
    their size is even and White's when it is odd; a region that touches no stone stays
    neutral.
    """
    lain = regions.lay(topology, stones)
    signs = (lain == 1).view(np.int8) - (lain == 2).view(np.int8)
    owner = TerritoryCounter(topology, len(stones), parity=parity).owners(signs)
    return np.ascontiguousarray(owner[regions.plane(topology).places].T)


class TerritoryCounter:
    """`owners` on planes, for `lanes` boards, with memory that is used again."""

    def __init__(self, topology: Topology, lanes: int, *, parity: bool) -> None:
        self.lanes = lanes
        self.parity = parity
        self._survey = regions.Survey(topology, lanes)
        length = regions.plane(topology).length
        self._occupied = np.empty((length, lanes), bool)
        self._lane = np.tile(np.arange(lanes, dtype=np.int32), length)
        self._region = np.empty(length * lanes, np.int32)
        self._sums = np.empty(topology.cells * lanes, np.int32)
        self._owner = np.empty((length, lanes), np.int8)

    def owners(self, signs: SmallInts) -> SmallInts:
        """The owners on boards `signs` (length, lanes): 1 at black stones, -1 at white.

        Answers (length, lanes) as `owners`, NOBODY at guards; it holds until the next
        call.
        """
        np.not_equal(signs, 0, out=self._occupied)
        labels = self._survey.label(self._occupied).reshape(-1)
        charges = self._survey.charge(signs).reshape(-1)
        at = np.flatnonzero(labels != self._survey.wall_label)
        # A region's number is its label's, apart for every lane.
        np.multiply(labels, self.lanes, out=self._region, dtype=np.int32)
        self._region += self._lane
        region = self._region.take(at, mode="clip").astype(np.intp)
        # One scatter counts both: cells in the low bits, black less white stones above them.
        packed = charges.take(at, mode="clip").astype(np.int32)
        packed <<= _SIZE
        packed += 1
        self._sums.fill(0)
        np.add.at(self._sums, region, packed)
        owner = self._owner.reshape(-1)
        owner.fill(NOBODY)
        owner[at] = self._decide(self._sums.take(region, mode="clip"), at, signs)
        return self._owner

    def _decide(self, sums: Ints, at: Indices, signs: SmallInts) -> SmallInts:
        """(n,): the owners of the places `at` (n,) from the sums of their regions."""
        lead = sums >> _SIZE
        level = lead == 0
        # White's regions 1, Black's 0, level ones NEUTRAL, which is -1.
        owner: SmallInts = (lead < 0).view(np.int8) - level.view(np.int8)
        if self.parity:
            # A level region touches stones unless its whole board is empty.
            stones = np.logical_or.reduce(signs, axis=0)
            tied = level & stones[self._lane[at]]
            np.copyto(owner, sums & 1, where=tied, casting="unsafe")
        return owner


def totals(owner: SmallInts) -> Ints:
    """(B, 2): cells owned by Black and by White, from owners (B, cells)."""
    return np.stack([(owner == colour).sum(axis=1, dtype=np.int32) for colour in (0, 1)], axis=1)
