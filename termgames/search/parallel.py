"""One search whose playouts are made by several processes.

The search grows its tree alone. It plays some of the leaves of a round out itself, while its
helpers, each a process of its own (`play.bots.helper_process`), play out the others (leaf
parallelization: Cazenave & Jouandeau, "On the Parallelization of UCT", 2007; the leaves are
gathered as if one after the other, see `mcts.selection`). So the tree is much as the search would
have grown it by itself with as many playouts. Each process gets as many leaves as it has lately
been able to play out in the same time.

Results come part by part. Where the tree has values already for the leaves that are still out
(`mcts.provisional`), the search may do other things before it takes the next part; else it waits.
The time of these things counts in how fast the search is when leaves are dealt out.

The search does without a helper that is late or gone, and without results that it has no time to
wait for. Not done here: searches with trees of their
own that add up what they found; they were tried, and twice the playouts gained nothing.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol, TypeVar

from termgames.search.policy import LeafResults, Leaves

R = TypeVar("R", bound=LeafResults)

_WORTH_WHILE = 0.004
"""Seconds that a round must take in one process to be shared out."""
_PATIENCE, _PATIENCE_TIMES = 0.05, 3
"""How long to wait for a helper that is not ready when the search is: so many seconds, or so many
times as long as the search took for its own leaves if that is longer."""
_LEAST = 0.1
"""A helper is dealt leaves as if its pace were at least this part of the search's own."""
_LATEST = 0.4
"""The weight of the latest round in the pace of a process."""


@dataclass(frozen=True, eq=False)
class Question:
    """What the leaves belong to."""

    judgement: Any
    """See `policy.LeafEvaluator`."""


@dataclass(frozen=True, eq=False)
class Batch:
    """To a helper: leaves to play out."""

    leaves: Leaves
    lanes: int
    question: Question | None = None
    """The question that they belong to; None if it is that of the batch before."""


@dataclass(frozen=True, eq=False)
class Played:
    """A helper's answer to a batch. A first one, without results, says that it listens."""

    results: LeafResults | None = None
    seconds: float = 0.0
    """How long it took."""


GONE = Played()
"""What `Helper.hear` answers when the helper is gone."""


class Helper(Protocol):
    """A helper, as its search knows it. No method fails, and none waits but `hear`, if asked to."""

    def send(self, batch: Batch) -> None:
        """Have a batch played out."""

    def hear(self, seconds: float = 0.0) -> Played | None:
        """The next answer, for which to wait at most `seconds`; None if there is none yet, and
        GONE from then on when there will be no more."""

    def close(self) -> None:
        """End the helper."""


class _Member:
    """A helper, what it is busy with, and how fast it is."""

    def __init__(self, helper: Helper) -> None:
        self.helper = helper
        self.pace = 0.0
        """Playouts a second, lately; 0 before it has made any."""
        self.gone = False
        self._question: Question | None = None
        """The question that the helper was told of last."""
        self._owes = True
        """Whether an answer of the helper is still to come. The first one says that it listens."""
        self._playouts = 0
        """How many playouts it was asked for."""

    @property
    def free(self) -> bool:
        """Whether it has answered everything."""
        self._hear(0.0)
        return not self._owes and not self.gone

    def begin(self, question: Question, leaves: Leaves, lanes: int) -> None:
        """Give a free helper something to do."""
        self.helper.send(Batch(leaves, lanes, None if question is self._question else question))
        self._question = question
        self._owes, self._playouts = True, len(leaves) * lanes

    def results(self, seconds: float) -> Any:
        """The results of the latest batch; None if they do not come within `seconds`."""
        answer = self._hear(seconds)
        return None if answer is None else answer.results

    def _hear(self, seconds: float) -> Played | None:
        """The answer that is to come, if it comes within `seconds`."""
        if not self._owes or self.gone:
            return None
        answer = self.helper.hear(seconds)
        if answer is not None:
            self._owes, self.gone = False, answer is GONE
            if answer.seconds > 0:
                self.pace = _smoothed(self.pace, self._playouts / answer.seconds)
        return answer


class Helpers:
    """The helpers of one search. Not to be used by several threads."""

    def __init__(
        self, helpers: Sequence[Helper], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._members = [_Member(helper) for helper in helpers]
        self._clock = clock
        self._question = Question(None)
        self._pace = 0.0
        """Playouts a second of the search itself, lately; 0 before it has made any."""

    @property
    def helpers(self) -> list[Helper]:
        """All of them, those that are gone included."""
        return [member.helper for member in self._members]

    @property
    def processes(self) -> int:
        """How many there are to play leaves out now, the search's own included."""
        return 1 + sum(member.free for member in self._members)

    def begin_question(self, judgement: Any) -> None:
        """As `policy.LeafEvaluator`."""
        self._question = Question(judgement)

    def evaluate(
        self,
        leaves: Leaves,
        lanes: int,
        own: Callable[[Leaves, int], R],
        patience: float | None = None,
    ) -> Iterator[tuple[slice, R]]:
        """The results of `lanes` playouts from each leaf, some of which the helpers make: part by
        part, each with the leaves that it belongs to. `own` makes those of this process, which
        come first: what the search does with them the helpers need not wait for. With `patience`,
        in seconds, those parts are left out that are not there by then."""
        called = self._clock()
        members = self._members_for(len(leaves) * lanes)
        paces = [self._pace]
        for member in members:
            # A helper that was slow is still asked: it may be faster now.
            paces.append(max(member.pace or self._pace, _LEAST * self._pace))
        first, *others = _slices(len(leaves), paces)
        dealt = zip(members, others, strict=True)
        busy = [(member, share) for member, share in dealt if share.start < share.stop]
        for member, share in busy:
            member.begin(self._question, leaves[share], lanes)
        began = self._clock()
        yield first, own(leaves[first], lanes)
        seconds = self._clock() - began
        if seconds > 0:
            self._pace = _smoothed(self._pace, first.stop * lanes / seconds)
        end = self._clock() + max(_PATIENCE, _PATIENCE_TIMES * seconds)
        last = math.inf if patience is None else called + patience
        end = min(end, last)
        for member, share in busy:
            results = member.results(max(0.0, end - self._clock()))
            if results is not None:
                yield share, results
            elif self._clock() + self._seconds_for((share.stop - share.start) * lanes) <= last:
                yield share, own(leaves[share], lanes)

    def _seconds_for(self, playouts: int) -> float:
        """Seconds that this process takes for that many playouts."""
        return playouts / self._pace if self._pace else 0.0

    def _members_for(self, playouts: int) -> list[_Member]:
        """Who is to help with that many playouts; none where it is not worth while, or before it
        is known how long this process takes."""
        if playouts < _WORTH_WHILE * self._pace or not self._pace:
            return []
        return [member for member in self._members if member.free]

    def close(self) -> None:
        """End the helpers."""
        for member in self._members:
            member.helper.close()


def _smoothed(before: float, now: float) -> float:
    """A pace, with the latest one taken into account."""
    return now if before == 0 else before + _LATEST * (now - before)


def _slices(leaves: int, paces: Sequence[float]) -> list[slice]:
    """`leaves` leaves in shares that are proportional to the paces; the first one is not empty."""
    whole, upto = sum(paces), 0.0
    ends = [0]
    for pace in paces[:-1]:
        upto += pace
        ends.append(max(1, round(leaves * upto / whole)))
    ends.append(leaves)
    return [slice(first, last) for first, last in pairwise(ends)]
