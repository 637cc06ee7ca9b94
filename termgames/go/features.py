"""The input of nets for games of Go: stones with their liberties, and what a stone would do.

All planes are relative to the seat to act: own stones come first, then those of all others, with
a plane each for groups of 1, 2, 3, and more liberties. So a net trained with two colours can be
used on boards with more. If a net is to tell the others apart, each of them has such planes. The
features are the simple ones of learned Go policies (Tian & Zhu 2016; Silver et al. 2016).
"""

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Floats, ShortInts
from termgames.core.topology import Topology

_LIBERTIES = 4
"""Liberties are distinguished up to this number."""
_EMPTY, _TAKES, _SAVES, _RISKY, _EYE, _LAST = range(6)
"""The planes after those of stones. They mark empty cells; those where a stone captures, touches an
own group in atari, captures nothing and has at most one liberty, or fills an eye; and the last
stone."""


def planes(others: int = 1) -> int:
    """The number of planes if `others` other seats have planes of their own."""
    return (1 + others) * _LIBERTIES + 6


PLANES = planes()
"""The number of planes if all others share theirs."""


class GoFeatures:
    """Computes the input planes of boards of one topology."""

    def __init__(self, topology: Topology, others: int = 1) -> None:
        """`others`: how many other seats have planes of their own; 1: all others share theirs."""
        self.cells, self.others = topology.cells, others
        self._near = np.ascontiguousarray(topology.neighbours[: self.cells])
        self._wall = self._near == self.cells

    def liberties(self, stones: Bytes, groups: ShortInts) -> ShortInts:
        """(n, cells): liberties of the group on each cell, 0 on empty ones. `groups` as in
        `go.batch`."""
        count, cells = stones.shape
        names = np.full((count, cells + 1), cells, np.int16)
        names[:, :-1] = np.where(stones > 0, groups, np.int16(cells))
        near = names[:, self._near]
        room = (stones == 0)[:, :, None] & (near != cells)
        for way in range(1, near.shape[2]):
            # A group that an empty cell touches twice has one liberty there.
            again = (near[:, :, :way] == near[:, :, way, None]).any(axis=2)
            room[:, :, way] &= ~again
        touched = near + (np.arange(count) * (cells + 1))[:, None, None]
        counts = np.bincount(touched[room], minlength=count * (cells + 1))
        counts = counts.reshape(count, cells + 1)
        counts[:, cells] = 0
        return np.take_along_axis(counts, names[:, :-1].astype(np.intp), axis=1).astype(np.int16)

    def __call__(
        self,
        stones: Bytes,
        groups: ShortInts,
        mover: NDArray[np.integer],
        last: NDArray[np.integer],
        seats: NDArray[np.integer] | None = None,
    ) -> Floats:
        """(n, cells, planes) for boards (n, cells) on which the seats `mover` (n,) are to act;
        `last` (n,) is the cell of the last action, `cells` or more if it was no stone. Where
        others are told apart `seats` (n, 1 + others) has the order of their planes, the mover
        first."""
        count, cells = stones.shape
        result = np.zeros((count, cells, planes(self.others)), np.float32)
        liberties = self.liberties(stones, groups)
        empty = stones == 0
        own_stones = stones == (mover + 1).astype(np.uint8)[:, None]
        whose = [own_stones]
        if seats is None:
            whose.append(~(own_stones | empty))
        else:
            whose += [stones == (seat + 1)[:, None] for seat in seats.T[1:]]
        for number, theirs in enumerate(whose):
            for room in range(1, _LIBERTIES + 1):
                has = liberties >= room if room == _LIBERTIES else liberties == room
                result[:, :, _LIBERTIES * number + room - 1] = theirs & has
        padded = np.full((count, cells + 1), 255, np.uint8)
        padded[:, :-1] = stones
        around = padded[:, self._near]
        free = np.zeros((count, cells + 1), np.int16)
        free[:, :-1] = liberties
        beside = free[:, self._near]
        own = around == (mover + 1).astype(np.uint8)[:, None, None]
        other = ~(own | (around == 0) | self._wall)
        takes = empty & (other & (beside == 1)).any(axis=2)
        room_after = (around == 0).sum(axis=2) + np.where(own, beside - 1, 0).max(axis=2)
        more = result[:, :, _LIBERTIES * (1 + self.others) :]
        more[:, :, _EMPTY] = empty
        more[:, :, _TAKES] = takes
        more[:, :, _SAVES] = empty & (own & (beside == 1)).any(axis=2)
        more[:, :, _RISKY] = empty & ~takes & (room_after < 2)
        more[:, :, _EYE] = empty & (own | self._wall).all(axis=2)
        rows = np.flatnonzero(last < cells)
        more[rows, last[rows], _LAST] = 1
        return result
