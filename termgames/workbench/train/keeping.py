"""What a net keeps of the net that it grew from: samples get that net's policy as target.

It is kept where a teacher plays and no judge looks at his games: his move says nothing of the other
moves. On 9x9 a net whose policy was learnt from both, three tenths of it from the moves, lost 6 of
7 to the one that it learnt the rest from.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from termgames.core.nets import log_softmax
from termgames.search.policy import Policy
from termgames.workbench.train.samples import Samples

_AT_ONCE = 1024
"""Positions that a net is asked about at once."""


def keep_policy(samples: Samples, first: Policy) -> Samples:
    """The samples with a policy's probabilities in place of visits. Who owned what in the end stays
    as it was."""
    visits = np.empty_like(samples.visits)
    for begin in range(0, len(samples), _AT_ONCE):
        part = slice(begin, begin + _AT_ONCE)
        for number, row in enumerate(first.logits(samples.rows[part]), begin):
            own = slice(samples.first[number], samples.first[number + 1])
            visits[own] = np.exp(log_softmax(row[samples.actions[own]]))
    return replace(samples, visits=visits)
