"""Small convolutional nets that say how likely each move is, from what a player sees.

A net is fully convolutional, so one net serves boards of every size. Its input planes go
through a 5x5 convolution and several 3x3 ones to a policy (for each cell one logit for each of
its actions, and one logit for each action that belongs to no cell). Some of the 3x3 ones may also
get a summary of the whole board (global pooling: Wu, "Accelerating self-play learning in Go",
2019). A net also predicts who will own each cell. That helps training, and in games whose result
follows from the owners it gives the value of a position. Channels come last. A convolution is one
matrix product: the neighbourhoods of all cells of several boards are gathered first.

`core.net_files` reads and writes nets; `workbench.train` makes and teaches them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from termgames.core.arrays import Floats, Indices
from termgames.core.errors import TermgamesError
from termgames.core.topology import Topology

_WIDE, _NARROW = 2, 1
"""Radius of the first convolution and of the others."""
_TOGETHER = 340
"""How many cells are computed together: few enough for their arrays to fit into a core's cache."""
HANDMADE_FACTOR = "known.factor"
"""The weight (1,) of hand-made knowledge: the game's logits, times this, are added to the net's."""
DOUBT = "doubt"
"""The weights (2,) that say how uncertain a result predicted from owners is; see `Net.covariance`.
They are 0 in a net that predicts no values."""
ALONE = "alone"
"""The weight (1,) that is not 0 if a net's values are used without playouts."""


class NetError(TermgamesError):
    """Weights that cannot be used: their file cannot be read, or they do not fit."""


@dataclass(frozen=True)
class Shape:
    """The sizes of a net's input, layers and output."""

    planes: int
    """Input: numbers for each cell."""
    actions_per_cell: int
    """Output: logits for each cell."""
    off_board_actions: int
    """Output: logits for actions that belong to no cell."""
    channels: int = 24
    depth: int = 2
    """The number of 3x3 convolutions."""
    owners: int = 1
    """Output: for how many seats it predicts the cells they will own; the seat to act is first."""
    pooling: int = 0
    """Every `pooling`-th 3x3 convolution also gets a summary of the whole board; 0: none does."""

    def pools(self, number: int) -> bool:
        """Whether the convolution of that number also gets a summary of the whole board. The 5x5
        one has the number 0."""
        return self.pooling > 0 and number > 0 and number % self.pooling == 0

    @property
    def parameters(self) -> dict[str, tuple[int, ...]]:
        """Every array of weights by name. Kernels are (height, width * in, out)."""
        wide, narrow, c = 2 * _WIDE + 1, 2 * _NARROW + 1, self.channels
        # One more plane: 1 on cells, 0 off the board.
        arrays: dict[str, tuple[int, ...]] = {"0.kernel": (wide, wide * (self.planes + 1), c)}
        for number in range(1, self.depth + 1):
            arrays[f"{number}.kernel"] = (narrow, narrow * c, c)
            if self.pools(number):
                arrays[f"{number}.pool"] = (2 * c, c)
        for number in range(self.depth + 1):
            arrays[f"{number}.bias"] = (c,)
        heads = {"policy": self.actions_per_cell, "idle": self.off_board_actions}
        heads["owner"] = self.owners
        for name, outputs in heads.items():
            arrays |= {f"{name}.weight": (c, outputs), f"{name}.bias": (outputs,)}
        return arrays | {HANDMADE_FACTOR: (1,), DOUBT: (2,), ALONE: (1,)}


@lru_cache(maxsize=64)
def squares(topology: Topology, wide: int) -> Indices:
    """(cells, wide * wide): the cells of the square around each cell on the lattice, row by row;
    `topology.cells` where there is no cell."""
    reach = range(-(wide // 2), wide // 2 + 1)
    cell_at, beside = topology.at_lattice, topology.cells
    return np.array(
        [
            [cell_at.get((x + column, y + row), beside) for row in reach for column in reach]
            for x, y in topology.lattice.tolist()
        ],
        np.intp,
    )


def edged(values: Floats) -> Floats:
    """(n, cells + 1, c) from (n, cells, c): with zeros for the sentinel cell, off the board."""
    count, cells, depth = values.shape
    result = np.zeros((count, cells + 1, depth), np.float32)
    result[:, :-1] = values
    return result


def windows(boards: Floats, topology: Topology, wide: int) -> Floats:
    """(n * cells, wide * wide * c): the values in the square around each cell of `edged` boards
    (n, cells + 1, c)."""
    there = boards.take(squares(topology, wide), axis=1, mode="clip")
    return there.reshape(len(boards) * topology.cells, -1)


def convolved(boards: Floats, kernel: Floats, topology: Topology) -> Floats:
    """(n, cells, out): `edged` boards (n, cells + 1, in) convolved with a kernel (k, k * in, out),
    in one matrix product."""
    out = kernel.shape[2]
    total = windows(boards, topology, len(kernel)) @ kernel.reshape(-1, out)
    return total.reshape(len(boards), topology.cells, out)


def summary(cells: Floats) -> Floats:
    """(n, 2 * c): the mean and the greatest value of each channel on n boards (n, cells, c)."""
    return np.concatenate([cells.mean(axis=1), cells.max(axis=1)], axis=1)


@dataclass(frozen=True, eq=False)
class Output:
    """What a net says of n boards; logits, not yet restricted to legal actions."""

    logits: Floats
    """(n, cells * actions_per_cell + off_board_actions): by cell, then those of no cell."""
    owner: Floats
    """(n, cells, owners): for each seat predicted, the logit that it owns the cell in the end. The
    logit that none of them does is 0."""

    @property
    def owned(self) -> Floats:
        """(n, cells, owners): the probabilities that belong to `owner`."""
        most = np.maximum(self.owner.max(axis=2, keepdims=True), 0)
        weight = np.exp(self.owner - most)
        total = np.exp(-most) + weight.sum(axis=2, keepdims=True)
        return np.asarray(weight / total, np.float32)


@dataclass(frozen=True, eq=False)
class Net:
    """A net: its shape and its weights; immutable. NetError if they do not fit each other."""

    shape: Shape
    weights: Mapping[str, Floats]

    def __post_init__(self) -> None:
        wanted = self.shape.parameters
        if set(self.weights) != set(wanted):
            odd = ", ".join(sorted(set(self.weights) ^ set(wanted)))
            raise NetError(f"the weights do not fit the net's shape: {odd}")
        for name, size in wanted.items():
            array = self.weights[name]
            if array.shape != size or array.dtype != np.float32:
                raise NetError(
                    f"the weights do not fit the net's shape: {name} is {array.shape} of "
                    f"{array.dtype}, not {size} of float32"
                )

    def __call__(self, planes: Floats, topology: Topology) -> Output:
        """The output for input planes (n, cells, planes) of n >= 1 boards; NetError for another
        number of planes."""
        if planes.shape[2] != self.shape.planes:
            raise NetError(f"the net sees {self.shape.planes} planes, not {planes.shape[2]}")
        boards = max(1, _TOGETHER // topology.cells)
        parts = [
            self._together(planes[first : first + boards], topology)
            for first in range(0, len(planes), boards)
        ]
        if len(parts) == 1:
            return parts[0]
        return Output(
            np.concatenate([part.logits for part in parts]),
            np.concatenate([part.owner for part in parts]),
        )

    def _together(self, planes: Floats, topology: Topology) -> Output:
        return self.heads(self.trunk(planes, topology)[-1][:, :-1])

    def trunk(self, planes: Floats, topology: Topology) -> list[Floats]:
        """All layers as `edged` boards (n, cells + 1, c): first the input planes (n, cells, planes)
        with one more plane, which is 1 on cells; then the rectified output of each
        convolution."""
        count, cells, depth = planes.shape
        first = np.zeros((count, cells + 1, depth + 1), np.float32)
        first[:, :-1, :-1] = planes
        first[:, :-1, -1] = 1
        arrays = [first]
        for number, kernel in enumerate(self.kernels):
            total = convolved(arrays[-1], kernel, topology)
            total += self.weights[f"{number}.bias"]
            if self.shape.pools(number):
                pooled = summary(arrays[-1][:, :-1]) @ self.weights[f"{number}.pool"]
                total += pooled[:, None]
            rectified = np.zeros((count, cells + 1, total.shape[2]), np.float32)
            np.maximum(total, 0, out=rectified[:, :-1])
            arrays.append(rectified)
        return arrays

    @cached_property
    def kernels(self) -> list[Floats]:
        """The kernels of the trunk. From the second on convolutions are residual (He et al. 2016):
        the identity is added to their kernels."""
        kernels = [self.weights["0.kernel"]]
        c = self.shape.channels
        for number in range(1, self.shape.depth + 1):
            kernel = self.weights[f"{number}.kernel"].copy()
            kernel[_NARROW, _NARROW * c : (_NARROW + 1) * c] += np.eye(c, dtype=np.float32)
            kernels.append(kernel)
        return kernels

    def heads(self, cells: Floats) -> Output:
        """The output for the trunk's channels (n, cells, channels)."""
        weights = self.weights
        count = len(cells)
        placed = cells @ weights["policy.weight"] + weights["policy.bias"]
        logits = placed.reshape(count, -1)
        if self.shape.off_board_actions:
            idle = cells.mean(axis=1) @ weights["idle.weight"] + weights["idle.bias"]
            logits = np.concatenate([logits, idle], axis=1)
        owner = cells @ weights["owner.weight"] + weights["owner.bias"]
        return Output(logits, owner)

    def check(
        self,
        game: str,
        planes: int,
        actions_per_cell: int,
        off_board_actions: int,
        owners: int = 1,
    ) -> None:
        """NetError unless the net's input and output have these sizes, those of `game`."""
        shape, wanted = self.shape, (planes, actions_per_cell, off_board_actions, owners)
        has = (shape.planes, shape.actions_per_cell, shape.off_board_actions, shape.owners)
        if wanted != has:
            raise NetError(
                f"these weights are not for {game}: planes, actions a cell, actions beside the "
                f"board and owners are {has}, not {wanted}"
            )

    @property
    def predicts_values(self) -> bool:
        """Whether the net predicts values: `DOUBT` was measured."""
        return bool(self.weights[DOUBT].any())

    @property
    def alone(self) -> bool:
        """Whether the net's values are used without playouts."""
        return bool(self.weights[ALONE].any())

    def covariance(self, owner: Floats) -> Floats:
        """(n, owners, owners): the covariance of the numbers of cells that the seats will own,
        from the probabilities `owner` (n, cells, owners), as of `Output.owned`. It is the
        covariance that independent cells would have, times the second number of `DOUBT`, plus
        a quarter of the first on the diagonal."""
        still, open_cells = self.weights[DOUBT]
        shared = np.swapaxes(owner, 1, 2) @ owner
        alone = owner.sum(axis=1)[:, :, None] * np.eye(self.shape.owners, dtype=np.float32)
        always = still / 4 * np.eye(self.shape.owners, dtype=np.float32)
        return np.asarray(always + open_cells * (alone - shared), np.float32)

    @cached_property
    def size(self) -> int:
        """How many weights were learnt in training; `DOUBT` and `ALONE` are set afterwards."""
        measured = (DOUBT, ALONE)
        return sum(array.size for name, array in self.weights.items() if name not in measured)


def log_softmax(logits: Floats) -> Floats:
    """(…, k): the logarithms of the probabilities of actions, from their logits (…, k): a
    log-softmax. Minus infinity, for an illegal action, stays so; at least one action is legal."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    total = np.exp(shifted).sum(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(total), np.float32)
