"""Packed Go whose playouts are guided, and whose search knows what guides them.

What makes a point likely in a guided playout (`go.playouts.weights`) makes it worth a look in
the tree as well. For games in which stones are worth as much as in Go: who only wants to be
neither first nor last has other reasons to take stones.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.packed import Positions
from termgames.go import heuristics
from termgames.go.packed import ROOMY, PackedGo
from termgames.go.playouts import Lanes

_RIM = 25.0
"""What the empty rim takes from a logit, for each unit of reward that it is thought to cost."""
_IDLE, _LATE = -3.0, -1.0
"""The logit of a pass above that of an average point: while there is room, and later."""


class GuidedGo(PackedGo):
    """Adds `core.packed.HandmadePolicy` to packed Go."""

    lanes: Lanes
    """The guided playouts of the game."""

    def prior(self, position: Any, actions: NDArray[np.int32]) -> NDArray[np.float32]:
        """(n,): nothing that the logits do not say."""
        return np.zeros(len(actions), np.float32)

    def logits(self, positions: Positions) -> NDArray[np.float32]:
        """(n, cells + 1): what guides playouts, as the logarithms of its weights; less on
        the empty rim of a board with much room, where a pass is hardly worth a look."""
        stones = np.ascontiguousarray(positions["stones"])
        weights = self.lanes.weights(self.begun(positions))
        found = np.empty((len(positions), self.cells + 1), np.float32)
        found[:, :-1] = np.log(np.maximum(weights, 1))
        roomy = (stones > 0).sum(axis=1) < ROOMY * self.cells
        if roomy.any():
            rim = heuristics.rim(self.topology)
            found[roomy, :-1] += _RIM * rim
        mean = np.log(np.maximum(weights, 1).mean(axis=1))
        found[:, -1] = mean + np.where(roomy, _IDLE, _LATE)
        return found
