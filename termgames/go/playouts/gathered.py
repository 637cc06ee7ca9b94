"""Calls of several threads made as one.

A call of a kernel takes nearly as long for a few playouts as for some hundred, since each step of
all its boards is one operation of numpy. A search that makes few playouts a move therefore spends
its time on steps, not on playouts. Where several games are played side by side, each in a thread,
every thread waits in its call until all others have made one; the thread that comes last makes
those of the same kind as one call, and each thread gets the results of its own lanes.

All lanes draw from the random numbers of one of the callers. So the results of a call depend on
which others happen to be made with it: they cannot be repeated from a seed. Who has to see the
same as somebody else, or as before, asks `alone`.
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
    """What a kernel is asked for; see `PlayoutKernel.run`."""

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
        """Calls of the same kind, of kernels with the same rules, can be made as one."""
        positions = self.positions
        return self.cap, self.tail, positions.given, positions.order.shape[1]


class Kernel(Protocol):
    """A kernel, as far as its calls are gathered."""

    @property
    def ways(self) -> Hashable:
        """How it plays: equal for kernels that play by the same rules."""

    def finished(self, call: Call) -> FinishedPlayouts:
        """The results of a call that is made at once."""


_Waiting = tuple[Hashable, Kernel, Call, "Future[FinishedPlayouts]"]
"""What calls that can be made together have in common, and who waits for one."""


class Gathering:
    """Threads whose calls are made together."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._members = 0
        self._waiting: list[_Waiting] = []

    @contextlib.contextmanager
    def member(self) -> Iterator[None]:
        """Inside this context the thread's calls are made with those of the other members. It
        must not wait for anything else that a member does, such as for a lock in which somebody
        makes a call: all members wait for each other."""
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
        """The results of a member's call, once all others have made one."""
        future: Future[FinishedPlayouts] = Future()
        kind = kernel.ways, call.kind
        with self._lock:
            self._waiting.append((kind, kernel, call, future))
            self._make()
        return future.result()

    def _make(self) -> None:
        """Make all calls if every member has made one. An error is raised in all threads whose
        call it was."""
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
            except BaseException as error:  # nobody may wait for ever
                for future in futures:
                    future.set_exception(error)
            else:
                for future, result in zip(futures, results, strict=True):
                    future.set_result(result)


def _as_one(asked: Sequence[tuple[Kernel, Call]]) -> list[FinishedPlayouts]:
    """The results of calls of the same kind, made as one."""
    calls = [call for _, call in asked]
    sizes = [call.total for call in calls]
    whole = Call(
        StartPositions.joined([call.positions for call in calls], [call.lanes for call in calls]),
        1,
        calls[0].rng,
        calls[0].cap,
        # All lanes that are stopped may belong to one call: so even the smallest one has no more
        # of its lanes stopped than it allows.
        calls[0].tail * min(sizes) / sum(sizes),
    )
    done = asked[0][0].finished(whole)
    ends = [sum(sizes[:number]) for number in range(len(sizes) + 1)]
    return [done[begin : begin + size] for begin, size in zip(ends, sizes, strict=False)]


_CURRENT: ContextVar[Gathering | None] = ContextVar("gathering", default=None)


def current() -> Gathering | None:
    """Whose member this thread is; None where it makes its calls by itself."""
    return _CURRENT.get()


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Inside this context the thread makes its calls by itself, while the others wait: what it
    asks has the same results as without a gathering."""
    token = _CURRENT.set(None)
    try:
        yield
    finally:
        _CURRENT.reset(token)
