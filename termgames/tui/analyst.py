"""A bot that plays no seat, asked beside the game: who will own what, what to play, and what a
move was worth."""

from __future__ import annotations

import threading
import time
from typing import Any

from textual.message import Message
from textual.widget import Widget

from termgames.play.bots.allowance import GRACE
from termgames.play.children.child import Child
from termgames.play.events import Answer, Failed, Progress, Resigns

REST = 0.9
"""Seconds between two reports that are shown."""
PATIENCE = 2 + GRACE
"""Seconds without a word after which the bot is taken to hang."""


class Analyst:
    """A bot in its own process that answers any question that its process understands: who wins a
    position, what to play there, what a move was worth."""

    class Reported(Message):
        """The answer so far to a question, the last one when `final`."""

        def __init__(self, by: Analyst, question: Any, answer: Any, *, final: bool) -> None:
            super().__init__()
            self.by, self.question, self.answer, self.final = by, question, answer, final

    class Ended(Message):
        """The bot broke down or says nothing, as `fault` tells; nothing more will come."""

        def __init__(self, by: Analyst, fault: str) -> None:
            super().__init__()
            self.by, self.fault = by, fault

    def __init__(self, child: Child, target: Widget) -> None:
        """`child` is its process, and `target` gets its messages."""
        self._target, self._child = target, child
        self._asked: tuple[int, Any] = (0, None)
        """The number of the question that is open, and the question; None where none is."""
        self._spoke = False
        """Whether the bot has said anything since `_wait` last began to wait for it."""
        threading.Thread(target=self._pump, name="analyst", daemon=True).start()

    @property
    def asked(self) -> Any:
        """The question that is open; None where none is."""
        return self._asked[1]

    def ask(self, question: Any) -> None:
        """Ask something and forget the question before; nothing new when it is the same."""
        if question is not self.asked:
            self._asked = self._asked[0] + 1, question
            self._child.ask(*self._asked)
            self._wait(self._asked)

    def _wait(self, asked: tuple[int, Any]) -> None:
        """Look after a while whether the bot has said anything about the question."""

        def look() -> None:
            if asked is not self._asked:
                return
            if self._spoke:
                self._wait(asked)
            else:
                fault = f"its bot has said nothing for {PATIENCE:g} seconds; ask again"
                self._target.post_message(self.Ended(self, fault))

        self._spoke = False
        self._target.set_timer(PATIENCE, look)

    def answered(self) -> None:
        """No question is open any more. It takes a number, too: what the bot still says of the
        last one is dropped."""
        self._asked = self._asked[0] + 1, None

    def rest(self) -> None:
        """Think no further: somebody else needs the machine."""
        if self.asked is not None:
            self._child.stop()
            self.answered()

    def close(self) -> None:
        """End the bot."""
        self._child.close()

    def _pump(self) -> None:
        """In a thread of its own: post reports until the process has ended. Of the reports on one
        question all but the first and one in `REST` seconds are dropped, so that keys do not wait
        behind them."""
        posted, shown_at = 0, 0.0
        while (reply := self._child.read()) is not None:
            self._spoke = True
            asked, now = self._asked, time.monotonic()
            match reply:
                case Progress(serial, answer) | Answer(serial, answer):
                    final = isinstance(reply, Answer)
                    if serial != asked[0] or not (
                        final or serial != posted or now - shown_at >= REST
                    ):
                        continue
                    posted, shown_at = serial, now
                    self._target.post_message(self.Reported(self, asked[1], answer, final=final))
                case Resigns():
                    self._target.post_message(self.Ended(self, "it resigned"))
                case Failed(_, text):
                    self._target.post_message(self.Ended(self, text))
