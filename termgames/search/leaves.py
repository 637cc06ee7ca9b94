"""What is found out about the leaves of a round: results of playouts, and what a net tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from termgames.core.arrays import Floats
from termgames.core.packed import Evaluation, Positions, Reward
from termgames.search.policy import Policy, foretells

Leaves: TypeAlias = Any
"""A sequence: positions of a packed game, or complete states of one with chance or hidden hands."""


@dataclass(frozen=True, eq=False)
class LeafResults:
    """Of n leaves; plain values, which can be sent."""

    evaluation: Evaluation
    """Mixed with what a net tells of the leaves, where there is one that can."""
    logits: Floats | None = None
    """(n, actions): what that net says of the moves; None where there is none."""


class LeafEvaluator(Protocol):
    """A search, as far as it can play leaves out for another one."""

    def begin_question(self, judgement: Any) -> None:
        """Leaves of a new question follow: what was learned from playouts before counts no
        longer. `judgement` is what `core.determinized.DeterminizedGame.judge` answers, else
        None."""

    def evaluate(self, leaves: Leaves, lanes: int) -> LeafResults:
        """The results of `lanes` playouts from each leaf, of which there is one at least."""


def informed(
    policy: Policy | None, positions: Positions, result: Evaluation, reward: Reward
) -> LeafResults:
    """The results of playouts from positions, with what a net tells of these; as they are where
    none does."""
    if not foretells(policy):
        return LeafResults(result)
    assert policy.feature_seats is not None
    told = policy.opinion(positions, reward)
    mixed = result.mixed(told.reward, told.share, told.part, policy.feature_seats)
    return LeafResults(mixed, told.logits)
