"""What a net for games of Go adds to the priors of stones in Mitropia."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Floats, Indices, Ints
from termgames.core.nets import HANDMADE_FACTOR, Net, log_softmax
from termgames.core.topology import Topology
from termgames.games.mitropia.stones import alliance
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


REMEMBERED = 2_000
"""How many boards a cache holds before it is emptied."""
_LIKELY, _LIKELY_WHOLE = 0.04, 0.12
"""How much a factor e in the net's probability of a point adds to its prior. The second number is
for whole square boards of at most 13x13, where it was measured; on the islands for 4 it gained
nothing."""
_LARGEST = 13
"""The size of the largest of these boards."""

Key = tuple[bytes, alliance.Occupiers, int]
"""Stones (cells,), occupiers, and the seat for which the board is looked at."""


class NetPrior:
    """A net on one board, with its outputs for the latest positions."""

    def __init__(self, board: Topology, seats: int, net: Net) -> None:
        """NetError where the net is not for games of Go."""
        self._likely = _LIKELY_WHOLE if measured(board) else _LIKELY
        self._policy = BoardPolicy(board, seats, net)
        self._logits: dict[Key, Floats] = {}
        """(cells,): the net's logits of the points of each board."""
        self._later: dict[Key, None] = {}
        """Boards that the net will be given together with the next one for which it is needed."""

    def forget(self) -> None:
        """Forget all boards. The last digits of the net's output for a board depend on the boards
        that it is given with, and a search must not depend on earlier searches."""
        self._logits.clear()
        self._later.clear()

    def expect(self, keys: Sequence[Key]) -> None:
        """Give the net these boards at once when it is next needed for one of them: below those of
        its last round a search never goes on."""
        if len(self._later) >= REMEMBERED:
            self._later.clear()
        self._later |= dict.fromkeys(keys)

    def of_points(self, key: Key, points: Indices | Ints) -> Floats:
        """(k,): what the net adds to the prior of a stone on each of the points."""
        if not points.size:
            return np.zeros(0, np.float32)
        if key not in self._logits:
            self._consult([*self._later, key])
            self._later.clear()
        logs = log_softmax(self._logits[key][points])
        # Less the mean for a point that is drawn by the net's probabilities.
        return np.asarray(self._likely * (logs - np.exp(logs) @ logs), np.float32)

    def _consult(self, keys: Sequence[Key]) -> None:
        """Give the net all boards at once of which `_logits` has none yet."""
        fresh = [key for key in dict.fromkeys(keys) if key not in self._logits]
        if len(self._logits) >= REMEMBERED:
            self._logits.clear()
            fresh = list(dict.fromkeys(keys))
        boards = [sides(key) for key in fresh]
        movers = np.array([own for _, own in boards])
        logits = self._policy.logits(np.stack([board for board, _ in boards]), movers)
        self._logits |= zip(fresh, logits, strict=True)


def measured(board: Topology) -> bool:
    """Whether the board is one of those on which the net was measured."""
    return board.whole_square and board.size <= _LARGEST


def sides(key: Key) -> tuple[Bytes, int]:
    """The sides (cells,) of a board's stones, as in `go.batch`, and the side of the key's seat."""
    stones, occupiers, seat = key
    side = np.array([0, *(1 + bloc for bloc in alliance.blocs(occupiers))], np.uint8)
    return side[np.frombuffer(stones, np.uint8)], int(side[1 + seat])
