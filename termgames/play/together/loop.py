"""Waits for whatever comes next, and does it: files, times that are due, work of other threads."""

from __future__ import annotations

import contextlib
import heapq
import os
import queue
import selectors
import socket
import time
from collections.abc import Callable
from itertools import count
from typing import Any

from termgames.play import fault_reports

_PIECE = 16_384
_MOST_FAULTS = 20
"""Faults whose details are kept."""


class Loop:
    """One thread's work, one piece after another. A fault of one piece is reported, and does not
    end what others do."""

    def __init__(self, report: Callable[[dict[str, Any]], None]) -> None:
        self._report = report
        self._selector = selectors.DefaultSelector()
        self._clock: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()
        self._faults = 0
        self._handed: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._woken, self._wake = os.pipe()
        for end in (self._woken, self._wake):
            os.set_blocking(end, False)
        self._selector.register(self._woken, selectors.EVENT_READ, self._take_handed)

    def later(self, seconds: float, work: Callable[[], None]) -> None:
        """Call `work` in so many seconds, once everything that is being done is done."""
        heapq.heappush(self._clock, (time.monotonic() + seconds, next(self._numbers), work))

    def hand_over(self, work: Callable[[], None]) -> None:
        """Call `work` soon. To be called in any thread."""
        self._handed.put(work)
        with contextlib.suppress(BlockingIOError):
            os.write(self._wake, b".")

    def listen(self, link: socket.socket, work: Callable[[int], None]) -> None:
        """Call `work` with what a socket is ready for, as soon as something can be read."""
        self._selector.register(link, selectors.EVENT_READ, work)

    def wait_to_write(self, link: socket.socket, *, wanted: bool) -> None:
        """Whether to call the work of a socket, too, when something can be written."""
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if wanted else 0)
        key = self._selector.get_key(link)
        if key.events != events:
            self._selector.modify(link, events, key.data)

    def forget(self, link: socket.socket) -> None:
        """Listen to a socket no more."""
        self._selector.unregister(link)

    def step(self, longest: float | None = None) -> None:
        """Wait for what comes next, at most so many seconds or until a time is due, and do it."""
        waits = [] if longest is None else [longest]
        if self._clock:
            waits.append(max(0.0, self._clock[0][0] - time.monotonic()))
        for key, mask in self._selector.select(min(waits, default=None)):
            key.data(mask)
        now = time.monotonic()
        due = []
        while self._clock and self._clock[0][0] <= now:
            due.append(heapq.heappop(self._clock)[2])
        for work in due:
            self._guarded(work)

    def fault(self, error: Exception) -> None:
        """Report a fault, and keep its details for the first ones."""
        self._faults += 1
        if self._faults <= _MOST_FAULTS:
            self._report({"event": "fault", "text": fault_reports.report(error)})

    def close(self) -> None:
        """Listen to nothing more."""
        self._selector.close()

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:
            self.fault(error)

    def _take_handed(self, mask: int) -> None:
        with contextlib.suppress(BlockingIOError):
            os.read(self._woken, _PIECE)
        while not self._handed.empty():
            self._guarded(self._handed.get())
