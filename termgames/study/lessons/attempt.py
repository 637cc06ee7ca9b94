"""The game of one task, for any front end: the learner answers, and the others keep still, but for
what a task says that they do."""

from __future__ import annotations

from typing import Any

from termgames.core.errors import OptionError
from termgames.play.sitting.live import Live
from termgames.study.lessons.course import Task, Verdict

SHOWN_AFTER = 2
"""Wrong answers after which the right one may be looked at."""


class _Still:
    """The thinker of the seats that the task does not ask: it never answers."""

    def ask(self, serial: int, state: Any, seconds: float | None = None) -> None:
        """Do nothing."""

    def stop(self) -> None:
        """Do nothing."""


class Attempt:
    """A task in front of a learner: the game, the answer on the board, and the verdict."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self._match = match = task.begin()
        others = {seat: _Still() for seat in range(match.game.seats) if seat != task.seat}
        self.live = Live(match, bots=others, delays=False)
        self.verdict: Verdict | None = None
        """The verdict on the answer that is on the board; None while there is none."""
        self.missed = 0
        """Wrong answers so far."""

    @property
    def open(self) -> bool:
        """Whether an answer is waited for."""
        return self.verdict is None

    @property
    def solved(self) -> bool:
        """Whether the answer on the board is right."""
        return self.verdict is not None and self.verdict.right

    @property
    def may_look(self) -> bool:
        """Whether the right answer may be looked at now."""
        return self.missed >= SHOWN_AFTER and self.open

    @property
    def followed(self) -> tuple[str, ...]:
        """The moves that followed the answer on the board, as the game writes them."""
        return tuple(self._match.texts()[self.task.start.ply + 1 :])

    def judge(self) -> Verdict | None:
        """The verdict on the answer in the match; each answer is judged once, and what follows it
        is played. None while there is no answer."""
        ply = self.task.start.ply
        if self.open and self.live.shown.match.ply > ply:
            try:
                self.verdict = self.task.judge(self.live.shown.match.move_at(ply))
            except OptionError as error:  # a check that has too many positions to look at
                self.verdict = Verdict(False, f"This answer cannot be judged: {error}.")
            else:
                self.task.follow(self._match)
            self.missed += not self.verdict.right
        return self.verdict

    def again(self) -> None:
        """Take the answer back, and what followed it."""
        self.verdict = None
        while self._match.ply > self.task.start.ply and self.live.undo():
            pass
