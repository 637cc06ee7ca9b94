"""Fitting a net to samples, by JAX and optax: Adam, boards turned at random.

The loss is the cross entropy between the policy and the search's visits among legal actions, plus a
part of the cross entropy for who owns each cell at the end. The latter teaches the trunk, which
policy and owners share, more than visits alone would (Wu, "Accelerating self-play learning in Go",
2019).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
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
_CHUNK = 1024
"""Positions prepared at once."""
_WEIGHED = 20
"""Steps of the iteration in `uncertainty`."""
_LEAST = 1.0
"""The least variance of a lead, in points squared."""


class SampleBatch(NamedTuple):
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


class Model:
    """A net of one shape on one board, as `nets.Net` computes it, with the loss; compiled."""

    def __init__(self, shape: nets.Shape, board: Topology) -> None:
        self.shape = shape
        self._squares = {wide: nets.squares(board, wide) for wide in (3, 5)}
        self.loss = jax.jit(self._loss)
        """The sum that is minimized, and (4,) the numbers of `Loss`, for weights and a batch."""
        self.step = jax.jit(self._step)
        """Weights, Adam's state and the numbers of `Loss` after a step at a rate on a batch;
        `still` are weights that stay."""

    @staticmethod
    @lru_cache(maxsize=8)
    def of(shape: nets.Shape, board: Topology) -> Model:
        """The same for the same, since to compile takes seconds."""
        return Model(shape, board)

    def _outputs(self, weights: Mapping[str, Any], planes: Any) -> tuple[Any, Any]:
        """The logits of actions (n, outputs) and of owners (n, cells, owners)."""
        count, cells, _ = planes.shape
        values = jnp.concatenate([planes, jnp.ones((count, cells, 1))], axis=2)
        for number in range(self.shape.depth + 1):
            kernel = weights[f"{number}.kernel"]
            edged = jnp.pad(values, ((0, 0), (0, 1), (0, 0)))
            near = edged[:, self._squares[len(kernel)]].reshape(count, cells, -1)
            total = near @ kernel.reshape(near.shape[2], -1) + weights[f"{number}.bias"]
            if self.shape.pools(number):
                whole = jnp.concatenate([values.mean(axis=1), values.max(axis=1)], axis=1)
                total += (whole @ weights[f"{number}.pool"])[:, None]
            values = jax.nn.relu(total + values if number else total)
        placed = values @ weights["policy.weight"] + weights["policy.bias"]
        idle = values.mean(axis=1) @ weights["idle.weight"] + weights["idle.bias"]
        owner = values @ weights["owner.weight"] + weights["owner.bias"]
        return jnp.concatenate([placed.reshape(count, -1), idle], axis=1), owner

    def _loss(self, weights: Mapping[str, Any], batch: SampleBatch) -> tuple[Any, Any]:
        logits, owner = self._outputs(weights, batch.planes)
        logits += weights[nets.HANDMADE_FACTOR] * batch.handmade
        logits = jnp.where(batch.legal, logits, -jnp.inf)
        policy = optax.safe_softmax_cross_entropy(logits, batch.target).mean()
        floor = jax.scipy.special.entr(batch.target).sum(axis=1).mean()
        # That a cell has none of the owners has the logit 0.
        total = jax.nn.logsumexp(jnp.pad(owner, ((0, 0), (0, 0), (1, 0))), axis=2)
        doubt = (total - (batch.owner * owner).sum(axis=2)).mean()
        top = (logits.argmax(axis=1) == batch.target.argmax(axis=1)).mean()
        return policy + OWNER * doubt, jnp.stack([policy, floor, doubt, top])

    def _step(self, weights: Any, still: Any, state: Any, rate: Any, batch: SampleBatch) -> Any:
        def loss(weights: Any) -> Any:
            return self._loss({**weights, **still}, batch)

        slopes, losses = jax.grad(loss, has_aux=True)(weights)
        updates, state = _ADAM.update(slopes, state, weights)
        steps = jax.tree.map(lambda update: -rate * update, updates)
        return optax.apply_updates(weights, steps), state, losses


_ADAM = optax.chain(
    optax.scale_by_adam(),
    optax.add_decayed_weights(
        DECAY / RATE, lambda weights: {name: not name.endswith("bias") for name in weights}
    ),
)
"""Adam with a decay of weights that knows nothing of gradients (Loshchilov & Hutter 2019)."""


class RandomBatches:
    """Batches of samples of several boards, each of one board: no sample is drawn again before
    all batches were. Samples that fill no batch are left out, others each time."""

    def __init__(self, data: Sequence[TrainingData], rng: Rng) -> None:
        self.data, self.rng = data, rng
        self._left: list[tuple[int, NDArray[np.integer]]] = []

    def next(self) -> tuple[Topology, SampleBatch]:
        """A board and a batch of it, turned at random."""
        if not self._left:
            self._left = self._deal()
        number, chosen = self._left.pop()
        data = self.data[number]
        return data.topology, data.batch(chosen, int(self.rng.integers(len(data.ways))))

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
) -> nets.Net:
    """The net after `steps` steps of Adam on the data of one board or several; `net` itself stays
    as it is. A net without hand-made knowledge remains without."""
    kept = {nets.DOUBT, nets.ALONE}
    if not net.weights[nets.HANDMADE_FACTOR].any():
        kept.add(nets.HANDMADE_FACTOR)
    still = {name: net.weights[name] for name in kept}
    weights = {name: array for name, array in net.weights.items() if name not in kept}
    warm = max(1, min(_WARM, steps // 10))
    rate = optax.warmup_cosine_decay_schedule(RATE / warm, RATE, warm, max(steps, warm + 1))
    state, batches = _ADAM.init(weights), RandomBatches(data, rng)
    for number in range(steps):
        board, batch = batches.next()
        model = Model.of(net.shape, board)
        weights, state, losses = model.step(weights, still, state, rate(number), batch)
        if on_step is not None:
            on_step(number + 1, Loss(*losses.tolist()))
    return nets.Net(
        net.shape, {name: np.array(array) for name, array in {**weights, **still}.items()}
    )


def with_doubt(net: nets.Net, data: Sequence[TrainingData]) -> nets.Net:
    """The net with the `uncertainty` of the leads that it predicts, as found on samples. The error
    of a lead is taken as twice the error of the points of a seat: with two seats, what one gains
    the other loses."""
    open_cells, squares = [], []
    for part, batch in _in_order(data):
        owner = net(batch.planes, part.topology).owned
        missed = 2 * (owner - batch.owner).sum(axis=1)
        open_cells.append((4 * owner * (1 - owner)).sum(axis=1).ravel())
        squares.append((missed**2).ravel())
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
    for part, batch in _in_order(data):
        total += len(batch.owner) * np.asarray(
            Model.of(net.shape, part.topology).loss(net.weights, batch)[1]
        )
    return Loss(*(total / sum(len(part.samples) for part in data)).tolist())


def _in_order(data: Sequence[TrainingData]) -> Iterator[tuple[TrainingData, SampleBatch]]:
    """All samples once, in batches, boards as they are."""
    for part in data:
        for first in range(0, len(part.samples), BATCH):
            chosen = np.arange(first, min(first + BATCH, len(part.samples)))
            yield part, part.batch(chosen)
