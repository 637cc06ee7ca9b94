"""A net for games of Go as a policy on boards with any number of sides."""

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Floats
from termgames.core.nets import HANDMADE_FACTOR, Net
from termgames.core.topology import Topology
from termgames.go.batch import GoBatch
from termgames.go.features import PLANES, GoFeatures
from termgames.go.playouts.kernel import PlayoutKernel
from termgames.go.playouts.move_weights import by_hand
from termgames.go.playouts.positions import StartPositions


class BoardPolicy:
    """A net's logits from the stones on the board alone: without the last stone, ko and range.

    The net's input tells own stones from all others, so a net trained with two sides serves
    boards with more. As in its training, the logarithms of hand-made weights of points are added
    to its logits.
    """

    def __init__(self, topology: Topology, sides: int, net: Net) -> None:
        """`sides` is the largest number of sides. NetError if the net is for other games."""
        net.check("games of Go", PLANES, 1, 1)
        self.topology, self.net = topology, net
        self._boards, self._features = GoBatch(topology), GoFeatures(topology)
        self._order = np.arange(sides, dtype=np.uint8)[None]
        self._kernel = PlayoutKernel(topology, sides, move_weights=by_hand(topology))

    def logits(self, sides: Bytes, mover: NDArray[np.integer]) -> Floats:
        """(n, cells): logits of a stone of side `mover` (n,), from 1, on each cell of the boards
        `sides` (n, cells) as in `go.batch`; those of cells where none may be put mean nothing."""
        turn = mover.astype(np.intp) - 1
        none = np.full(len(sides), self.topology.cells, np.intp)
        planes = self._features(sides, self._boards.groups(sides), turn, none)
        logits = self.net(planes, self.topology).logits[:, : self.topology.cells]
        factor = self.net.weights[HANDMADE_FACTOR]
        if not factor.any():
            return np.asarray(logits, np.float32)
        passed = np.zeros(len(sides), np.uint8)
        begins = StartPositions(np.ascontiguousarray(sides), turn, self._order, passed)
        weights = np.maximum(self._kernel.weights(begins), 1)
        return np.asarray(logits + factor * np.log(weights), np.float32)
