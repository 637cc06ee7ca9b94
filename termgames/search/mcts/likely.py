"""What a policy says of nodes: how likely it holds each of their legal actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from termgames.core.arrays import Floats, Ints


@dataclass(frozen=True, eq=False)
class Likely:
    """A policy's answer for one node."""

    actions: Ints
    """(k,): the legal actions, ascending."""
    logs: Floats
    """(k,): logarithms of their probabilities."""
    usual: float
    """The logarithm to expect of an action that the policy draws."""

    @property
    def bytes(self) -> int:
        """How much memory it takes."""
        return self.actions.nbytes + self.logs.nbytes

    def of(self, actions: Ints) -> Floats:
        """(n,): the logarithms of some of the actions."""
        if actions is self.actions:
            return self.logs
        return self.logs[self.actions.searchsorted(actions)]


def answers(legal: Sequence[Ints], logits: Floats) -> list[Likely]:
    """The answers for n nodes, each with one legal action at least, from the logits (n, actions) of
    all actions.

    All nodes are reckoned with at once; only sums are made for each by itself, so that they do not
    depend on which nodes are asked about together.
    """
    ends = np.cumsum([0, *map(len, legal)])
    of = np.arange(len(legal)).repeat(np.diff(ends))
    shifted = logits[of, np.concatenate(legal)]
    shifted -= np.maximum.reduceat(shifted, ends[:-1])[of]
    parts = [slice(first, last) for first, last in pairwise(ends.tolist())]
    weights = np.exp(shifted)
    totals = np.array([np.add.reduce(weights[part]) for part in parts])
    logs = np.asarray(shifted - np.log(totals)[of], np.float32)
    chances = np.exp(logs)
    return [
        Likely(actions, logs[part], float(chances[part] @ logs[part]))
        for actions, part in zip(legal, parts, strict=True)
    ]
