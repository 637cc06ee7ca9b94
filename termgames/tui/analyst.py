"""A bot that plays no seat, asked beside the game: who will own what, and what to play."""

from __future__ import annotations

import threading
from typing import Any

from textual.message import Message
from textual.widget import Widget

from termgames.core.game import Game
from termgames.play.bots.allowance import GRACE
from termgames.play.bots.process import BotProcess
from termgames.play.events import Answer, Failed, Progress
from termgames.search.limits import Thought

STRENGTH = "mcts:playouts=30000,time=2"
PATIENCE = 2 + GRACE
"""Seconds without a word after which the bot is taken to hang."""


class Analyst:
    """A bot in its own process that says of any position what it thinks of it."""

    class Said(Message):
        """The opinion so far of the question `serial`, the last one when `final`."""

        def __init__(self, serial: int, thought: Thought, *, final: bool) -> None:
            super().__init__()
            self.serial, self.thought, self.final = serial, thought, final

    class Gone(Message):
        """The bot broke down or says nothing, as `fault` tells; nothing more will come."""

        def __init__(self, fault: str) -> None:
            super().__init__()
            self.fault = fault

    def __init__(self, game: Game[Any, Any], target: Widget) -> None:
        """Start the bot; `target` hears what it says."""
        self._target = target
        self.serial = 0
        """The question asked last; reports on older ones are out of date."""
        self.state: Any = None
        """The position asked about last."""
        self.verdict: Thought | None = None
        """The final opinion on it, once the screen has noted it here."""
        self._spoke = False
        """Whether the bot said anything while it was last waited for."""
        self._process = BotProcess(game.id, game.options, STRENGTH)
        self._process.start()
        threading.Thread(target=self._pump, name="analyst", daemon=True).start()

    def ask(self, state: Any) -> None:
        """Think about `state` and forget the position before; nothing new when it is the same."""
        if state is not self.state:
            self.serial += 1
            self.state, self.verdict = state, None
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
                self._target.post_message(self.Gone(fault))

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
        """In a thread of its own: post every report until the process has ended."""
        while (said := self._process.read()) is not None:
            self._spoke = True
            match said:
                case Progress(serial, thought):
                    self._target.post_message(self.Said(serial, thought, final=False))
                case Answer(serial, thought):
                    self._target.post_message(self.Said(serial, thought, final=True))
                case Failed(_, text):
                    self._target.post_message(self.Gone(text))
