"""What the playouts of a search ended with, or what a net predicts in their place, summed: who
owned each cell, and the final scores."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

import numpy as np

from termgames.core.arrays import Doubles, Floats
from termgames.core.evaluation import Evaluation


@dataclass(frozen=True, eq=False)
class Ends:
    """Sums over a number of playouts."""

    owner: Floats
    """(cells, seats): who owned each cell."""
    score: Doubles
    """(seats,): final totals."""
    playouts: int

    @staticmethod
    def none(cells: int, seats: int) -> Ends:
        """No playouts."""
        return Ends(np.zeros((cells, seats), np.float32), np.zeros(seats), 0)

    @staticmethod
    def of(result: Evaluation, lanes: int) -> Ends:
        """The sums over `lanes` playouts from each of the positions evaluated."""
        score = lanes * result.score.sum(axis=0, dtype=np.float64)
        return Ends(result.owner, score, lanes * len(result.score))

    @staticmethod
    def predicted(owner: Floats, score: Floats, lanes: int) -> Ends:
        """The sums that a net predicts for n positions, each counted as `lanes` playouts: `owner`
        (n, cells, seats) is the chance that each seat owns each cell, `score` (n, seats) the final
        totals."""
        total = lanes * score.sum(axis=0, dtype=np.float64)
        return Ends(lanes * owner.sum(axis=0), total, lanes * len(owner))

    def __add__(self, other: Ends) -> Ends:
        return Ends(
            self.owner + other.owner, self.score + other.score, self.playouts + other.playouts
        )

    @property
    def mean_owner(self) -> Floats:
        """(cells, seats): how often each seat owned each cell; zeros before any playout."""
        return self.owner / np.float32(max(self.playouts, 1))

    @property
    def open_cells(self) -> float:
        """How many cells have no sure owner yet, see the function `open_cells`."""
        return float(open_cells(self.mean_owner))

    @property
    def mean_score(self) -> tuple[float, ...] | None:
        """Final totals by seat; None before any playout."""
        return tuple((self.score / self.playouts).tolist()) if self.playouts else None


def open_cells(owner: Floats) -> Floats:
    """(…,): how many cells have no sure owner yet: the sum over cells and seats of 2p(1 - p), where
    p is the chance that a seat, or nobody, will own the cell; `owner` (…, cells, seats) are the
    seats' chances. A cell that either of two will own, as likely as the other, counts as one."""
    nobody = 1 - owner.sum(axis=-1)
    doubt = 2 * (1 - (owner * owner).sum(axis=-1) - nobody * nobody)
    return np.asarray(doubt.sum(axis=-1), np.float32)


@dataclass
class Points:
    """Sums of final totals by node. Nothing is kept of nodes without totals."""

    _sums: dict[Hashable, Doubles] = field(default_factory=dict)
    _playouts: dict[Hashable, int] = field(default_factory=dict)

    def add(self, node: Hashable, score: Floats, lanes: int) -> None:
        """`lanes` more playouts went through a node; `score` (seats,) is the mean of their final
        totals."""
        self._sums[node] = self._sums.get(node, np.zeros(len(score))) + lanes * score
        self._playouts[node] = self._playouts.get(node, 0) + lanes

    def mean(self, *nodes: Hashable) -> tuple[float, ...] | None:
        """Final totals by seat, averaged over the playouts through any of the nodes, none of
        which lies below another; None without playouts."""
        visited = [node for node in nodes if node in self._sums]
        if not visited:
            return None
        total = np.sum([self._sums[node] for node in visited], axis=0)
        return tuple((total / sum(self._playouts[node] for node in visited)).tolist())
