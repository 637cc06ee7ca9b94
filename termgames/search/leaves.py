"""The leaves of a round, and who plays them out."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

from termgames.core.evaluation import Evaluation
from termgames.search.policy import Prediction

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
