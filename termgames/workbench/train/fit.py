"""Fitting a net to samples: gradients written by hand, Adam, boards turned at random.

The loss is the cross entropy between the policy and the search's visits, or what a judge says,
among legal actions, plus a part of the cross entropy for who owns each cell at the end. The latter
teaches the trunk, which policy and owners share, more than visits alone would (Wu, "Accelerating
self-play learning in Go", 2019).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import astuple, dataclass, fields
from functools import partial

import numpy as np
from numpy.typing import NDArray

from termgames.core import nets
from termgames.core.arrays import Doubles, Flags, Floats, Rng
from termgames.core.net_game import HandmadePolicy, NetGame
from termgames.core.packed import PackedGame
from termgames.core.topology import Topology, symmetries
from termgames.workbench.train.samples import Samples

OWNER = 0.5
"""Weight of the cells' owners in the loss."""
BATCH = 128
"""Samples a step."""
RATE = 2e-3
"""Adam's learning rate after the warm-up; from there it falls to 0 along a cosine."""
_WARM = 100
"""The most steps of the warm-up, in which the rate rises from 0."""
DECAY = 1e-4
"""Weight decay: the part of itself that a weight loses in a step at the full rate."""
_MEAN, _SQUARE = 0.9, 0.999
"""Adam's decay of the running means of gradients and of their squares."""
_CHUNK = 1024
"""Positions prepared at once."""
_WEIGHED = 20
"""Steps of the iteration in `uncertainty`."""
_LEAST = 1.0
"""The least variance of a lead, in points squared."""
_TOGETHER = 1300
"""Cells whose arrays fit into the cache of a core: the samples of a step are taken in parts."""


@dataclass(frozen=True, eq=False)
class SampleBatch:
    """n samples as a net takes them, with what it should answer."""

    planes: Floats
    """(n, cells, planes)."""
    handmade: Floats
    """(n, outputs): the game's own logits; 0 where it has none."""
    legal: Flags
    """(n, outputs)."""
    target: Floats
    """(n, outputs): the part of the visits that each action got."""
    owner: Floats
    """(n, cells, owners): as `Samples.owner`."""

    def __getitem__(self, samples: slice) -> SampleBatch:
        return SampleBatch(*(getattr(self, each.name)[samples] for each in fields(self)))


@dataclass(frozen=True)
class Loss:
    """Averages over positions; all but `top` in nats."""

    policy: float
    """Cross entropy between policy and visits."""
    floor: float
    """The least it can be: the entropy of the visits."""
    owner: float
    """Cross entropy of the cells' owners, averaged over cells."""
    top: float
    """In which part of the positions the likeliest action is the one most visited."""


class TrainingData:
    """Samples of one game, prepared for being drawn in batches."""

    def __init__(self, game: PackedGame[object, object], samples: Samples) -> None:
        assert isinstance(game, NetGame)
        self.game, self.samples = game, samples
        self.topology = game.topology
        self.ways = symmetries(game.topology)
        self.outputs = game.topology.cells * game.actions_per_cell + game.off_board_actions
        self.action_index = [game.action_index[game.permuted_actions(way)] for way in self.ways]
        """For each way to turn the board, (actions,): the index of each action's logit."""
        parts = range(0, len(samples), _CHUNK)
        planes = [game.input_planes(samples.rows[first : first + _CHUNK]) for first in parts]
        self.planes = np.concatenate(planes).astype(np.float16)
        self.handmade = self._handmade_logits()
        """As `Samples.actions`: the game's own logit of each of them."""

    def _handmade_logits(self) -> Floats:
        samples, handmade = self.samples, np.zeros(len(self.samples.actions), np.float32)
        if isinstance(self.game, HandmadePolicy):
            for first in range(0, len(samples), _CHUNK):
                last = min(first + _CHUNK, len(samples))
                begin = samples.first[first : last + 1]
                row = np.repeat(np.arange(last - first), np.diff(begin))
                part = slice(begin[0], begin[-1])
                logits = self.game.logits(samples.rows[first:last])
                handmade[part] = logits[row, samples.actions[part]]
        return handmade

    def batch(self, chosen: NDArray[np.integer], way: int = 0) -> SampleBatch:
        """The samples numbered `chosen` (n,), all boards turned by symmetry `way`."""
        samples, cells = self.samples, self.ways[way]
        at, row = samples.places(chosen)
        index = self.action_index[way][samples.actions[at]]
        legal = np.zeros((len(chosen), self.outputs), bool)
        legal[row, index] = True
        handmade = np.zeros(legal.shape, np.float32)
        handmade[row, index] = self.handmade[at]
        target = np.zeros(legal.shape, np.float32)
        target[row, index] = samples.visits[at]
        target /= target.sum(axis=1, keepdims=True)
        planes = np.empty((len(chosen), *self.planes.shape[1:]), np.float32)
        planes[:, cells] = self.planes[chosen]
        owner = np.empty((len(chosen), len(cells), self.game.owners), np.float32)
        owner[:, cells] = samples.owner[chosen]
        return SampleBatch(planes, handmade, legal, target, owner)


def _policy(logits: Floats, batch: SampleBatch) -> tuple[Floats, Floats]:
    """(n, outputs) each: probabilities among the legal actions, and their logarithms; 0 for
    all others."""
    logs = nets.log_softmax(np.where(batch.legal, logits, -np.inf))
    return np.exp(logs), np.where(batch.legal, logs, 0)


def _log_total(owner: Floats) -> Floats:
    """(n, cells): the logarithm of the sum of the weights of a cell's owners, where no owner
    has weight 1; `owner` (n, cells, owners) are their logits."""
    most = np.maximum(owner.max(axis=2), 0)
    weight = np.exp(owner - most[:, :, None]).sum(axis=2)
    return np.asarray(most + np.log(np.exp(-most) + weight), np.float32)


def gradients(
    net: nets.Net, batch: SampleBatch, board: Topology, threads: Executor | None = None
) -> tuple[dict[str, Floats], Loss]:
    """The gradient of the loss by every weight, by name, and the loss. Parts of the batch are
    shared among `threads`; they are added up in their order, so the sums are the same with any
    number of them."""
    count, cells, _ = batch.owner.shape
    size = max(1, _TOGETHER // cells)
    gradient: dict[str, Floats] = {}
    total = np.zeros(4)
    parts = [batch[first : first + size] for first in range(0, count, size)]
    each = map if threads is None else threads.map
    means = each(partial(_mean_gradients, net, board=board), parts)
    for part, (slopes, loss) in zip(parts, means, strict=True):
        weight = len(part.owner) / count
        total += weight * np.array(astuple(loss))
        for name, slope in slopes.items():
            slope *= np.float32(weight)
            if name in gradient:
                gradient[name] += slope
            else:
                gradient[name] = slope
    return gradient, Loss(*total.tolist())


def _mean_gradients(
    net: nets.Net, batch: SampleBatch, board: Topology
) -> tuple[dict[str, Floats], Loss]:
    count, cells, _ = batch.owner.shape
    shape, weights = net.shape, net.weights
    trunk = net.trunk(batch.planes, board)
    inner = trunk[-1][:, :-1]
    out = net.heads(inner)
    chance, loss = _chances_and_loss(net, out, batch)
    by_logit = (chance - batch.target) / np.float32(count)
    by_owner = (out.owned - batch.owner) * np.float32(OWNER / (count * cells))
    placed = by_logit[:, : cells * shape.actions_per_cell].reshape(
        count, cells, shape.actions_per_cell
    )
    idle = by_logit[:, cells * shape.actions_per_cell :]
    flat = inner.reshape(-1, shape.channels)
    gradient = {
        "policy.weight": flat.T @ placed.reshape(len(flat), -1),
        "policy.bias": placed.sum(axis=(0, 1)),
        "idle.weight": inner.mean(axis=1).T @ idle,
        "idle.bias": idle.sum(axis=0),
        "owner.weight": flat.T @ by_owner.reshape(len(flat), -1),
        "owner.bias": by_owner.sum(axis=(0, 1)),
        nets.HANDMADE_FACTOR: (by_logit * batch.handmade).sum(keepdims=True)[0],
    }
    by_cell = placed @ weights["policy.weight"].T + by_owner @ weights["owner.weight"].T
    by_cell += (idle @ weights["idle.weight"].T)[:, None] / np.float32(cells)
    gradient |= _through_trunk(net, trunk, np.asarray(by_cell, np.float32), board)
    return gradient, loss


def _chances_and_loss(net: nets.Net, out: nets.Output, batch: SampleBatch) -> tuple[Floats, Loss]:
    """The chances of all actions (n, outputs) in a net's output, and the loss."""
    count = len(batch.owner)
    factor = net.weights[nets.HANDMADE_FACTOR]
    chance, logs = _policy(out.logits + factor * batch.handmade, batch)
    entropy = -(batch.target * np.log(np.maximum(batch.target, 1e-9))).sum() / count
    doubt = _log_total(out.owner) - (batch.owner * out.owner).sum(axis=2)
    best = np.where(batch.legal, chance, -1).argmax(axis=1) == batch.target.argmax(axis=1)
    policy_loss = -(batch.target * logs).sum() / count
    return chance, Loss(float(policy_loss), float(entropy), float(doubt.mean()), float(best.mean()))


def _through_trunk(
    net: nets.Net, trunk: list[Floats], by_out: Floats, board: Topology
) -> dict[str, Floats]:
    """Gradients by the trunk's kernels and biases; `by_out` (n, cells, channels) is the gradient
    by the trunk's output."""
    gradient: dict[str, Floats] = {}
    for number in range(net.shape.depth, -1, -1):
        kernel, before, after = net.kernels[number], trunk[number], trunk[number + 1]
        by_sum = by_out * (after[:, :-1] > 0)
        by_place = by_sum.reshape(-1, kernel.shape[2])
        gradient[f"{number}.bias"] = by_place.sum(axis=0)
        around = nets.windows(before, board, len(kernel))
        gradient[f"{number}.kernel"] = (around.T @ by_place).reshape(kernel.shape)
        if number:
            by_out = nets.convolved(nets.edged(by_sum), _flipped(kernel), board)
        if net.shape.pools(number):
            pool = net.weights[f"{number}.pool"]
            inputs, by_inputs = before[:, :-1], by_sum.sum(axis=1)
            gradient[f"{number}.pool"] = nets.summary(inputs).T @ by_inputs
            by_out += _through_summary(inputs, by_inputs @ pool.T)
    return gradient


def _through_summary(cells: Floats, by_summary: Floats) -> Floats:
    """(n, cells, c): the gradient by the cells of boards (n, cells, c), from that by their
    `summary` (n, 2 * c)."""
    by_mean, by_most = np.split(by_summary, 2, axis=1)
    by_cells = np.repeat(by_mean[:, None] / np.float32(cells.shape[1]), cells.shape[1], axis=1)
    most = cells.argmax(axis=1)[:, None]
    np.put_along_axis(
        by_cells, most, np.take_along_axis(by_cells, most, axis=1) + by_most[:, None], axis=1
    )
    return by_cells


def _flipped(kernel: Floats) -> Floats:
    """The kernel that carries gradients back, (k, k * out, in) from (k, k * in, out)."""
    wide, _, out = kernel.shape
    turned = kernel.reshape(wide, wide, -1, out)[::-1, ::-1].transpose(0, 1, 3, 2)
    return np.ascontiguousarray(turned).reshape(wide, wide * out, -1)


class RandomBatches:
    """Batches of samples of several boards, each of one board: no sample is drawn again before
    all batches were. Samples that fill no batch are left out, others each time."""

    def __init__(self, data: Sequence[TrainingData], rng: Rng) -> None:
        self.data, self.rng = data, rng
        self._left: list[tuple[int, NDArray[np.integer]]] = []

    def next(self) -> tuple[SampleBatch, Topology]:
        """A batch, turned at random, and its board."""
        if not self._left:
            self._left = self._deal()
        number, chosen = self._left.pop()
        data = self.data[number]
        return data.batch(chosen, int(self.rng.integers(len(data.ways)))), data.topology

    def _deal(self) -> list[tuple[int, NDArray[np.integer]]]:
        parts: list[tuple[int, NDArray[np.integer]]] = []
        for number, data in enumerate(self.data):
            order = self.rng.permutation(len(data.samples))
            whole = max(1, len(order) // BATCH)
            parts += [(number, order[at * BATCH : (at + 1) * BATCH]) for at in range(whole)]
        return [parts[at] for at in self.rng.permutation(len(parts))]


def fit(
    net: nets.Net,
    data: Sequence[TrainingData],
    steps: int,
    rng: Rng,
    on_step: Callable[[int, Loss], None] | None = None,
    threads: int = 1,
) -> nets.Net:
    """The net after `steps` steps of Adam on the data of one board or several; `net` itself stays
    as it is. A net without hand-made knowledge remains without. With any number of `threads` it is
    the same net."""
    weights = {name: array.copy() for name, array in net.weights.items()}
    adam, batches = _Adam(weights), RandomBatches(data, rng)
    with ThreadPoolExecutor(threads) as pool:
        for step in range(1, steps + 1):
            batch, board = batches.next()
            gradient, loss = gradients(nets.Net(net.shape, weights), batch, board, pool)
            if not net.weights[nets.HANDMADE_FACTOR].any():
                del gradient[nets.HANDMADE_FACTOR]
            adam.descend(gradient, rate(step, steps))
            if on_step is not None:
                on_step(step, loss)
    return nets.Net(net.shape, weights)


def rate(step: int, steps: int) -> float:
    """Adam's learning rate in step `step`, from 1, of `steps`."""
    warm = max(1, min(_WARM, steps // 10))
    return float(RATE * (1 + np.cos(np.pi * step / steps)) / 2 * min(1.0, step / warm))


class _Adam:
    """Steps against gradients, each weight's divided by how large its own are (Kingma & Ba 2015),
    with a decay of weights that knows nothing of gradients (Loshchilov & Hutter 2019)."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        """The arrays of `weights` are written to."""
        self.weights = weights
        self._mean = {name: np.zeros_like(array) for name, array in weights.items()}
        self._square = {name: np.zeros_like(array) for name, array in weights.items()}
        self._steps = 0

    def descend(self, gradient: dict[str, Floats], rate: float) -> None:
        """A step of all weights that have a gradient."""
        self._steps += 1
        for name, slope in gradient.items():
            mean, square = self._mean[name], self._square[name]
            mean += (1 - _MEAN) * (slope - mean)
            square += (1 - _SQUARE) * (slope * slope - square)
            direction = mean / (1 - _MEAN**self._steps)
            direction /= np.sqrt(square / (1 - _SQUARE**self._steps)) + 1e-8
            if not name.endswith("bias"):
                direction += DECAY * self.weights[name] / RATE
            # Rounded once: so the same weights come of it as ever.
            self.weights[name] -= np.asarray(np.float64(rate) * direction, np.float32)


def with_doubt(net: nets.Net, data: Sequence[TrainingData]) -> nets.Net:
    """The net with the `uncertainty` of the leads that it predicts, as found on samples. The error
    of a lead is taken as twice the error of the points of a seat: with two seats, what one gains
    the other loses."""
    open_cells, squares = [], []
    for part, chosen, batch in _in_order(data):
        owner = net(batch.planes, part.topology).owned
        missed = 2 * (owner - batch.owner).sum(axis=1)
        open_cells.append((4 * owner * (1 - owner)).sum(axis=1).ravel())
        squares.append((missed**2 + part.samples.variance[chosen, None]).ravel())
    doubt = uncertainty(np.concatenate(open_cells), np.concatenate(squares))
    return nets.Net(net.shape, {**net.weights, nets.DOUBT: doubt})


def uncertainty(open_cells: Doubles, squares: Doubles) -> Floats:
    """(2,): the variance of the lead, as a part that is the same everywhere, at least 1, and what
    each open cell adds, at least 0. `squares` (n,) are the squared errors of predicted leads,
    `open_cells` (n,) the open cells of the positions.

    Fitted by least squares, each position weighted by the inverse of its variance, which is found
    by iteration. Without weights the positions with many open cells decide nearly alone, and the
    part that is the same everywhere is left to chance: 5 for one net for Go, 69 for the next."""
    sides = np.stack([np.ones(len(squares)), open_cells], axis=1)
    still, each = float(squares.mean()), 0.0
    for _ in range(_WEIGHED):
        weight = 1 / (max(still, _LEAST) + each * open_cells)
        weighted = sides * weight[:, None]
        still, each = np.linalg.lstsq(weighted, squares * weight, rcond=None)[0].tolist()
        if each < 0:
            return np.array([max(float(squares.mean()), _LEAST), 0], np.float32)
        if still < _LEAST:
            open_, rest = open_cells * weight, (squares - _LEAST) * weight
            each = float(np.vdot(open_, rest)) / max(float(np.vdot(open_, open_)), 1e-9)
            still, each = _LEAST, max(each, 0.0)
    return np.array([still, each], np.float32)


def measure(net: nets.Net, data: Sequence[TrainingData]) -> Loss:
    """The loss over all samples, boards as they are."""
    total = np.zeros(4)
    for part, _, batch in _in_order(data):
        _, loss = _chances_and_loss(net, net(batch.planes, part.topology), batch)
        total += len(batch.owner) * np.array(astuple(loss))
    return Loss(*(total / sum(len(part.samples) for part in data)).tolist())


def _in_order(
    data: Sequence[TrainingData],
) -> Iterator[tuple[TrainingData, NDArray[np.integer], SampleBatch]]:
    """All samples once, in batches, with their numbers, boards as they are."""
    for part in data:
        for first in range(0, len(part.samples), BATCH):
            chosen = np.arange(first, min(first + BATCH, len(part.samples)))
            yield part, chosen, part.batch(chosen)
