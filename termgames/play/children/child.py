"""A bot in a process of its own, so that its thinking never delays the keys.

    parent                                    child (termgames.play.bots.process)
      setup ──────────────────────────────────▶ makes game and bot
      think(serial, state), stop ─────────────▶ a thread reads, the main thread thinks
      ponder(state) ──────────────────────────▶ thinks on until the next message
      progress(serial), thought(serial) ◀────── answers carry the question's serial
      (the pipe closes) ──────────────────────▶ ends at once, even while thinking

The child ends when its pipe closes (`pipes.py`): killing the parent leaves nothing behind.
What goes wrong in the child arrives as `Failed`, one line.
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any

from termgames.play.bots import pipes
from termgames.play.bots.gtp_bot import GtpBot, MoveTexts, reply
from termgames.play.bots.players import Pondering
from termgames.play.events import Answer, Failed, Progress, Reply, Resigns


@dataclass(frozen=True)
class Setup:
    """What a child needs to make its bot; see `factory.make_bot`."""

    game_id: str
    options: dict[str, Any]
    spec: str
    seed: int | None = None
    time: float | None = None
    time_scale: float = 1.0
    cores: int = 1
    allowed: frozenset[str] = frozenset()
    candidates: int = 0


@dataclass(frozen=True)
class Think:
    """To the child: answer for the seat to act in `state`. An older question is dropped.
    `played` is how the position came about, for a bot that is another program."""

    serial: int
    state: Any
    played: MoveTexts = ()


@dataclass(frozen=True)
class Ponder:
    """To the child: think about `state`, in which another is to act, until something else
    is wanted; nobody waits for an answer."""

    state: Any


@dataclass(frozen=True)
class Stop:
    """To the child: answer now with the best move so far, or stop pondering."""


class BotProcess:
    """One bot in one process. Every method may be called from any thread, but `read` from
    one thread only.

    `game_id` and `options` as `games.create` takes them, the rest as `factory.make_bot`
    does, with the player's name as text. `played` answers the moves of the match whenever a
    question is asked; a bot that is another program needs them. `log` gets the child's error
    output; without it that is thrown away. `program` is the module that is run; another than this
    one makes its bot in its own way, see `serve`.
    """

    def __init__(
        self,
        game_id: str,
        options: Mapping[str, Any],
        spec: str,
        seed: int | None = None,
        *,
        time: float | None = None,
        time_scale: float = 1.0,
        cores: int = 1,
        allowed: frozenset[str] = frozenset(),
        candidates: int = 0,
        program: str = "termgames.play.bots.process",
        played: Callable[[], MoveTexts] = tuple,
        log: Path | None = None,
    ) -> None:
        self.setup = Setup(
            game_id, dict(options), spec, seed, time, time_scale, cores, allowed, candidates
        )
        self._played, self._program = played, program
        self.log = log
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._failed = False
        self._serial: int | None = None
        self._pondering: Any = None
        self._orders: queue.SimpleQueue[object] = queue.SimpleQueue()

    @property
    def pid(self) -> int | None:
        """The child's process number, None before `start`."""
        return None if self._process is None else self._process.pid

    @property
    def open_question(self) -> int | None:
        """The serial of the question that is open."""
        return self._serial

    def start(self) -> None:
        """Start the child; it makes its bot while the caller goes on."""
        process = self._process = pipes.start(self._program, self.log)
        orders = (process.stdin, self._orders)
        threading.Thread(target=pipes.hand_on, args=orders, name="to a bot", daemon=True).start()
        self._send(self.setup)

    def ask(self, serial: int, state: Any) -> None:
        """Begin to think about `state`; the answer will carry `serial`.

        A question that is still open is dropped; its answer may arrive nevertheless.
        """
        self._serial, self._pondering = serial, None
        self._send(Think(serial, state, self._played()))

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

    def read(self) -> Reply | None:
        """Wait for the next reply; None once the process was closed.

        A child that ends unasked gives one `Failed`, then None.
        """
        process = self._process
        if process is None or process.stdout is None:
            return None
        try:
            message: Reply | None = pipes.receive(process.stdout)
        except (OSError, ValueError, EOFError, pickle.UnpicklingError):
            message = None
        if message is None:
            self._orders.put(None)
            process.stdout.close()
            code = process.wait()
            self._process = None
            if self._closed or self._failed:
                return None
            return Failed(self._serial, f"the bot's process ended unexpectedly (code {code})")
        self._failed = isinstance(message, Failed)
        if isinstance(message, Answer | Resigns) and message.serial == self._serial:
            self._serial = None
        return message

    def close(self) -> None:
        """End the child; `read` then answers None. May be called twice."""
        self._closed = True
        self._orders.put(None)
        process = self._process
        if process is None:
            return
        process.kill()
        process.wait()

    def _send(self, message: object) -> None:
        self._orders.put(message)


# -- the child ------------------------------------------------------------------------------


class _Child:
    """Questions come in through a thread, answers go out from the main thread."""

    def __init__(
        self, incoming: IO[bytes], outgoing: IO[bytes], make: Callable[[Setup], Any]
    ) -> None:
        """`make` makes the bot."""
        self.incoming, self.outgoing, self.make = incoming, outgoing, make
        self.questions: queue.SimpleQueue[tuple[int, Think | Ponder]] = queue.SimpleQueue()
        self.latest = 0
        """The number of the latest question; older ones are dropped."""
        self.stopped = 0
        """The number of the question that must be answered at once."""

    def listen(self) -> None:
        """Read until the pipe closes, then end the process, whatever it is doing."""
        while (message := pipes.receive(self.incoming)) is not None:
            if isinstance(message, Think | Ponder):
                self.latest += 1
                self.questions.put((self.latest, message))
            else:
                self.stopped = self.latest
        os._exit(0)

    def run(self) -> None:
        """Answer questions until the pipe closes."""
        setup = pipes.receive(self.incoming)
        if setup is None:
            return
        threading.Thread(target=self.listen, daemon=True).start()
        serial = None
        try:
            bot = self.make(setup)
            while True:
                number, question = self.questions.get()
                if number != self.latest:
                    continue
                if isinstance(question, Think):
                    serial = question.serial
                    self._answer(bot, number, question)
                elif isinstance(bot, Pondering):
                    serial = None
                    bot.ponder(question.state, partial(self._must_stop, number))
        except Exception as error:
            # At the boundary of a process every fault is reported: one line to the parent, the
            # traceback to the log.
            from termgames.play import fault_reports  # the rules: most children never need it

            pipes.write(self.outgoing, Failed(serial, fault_reports.in_short(error)))
            traceback.print_exc()
            sys.stderr.flush()
            # An ordinary exit would wait for the reading thread.
            os._exit(1)

    def _answer(self, bot: Any, number: int, question: Think) -> None:
        if isinstance(bot, GtpBot):
            bot.follow(question.played)
        think = partial(
            bot.think,
            question.state,
            on_progress=lambda so_far: pipes.write(
                self.outgoing, Progress(question.serial, so_far)
            ),
            should_stop=partial(self._must_stop, number),
        )
        pipes.write(self.outgoing, reply(question.serial, think))

    def _must_stop(self, number: int) -> bool:
        """Whether thinking about a question must stop."""
        return number != self.latest or number == self.stopped


def _make(setup: Setup) -> Any:
    from termgames import games
    from termgames.play.bots.factory import make_bot
    from termgames.play.bots.players import parse_player

    game = games.create(setup.game_id, setup.options)
    return make_bot(
        parse_player(setup.spec),
        game,
        seed=setup.seed,
        time=setup.time,
        time_scale=setup.time_scale,
        cores=setup.cores,
        allowed=setup.allowed,
        candidates=setup.candidates,
    )


def serve(make: Callable[[Setup], Any]) -> None:
    """Run the child over the standard streams, which nothing else may then use, with the bot that
    `make` makes."""
    _Child(*pipes.parent(), make).run()


def main() -> None:
    """Run the child of an ordinary bot."""
    serve(_make)
