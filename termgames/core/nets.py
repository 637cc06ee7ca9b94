"""Small convolutional nets that say how likely each move is, from what a player sees.

A net is fully convolutional, so one net serves boards of every size. Its input planes go
through a 5x5 convolution and several 3x3 ones to a policy (for each cell one logit for each of
its actions, and one logit for each action that belongs to no cell). Some of the 3x3 ones may be
told what the whole board holds (global pooling: Wu, "Accelerating self-play learning in Go",
2019). A net also says who will own each cell, which helps in training and, where the owners make
the result, tells what a position is worth. Channels come last. What stands around each cell is
looked up, for the cells of several boards at once, so that a convolution is one matrix product.

`core.net_files` reads and writes nets; `lab.train` makes and teaches them.
"""

from __future__ import annotations

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
"""Cells of boards whose arrays fit into the cache of a core."""
HANDMADE_FACTOR = "known.factor"
"""The weight (1,) of hand-made knowledge: the game's logits, times this, are added to the net's."""
DOUBT = "doubt"
"""The weights (2,) that say how far the owners of cells tell the result; see `Net.covariance`. They
are 0 in a net that predicts no values."""
ALONE = "alone"
"""The weight (1,) that is not 0 where a net's values need no playouts beside them."""


class NetError(TermgamesError):
    """Weights that cannot be used: their file cannot be read, or they do not fit."""


@dataclass(frozen=True)
class Shape:
    """What a net takes and gives."""

    planes: int
    """Input: numbers for each cell."""
    actions_per_cell: int
    """Output: logits for each cell."""
    off_board_actions: int
    """Output: logits for actions that belong to no cell."""
    channels: int = 24
    depth: int = 2
    """3x3 convolutions."""
    owners: int = 1
    """Output: for how many seats it says which cells they will own, the one to act first."""
    pooling: int = 0
    """Every so many of the 3x3 convolutions one is told of the whole board, too; 0: none is."""

    def pools(self, number: int) -> bool:
        """Whether the convolution of that number is told of the whole board; the first one, which
        is none of the 3x3 ones, has the number 0."""
        return self.pooling > 0 and number > 0 and number % self.pooling == 0

    @property
    def parameters(self) -> dict[str, tuple[int, ...]]:
        """Every array of weights by name. Kernels are (height, width * in, out)."""
        wide, narrow, c = 2 * _WIDE + 1, 2 * _NARROW + 1, self.channels
        # One plane more tells cells from what lies beside the board.
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
    the number of cells stands for whatever lies beside the board."""
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
    """(n, cells + 1, c) from (n, cells, c): zeros for what lies beside the boards."""
    count, cells, depth = values.shape
    result = np.zeros((count, cells + 1, depth), np.float32)
    result[:, :-1] = values
    return result


def windows(boards: Floats, topology: Topology, wide: int) -> Floats:
    """(n * cells, wide * wide * c): what stands in the square around each cell of `edged` boards
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
    """(n, cells, owners): the logits of the seats owning the cell in the end; that of none of them
    is 0."""

    @property
    def owned(self) -> Floats:
        """(n, cells, owners): the chances of that."""
        most = np.maximum(self.owner.max(axis=2, keepdims=True), 0)
        weight = np.exp(self.owner - most)
        total = np.exp(-most) + weight.sum(axis=2, keepdims=True)
        return np.asarray(weight / total, np.float32)


@dataclass(frozen=True, eq=False)
class Net:
    """Weights and what they are for; immutable."""

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
        """The output for input planes (n, cells, planes) of one board at least."""
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
        """`edged` boards: the input planes (n, cells, planes) with one more plane that tells
        cells from what lies beside the board, then what each convolution and rectification
        makes of them."""
        count, cells, depth = planes.shape
        first = np.zeros((count, cells + 1, depth + 1), np.float32)
        first[:, :-1, :-1] = planes
        first[:, :-1, -1] = 1
        arrays = [first]
        for number, kernel in enumerate(self.kernels):
            total = convolved(arrays[-1], kernel, topology)
            total += self.weights[f"{number}.bias"]
            if self.shape.pools(number):
                told = summary(arrays[-1][:, :-1]) @ self.weights[f"{number}.pool"]
                total += told[:, None]
            rectified = np.zeros((count, cells + 1, total.shape[2]), np.float32)
            np.maximum(total, 0, out=rectified[:, :-1])
            arrays.append(rectified)
        return arrays

    @cached_property
    def kernels(self) -> list[Floats]:
        """The kernels of the trunk. From the second on a convolution adds to what is there (He et
        al. 2016): so does a kernel that has 1 where a channel meets itself."""
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
        """NetError unless the net takes and gives what `game` has."""
        shape, wanted = self.shape, (planes, actions_per_cell, off_board_actions, owners)
        has = (shape.planes, shape.actions_per_cell, shape.off_board_actions, shape.owners)
        if wanted != has:
            raise NetError(
                f"these weights are not for {game}: planes, actions a cell, actions beside the "
                f"board and owners are {has}, not {wanted}"
            )

    @property
    def predicts_values(self) -> bool:
        """Whether it was measured how well the owners it predicts tell the result."""
        return bool(self.weights[DOUBT].any())

    @property
    def alone(self) -> bool:
        """Whether its values need no playouts beside them."""
        return bool(self.weights[ALONE].any())

    def covariance(self, owner: Floats) -> Floats:
        """(n, owners, owners): how the cells that each of the seats will own vary together, around
        as many as `owner` (n, cells, owners), the chances as of `Output.owned`, let expect. As
        if each cell found its owner by itself, times what was measured, and a part that is the
        same everywhere."""
        still, open_cells = self.weights[DOUBT]
        shared = np.swapaxes(owner, 1, 2) @ owner
        alone = owner.sum(axis=1)[:, :, None] * np.eye(self.shape.owners, dtype=np.float32)
        always = still / 4 * np.eye(self.shape.owners, dtype=np.float32)
        return np.asarray(always + open_cells * (alone - shared), np.float32)

    @cached_property
    def size(self) -> int:
        """How many numbers were learnt step by step."""
        measured = (DOUBT, ALONE)
        return sum(array.size for name, array in self.weights.items() if name not in measured)


def likelihoods(logits: Floats) -> Floats:
    """(…, k): logarithms of the probabilities of actions, from their logits (…, k). Where one is
    minus infinity, as for what is not legal, so is the other; one action at least is legal."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    total = np.exp(shifted).sum(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(total), np.float32)
