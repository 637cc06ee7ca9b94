"""Helper processes as the search sees them: they make some of its playouts (`search.parallel`).

    search                                helper (termgames.play.bots.helper_program)
      Hello ───────────────────────────────▶ makes game and search
              ◀───────────────────────────── Answer: it listens
      Question, Batch ─────────────────────▶ plays leaves out
              ◀───────────────────────────── Answer with their results, as a Parcel
      (the pipe closes) ───────────────────▶ ends, after the batch that it is busy with

A search goes on without a helper whose process has ended, and never waits long for one.
"""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from termgames.play.bots import pipes
from termgames.play.bots.shared_room import SharedRoom
from termgames.search.parallel import GONE, Answer, Batch, Question

if TYPE_CHECKING:
    from termgames.play.bots.players import PlayerSpec

_PATIENCE = 0.1
"""Seconds in which a helper must take an order. It listens to nothing else meanwhile."""


@dataclass(frozen=True)
class Helping:
    """What a helper needs to make its search."""

    game_id: str
    options: dict[str, Any]
    spec: PlayerSpec
    seed: int | None


@dataclass(frozen=True)
class Hello:
    """The first message to a helper."""

    helping: Helping
    room: int
    """The file of the `SharedRoom` for its answers."""


class HelperProcess:
    """`search.parallel.Helper` as a process. It starts at once and ends when it is closed, when
    nothing refers to this object any more, or when its parent ends."""

    def __init__(self, helping: Helping) -> None:
        self._room = SharedRoom.create()
        self._process = pipes.start("termgames.play.bots.helper_program", files=(self._room.file,))
        self._channel = pipes.Channel(self._process)
        self._is_closed = False
        self._end = weakref.finalize(self, _end, self._process, self._room)
        self.send(Hello(helping, self._room.file))

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def send(self, order: Hello | Question | Batch) -> None:
        """Hand an order on to the process, which waits for one. A process that does not read it
        is given up."""
        if self._is_closed:
            # The numbers of its pipes may be those of other files by now.
            return
        try:
            self._channel.send(order, _PATIENCE)
        except (OSError, pickle.PicklingError, AttributeError, TypeError):
            # The last three: states that cannot be pickled, of a game from another package.
            self.close()

    def hear(self, seconds: float = 0.0) -> Answer | None:
        """The next answer; None if it does not come within `seconds`."""
        if self._is_closed:
            return GONE
        try:
            parcel = self._channel.receive(seconds)
            answer: Answer | None = None if parcel is None else self._room.take(parcel)
        except (OSError, ValueError, EOFError, pickle.UnpicklingError):
            self.close()
            return GONE
        return answer

    def close(self) -> None:
        """End the process. May be called twice."""
        self._is_closed = True
        self._end()


def _end(process: subprocess.Popen[bytes], room: SharedRoom) -> None:
    process.kill()
    process.wait()
    room.close()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            # What a dead child did not read cannot be flushed when the pipe closes.
            with contextlib.suppress(OSError):
                pipe.close()
