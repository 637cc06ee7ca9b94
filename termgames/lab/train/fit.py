"""Bringing a net nearer to lessons: gradients by hand, Adam, boards turned at random.

The loss is the cross entropy of the policy to the search's visits, among legal actions,
and a little of that of who owns each cell in the end, which teaches the common part of the
net what matters (Wu, "Accelerating self-play learning in Go", 2019).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from termgames.core.nets import (
    HANDMADE_FACTOR,
    Array,
    Frame,
    Net,
    convolved,
    frame,
    rows_of,
    windows,
)
from termgames.core.packed import HandmadePolicy, NetGame, PackedGame
from termgames.lab.train.samples import Samples
from termgames.lab.train.symmetries import symmetries

_OWNER = 0.5
"""Weight of the cells' owners in the loss."""
_BATCH = 128
_RATE = 2e-3
"""Adam's step at the beginning; it falls to nothing along a cosine."""
_WARM = 100
"""Steps in which it grows to that, at the most."""
_DECAY = 1e-4
"""By how much of itself a weight shrinks in a step, times the step."""
_MEAN, _SQUARE = 0.9, 0.999
"""How slowly Adam forgets gradients and their squares."""
_CHUNK = 1024


@dataclass(frozen=True, eq=False)
class Batch:
    """Lessons as a net takes and judges them."""

    planes: Array
    """(n, cells, planes)."""
    known: Array
    """(n, outputs): logits of what the game knows by hand; 0 where it knows nothing."""
    legal: NDArray[np.bool_]
    """(n, outputs)."""
    target: Array
    """(n, outputs): probabilities."""
    owner: Array
    """(n, cells)."""


@dataclass(frozen=True)
class Loss:
    """Averages over positions, in nats."""

    policy: float
    """Cross entropy to the visits."""
    floor: float
    """What it would be if the net knew the visits."""
    owner: float
    top: float
    """How often the likeliest action is the one most visited."""


class Course:
    """Lessons prepared for one game."""

    def __init__(self, game: PackedGame[object, object], lessons: Samples) -> None:
        assert isinstance(game, NetGame)
        self.game, self.lessons = game, lessons
        self.topology = game.topology
        self.ways = symmetries(game.topology)
        self.outputs = game.topology.cells * game.actions_per_cell + game.off_board_actions
        self.action_index = [game.action_index[game.permuted_actions(way)] for way in self.ways]
        """For each way the spot of each action on the turned board."""
        parts = range(0, len(lessons), _CHUNK)
        seen = [game.input_planes(lessons.rows[first : first + _CHUNK]) for first in parts]
        self.seen = np.concatenate(seen).astype(np.float16)
        self.known = self._known()
        """As `Samples.actions`: the game's own logit of each of them."""

    def _known(self) -> Array:
        lessons, known = self.lessons, np.zeros(len(self.lessons.actions), np.float32)
        if isinstance(self.game, HandmadePolicy):
            for first in range(0, len(lessons), _CHUNK):
                last = min(first + _CHUNK, len(lessons))
                begin = lessons.first[first : last + 1]
                row = np.repeat(np.arange(last - first), np.diff(begin))
                part = slice(begin[0], begin[-1])
                logits = self.game.logits(lessons.rows[first:last])
                known[part] = logits[row, lessons.actions[part]]
        return known

    def batch(self, chosen: NDArray[np.integer], way: int = 0) -> Batch:
        """The lessons of these numbers on boards turned the same way."""
        lessons, cells = self.lessons, self.ways[way]
        sizes = lessons.first[chosen + 1] - lessons.first[chosen]
        row = np.repeat(np.arange(len(chosen)), sizes)
        # Places in the ragged lists: each position's begin, then one after the other.
        offset = np.cumsum(sizes) - sizes
        at = np.repeat(lessons.first[chosen] - offset, sizes) + np.arange(sizes.sum())
        spot = self.action_index[way][lessons.actions[at]]
        legal = np.zeros((len(chosen), self.outputs), bool)
        legal[row, spot] = True
        known = np.zeros(legal.shape, np.float32)
        known[row, spot] = self.known[at]
        target = np.zeros(legal.shape, np.float32)
        target[row, spot] = lessons.visits[at]
        target /= target.sum(axis=1, keepdims=True)
        planes = np.empty((len(chosen), *self.seen.shape[1:]), np.float32)
        planes[:, cells] = self.seen[chosen]
        owner = np.empty((len(chosen), len(cells)), np.float32)
        owner[:, cells] = lessons.owner[chosen]
        return Batch(planes, known, legal, target, owner)


def _policy(logits: Array, batch: Batch) -> tuple[Array, Array]:
    """Probabilities among the legal actions, and their logarithms (0 elsewhere)."""
    held = np.where(batch.legal, logits, -np.inf)
    held = held - held.max(axis=1, keepdims=True)
    chance = np.exp(held)
    total = chance.sum(axis=1, keepdims=True)
    return chance / total, np.where(batch.legal, held - np.log(total), 0)


def gradients(net: Net, batch: Batch, on: Frame) -> tuple[dict[str, Array], Loss]:
    """The gradient of the loss by every weight, and the loss."""
    count, cells = batch.owner.shape
    shape, weights = net.shape, net.weights
    trunk = net.trunk(on.spread(batch.planes), on)
    inner = on.boards(trunk[-1])[:, on.places]
    out = net.heads(inner)
    chance, logs = _policy(out.logits + weights[HANDMADE_FACTOR] * batch.known, batch)
    owned = 1 / (1 + np.exp(-out.owner))
    by_logit = (chance - batch.target) / np.float32(count)
    by_owner = (owned - batch.owner)[:, :, None] * np.float32(_OWNER / (count * cells))
    placed = by_logit[:, : cells * shape.actions_per_cell].reshape(
        count, cells, shape.actions_per_cell
    )
    idle = by_logit[:, cells * shape.actions_per_cell :]
    flat = inner.reshape(-1, shape.channels)
    found = {
        "policy.weight": flat.T @ placed.reshape(len(flat), -1),
        "policy.bias": placed.sum(axis=(0, 1)),
        "idle.weight": inner.mean(axis=1).T @ idle,
        "idle.bias": idle.sum(axis=0),
        "owner.weight": flat.T @ by_owner.reshape(len(flat), -1),
        "owner.bias": by_owner.sum(axis=(0, 1)),
        HANDMADE_FACTOR: (by_logit * batch.known).sum(keepdims=True)[0],
    }
    by_cell = placed @ weights["policy.weight"].T + by_owner @ weights["owner.weight"].T
    by_cell += (idle @ weights["idle.weight"].T)[:, None] / np.float32(cells)
    by_trunk = np.zeros((count, on.area, shape.channels), np.float32)
    by_trunk[:, on.places] = by_cell
    found |= _through_trunk(net, trunk, by_trunk, on)
    entropy = -(batch.target * np.log(np.maximum(batch.target, 1e-9))).sum() / count
    doubt = np.logaddexp(0, out.owner) - batch.owner * out.owner
    best = np.where(batch.legal, chance, -1).argmax(axis=1) == batch.target.argmax(axis=1)
    told = -(batch.target * logs).sum() / count
    return found, Loss(float(told), float(entropy), float(doubt.mean()), float(best.mean()))


def _through_trunk(net: Net, trunk: list[Array], by_out: Array, on: Frame) -> dict[str, Array]:
    """Gradients by kernels and biases, from that by the trunk's last channels."""
    found: dict[str, Array] = {}
    for number in range(net.shape.depth, -1, -1):
        kernel, before, after = net.weights[f"{number}.kernel"], trunk[number], trunk[number + 1]
        by_sum = (by_out * (on.boards(after) > 0)).reshape(-1, kernel.shape[2])
        found[f"{number}.bias"] = by_sum.sum(axis=0)
        radius = len(kernel) // 2
        around = windows(before, radius)
        found[f"{number}.kernel"] = np.stack(
            [rows_of(around, on, radius, row).T @ by_sum for row in range(len(kernel))]
        )
        if number:
            padded = np.zeros_like(after)
            padded[on.lead : len(padded) - on.lead] = by_sum
            by_before = convolved(padded, _flipped(kernel), on)
            by_out = (by_before + by_sum).reshape(by_out.shape) * on.mask
    return found


def _flipped(kernel: Array) -> Array:
    """The kernel that carries gradients back, (k, k * out, in) from (k, k * in, out)."""
    wide, _, out = kernel.shape
    turned = kernel.reshape(wide, wide, -1, out)[::-1, ::-1].transpose(0, 1, 3, 2)
    return np.ascontiguousarray(turned).reshape(wide, wide * out, -1)


def fit(
    net: Net,
    course: Course,
    steps: int,
    rng: np.random.Generator,
    on_step: Callable[[int, Loss], None] | None = None,
) -> Net:
    """A net that took `steps` steps towards the course's lessons."""
    on = frame(course.topology)
    weights = {name: array.copy() for name, array in net.weights.items()}
    mean = {name: np.zeros_like(array) for name, array in weights.items()}
    square = {name: np.zeros_like(array) for name, array in weights.items()}
    moving = Net(net.shape, weights)
    order = np.zeros(0, np.intp)
    size = min(_BATCH, len(course.lessons))
    warm = max(1, min(_WARM, steps // 10))
    for step in range(1, steps + 1):
        if len(order) < size:
            order = rng.permutation(len(course.lessons))
        chosen, order = order[:size], order[size:]
        found, loss = gradients(
            moving, course.batch(chosen, int(rng.integers(len(course.ways)))), on
        )
        rate = _RATE * (1 + np.cos(np.pi * step / steps)) / 2 * min(1.0, step / warm)
        for name, by in found.items():
            mean[name] += (1 - _MEAN) * (by - mean[name])
            square[name] += (1 - _SQUARE) * (by * by - square[name])
            way = mean[name] / (1 - _MEAN**step)
            way /= np.sqrt(square[name] / (1 - _SQUARE**step)) + 1e-8
            if not name.endswith("bias"):
                way += _DECAY * weights[name] / _RATE
            weights[name] -= np.asarray(rate * way, np.float32)
        if on_step is not None:
            on_step(step, loss)
    return moving


def measure(net: Net, course: Course) -> Loss:
    """The loss over all lessons of a course, boards as they are."""
    on = frame(course.topology)
    total = np.zeros(4)
    for first in range(0, len(course.lessons), _BATCH):
        chosen = np.arange(first, min(first + _BATCH, len(course.lessons)))
        _, loss = gradients(net, course.batch(chosen), on)
        total += len(chosen) * np.array([loss.policy, loss.floor, loss.owner, loss.top])
    return Loss(*(total / len(course.lessons)).tolist())
