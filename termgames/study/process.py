"""A review in a process of its own, so that its thinking never delays the keys.

    parent                                 child (python -m termgames.study.process)
      Task ─────────────────────────────────▶ reads the record
      Found(ply, finding) ◀─────────────────── as soon as each stands
      Done or Failed ◀──────────────────────── at the end
      (the pipe closes) ────────────────────▶ ends at once, even while thinking

Messages travel as between bots and their players, see `play.bots.pipes`.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO

from termgames.play import fault_reports, record
from termgames.play.bots import pipes
from termgames.play.match import AnyMatch
from termgames.search.limits import Limit
from termgames.study import review
from termgames.study.review import Finding


@dataclass(frozen=True)
class Task:
    """To the child: the game and the plies to review."""

    record: str
    plies: tuple[int, ...]
    limit: Limit


@dataclass(frozen=True)
class Found:
    """From the child: what it found on one ply; None where there was nothing to decide."""

    ply: int
    finding: Finding | None


@dataclass(frozen=True)
class Done:
    """From the child: nothing more will come."""


@dataclass(frozen=True)
class Failed:
    """The child broke down, as `text` tells in one line."""

    text: str


class ReviewProcess:
    """Reviews one game. It starts at once. `read` may be called from one thread only, `close`
    from any."""

    def __init__(self, match: AnyMatch, plies: Sequence[int], limit: Limit) -> None:
        """`plies` in the order in which they are wanted, `limit` for each of them."""
        self._closed = False
        process = self._process = pipes.start("termgames.study.process")
        self._orders: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._orders.put(Task(record.write(match), tuple(plies), limit))
        orders = (process.stdin, self._orders)
        threading.Thread(target=pipes.hand_on, args=orders, name="review", daemon=True).start()

    @property
    def pid(self) -> int:
        """The child's process number."""
        return self._process.pid

    def read(self) -> Found | Failed | None:
        """Wait for the next finding; None when all are there, or after `close`. A child that
        breaks down gives one `Failed`, then None."""
        if self._closed:
            return None
        try:
            assert self._process.stdout is not None, "it was asked for"
            message = pipes.receive(self._process.stdout)
        except (OSError, ValueError, EOFError, pickle.UnpicklingError):
            message = None
        if isinstance(message, Found):
            return message
        closed = self._closed
        self.close()
        if closed or isinstance(message, Done):
            return None
        if isinstance(message, Failed):
            return message
        return Failed(f"the review's process ended unexpectedly (code {self._process.wait()})")

    def close(self) -> None:
        """End the child. May be called twice."""
        self._closed = True
        self._orders.put(None)
        self._process.kill()
        self._process.wait()


# -- the child ------------------------------------------------------------------------------


def _end_with(incoming: IO[bytes]) -> None:
    """End the process when the pipe closes, whatever it is doing."""
    incoming.read(1)
    os._exit(0)


def main() -> None:
    """Run the child over the standard streams, which nothing else may then use."""
    incoming, outgoing = pipes.parent()
    task = pipes.receive(incoming)
    if task is None:
        return
    threading.Thread(target=_end_with, args=(incoming,), daemon=True).start()
    try:
        match = record.load(task.record, draws=False)
        findings = review.findings(match, task.plies, task.limit)
        for ply, finding in zip(task.plies, findings, strict=True):
            pipes.write(outgoing, Found(ply, finding))
        last: object = Done()
    except Exception as error:
        # At the boundary of a process every fault is reported, as one line.
        last = Failed(fault_reports.in_short(error))
    with contextlib.suppress(OSError, ValueError):
        pipes.write(outgoing, last)
    # An ordinary exit would wait for the reading thread.
    os._exit(0)
