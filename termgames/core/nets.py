"""Small convolutional nets that say how likely each move is, from what a player sees.

A net is fully convolutional, so one net serves boards of every size. Its input planes go
through a 5x5 convolution and several 3x3 ones to a policy (for each cell one logit for each of
its actions, and one logit for each action that belongs to no cell). It also says who will own each
cell, which helps in training and, where the owners make the result, tells what a position is worth.
Channels come last. What stands around each cell is looked up, for the cells of several boards at
once, so that a convolution is one matrix product. Training is in `lab.train`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, fields, replace
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np

from termgames import paths
from termgames.core import array_files
from termgames.core.arrays import Floats, Indices, Rng
from termgames.core.errors import TermgamesError
from termgames.core.text import quotable
from termgames.core.topology import Topology

_WIDE, _NARROW = 2, 1
"""Radius of the first convolution and of the others."""
_TOGETHER = 340
"""Cells of boards whose arrays fit into the cache of a core."""
HANDMADE_FACTOR = "known.factor"
DOUBT = "doubt"
ALONE = "alone"
_FORMAT = 5
_ADDED = {2: {DOUBT: 2, ALONE: 1}, 3: {ALONE: 1}, 4: {}, _FORMAT: {}}
"""By format that can be read: the arrays that it lacks, and their lengths; they are 0. Before the
fifth one nets told of one owner."""
_MOST_BYTES = 50_000_000
"""Of weights, packed and unpacked; what is larger is not read."""
_MOST = 4096
"""Planes, kinds of actions, channels or convolutions of a net."""


class NetError(TermgamesError):
    """A file of weights that cannot be used."""


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

    @property
    def parameters(self) -> dict[str, tuple[int, ...]]:
        """Every array of weights by name. Kernels are (height, width * in, out)."""
        wide, narrow, c = 2 * _WIDE + 1, 2 * _NARROW + 1, self.channels
        # One plane more tells cells from what lies beside the board.
        arrays: dict[str, tuple[int, ...]] = {"0.kernel": (wide, wide * (self.planes + 1), c)}
        for number in range(1, self.depth + 1):
            arrays[f"{number}.kernel"] = (narrow, narrow * c, c)
        for number in range(self.depth + 1):
            arrays[f"{number}.bias"] = (c,)
        heads = {"policy": self.actions_per_cell, "idle": self.off_board_actions}
        heads["owner"] = self.owners
        for name, outputs in heads.items():
            arrays |= {f"{name}.weight": (c, outputs), f"{name}.bias": (outputs,)}
        # The logits of the game's hand-made knowledge are added to the net's, times this. How far
        # the cells' owners tell the result: see `Net.covariance`. See `Net.alone`.
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
            arrays.append(edged(np.maximum(total, 0, out=total)))
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
        idle = cells.mean(axis=1) @ weights["idle.weight"] + weights["idle.bias"]
        owner = cells @ weights["owner.weight"] + weights["owner.bias"]
        return Output(np.concatenate([placed.reshape(count, -1), idle], axis=1), owner)

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

    def save(self, path: Path) -> None:
        """Write the net to a file, whole or not at all; OSError."""
        array_files.save(path, shape=[_FORMAT, *astuple(self.shape)], **self.weights)


def likelihoods(logits: Floats) -> Floats:
    """(…, k): logarithms of the probabilities of actions, from their logits (…, k). Where one is
    minus infinity, as for what is not legal, so is the other; one action at least is legal."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    total = np.exp(shifted).sum(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(total), np.float32)


def fresh(shape: Shape, rng: Rng) -> Net:
    """A net that has learnt nothing: it adds nothing to the game's hand-made knowledge. Kernels
    are drawn with a deviation that keeps the variance of what goes through (He et al. 2015)."""
    weights: dict[str, Floats] = {}
    for name, size in shape.parameters.items():
        array = np.zeros(size, np.float32)
        if name.endswith("kernel"):
            deviation = np.sqrt(2 / np.prod(size[:-1]))
            # A convolution that adds to what is there begins by adding little.
            scale = deviation if name == "0.kernel" else deviation / 2
            array = rng.standard_normal(size, np.float32) * np.float32(scale)
        weights[name] = array
    weights[HANDMADE_FACTOR] = np.ones(1, np.float32)
    return Net(shape, weights)


def grown(net: Net, channels: int, depth: int, rng: Rng) -> Net:
    """A net with more channels and layers that says the same (Net2Net: Chen et al. 2016), to be
    taught more. New channels begin as in `fresh`; nothing that was there looks at them yet.
    ValueError where there would be fewer."""
    old = net.shape
    if channels < old.channels or depth < old.depth:
        raise ValueError("a net does not grow smaller")
    larger = fresh(replace(old, channels=channels, depth=depth), rng)
    weights = dict(larger.weights)
    for name, array in net.weights.items():
        if name.endswith("kernel"):
            weights[name] = _kernel_within(larger.weights[name], array)
        elif array.shape != weights[name].shape:
            weights[name] = np.zeros_like(weights[name])
            weights[name][tuple(slice(length) for length in array.shape)] = array
        else:
            weights[name] = array.copy()
    # A layer more leaves the channels that were there as they are: it adds nothing to them.
    for number in range(old.depth + 1, depth + 1):
        weights[f"{number}.kernel"][:, :, : old.channels] = 0
    return Net(larger.shape, weights)


def on_its_own(net: Net) -> Net:
    """The net as one that needs no playouts beside its values, and no hand-made knowledge beside
    its policy, which it then has to learn itself. So it answers sooner."""
    none, yes = np.zeros(1, np.float32), np.ones(1, np.float32)
    return Net(net.shape, {**net.weights, HANDMADE_FACTOR: none, ALONE: yes})


def _kernel_within(kernel: Floats, old: Floats) -> Floats:
    """A fresh kernel (k, k * in, out) with an old one, of fewer channels, in its place."""
    wide, row, out = kernel.shape
    inside = kernel.reshape(wide, wide, row // wide, out).copy()
    before = old.reshape(wide, wide, old.shape[1] // wide, old.shape[2])
    inside[:, :, :, : old.shape[2]] = 0
    inside[:, :, : before.shape[2], : old.shape[2]] = before
    return np.ascontiguousarray(inside.reshape(kernel.shape))


def load(path: Path) -> Net:
    """The net in a file; NetError says what is wrong with it.

    A record may name any file there is: nothing but a plain file of reasonable size is opened
    (a pipe would never end), and nothing in it is run.
    """
    shown = quotable(str(path))
    try:
        weights = array_files.read(path.expanduser(), _MOST_BYTES)
        shape = weights.pop("shape")
        if shape.ndim != 1 or shape.size > _MOST:
            raise ValueError("the shape is no row of numbers")
        about = [int(number) for number in shape]
    except OSError as error:
        raise NetError(f"cannot read weights from {shown}: {error.strerror or error}") from None
    except array_files.UNREADABLE:
        raise NetError(f"cannot read weights from {shown}: it holds no net") from None
    if about and about[0] in _ADDED and about[0] < _FORMAT:
        about.append(1)
    fits = len(about) == 1 + len(fields(Shape)) and 0 <= min(about) <= max(about) <= _MOST
    if not fits or about[0] not in _ADDED:
        raise NetError(
            f"{shown} holds a net of another format: train one with this version of termgames"
        )
    for name, length in _ADDED[about[0]].items():
        weights[name] = np.zeros(length, np.float32)
    try:
        net = Net(Shape(*about[1:]), weights)
    except NetError as error:
        raise NetError(f"{shown}: {error}") from None
    for name, array in weights.items():
        if not np.isfinite(array).all():
            raise NetError(f"{shown}: {name} holds what is no finite number")
    if (net.weights[DOUBT] < 0).any():
        raise NetError(f"{shown}: {DOUBT} holds a number below 0, so a variance could be negative")
    if net.predicts_values and not net.weights[DOUBT][0]:
        raise NetError(
            f"{shown}: {DOUBT} begins with 0, so a variance could be 0: choose another net"
        )
    return net


def content(path: Path) -> bytes:
    """What a file of weights holds, unchecked; OSError where it cannot be one."""
    return array_files.content(path, _MOST_BYTES)


@lru_cache(maxsize=16)
def shipped(name: str) -> Net | None:
    """The net that comes with the program under `name`, see `NetGame.weights_name`; None where
    there is none. NetError where the file is damaged."""
    path = paths.assets() / "weights" / f"{name}.npz"
    return load(path) if path.is_file() else None
