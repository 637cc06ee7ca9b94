"""Several searches of the same position at once, one of which decides for all.

The one that decides leads: it hands the question to its helpers, each in a process of its
own (`play.bots.helper_process`), and searches itself. A few times a second everybody tells what is
new, the helpers the leader and the leader each helper what the others have found. At the
end the leader waits a moment for what its helpers have left and decides by the rules of a
single search, on the sums of all (see `shares.py`).

A helper that is late, or gone, is done without.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from termgames.search.limits import Limit, OnProgress, ShouldStop, Thought
from termgames.search.mcts.sync import Peers

_OFTEN, _SELDOM, _PART = 0.05, 0.25, 0.05
"""Seconds between two reports: this part of the limit, within these bounds."""
_PATIENCE, _PATIENCE_PART = 0.3, 0.1
"""Seconds to wait for what helpers have left: this part of the limit, at most the first."""


class SharingSearch(Protocol):
    """A search that can tell what it has found, and hear others."""

    def think(
        self,
        state: Any,
        limit: Limit,
        *,
        on_progress: OnProgress | None = None,
        should_stop: ShouldStop | None = None,
        peers: Peers | None = None,
    ) -> Thought:
        """See `mcts.Mcts.think`."""

    def report(self) -> Any:
        """What is new since the last report; a value that can be sent."""

    def hear(self, report: Any) -> None:
        """Add what another search of the same position reported."""


class PonderingSearch(SharingSearch, Protocol):
    """One that can also search while somebody else is to act."""

    def ponder(
        self, state: Any, seconds: float, should_stop: ShouldStop, peers: Peers | None = None
    ) -> None:
        """See `mcts.Mcts.ponder`."""


@dataclass(frozen=True)
class Task:
    """What helpers are asked: to search `state` until `end`, by `time.monotonic`, which
    the processes of a machine share. A new task ends the one before."""

    number: int
    state: Any
    end: float
    every: float
    """Seconds between two reports."""


@dataclass(frozen=True, eq=False)
class HelperMessage:
    """A report on its way, either way."""

    task: int
    report: Any
    """None for none."""
    final: bool = False
    """Whether the helper has ended its search."""


GONE = HelperMessage(-1, None, final=True)
"""What a helper that is gone says to whatever is asked."""


class Helper(Protocol):
    """Another search, to the leader. Nothing here waits, but for `hear` where it is told
    to, and nothing fails."""

    def begin(self, task: Task) -> None:
        """Search."""

    def tell(self, told: HelperMessage) -> None:
        """Hand on what others found."""

    def stop(self) -> None:
        """Search no further."""

    def hear(self, seconds: float = 0.0) -> HelperMessage | None:
        """The next report, waiting for one at most so long; GONE again and again when
        there will be no more."""

    def close(self) -> None:
        """Not needed any more."""


class Team:
    """A search that leads, and helpers that search with it; serves one thread."""

    def __init__(
        self,
        search: SharingSearch,
        helpers: Sequence[Helper],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.search, self.helpers, self.clock = search, helpers, clock
        self._task = 0

    def think(
        self,
        state: Any,
        limit: Limit,
        *,
        on_progress: OnProgress | None = None,
        should_stop: ShouldStop | None = None,
    ) -> Thought:
        """What the search thinks, helped by the others; `limit` has seconds."""
        assert limit.seconds is not None, "helpers search until a time"
        with self._helped(state, limit.seconds) as peers:
            return self.search.think(
                state, limit, on_progress=on_progress, should_stop=should_stop, peers=peers
            )

    @contextmanager
    def _helped(self, state: Any, seconds: float) -> Iterator[Peers]:
        """While the helpers search as well."""
        self._task += 1
        every = min(_SELDOM, max(_OFTEN, _PART * seconds))
        task = Task(self._task, state, self.clock() + seconds, every)
        for helper in self.helpers:
            helper.begin(task)
        try:
            yield _Leading(self.search, self.helpers, task, seconds, self.clock)
        finally:
            for helper in self.helpers:
                helper.stop()

    def close(self) -> None:
        """The helpers end."""
        for helper in self.helpers:
            helper.close()


class PonderingTeam(Team):
    """A team whose search can ponder."""

    search: PonderingSearch

    def ponder(self, state: Any, seconds: float, should_stop: ShouldStop) -> None:
        """See `mcts.Mcts.ponder`: all ponder."""
        with self._helped(state, seconds) as peers:
            self.search.ponder(state, seconds, should_stop, peers)


class _Leading:
    """The helpers of one task, to the search that leads."""

    def __init__(
        self,
        search: SharingSearch,
        helpers: Sequence[Helper],
        task: Task,
        seconds: float,
        clock: Callable[[], float],
    ) -> None:
        self._search, self._helpers, self._task, self._clock = search, helpers, task, clock
        self._seconds = seconds
        self._next = clock() + task.every
        self._busy = set(range(len(helpers)))

    def exchange(self) -> None:
        """Hear the helpers; now and then tell them what is new."""
        now = self._clock()
        if now < self._next:
            return
        self._next = now + self._task.every
        own = self._search.report()
        heard = [self._hear(number) for number in range(len(self._helpers))]
        for number in self._busy:
            self._helpers[number].tell(HelperMessage(self._task.number, own))
            for other, reports in enumerate(heard):
                if other != number:
                    for report in reports:
                        self._helpers[number].tell(HelperMessage(self._task.number, report))

    def conclude(self, note: str) -> None:
        """Wait for what is left, where the decision is not certain anyhow."""
        if note not in ("", "stopped"):
            return
        for number in self._busy:
            self._helpers[number].stop()
        end = self._clock() + min(_PATIENCE, _PATIENCE_PART * self._seconds)
        for number in sorted(self._busy):
            while number in self._busy and (left := end - self._clock()) > 0:
                self._hear(number, left)

    def _hear(self, number: int, seconds: float = 0.0) -> list[Any]:
        """What a helper has told by now, which the search has heard."""
        heard = []
        while number in self._busy:
            told = self._helpers[number].hear(seconds)
            if told is None:
                break
            seconds = 0.0
            if told.task not in (self._task.number, GONE.task):
                continue
            if told.report is not None:
                self._search.hear(told.report)
                heard.append(told.report)
            if told.final:
                self._busy.discard(number)
        return heard


class Following:
    """The leader of one task, to the search that helps.

    `tell` sends to the leader; `heard` answers what has come from it by now.
    """

    def __init__(
        self,
        search: SharingSearch,
        task: Task,
        tell: Callable[[HelperMessage], None],
        heard: Callable[[], list[HelperMessage]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._search, self._task, self._clock = search, task, clock
        self._tell, self._heard = tell, heard
        self._next = clock() + task.every

    def exchange(self) -> None:
        """Tell what is new now and then, and hear what came."""
        for told in self._heard():
            if told.task == self._task.number:
                self._search.hear(told.report)
        now = self._clock()
        if now >= self._next:
            self._next = now + self._task.every
            self._tell(HelperMessage(self._task.number, self._search.report()))

    def conclude(self, note: str) -> None:
        """Tell the rest."""
        self._tell(HelperMessage(self._task.number, self._search.report(), final=True))


def help_with(
    search: SharingSearch,
    task: Task,
    *,
    tell: Callable[[HelperMessage], None],
    heard: Callable[[], list[HelperMessage]],
    should_stop: ShouldStop,
) -> None:
    """A helper's work on one task."""
    seconds = task.end - time.monotonic()
    if seconds <= 0 or should_stop():
        tell(HelperMessage(task.number, None, final=True))
    else:
        peers = Following(search, task, tell, heard)
        search.think(task.state, Limit(seconds), should_stop=should_stop, peers=peers)
