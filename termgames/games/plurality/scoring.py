"""Who owns the empty cells (rules 5 to 7), for one board or for thousands at once."""

import numpy as np

from termgames.core import regions
from termgames.core.arrays import Bytes, Indices, Ints, SmallInts
from termgames.core.game import NOBODY
from termgames.core.topology import Topology

_SIZE = 10
"""How many bits of a packed sum hold a region's size; no board has 1,024 cells."""


def owners(topology: Topology, stones: Bytes, *, parity: bool) -> SmallInts:
    """The owner of every cell of boards `stones` (B, cells): 0 empty, 1 black, 2 white.

    Returns (B, cells): 0 for Black's territories, 1 for White's, NEUTRAL for regions with equal
    counts, NOBODY for stones. With `parity` (rule 7), regions with equal counts are Black's if
    their size is even and White's if it is odd; a region that touches no stone stays neutral.
    """
    lain = regions.to_planes(topology, stones)
    signs = (lain == 1).view(np.int8) - (lain == 2).view(np.int8)
    owner = TerritoryCounter(topology, len(stones), parity=parity).owners(signs)
    return np.ascontiguousarray(owner[regions.plane(topology).places].T)


class TerritoryCounter:
    """Finds owners as `owners` does, but on planes (`core.regions`) of `lanes` boards, and uses the
    same memory in every call."""

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
        """The owners on boards `signs` (length, lanes): 1 at black stones, -1 at white ones, 0
        elsewhere.

        Returns (length, lanes) with the values of `owners`, NOBODY at guards. The next call
        overwrites it.
        """
        np.not_equal(signs, 0, out=self._occupied)
        labels = self._survey.label(self._occupied).reshape(-1)
        charges = self._survey.charge(signs).reshape(-1)
        at = np.flatnonzero(labels != self._survey.wall_label)
        # Number regions by label and lane, so that no two lanes share a number.
        np.multiply(labels, self.lanes, out=self._region, dtype=np.int32)
        self._region += self._lane
        region = self._region.take(at, mode="clip").astype(np.intp)
        # Sum two counts at once: cells in the low bits, black less white stones above them.
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
        """(n,): the owners of the places `at` (n,), from the packed sums of their regions (n,)."""
        lead = sums >> _SIZE
        level = lead == 0
        # 1 for White's regions, 0 for Black's, NEUTRAL, which is -1, for equal counts.
        owner: SmallInts = (lead < 0).view(np.int8) - level.view(np.int8)
        if self.parity:
            # A region with equal counts touches stones, unless its board is empty.
            stones = np.logical_or.reduce(signs, axis=0)
            tied = level & stones[self._lane[at]]
            np.copyto(owner, sums & 1, where=tied, casting="unsafe")
        return owner


def totals(owner: SmallInts) -> Ints:
    """(B, 2): cells owned by Black and by White, from owners (B, cells)."""
    return np.stack([(owner == colour).sum(axis=1, dtype=np.int32) for colour in (0, 1)], axis=1)
