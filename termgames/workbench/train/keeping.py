"""What a net keeps of the net that it grew from: samples get that net's answers as targets.

The policy is kept where a teacher plays and nobody judges: his move says nothing of the other
moves. On 9x9 a net whose policy was learnt from both, three tenths of it from the moves, lost 6 of
7 to the one that it learnt the rest from.

The owners may be kept where the search plays with itself: it goes where the net thinks too well of
it, and a net that learnt owners from such games lost 5 of 6 on 13x13 to the one that it grew from,
although it was right more often.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from termgames.core.nets import log_softmax
from termgames.search.policy import NetPolicy, Policy
from termgames.workbench.train.samples import Samples

_AT_ONCE = 1024
"""Positions that a net is asked about at once."""


def keep_policy(samples: Samples, first: Policy) -> Samples:
    """The samples with a policy's probabilities in place of visits. Who owned what in the end stays
    as it was."""
    visits = np.empty_like(samples.visits)
    for part in _parts(samples):
        for number, row in enumerate(first.logits(samples.rows[part]), part.start):
            own = slice(samples.first[number], samples.first[number + 1])
            visits[own] = np.exp(log_softmax(row[samples.actions[own]]))
    return replace(samples, visits=visits)


def keep_owners(samples: Samples, first: NetPolicy) -> Samples:
    """The samples with the chances that a net gives of owning the cells in place of the owners at
    the end. Visits stay as they were."""
    owner = np.empty_like(samples.owner)
    for part in _parts(samples):
        owner[part] = first.owners(samples.rows[part])
    return replace(samples, owner=owner)


def _parts(samples: Samples) -> Iterator[slice]:
    """The positions, so many at once."""
    return (slice(begin, begin + _AT_ONCE) for begin in range(0, len(samples), _AT_ONCE))
