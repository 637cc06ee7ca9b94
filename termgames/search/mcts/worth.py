"""What a position is worth, by playouts and by a value net."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from termgames.core.arrays import Rng
from termgames.core.evaluation import Evaluation, Reward
from termgames.core.packed import PackedGame, Positions, Remembering
from termgames.search.leaves import LeafResults, Leaves
from termgames.search.mcts.final_move import CHECK
from termgames.search.pace import Pace
from termgames.search.policy import Policy, Prediction, predicts_values


class Evaluator:
    """Plays positions of one game out, and asks the net about them where there is a value net.
    Implements `leaves.LeafEvaluator`: leaves are positions, none of them over."""

    def __init__(
        self, game: PackedGame[Any, Any], reward: Reward, policy: Policy | None, rng: Rng
    ) -> None:
        self.game, self.reward, self.rng = game, reward, rng
        self.net = policy if predicts_values(policy) else None
        """The policy, where it is a value net."""
        self.by_net_alone = self.net is not None and self.net.net.alone
        """Whether its values need no playouts beside them."""

    def begin_question(self, judgement: None) -> None:
        """See `leaves.LeafEvaluator`."""
        if isinstance(self.game, Remembering):
            self.game.forget()

    def evaluate(self, leaves: Leaves, lanes: int) -> LeafResults:
        """See `leaves.LeafEvaluator`."""
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
