"""A process of ours that answers questions, so that its thinking never delays the keys: a bot, a
helper of its search, an adviser, a teacher, a review.

    parent                                    child
      role ───────────────────────────────────▶ makes the worker that the role stands for
      think(serial, state), stop ─────────────▶ a thread reads, the main thread thinks
      ponder(state) ──────────────────────────▶ thinks on until the next message
      begins(serial) ◀───────────────────────── where a clock runs
      progress(serial), answer(serial) ◀─────── carry the question's serial
      failed ◀───────────────────────────────── what went wrong, one line
      (the pipe closes) ──────────────────────▶ ends at once, even while thinking

The child ends when its pipe closes (`pipes.py`): killing the parent leaves nothing behind.
"""

import contextlib
import math
import os
import pickle
import queue
import subprocess
import sys
import threading
import traceback
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any, Protocol

from termgames.play.bots.bot import Following, MoveTexts, Pondering, reply
from termgames.play.children import pipes
from termgames.play.children.shared_room import Parcel, SharedRoom
from termgames.play.events import Answer, Begins, Failed, Progress, Reply, Resigns


class Role(Protocol):
    """What a child is to be. It travels to the child, and only there loads what the work needs."""

    def worker(self) -> Any:
        """What answers the questions: its `think` is called as that of `bots.bot.Bot`. `state` and
        answers are what parent and worker agree on."""


@dataclass(frozen=True)
class Begin:
    """The first message to the child."""

    role: Role
    room: int | None
    """The file of the `SharedRoom` for its replies; without one they come through the pipe."""


@dataclass(frozen=True)
class Think:
    """To the child: answer for the seat to act in `state`. An older question is dropped.
    `played` is how the position came about, for a bot that is another program."""

    serial: int
    state: Any
    played: MoveTexts = ()
    seconds: float | None = None
    """How long it may take at most, of a clock that runs as soon as it begins."""


@dataclass(frozen=True)
class Ponder:
    """To the child: think about `state`, in which another is to act, until something else
    is wanted; nobody waits for an answer."""

    state: Any


@dataclass(frozen=True)
class Stop:
    """To the child: answer now with the best move so far, or stop pondering."""


class Child:
    """One child. It starts at once. Every method may be called from any thread, but `read` from
    one thread only."""

    def __init__(
        self,
        role: Role,
        *,
        played: Callable[[], MoveTexts] = tuple,
        room: SharedRoom | None = None,
        patience: float | None = None,
        log: Path | None = None,
    ) -> None:
        """`played` answers the moves of the match whenever a question is asked; a bot that is
        another program needs them. `room` is for replies with large arrays. With `patience` a
        message is sent at once, and a child that does not take it within so many seconds is ended;
        without it, messages are sent by a thread, so that nobody ever waits. `log` gets the child's
        error output; without it that is thrown away."""
        self.ended = False
        """Whether nothing more will be read."""
        self._played, self._room, self._patience = played, room, patience
        file = None if room is None else room.file
        self._process = pipes.start(__name__, log, () if file is None else (file,))
        self._channel = pipes.Channel(self._process)
        self._end = weakref.finalize(self, _end, self._process, self._channel, room)
        self._serial: int | None = None
        self._pondering: Any = None
        self._orders: queue.SimpleQueue[object] = queue.SimpleQueue()
        if patience is None:
            threading.Thread(target=self._hand_on, name="to a child", daemon=True).start()
        self._send(Begin(role, file))

    @property
    def pid(self) -> int:
        """The child's process number."""
        return self._process.pid

    def ask(self, serial: int, state: Any, seconds: float | None = None) -> None:
        """Begin to think about `state`; the answer will carry `serial`. With `seconds` it says when
        it begins, and takes no longer.

        A question that is still open is dropped; its answer may arrive nevertheless.
        """
        self._serial, self._pondering = serial, None
        self._send(Think(serial, state, self._played(), seconds))

    def ponder(self, state: Any) -> None:
        """Think about `state`, in which another is to act, until the next question. The bot may
        decline. The state must hold nothing that is hidden from the bot."""
        if state is not self._pondering:
            self._serial, self._pondering = None, state
            self._send(Ponder(state))

    def rest(self) -> None:
        """Stop pondering. A question that is open stays open."""
        if self._pondering is not None:
            self._pondering = None
            self._send(Stop())

    def stop(self) -> None:
        """Ask for the answer now. Does nothing while no question is open."""
        self._send(Stop())

    def read(self, seconds: float = math.inf) -> Reply | None:
        """Wait for the next reply, at most so many seconds; None if none has come, and from the end
        of the child on.

        A child that ends unasked gives one `Failed` before.
        """
        try:
            message = self._channel.receive(seconds)
            if isinstance(message, Parcel) and self._room is not None:
                message = self._room.take(message)
        except (OSError, ValueError, EOFError, pickle.UnpicklingError):
            self._end()
            if self.ended:
                return None
            code = self._process.wait()
            message = Failed(self._serial, f"its process ended unexpectedly (code {code})")
        self.ended = self.ended or isinstance(message, Failed)
        if isinstance(message, Answer | Resigns) and message.serial == self._serial:
            self._serial = None
        said: Reply | None = message
        return said

    def close(self) -> None:
        """End the child; `read` then answers None. May be called twice."""
        self.ended = True
        self._orders.put(None)
        self._end()

    def _send(self, message: object) -> None:
        if self._patience is None:
            self._orders.put(message)
        else:
            self._deliver(message, self._patience)

    def _hand_on(self) -> None:
        """In a thread of its own: send what is put into `_orders`, until that is None."""
        while (message := self._orders.get()) is not None:
            self._deliver(message)

    def _deliver(self, message: object, seconds: float = math.inf) -> None:
        """Send a message, or end the child that does not take it."""
        try:
            self._channel.send(message, seconds)
        except (OSError, ValueError, pickle.PicklingError, AttributeError, TypeError):
            # The last three: states that cannot be pickled, of a game from another package.
            self._end()


def _end(process: subprocess.Popen[bytes], channel: pipes.Channel, room: SharedRoom | None) -> None:
    process.kill()
    process.wait()
    channel.close()
    if room is not None:
        room.close()


# -- the child ------------------------------------------------------------------------------


class _Inside:
    """Questions come in through a thread, answers go out from the main thread."""

    def __init__(self, incoming: IO[bytes], outgoing: IO[bytes]) -> None:
        self._incoming, self._outgoing = incoming, outgoing
        self._room: SharedRoom | None = None
        self._questions: queue.SimpleQueue[tuple[int, Think | Ponder]] = queue.SimpleQueue()
        self._warm = False
        """Whether it has thought before its clock ran."""
        self._latest = 0
        """The number of the latest question; older ones are dropped."""
        self._stopped = 0
        """The number of the question that must be answered at once."""

    def run(self) -> None:
        """Answer questions until the pipe closes."""
        serial = None
        try:
            begin: Begin | None = pipes.receive(self._incoming)
            if begin is None:
                return
            if begin.room is not None:
                self._room = SharedRoom(begin.room)
            threading.Thread(target=self._listen, daemon=True).start()
            worker = begin.role.worker()
            while True:
                number, question = self._questions.get()
                if number != self._latest:
                    continue
                if isinstance(question, Think):
                    serial = question.serial
                    self._answer(worker, number, question)
                elif isinstance(worker, Pondering):
                    serial = None
                    worker.ponder(question.state, partial(self._must_stop, number))
        except Exception as error:
            # At the boundary of a process every fault is reported: one line to the parent, the
            # traceback to the log.
            from termgames.play import fault_reports  # the rules: most children never need it

            with contextlib.suppress(OSError, ValueError):
                self._say(Failed(serial, fault_reports.in_short(error)))
            traceback.print_exc()
            sys.stderr.flush()
            # An ordinary exit would wait for the reading thread.
            os._exit(1)

    def _listen(self) -> None:
        """Read until the pipe closes, then end the process, whatever it is doing."""
        while (message := pipes.receive(self._incoming)) is not None:
            if isinstance(message, Think | Ponder):
                self._latest += 1
                self._questions.put((self._latest, message))
            else:
                self._stopped = self._latest
        os._exit(0)

    def _answer(self, worker: Any, number: int, question: Think) -> None:
        if isinstance(worker, Following):
            worker.follow(question.played)
        think = partial(
            worker.think,
            question.state,
            on_progress=lambda so_far: self._say(Progress(question.serial, so_far)),
            should_stop=partial(self._must_stop, number),
        )
        if question.seconds is not None:
            searches = isinstance(worker, Pondering)
            if searches and not self._warm:
                # The first search loads and makes much that no player's time is spent on.
                worker.think(question.state, seconds=0.0)
            self._warm = True
            self._say(Begins(question.serial))
            think = partial(think, seconds=question.seconds)
        self._say(reply(question.serial, think))

    def _say(self, said: Reply) -> None:
        pipes.write(self._outgoing, said if self._room is None else self._room.put(said))

    def _must_stop(self, number: int) -> bool:
        """Whether thinking about a question must stop."""
        return number != self._latest or number == self._stopped


def main() -> None:
    """Run the child over the standard streams, which nothing else may then use."""
    _Inside(*pipes.parent()).run()
