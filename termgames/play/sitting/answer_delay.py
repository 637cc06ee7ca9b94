"""Bots take the same time over every question out of turn, whatever cards they hold.

A bot without a choice answers such a question at once, one with a choice has to think: from
the time, others could tell which it was. So every answer is held back until a fixed time is
over, and a bot that has not answered by then is told to decide.
"""

from __future__ import annotations

from collections.abc import Callable

from termgames.search.limits import Thought

SECONDS = 0.3
"""How long every answer out of turn takes where a human plays."""
SECONDS_AMONG_BOTS = 0.1
"""The same where bots play among themselves: no human has to follow each answer."""


class AnswerDelay:
    """Holds back the answer to a question out of turn until its time is over.

    `deliver` gets an answer and its serial when it may be played, `stop` makes the bot decide.
    There is no clock in here: the owner calls `due` when the time of a question is over.
    """

    def __init__(
        self, deliver: Callable[[int, Thought], None], stop: Callable[[int], None]
    ) -> None:
        self._deliver, self._stop = deliver, stop
        self._serial: int | None = None
        self._held: Thought | None = None

    def on_question(self, serial: int) -> None:
        """A bot has been asked out of turn."""
        self._serial, self._held = serial, None

    def on_answer(self, serial: int, thought: Thought) -> None:
        """A bot has answered. Only an answer out of turn, before its time, is held back."""
        if serial == self._serial:
            self._held = thought
        else:
            self._deliver(serial, thought)

    def due(self, serial: int) -> None:
        """The time of a question is over; nothing happens when it is no longer open."""
        if serial != self._serial:
            return
        held, self._serial = self._held, None
        if held is None:
            self._stop(serial)
        else:
            self._deliver(serial, held)
