"""Groups, captures and legal points on thousands of boards at once, for searches.

The rules are those of `go.board`, which is the readable form. *Sides* (n, cells) hold 0 for an
empty cell, else 1 + the number of the stone's side (its colour, or its bloc where colours are
allied). *Groups* (n, cells) hold for each stone a cell that names its group, the same for all
its stones; the entry of an empty cell means nothing. Rows keep both, so that a new stone
changes only the groups beside it. Ko and superko are not looked at.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Flags, Indices, ShortInts
from termgames.core.topology import Topology

_WALL = 255
"""The side of the sentinel cell."""


@dataclass(frozen=True)
class MoverView:
    """What a stone of one side would do on each cell of n boards: every array is (n, cells), or
    (cells,) where one of the boards was taken."""

    empty: Flags
    playable: Flags
    """Empty cells where a stone would live: no suicide."""
    captures: Indices
    """How many stones of other sides a stone on an empty cell would capture; a group that
    touches the cell in several directions is counted for each. 0 where none."""
    own_eye: Flags
    """Empty cells with only own stones around, none of which has its last liberty here. It is
    never worth a move to fill one."""
    empty_neighbours: Indices
    """Empty cells next to each cell."""

    def __getitem__(self, board: int) -> MoverView:
        return MoverView(*(getattr(self, each.name)[board] for each in fields(self)))


class GoBatch:
    """Computes groups, captures and views for boards of one topology."""

    def __init__(self, topology: Topology) -> None:
        self.cells = topology.cells
        self._near = np.ascontiguousarray(topology.neighbours[: self.cells])
        """(cells, directions)."""
        self._steps = np.ascontiguousarray(self._near.T)
        """(directions, cells)."""
        self._wall = self._near == self.cells

    def groups(self, sides: Bytes) -> ShortInts:
        """(n, cells): the groups of boards, named by their lowest cells; `cells` on empty
        cells."""
        count, cells = sides.shape
        names = np.where(sides > 0, np.arange(cells, dtype=np.int16), np.int16(cells))
        padded = np.full((count, cells + 1), cells, np.int16)
        joined = self._joined(sides)
        while True:
            padded[:, :-1] = names
            lowest = np.where(joined, padded[:, self._near], np.int16(cells)).min(axis=2)
            new_names = np.minimum(names, lowest)
            # Follow names: the cell that a cell is named after may have got a lower name.
            padded[:, :-1] = new_names
            new_names = np.take_along_axis(padded, new_names.astype(np.intp), axis=1)
            if (new_names == names).all():
                return names
            names = new_names

    def _joined(self, sides: Bytes) -> Flags:
        """(n, cells, directions): whether a cell's stone is joined to the one next to it."""
        padded = self._padded(sides)
        joined: Flags = (padded[:, self._near] == sides[:, :, None]) & (sides[:, :, None] > 0)
        return joined

    def _padded(self, sides: Bytes) -> Bytes:
        padded = np.full((len(sides), self.cells + 1), _WALL, np.uint8)
        padded[:, :-1] = sides
        return padded

    def put(
        self, sides: Bytes, groups: ShortInts, cells: NDArray[np.integer], side: NDArray[np.integer]
    ) -> Flags:
        """Put a stone of `side` (n,), from 1, on the empty cell `cells` (n,) of each row.

        Changes `sides` and `groups` (n, cells) and removes all groups that the stone captures,
        together. Returns (n, cells): the stones captured. A suicide stays on the board; that
        the cells are empty is not checked.
        """
        count = len(sides)
        rows = np.arange(count)
        sides[rows, cells] = side
        groups[rows, cells] = cells
        padded = self._padded(sides)
        has_liberty = (padded[:, self._steps] == 0).any(axis=1)
        around = padded[rows[:, None], self._near[cells]]
        names = np.full((count, self.cells + 1), -1, np.int16)
        names[:, :-1] = groups
        near = names[rows[:, None], self._near[cells]]
        own = around == side[:, None]
        other = (around != 0) & (around != _WALL) & ~own
        captured = np.zeros(sides.shape, bool)
        stones = sides > 0
        for direction in range(self._near.shape[1]):
            at = np.flatnonzero(other[:, direction])
            if at.size:
                member = (groups[at] == near[at, direction, None]) & stones[at]
                lost = ~(member & has_liberty[at]).any(axis=1)
                if lost.any():
                    captured[at[lost]] |= member[lost]
            at = np.flatnonzero(own[:, direction])
            if at.size:
                member = (groups[at] == near[at, direction, None]) & stones[at]
                groups[at] = np.where(member, cells[at, None].astype(np.int16), groups[at])
        sides[captured] = 0
        return captured

    def view(self, sides: Bytes, groups: ShortInts, side: NDArray[np.integer]) -> MoverView:
        """The view of `side` (n,), from 1, on boards (n, cells)."""
        count, cells = sides.shape
        empty = sides == 0
        around = self._padded(sides)[:, self._near]
        names = np.full((count, cells + 1), cells, np.intp)
        names[:, :-1] = np.where(empty, cells, groups)
        # A group of any board has a number of its own; what is no stone is in the last one.
        names += np.arange(count)[:, None] * (cells + 1)
        groups_in_all = count * (cells + 1)
        near = names[:, self._near]
        size = np.bincount(names.ravel(), minlength=groups_in_all)
        beside_empty = near[empty].ravel()
        place = np.repeat(np.nonzero(empty)[1].astype(np.float64), near.shape[2])
        touches = np.bincount(beside_empty, minlength=groups_in_all)
        total = np.bincount(beside_empty, place, minlength=groups_in_all)
        squares = np.bincount(beside_empty, place**2, minlength=groups_in_all)
        # A group has one liberty if all the empty cells counted are the same cell, which is so
        # when the mean of their squares is the square of their mean.
        last = touches * squares == total * total
        last_near = last[near]
        own = around == side.astype(np.uint8)[:, None, None]
        free = around == 0
        other = ~(own | free | self._wall)
        empty_neighbours = free.sum(axis=2)
        held = (own & ~last_near).any(axis=2)
        captures = np.where(other & last_near, size[near], 0).sum(axis=2)
        captures[~empty] = 0
        return MoverView(
            empty=empty,
            playable=empty & ((empty_neighbours > 0) | held | (captures > 0)),
            captures=captures,
            own_eye=empty & (own | self._wall).all(axis=2) & ~(own & last_near).any(axis=2),
            empty_neighbours=empty_neighbours,
        )
