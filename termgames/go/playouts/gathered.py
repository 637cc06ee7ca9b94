"""Calls of several threads made as one.

A call of a kernel takes nearly as long for a few playouts as for some hundred, since each step of
all its boards is one operation of numpy. A search that makes few playouts a move therefore spends
its time on steps, not on playouts. Where several games are played side by side, each in a thread,
every thread waits in its call until all others have made one; the thread that comes last makes
those that fit each other as one call, and each gets its own lanes of what comes of it.

Lanes draw from the random numbers of one of the callers. So what comes of a call depends on which
others happen to be made with it: nothing here can be repeated from a seed.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Hashable, Iterator
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
        """Calls of one kind can be made as one, if they are of one kind of kernel."""
        positions = self.positions
        return self.cap, self.tail, positions.known, positions.order.shape[1]


class Kernel(Protocol):
    """A kernel, as far as its calls are gathered."""

    @property
    def kind(self) -> Hashable:
        """Kernels of one kind play by the same rules."""

    def finished(self, call: Call) -> FinishedPlayouts:
        """What comes of a call that is made at once."""


_Waiting = tuple[Kernel, Call, "Future[FinishedPlayouts]"]


class Gathering:
    """Threads whose calls are made together."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._members = 0
        self._waiting: list[_Waiting] = []

    @contextlib.contextmanager
    def member(self) -> Iterator[None]:
        """Meanwhile this thread makes its calls with those of the other members, who wait for it:
        it is to wait for nothing else that takes long."""
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
        """What comes of a member's call, once all others have made one."""
        future: Future[FinishedPlayouts] = Future()
        with self._lock:
            self._waiting.append((kernel, call, future))
            self._make()
        return future.result()

    def _make(self) -> None:
        """Make all calls if everybody has made one."""
        if len(self._waiting) < self._members:
            return
        by_kind: dict[Hashable, list[_Waiting]] = {}
        for kernel, call, future in self._waiting:
            by_kind.setdefault((kernel.kind, call.kind), []).append((kernel, call, future))
        self._waiting = []
        for alike in by_kind.values():
            try:
                _make_as_one(alike)
            except Exception as error:  # each of those who wait has to know
                for _, _, future in alike:
                    future.set_exception(error)


def _make_as_one(waiting: list[_Waiting]) -> None:
    """Make calls of one kind, and tell all what came of theirs."""
    calls = [call for _, call, _ in waiting]
    sizes = [call.total for call in calls]
    whole = Call(
        StartPositions.joined([call.positions for call in calls], [call.lanes for call in calls]),
        1,
        calls[0].rng,
        calls[0].cap,
        # Those that are stopped may all be of one call: of the smallest, too, they are then no
        # more than it allows.
        calls[0].tail * min(sizes) / sum(sizes),
    )
    done = waiting[0][0].finished(whole)
    begin = 0
    for (_, _, future), size in zip(waiting, sizes, strict=True):
        future.set_result(done[begin : begin + size])
        begin += size


_CURRENT: ContextVar[Gathering | None] = ContextVar("gathering", default=None)


def current() -> Gathering | None:
    """Whose member this thread is; None where it makes its calls by itself."""
    return _CURRENT.get()
