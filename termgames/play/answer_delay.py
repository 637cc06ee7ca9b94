"""Bots take the same time over every question out of turn, whatever they hold.

A bot that may only say no answers at once, one with a choice thinks: the time would tell.
So an answer is held back until a fixed time is over, and a bot that has not answered by
then is told to come to a decision.
"""

from __future__ import annotations

from collections.abc import Callable

from termgames.search.limits import Thought

SECONDS = 0.3
"""What every answer out of turn takes."""


class AnswerDelay:
    """The question that waits for its time. `deliver` gets the answer and its serial, `stop`
    ends the thinking about a question; whoever uses it calls `due` when the time of a question
    is over."""

    def __init__(
        self, deliver: Callable[[int, Thought], None], stop: Callable[[int], None]
    ) -> None:
        self._deliver, self._stop = deliver, stop
        self._serial: int | None = None
        self._held: Thought | None = None

    def asked(self, serial: int) -> None:
        """A bot has been asked out of turn."""
        self._serial, self._held = serial, None

    def answered(self, serial: int, thought: Thought) -> None:
        """A bot has answered: out of turn before its time is held back."""
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
