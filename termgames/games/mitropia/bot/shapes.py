"""Hand-made priors for stones, from liberties and the edge of the board.

A search tries points in order of their estimated reward. Before it has results of its own, the
estimates rest on these numbers, which are in units of its reward. Results soon outweigh them.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Floats, Indices
from termgames.core.topology import Topology
from termgames.go.batch import MoverView
from termgames.go.heuristics import edge_penalty, far_from_stones

TAKES, TAKES_MORE = 0.06, 0.008
"""For a stone that captures, and for each stone that it captures; in all these pairs at most
`_MANY` stones of a group count."""
SAVES, SAVES_MORE = 0.04, 0.008
"""For a stone that gives more liberties to own groups with one liberty, and for each stone of
these."""
THREATENS, THREATENS_MORE = 0.015, 0.002
"""For a stone that leaves groups of others one liberty, and for each stone of these."""
LOST, LOST_MORE = -0.12, -0.01
"""For a stone that can be captured at once, and for each own stone that it joins."""
NEAR = 0.01
"""For a point with a stone within two steps; the others have `go.heuristics.edge_penalty`."""
_MANY = 10


@dataclass(frozen=True, eq=False)
class Features:
    """The priors of one side on one board, and what `Shapes.of_pairs` needs."""

    worth: Floats
    """(cells,): the prior of a stone on each point."""
    pressed: Indices
    """(cells, directions): the groups of others next to a point that have two liberties,
    by the cell that names them, -1 elsewhere."""
    size: Indices
    """(cells + 1,): stones of the group that a cell names."""


class Shapes:
    """Computes priors on boards of one topology. `sides` and `groups` (cells,) are one row of
    those of `go.batch`: a group is named by one of its cells."""

    def __init__(self, topology: Topology) -> None:
        self.topology, self.cells = topology, topology.cells
        self._near = np.ascontiguousarray(topology.neighbours[: self.cells])

    def liberties(self, sides: Bytes, groups: NDArray[np.integer]) -> Indices:
        """(cells + 1,): liberties of each group, by the cell that names it; a very large number
        at `cells`, which stands for no group."""
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
        """The priors for stones of `side`, numbered from 1; `view` is that side's."""
        cells = self.cells
        names = np.full(cells + 1, cells, np.intp)
        names[:-1] = np.where(sides == 0, cells, groups)
        size = np.bincount(names, minlength=cells + 1)
        liberties = self.liberties(sides, groups)
        padded = np.append(sides, 0)
        near = names[self._near]
        for way in range(1, near.shape[1]):  # a group counts once in however many directions
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
        """(k,): the priors of placing two stones at once, on `pairs` (k, 2) of cells. Together
        they capture a group of others of which they fill both liberties."""
        first, second = seen.pressed[pairs[:, 0]], seen.pressed[pairs[:, 1]]
        met = (first[:, :, None] == second[:, None]) & (first >= 0)[:, :, None]
        taken = np.where(met, np.minimum(seen.size[first], _MANY)[:, :, None], 0).max(axis=(1, 2))
        worth = np.maximum(seen.worth[pairs], 0).sum(axis=1)
        worth += np.where(taken > 0, TAKES + TAKES_MORE * taken, 0)
        return np.asarray(worth, np.float32)
