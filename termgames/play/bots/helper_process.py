"""The leader's end of helpers: processes that search along with it (`search.parallel`).

    leader                                   helper (python -m termgames.play.bots.helper_program)
      Helping ────────────────────────────────▶ makes game and search
      Task, HelperMessage, Stop ───────────────────────▶ a thread reads, the main thread searches
      HelperMessage ◀──────────────────────────────────── what is new, the last one final
      (the pipe closes) ──────────────────────▶ ends at once, even while searching

A leader goes on without a helper whose process has ended, and never waits for one.
"""

from __future__ import annotations

import contextlib
import pickle
import queue
import subprocess
import threading
import weakref
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from termgames.play.bots import pipes
from termgames.search.parallel import GONE, HelperMessage, Task

if TYPE_CHECKING:
    from termgames.play.bots.players import PlayerSpec

_BACKLOG = 4
"""The most messages that may wait for a helper; while there are so many, statistics from
other searches are not sent to it."""


@dataclass(frozen=True)
class Helping:
    """What a helper needs to make its search."""

    game_id: str
    options: dict[str, Any]
    spec: PlayerSpec
    seed: int | None


@dataclass(frozen=True)
class Stop:
    """To the helper: stop searching."""


class HelperProcess:
    """`search.parallel.Helper` as a process. It starts at once and ends when it is closed, when
    nothing refers to this object any more, or when its parent ends."""

    def __init__(self, helping: Helping) -> None:
        self._process = pipes.start("termgames.play.bots.helper_program")
        self._said: queue.SimpleQueue[HelperMessage] = queue.SimpleQueue()
        self._orders: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._gone = False
        self._end = weakref.finalize(self, _end, self._process, self._orders)
        # The threads must not refer to this object, or it would never be collected.
        for work, pipe, line in (
            (_listen, self._process.stdout, self._said),
            (pipes.hand_on, self._process.stdin, self._orders),
        ):
            threading.Thread(target=work, args=(pipe, line), name="helper", daemon=True).start()
        self._orders.put(helping)

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def begin(self, task: Task) -> None:
        """Search; the task before is dropped."""
        self._orders.put(task)

    def tell(self, message: HelperMessage) -> None:
        """Pass on statistics of other searches, unless the helper is far behind."""
        if self._orders.qsize() < _BACKLOG:
            self._orders.put(message)

    def stop(self) -> None:
        """Search no further; nothing happens when there is no search."""
        self._orders.put(Stop())

    def hear(self, seconds: float = 0.0) -> HelperMessage | None:
        """The next report, waiting for one at most so long."""
        if self._gone:
            return GONE
        try:
            message = self._said.get(timeout=seconds) if seconds > 0 else self._said.get_nowait()
        except queue.Empty:
            return None
        self._gone = message is GONE
        return message

    def close(self) -> None:
        """End the process. May be called twice."""
        self._end()


def _end(process: subprocess.Popen[bytes], orders: queue.SimpleQueue[Any]) -> None:
    orders.put(None)
    process.kill()
    process.wait()


def _listen(pipe: IO[bytes], said: queue.SimpleQueue[HelperMessage]) -> None:
    """In a thread: whatever the helper says, until it has ended."""
    with pipe, contextlib.suppress(OSError, ValueError, EOFError, pickle.UnpicklingError):
        while (message := pipes.receive(pipe)) is not None:
            said.put(message)
    said.put(GONE)
