"""What a glance tells of the points of a board: which stones are worth a look at once.

A search tries points in order of its guesses, which begin with these numbers, in units of
its reward. They are made by hand from liberties and the rim, and soon outweighed by what
the search finds out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Floats, Indices
from termgames.core.topology import Topology
from termgames.go.batch import MoverView
from termgames.go.heuristics import edge_penalty, far_from_stones

TAKES, TAKES_MORE = 0.06, 0.008
"""A stone that captures; more for every stone it takes, up to `_MANY`."""
SAVES, SAVES_MORE = 0.04, 0.008
"""A stone by which a group with one liberty gets more; more for every stone of it."""
THREATENS, THREATENS_MORE = 0.015, 0.002
"""A stone that leaves a group of others one liberty."""
LOST, LOST_MORE = -0.12, -0.01
"""A stone that can be taken at once, with what it joins."""
NEAR = 0.01
"""Points with a stone within two steps; what the others are worth `go.heuristics` says."""
_MANY = 10


@dataclass(frozen=True, eq=False)
class Features:
    """What one side sees; arrays are (cells,)."""

    worth: Floats
    """What a stone there adds to a guess."""
    pressed: Indices
    """(cells, directions): the groups of others next to a point that have two liberties,
    by the cell that names them, -1 elsewhere."""
    size: Indices
    """(cells + 1,): stones of the group that a cell names."""


class Shapes:
    """The glances at one topology."""

    def __init__(self, topology: Topology) -> None:
        self.topology, self.cells = topology, topology.cells
        self._near = np.ascontiguousarray(topology.neighbours[: self.cells])

    def liberties(self, sides: Bytes, groups: NDArray[np.integer]) -> Indices:
        """(cells + 1,): liberties of each group, by the cell that names it; many for the
        name of no group."""
        cells = self.cells
        names = np.full(cells + 1, cells, np.intp)
        names[:-1] = np.where(sides == 0, cells, groups)
        points = np.flatnonzero(sides == 0)
        pairs = (names[self._near[points]] * (cells + 1) + points[:, None]).ravel()
        liberties = np.bincount(np.unique(pairs) // (cells + 1), minlength=cells + 1)
        liberties[cells] = 1 << 20
        return liberties

    def features(
        self, sides: Bytes, groups: NDArray[np.integer], side: int, view: MoverView
    ) -> Features:
        """What side `side`, numbered from 1, sees on a board (cells,)."""
        cells = self.cells
        names = np.full(cells + 1, cells, np.intp)
        names[:-1] = np.where(sides == 0, cells, groups)
        size = np.bincount(names, minlength=cells + 1)
        liberties = self.liberties(sides, groups)
        padded = np.append(sides, 0)
        near = names[self._near]
        for way in range(1, near.shape[1]):  # a group counts once, however often it is met
            again = (near[:, :way] == near[:, way : way + 1]).any(axis=1)
            near[again, way] = cells
        group = near < cells
        mine = group & (padded[np.where(group, near, 0)] == side)
        other = group & ~mine
        free, many = liberties[near], np.minimum(size[near], _MANY)
        gained = view.empty_neighbours + np.where(mine, free - 1, 0).sum(axis=1)
        takes = view.captures > 0
        joined = np.where(mine, many, 0).sum(axis=1)
        last = mine & (free == 1)
        saved = np.where(last, many, 0).sum(axis=1)
        saves = last.any(axis=1) & ((gained > 1) | takes)
        pressed = other & (free == 2)
        checked = np.where(pressed, many, 0).sum(axis=1)
        lost = (gained <= 1) & ~takes
        worth = np.where(takes, TAKES + TAKES_MORE * np.minimum(view.captures, _MANY), 0.0)
        worth += np.where(saves, SAVES + SAVES_MORE * saved, 0.0)
        worth += np.where((checked > 0) & ~lost, THREATENS + THREATENS_MORE * checked, 0.0)
        worth += np.where(lost, LOST + LOST_MORE * joined, 0.0)
        worth += np.where(
            far_from_stones(self.topology, sides > 0), edge_penalty(self.topology), NEAR
        )
        return Features(worth.astype(np.float32), np.where(pressed, near, -1), size)

    def of_pairs(self, seen: Features, pairs: Indices) -> Floats:
        """(k,): what a glance says of two stones at once (k, 2), which hold each other and
        may take what has two liberties."""
        first, second = seen.pressed[pairs[:, 0]], seen.pressed[pairs[:, 1]]
        met = (first[:, :, None] == second[:, None]) & (first >= 0)[:, :, None]
        taken = np.where(met, np.minimum(seen.size[first], _MANY)[:, :, None], 0).max(axis=(1, 2))
        worth = np.maximum(seen.worth[pairs], 0).sum(axis=1)
        worth += np.where(taken > 0, TAKES + TAKES_MORE * taken, 0)
        return np.asarray(worth, np.float32)
