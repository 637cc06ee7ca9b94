"""A bot that plays no seat, asked beside the game: who will own what, what to play, and what a
move was worth."""

from __future__ import annotations

import threading
import time
from typing import Any

from textual.message import Message
from textual.widget import Widget

from termgames.core.game import AnyGame
from termgames.play.advice import ADVISER, TEACHER
from termgames.play.bots.allowance import GRACE
from termgames.play.bots.process import BotProcess
from termgames.play.events import Answer, Failed, Progress, Resigns
from termgames.search.limits import Thought

_PROGRAM = "termgames.study.beside_process"
REST = 0.9
"""Seconds between two reports that are shown."""
PATIENCE = 2 + GRACE
"""Seconds without a word after which the bot is taken to hang."""


def adviser(game: AnyGame) -> BotProcess:
    """The process that says what to play in positions of a game, and why."""
    return BotProcess(game.id, game.options, ADVISER, program=_PROGRAM)


def teacher(game: AnyGame) -> BotProcess:
    """The process that looks at moves of humans."""
    return BotProcess(game.id, game.options, TEACHER, program=_PROGRAM)


class Analyst:
    """A bot in its own process that says of any position, or of any question that its process
    understands, what it thinks of it."""

    class Reported(Message):
        """The opinion so far of the question `serial`, the last one when `final`."""

        def __init__(self, by: Analyst, serial: int, thought: Thought, *, final: bool) -> None:
            super().__init__()
            self.by, self.serial, self.thought, self.final = by, serial, thought, final

    class Ended(Message):
        """The bot broke down or says nothing, as `fault` tells; nothing more will come."""

        def __init__(self, by: Analyst, fault: str) -> None:
            super().__init__()
            self.by, self.fault = by, fault

    def __init__(self, process: BotProcess, target: Widget) -> None:
        """Start the bot; `target` gets its messages."""
        self._target = target
        self.serial = 0
        """The question asked last; reports on older ones are out of date."""
        self.state: Any = None
        """The position asked about last."""
        self.latest: Thought | None = None
        """The opinion on it so far, set by the screen; `verdict` is the final one."""
        self.verdict: Thought | None = None
        self._spoke = False
        """Whether the bot has said anything since `_wait` last began to wait for it."""
        self._process = process
        self._process.start()
        threading.Thread(target=self._pump, name="analyst", daemon=True).start()

    def ask(self, state: Any) -> None:
        """Think about `state` and forget the position before; nothing new when it is the same."""
        if state is not self.state:
            self.serial += 1
            self.state, self.latest, self.verdict = state, None, None
            self._process.ask(self.serial, state)
            self._wait(self.serial)

    def _wait(self, serial: int) -> None:
        """Look after a while whether the bot has said anything about the question."""

        def look() -> None:
            if serial != self.serial or self.verdict is not None:
                return
            if self._spoke:
                self._wait(serial)
            else:
                fault = f"its bot has said nothing for {PATIENCE:g} seconds; ask again"
                self._target.post_message(self.Ended(self, fault))

        self._spoke = False
        self._target.set_timer(PATIENCE, look)

    def rest(self) -> None:
        """Think no further: somebody else needs the machine."""
        if self.state is not None and self.verdict is None:
            self._process.stop()
            self.serial += 1
            self.state = None

    def close(self) -> None:
        """End the bot."""
        self._process.close()

    def _pump(self) -> None:
        """In a thread of its own: post reports until the process has ended. Of the reports on one
        question all but the first and one in `REST` seconds are dropped, so that keys do not wait
        behind them."""
        posted, shown_at = 0, 0.0
        while (reply := self._process.read()) is not None:
            self._spoke = True
            match reply:
                case Progress(serial, thought):
                    now = time.monotonic()
                    if serial == posted and now - shown_at < REST:
                        continue
                    posted, shown_at = serial, now
                    self._target.post_message(self.Reported(self, serial, thought, final=False))
                case Answer(serial, thought):
                    self._target.post_message(self.Reported(self, serial, thought, final=True))
                case Resigns():
                    self._target.post_message(self.Ended(self, "it resigned"))
                case Failed(_, text):
                    self._target.post_message(self.Ended(self, text))
