"""Several searches of the same question at once, one of which decides.

The leader hands the question to its helpers, each in a process of its own
(`play.bots.helper_process`), and searches itself. A few times a second all of them report what
is new: each helper to the leader, and the leader to each helper what it and the others have
found. In the end the leader waits a moment for the last reports and decides by the rules of a
single search, on the sums of all (see `sync`).

The leader does without a helper that is late or gone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, Unpack

from termgames.search.anytime import ListenersAndPeers, Peers
from termgames.search.limits import Limit, Listeners, ShouldStop, Thought

_OFTEN, _SELDOM, _PART = 0.05, 0.25, 0.05
"""Seconds between two reports: at least the first, at most the second, between them the third
times the limit."""
_PATIENCE, _PATIENCE_PART = 0.3, 0.1
"""Seconds to wait for the last reports: the second times the limit, at most the first."""


class SharingSearch(Protocol):
    """A search that can report what it has found and add the reports of others."""

    def think(self, state: Any, limit: Limit, **around: Unpack[ListenersAndPeers]) -> Thought:
        """See `mcts.Mcts.think`."""

    def report(self) -> Any:
        """What is new since the last report; a value that can be sent."""

    def hear(self, report: Any) -> None:
        """Add what another search of the same position reported."""


class PonderingSearch(SharingSearch, Protocol):
    """A sharing search that can also search while somebody else is to act."""

    def ponder(
        self, state: Any, seconds: float, should_stop: ShouldStop, peers: Peers | None = None
    ) -> None:
        """See `mcts.Mcts.ponder`."""


@dataclass(frozen=True)
class Task:
    """An order to a helper: search `state` until `end`, by `time.monotonic`, a clock that all
    processes of a machine share. A new task ends the one before."""

    number: int
    state: Any
    end: float
    every: float
    """Seconds between two reports."""


@dataclass(frozen=True, eq=False)
class HelperMessage:
    """A report that is sent by a helper or to one."""

    task: int
    """The number of the task."""
    report: Any
    """None if there is nothing to report."""
    final: bool = False
    """Whether the helper has ended its search."""


GONE = HelperMessage(-1, None, final=True)
"""What `Helper.hear` answers when the helper is gone."""


class Helper(Protocol):
    """A helper, as the leader knows it. No method fails, and none waits but `hear`, if asked to."""

    def begin(self, task: Task) -> None:
        """Search."""

    def tell(self, message: HelperMessage) -> None:
        """Send the helper what others found."""

    def stop(self) -> None:
        """Search no further."""

    def hear(self, seconds: float = 0.0) -> HelperMessage | None:
        """The helper's next message, for which to wait at most `seconds`; None if there is none
        yet, and GONE from then on when there will be no more."""

    def close(self) -> None:
        """End the helper."""


class Team:
    """A search that leads, and its helpers. Not to be used by several threads."""

    def __init__(
        self,
        search: SharingSearch,
        helpers: Sequence[Helper],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.search, self.helpers, self.clock = search, helpers, clock
        self._task = 0

    def think(self, state: Any, limit: Limit, **listeners: Unpack[Listeners]) -> Thought:
        """The decision of the search with the help of the others; `limit` has seconds."""
        assert limit.seconds is not None, "helpers search until a time"
        with self._helped(state, limit.seconds) as peers:
            return self.search.think(state, limit, **listeners, peers=peers)

    @contextmanager
    def _helped(self, state: Any, seconds: float) -> Iterator[Peers]:
        """The helpers search until the end of the `with` block."""
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
        """End the helpers."""
        for helper in self.helpers:
            helper.close()


class PonderingTeam(Team):
    """A team that can also search while somebody else is to act."""

    search: PonderingSearch

    def ponder(self, state: Any, seconds: float, should_stop: ShouldStop) -> None:
        """See `mcts.Mcts.ponder`: all ponder."""
        with self._helped(state, seconds) as peers:
            self.search.ponder(state, seconds, should_stop, peers)


class _Leading:
    """The helpers of one task, as the peers of the search that leads."""

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
        """From time to time add the helpers' reports and send each what is new."""
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
        """Wait for the last reports, unless the decision is certain without them."""
        if note not in ("", "stopped"):
            return
        for number in self._busy:
            self._helpers[number].stop()
        end = self._clock() + min(_PATIENCE, _PATIENCE_PART * self._seconds)
        for number in sorted(self._busy):
            while number in self._busy and (left := end - self._clock()) > 0:
                self._hear(number, left)

    def _hear(self, number: int, seconds: float = 0.0) -> list[Any]:
        """The reports of a helper that have arrived by now; the search has added them."""
        heard = []
        while number in self._busy:
            message = self._helpers[number].hear(seconds)
            if message is None:
                break
            seconds = 0.0
            if message.task not in (self._task.number, GONE.task):
                continue
            if message.report is not None:
                self._search.hear(message.report)
                heard.append(message.report)
            if message.final:
                self._busy.discard(number)
        return heard


class Following:
    """The leader of one task, as the peer of a search that helps.

    `tell` sends to the leader; `heard` answers what has arrived from it by now.
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
        """Add what has arrived, and from time to time report what is new."""
        for message in self._heard():
            if message.task == self._task.number:
                self._search.hear(message.report)
        now = self._clock()
        if now >= self._next:
            self._next = now + self._task.every
            self._tell(HelperMessage(self._task.number, self._search.report()))

    def conclude(self, note: str) -> None:
        """Report the rest."""
        self._tell(HelperMessage(self._task.number, self._search.report(), final=True))


def help_with(
    search: SharingSearch,
    task: Task,
    *,
    tell: Callable[[HelperMessage], None],
    heard: Callable[[], list[HelperMessage]],
    should_stop: ShouldStop,
) -> None:
    """Do a helper's work on one task."""
    seconds = task.end - time.monotonic()
    if seconds <= 0 or should_stop():
        tell(HelperMessage(task.number, None, final=True))
    else:
        peers = Following(search, task, tell, heard)
        search.think(task.state, Limit(seconds), should_stop=should_stop, peers=peers)
