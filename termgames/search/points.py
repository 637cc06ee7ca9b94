"""The final totals of playouts by the nodes of a tree that they went through: for searches that
report them for several moves, and not only for the one they choose."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

import numpy as np

from termgames.core.arrays import Doubles, Floats


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
