"""What a position is worth, by playouts and by a value net."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from termgames.core.arrays import Doubles, Flags, Rng
from termgames.core.evaluation import Evaluation, Reward
from termgames.core.packed import PackedGame, Positions, Remembering
from termgames.search.mcts.final_move import CHECK
from termgames.search.mcts.tree import ROOT, Tree
from termgames.search.pace import Pace
from termgames.search.policy import (
    LeafResults,
    Leaves,
    NetValue,
    Policy,
    Prediction,
    predicts_values,
)


class Evaluator:
    """Plays positions of one game out, and asks the net about them where there is a value net.
    Implements `policy.LeafEvaluator`: leaves are positions, none of them over."""

    def __init__(
        self, game: PackedGame[Any, Any], reward: Reward, policy: Policy | None, rng: Rng
    ) -> None:
        self.game, self.reward, self.rng = game, reward, rng
        self.net = policy if predicts_values(policy) else None
        """The policy, where it is a value net."""
        self.by_net_alone = self.net is not None and self.net.net.alone
        """Whether its values need no playouts beside them."""

    def begin_question(self, judgement: None) -> None:
        """See `policy.LeafEvaluator`."""
        if isinstance(self.game, Remembering):
            self.game.forget()

    def evaluate(self, leaves: Leaves, lanes: int) -> LeafResults:
        """See `policy.LeafEvaluator`."""
        return self.predicted(leaves) if self.by_net_alone else self.played_out(leaves, lanes)

    def played_out(self, leaves: Leaves, lanes: int) -> Evaluation:
        """The results of `lanes` playouts from each of some positions, none of them over."""
        return self.game.evaluate(leaves, lanes, self.rng, self.reward)

    def predicted(self, rows: Positions, lanes: int = 0) -> Prediction:
        """What the net says of positions, however many playouts it stands for."""
        assert self.net is not None
        return self.net.predict(rows, self.reward)


class SecondLook:
    """Playouts by which the move that was chosen is compared once more, see
    `final_move.Chooser.rest_instead`, and how long they take."""

    def __init__(self, evaluator: Evaluator, clock: Callable[[], float]) -> None:
        self._evaluator, self._clock, self._pace = evaluator, clock, Pace()

    @property
    def seconds(self) -> float:
        """How long a look may take; 0 where nothing is known."""
        return self._pace.seconds(CHECK)

    def __call__(self, rows: Positions, lanes: int) -> Evaluation:
        """The results of `lanes` playouts from each of some positions."""
        began = self._clock()
        result = self._evaluator.played_out(rows, lanes)
        self._pace.note(len(rows) * lanes, self._clock() - began)
        return result


@dataclass(frozen=True, eq=False)
class Provisional:
    """Provisional values of n leaves; all arrays have a row for each."""

    reward: Doubles
    """(n, seats): what the tree counts until the playouts are made."""
    share: Doubles
    """(n, seats): the win shares that the tree counts until then."""
    net: NetValue
    """The net's value of the leaves."""

    def __getitem__(self, leaves: slice | Flags) -> Provisional:
        return Provisional(self.reward[leaves], self.share[leaves], self.net[leaves])


def provisional(tree: Tree, leaves: Sequence[int], net: NetValue) -> Provisional:
    """The provisional values of unvisited leaves, from their values `net`. For the root, which has
    no node above, its own mean is used; where there was no playout yet, the net's value alone
    counts."""
    above = np.array([max(int(tree.parent[leaf]), ROOT) for leaf in leaves], np.intp)
    visits = tree.visits[above][:, None].astype(np.float64)
    weight = np.where(visits > 0, net.weight[:, None], 1)
    rest = (1 - weight) / np.maximum(visits, 1)
    return Provisional(
        weight * net.reward + rest * tree.reward[above],
        weight * net.share + rest * tree.share[above],
        net,
    )


def joined(parts: Sequence[Provisional]) -> Provisional:
    """The provisional values of the leaves of all parts, one at least, in their order."""
    return Provisional(
        np.concatenate([part.reward for part in parts]),
        np.concatenate([part.share for part in parts]),
        NetValue.joined([part.net for part in parts]),
    )
