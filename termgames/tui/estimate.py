"""Who will own what, in the opinion of a bot that plays no seat: asked beside the game."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from textual.message import Message
from textual.widget import Widget

from termgames.core.game import Game
from termgames.play.botprocess import Answer, BotProcess, Progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ANALYST = "mcts:playouts=6000,time=2"


class Estimator:
    """A bot in its own process that says of any position what it would come to."""

    class Estimated(Message):
        """The opinion so far of the question `serial`: (cells, seats) shares."""

        def __init__(self, serial: int, owner: NDArray[np.float32]) -> None:
            super().__init__()
            self.serial, self.owner = serial, owner

    def __init__(self, game: Game[Any, Any], target: Widget) -> None:
        self._target = target
        self.serial = 0
        """The question asked last; reports on older ones are out of date."""
        self._process = BotProcess(game.id, game.options, ANALYST)
        self._process.start()
        threading.Thread(target=self._pump, name="estimator", daemon=True).start()

    def ask(self, state: Any) -> None:
        """Think about `state` and forget the position before."""
        self.serial += 1
        self._process.ask(self.serial, state)

    def close(self) -> None:
        """End the bot."""
        self._process.close()

    def _pump(self) -> None:
        """In a thread of its own. A failure ends the estimates and nothing else."""
        while (said := self._process.read()) is not None:
            if isinstance(said, Progress | Answer) and said.thought.owner is not None:
                self._target.post_message(self.Estimated(said.serial, said.thought.owner))
