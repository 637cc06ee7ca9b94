"""Calls of several threads, played as one batch.

A call of a kernel takes nearly as long for a few playouts as for some hundred, since a step
consists of the same numpy operations, whatever the number of boards. A search that asks for few
playouts a move therefore spends most of its time on overhead. Where several games are played side
by side, each in a thread, every thread waits in its call until all others have made one. The last
thread then plays the calls of each kind as one batch, and each thread gets the results of its own
lanes.

All lanes draw from the random numbers of one of the callers. So the results of a call depend on
which others happen to be in its batch: they cannot be repeated from a seed. A caller that needs
reproducible results uses `alone`.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Hashable, Iterator, Sequence
from concurrent.futures import Future
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol

from termgames.core.arrays import Rng
from termgames.go.playouts.positions import FinishedPlayouts, StartPositions


@dataclass(frozen=True, eq=False)
class Call:
    """The arguments of a call of `PlayoutKernel.run`."""

    positions: StartPositions
    lanes: int
    rng: Rng
    cap: int
    tail: float

    @property
    def total(self) -> int:
        """How many playouts it asks for."""
        return len(self.positions.stones) * self.lanes

    @property
    def kind(self) -> Hashable:
        """Calls of the same kind to kernels with the same rules can be played as one batch."""
        positions = self.positions
        return self.cap, self.tail, positions.given, positions.order.shape[1]


class Kernel(Protocol):
    """What a gathering needs of a kernel."""

    @property
    def ways(self) -> Hashable:
        """Identifies the rules: equal for kernels that play in the same way."""

    def finished(self, call: Call) -> FinishedPlayouts:
        """The results of a call, without waiting for other threads."""


_Waiting = tuple[Hashable, Kernel, Call, "Future[FinishedPlayouts]"]
"""A call that a thread waits for: what calls of one batch have in common, the kernel and the call,
and where the results go."""


class Gathering:
    """Threads whose calls are played together."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._members = 0
        self._waiting: list[_Waiting] = []

    @contextlib.contextmanager
    def member(self) -> Iterator[None]:
        """Inside this context the thread's calls are played with those of the other members. The
        thread must not wait for another member in any other way, such as for a lock that one
        holds during a call: then both would wait for ever."""
        with self._lock:
            self._members += 1
        token = _CURRENT.set(self)
        try:
            yield
        finally:
            _CURRENT.reset(token)
            with self._lock:
                self._members -= 1
                self._make()

    def finished(self, kernel: Kernel, call: Call) -> FinishedPlayouts:
        """The results of a member's call; waits until all other members have made one."""
        future: Future[FinishedPlayouts] = Future()
        kind = kernel.ways, call.kind
        with self._lock:
            self._waiting.append((kind, kernel, call, future))
            self._make()
        return future.result()

    def _make(self) -> None:
        """Play the waiting calls if every member has made one. An error in a batch is raised in
        all threads whose calls are in it."""
        if len(self._waiting) < self._members:
            return
        waiting, self._waiting = self._waiting, []
        by_kind: dict[Hashable, list[_Waiting]] = {}
        for one in waiting:
            by_kind.setdefault(one[0], []).append(one)
        for alike in by_kind.values():
            futures = [future for *_, future in alike]
            try:
                results = _as_one([(kernel, call) for _, kernel, call, _ in alike])
            except BaseException as error:  # or the threads would wait for ever
                for future in futures:
                    future.set_exception(error)
            else:
                for future, result in zip(futures, results, strict=True):
                    future.set_result(result)


def _as_one(asked: Sequence[tuple[Kernel, Call]]) -> list[FinishedPlayouts]:
    """The results of calls of the same kind, played as one batch."""
    calls = [call for _, call in asked]
    sizes = [call.total for call in calls]
    whole = Call(
        StartPositions.joined([call.positions for call in calls], [call.lanes for call in calls]),
        1,
        calls[0].rng,
        calls[0].cap,
        # All lanes that are stopped may belong to one call, even the smallest: no call may have
        # more of its lanes stopped than its `tail` allows.
        calls[0].tail * min(sizes) / sum(sizes),
    )
    done = asked[0][0].finished(whole)
    ends = [sum(sizes[:number]) for number in range(len(sizes) + 1)]
    return [done[begin : begin + size] for begin, size in zip(ends, sizes, strict=False)]


_CURRENT: ContextVar[Gathering | None] = ContextVar("gathering", default=None)


def current() -> Gathering | None:
    """The gathering of which this thread is a member; None if its calls are played alone."""
    return _CURRENT.get()


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Inside this context the thread's calls are played alone, while the other members wait: they
    have the same results as without a gathering."""
    token = _CURRENT.set(None)
    try:
        yield
    finally:
        _CURRENT.reset(token)
