"""Searches in processes of their own that help one that leads (`search.parallel`).

    leader                                   helper (python -m termgames.play.bots.helper_process)
      Helping ────────────────────────────────▶ makes game and search
      Task, Told, Stop ───────────────────────▶ a thread reads, the main thread searches
      Told ◀──────────────────────────────────── what is new, the last one final
      (the pipe closes) ──────────────────────▶ ends at once, even while searching

A helper whose process ends is done without, and nothing waits for one that does not answer.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import subprocess
import threading
import weakref
from dataclasses import dataclass
from functools import partial
from typing import IO, TYPE_CHECKING, Any

from termgames.play.bots import pipes
from termgames.search.parallel import GONE, HelperMessage, Task, help_with

if TYPE_CHECKING:
    from termgames.play.bots.players import PlayerSpec

_BACKLOG = 4
"""Messages that may wait for a helper before it is told no more."""


@dataclass(frozen=True)
class Helping:
    """What a helper needs to make its search."""

    game_id: str
    options: dict[str, Any]
    spec: PlayerSpec
    seed: int | None


@dataclass(frozen=True)
class Stop:
    """To the helper: search no further."""


class HelperProcess:
    """`search.parallel.Helper`: a process that is started at once, and ends when it is
    closed, when nobody refers to it any more, and with its parent."""

    def __init__(self, helping: Helping) -> None:
        self._process = pipes.start("termgames.play.bots.helper_process")
        self._said: queue.SimpleQueue[HelperMessage] = queue.SimpleQueue()
        self._orders: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._gone = False
        self._end = weakref.finalize(self, _end, self._process, self._orders)
        # The threads must not keep the object, whose end is the process's.
        for work, pipe, line in (
            (_listen, self._process.stdout, self._said),
            (_hand_on, self._process.stdin, self._orders),
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

    def tell(self, told: HelperMessage) -> None:
        """Hand on what others found, unless the helper is far behind."""
        if self._orders.qsize() < _BACKLOG:
            self._orders.put(told)

    def stop(self) -> None:
        """Search no further; nothing happens when there is no search."""
        self._orders.put(Stop())

    def hear(self, seconds: float = 0.0) -> HelperMessage | None:
        """The next report, waiting for one at most so long."""
        if self._gone:
            return GONE
        try:
            told = self._said.get(timeout=seconds) if seconds > 0 else self._said.get_nowait()
        except queue.Empty:
            return None
        self._gone = told is GONE
        return told

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
        while (told := pipes.receive(pipe)) is not None:
            said.put(told)
    said.put(GONE)


def _hand_on(pipe: IO[bytes], orders: queue.SimpleQueue[Any]) -> None:
    """In a thread: whatever is for the helper, until there is no more or nobody reads."""
    # What a dead helper did not read cannot be flushed when the pipe closes either.
    with contextlib.suppress(OSError, ValueError), pipe:
        while (order := orders.get()) is not None:
            pipes.write(pipe, order)


# -- the helper -----------------------------------------------------------------------------


class _Helper:
    """Tasks come in through a thread, reports go out from the main thread."""

    def __init__(self, incoming: IO[bytes], outgoing: IO[bytes]) -> None:
        self.incoming, self.outgoing = incoming, outgoing
        self.tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
        self.told: queue.SimpleQueue[HelperMessage] = queue.SimpleQueue()
        self.wanted = 0
        """The task to work on, by its number; 0 when there is none."""

    def listen(self) -> None:
        """Read until the pipe closes, then end the process, whatever it is doing."""
        with contextlib.suppress(OSError, ValueError, EOFError, pickle.UnpicklingError):
            while (message := pipes.receive(self.incoming)) is not None:
                match message:
                    case Task():
                        self.wanted = message.number
                        self.tasks.put(message)
                    case HelperMessage():
                        self.told.put(message)
                    case Stop():
                        self.wanted = 0
        os._exit(0)

    def run(self) -> None:
        """Work for ever."""
        helping = pipes.receive(self.incoming)
        if helping is None:
            return
        threading.Thread(target=self.listen, daemon=True).start()
        try:
            search = _make(helping)
            while True:
                task = self.tasks.get()
                help_with(
                    search,
                    task,
                    tell=lambda told: pipes.write(self.outgoing, told),
                    heard=self.heard,
                    should_stop=partial(self.unwanted, task),
                )
        except Exception:
            # The process boundary: the leader goes on alone. The ordinary way out would
            # wait for the thread that reads.
            os._exit(1)

    def unwanted(self, task: Task) -> bool:
        """Whether somebody waits for another task, or for none."""
        return self.wanted != task.number

    def heard(self) -> list[HelperMessage]:
        """What has come since."""
        found = []
        with contextlib.suppress(queue.Empty):
            while True:
                found.append(self.told.get_nowait())
        return found


def _make(helping: Helping) -> Any:
    from termgames import games
    from termgames.play.bots import factory

    game = games.create(helping.game_id, helping.options)
    return factory.searcher(helping.spec, game, seed=helping.seed, solves=False)


def main() -> None:
    """Run the helper over the standard streams, which nothing else may then use."""
    _Helper(*pipes.parent()).run()


if __name__ == "__main__":
    # Messages are pickled as classes of this module under its own name, not of __main__.
    from termgames.play.bots import helper_process

    helper_process.main()
