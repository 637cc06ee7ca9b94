"""Calls of kernels from several threads, played as one batch.

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
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import Future
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeVar

C = TypeVar("C")
R = TypeVar("R")


@dataclass(frozen=True, eq=False)
class _Waiting:
    """A call that a thread waits for."""

    kind: Hashable
    call: Any
    play: Callable[[Sequence[Any]], Sequence[Any]]
    future: Future[Any]


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

    def result(self, kind: Hashable, call: C, play: Callable[[Sequence[C]], Sequence[R]]) -> R:
        """The result of a member's call; waits until all other members have made one.

        Calls of the same `kind` are played together: the `play` of one of them gets them all and
        returns their results in the same order. What it raises is raised for each of them."""
        future: Future[R] = Future()
        with self._lock:
            self._waiting.append(_Waiting(kind, call, play, future))
            self._make()
        return future.result()

    def _make(self) -> None:
        """Play the waiting calls if every member has made one."""
        if len(self._waiting) < self._members:
            return
        waiting, self._waiting = self._waiting, []
        by_kind: dict[Hashable, list[_Waiting]] = {}
        for one in waiting:
            by_kind.setdefault(one.kind, []).append(one)
        for alike in by_kind.values():
            try:
                results = alike[0].play([one.call for one in alike])
            except BaseException as error:  # or the threads would wait for ever
                for one in alike:
                    one.future.set_exception(error)
            else:
                for one, result in zip(alike, results, strict=True):
                    one.future.set_result(result)


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


_SETTING_UP = threading.Lock()


@contextlib.contextmanager
def setting_up() -> Iterator[None]:
    """Inside this context the thread's calls are played alone, and no other thread is in one.
    Games abreast are set up in it one after the other, so that they share boards and what is made
    for them once: only calls of kernels that share these are played together."""
    with alone(), _SETTING_UP:
        yield
