"""Policies: how likely each action is, by a net that was trained on searches of the game, or by
the game's own hand-made knowledge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol, TypeAlias, TypeGuard

import numpy as np

from termgames.core.arrays import Flags, Floats
from termgames.core.evaluation import Evaluation, Reward
from termgames.core.net_files import shipped
from termgames.core.net_game import HandmadePolicy, NetGame, PredictsValues, net_shape
from termgames.core.nets import HANDMADE_FACTOR, Net, Output
from termgames.core.packed import AnyPacked, Positions


class Policy(Protocol):
    """What a search asks about the nodes it expands. A game with hand-made knowledge
    (`core.net_game.HandmadePolicy`) is one itself."""

    def logits(self, positions: Positions) -> Floats:
        """(n, actions): logits of all actions, legal or not."""


@dataclass(frozen=True, eq=False)
class NetValue:
    """What a value net expects of n positions."""

    reward: Floats
    """(n, seats)."""
    share: Floats
    """(n, seats): of the win."""
    weight: Floats
    """(n,): of the net against playouts, from 0 to 1; playouts have the rest. What weighs 1 needs
    none."""
    score: Floats
    """(n, seats): final totals."""
    owner: Floats
    """(n, cells, seats): the chance that each seat owns the cell in the end."""

    def __getitem__(self, positions: slice | Flags) -> NetValue:
        return NetValue(*(getattr(self, each.name)[positions] for each in fields(self)))

    @staticmethod
    def joined(parts: Sequence[NetValue]) -> NetValue:
        """Those of the positions of all parts, in their order."""
        columns = ([getattr(part, each.name) for part in parts] for each in fields(NetValue))
        return NetValue(*map(np.concatenate, columns))


Prediction: TypeAlias = tuple[Floats, NetValue]
"""Logits (n, actions) and values of n positions."""


class NetPolicy:
    """A net applied to one game; the game's hand-made knowledge is added where it has some.
    Implements `Policy`."""

    def __init__(self, game: NetGame, net: Net) -> None:
        """NetError where the net's inputs or outputs do not fit the game."""
        net.check(game.weights_name, *net_shape(game))
        self.game, self.net = game, net
        # To look whether a game has a capability takes long, so it is done once.
        predicts = net.predicts_values
        self._value_game = game if predicts and isinstance(game, PredictsValues) else None
        handmade = game if isinstance(game, HandmadePolicy) else None
        self._handmade = handmade if net.weights[HANDMADE_FACTOR].any() else None
        self.feature_seats = None if self._value_game is None else self._value_game.feature_seats
        """As `core.net_game.PredictsValues`, where the net predicts values; else None."""

    def logits(self, positions: Positions) -> Floats:
        """(n, actions)."""
        return self._logits(positions, self._output(positions))

    def predict(self, positions: Positions, reward: Reward) -> Prediction:
        """Only where there are `feature_seats`."""
        assert self._value_game is not None
        output = self._output(positions)
        owner = output.owned
        covariance = self.net.covariance(owner)
        value = self._value_game.predicted_values(positions, owner, covariance, reward)
        weight = self._weight(positions)
        score = self._value_game.predicted_points(positions, owner)
        owners = self._value_game.predicted_owners(positions, owner)
        return self._logits(positions, output), NetValue(*value, weight, score, owners)

    def _weight(self, positions: Positions) -> Floats:
        """(n,): see `NetValue.weight`."""
        assert self._value_game is not None
        if self.net.alone:
            return np.ones(len(positions), np.float32)
        return self._value_game.net_weight(positions)

    def mix(self, result: Evaluation, value: NetValue) -> Evaluation:
        """The results of playouts from positions, mixed with the net's values of these."""
        assert self.feature_seats is not None
        return result.mixed(value.reward, value.share, value.weight, self.feature_seats)

    def owners(self, positions: Positions) -> Floats:
        """(n, cells, owners): the chances that the net's seats own each cell in the end."""
        return self._output(positions).owned

    def _output(self, positions: Positions) -> Output:
        return self.net(self.game.input_planes(positions), self.game.topology)

    def _logits(self, positions: Positions, output: Output) -> Floats:
        logits = output.logits[:, self.game.action_index]
        if self._handmade is not None:
            logits += self.net.weights[HANDMADE_FACTOR] * self._handmade.logits(positions)
        return logits


def predicts_values(policy: Policy | None) -> TypeGuard[NetPolicy]:
    """Whether a policy is a value net, too: one that says what positions are worth."""
    return isinstance(policy, NetPolicy) and policy.feature_seats is not None


def usual(game: AnyPacked) -> Policy | None:
    """The policy that comes with the program: the net for this game, or else the game's
    hand-made knowledge; None where it has neither."""
    net = shipped(game.weights_name) if isinstance(game, NetGame) else None
    if net is not None:
        assert isinstance(game, NetGame)
        return NetPolicy(game, net)
    return unlearned(game)


def unlearned(game: AnyPacked) -> Policy | None:
    """The game's hand-made knowledge as a policy; None where it has none."""
    return game if isinstance(game, HandmadePolicy) else None


Leaves: TypeAlias = Any
"""A sequence: positions of a packed game, or complete states of one with chance or hidden hands."""

LeafResults: TypeAlias = Evaluation | Prediction
"""The results for leaves, of playouts or of a net; one search gets results of one kind."""


class LeafEvaluator(Protocol):
    """A search, as far as it can play leaves out for another one."""

    def begin_question(self, judgement: Any) -> None:
        """Leaves of a new question follow: what was learned from playouts before counts no
        longer. `judgement` is what `core.determinized.DeterminizedGame.judge` answers, else
        None."""

    def evaluate(self, leaves: Leaves, lanes: int) -> LeafResults:
        """The results of `lanes` playouts from each leaf, of which there is one at least; where a
        net alone says what they are worth, what it predicts in their place."""
