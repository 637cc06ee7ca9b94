"""The game of one task, for any front end: the learner answers, and the others keep still, but for
what a task says that they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from termgames.core.errors import OptionError
from termgames.play.sitting.live import Live
from termgames.play.sitting.thinkers import Nobody
from termgames.study.lessons.course import Task, Verdict

if TYPE_CHECKING:
    from termgames.study.exercises.answering import ExerciseTask

Posed: TypeAlias = "Task | ExerciseTask"
"""What can be answered."""
SHOWN_AFTER = 2
"""Wrong answers after which the right one may be looked at."""


class Attempt:
    """A task in front of a learner: the game, the answer on the board, and the verdict."""

    def __init__(self, task: Posed) -> None:
        self.task = task
        self._match = match = task.start.copy()
        others = {seat: Nobody() for seat in range(match.game.seats) if seat != match.to_act}
        self.live = Live(match, bots=others, delays=False)
        self.verdict: Verdict | None = None
        """The verdict on the answer that is on the board; None while there is none."""
        self.missed = 0
        """Wrong answers so far."""

    @property
    def open(self) -> bool:
        """Whether an answer is waited for."""
        return self.verdict is None and not self._answered

    @property
    def waits(self) -> bool:
        """Whether an answer was given on which there is no verdict yet."""
        return self.verdict is None and self._answered

    @property
    def answer(self) -> Any:
        """The answer in the match; there is one."""
        return self._match.move_at(self.task.start.ply)

    @property
    def _answered(self) -> bool:
        return self._match.ply > self.task.start.ply

    @property
    def solved(self) -> bool:
        """Whether the answer on the board is right."""
        return self.verdict is not None and self.verdict.right

    @property
    def may_look(self) -> bool:
        """Whether the right answer may be looked at now."""
        return self.missed >= SHOWN_AFTER and self.open

    def judge(self) -> Verdict | None:
        """The verdict on the answer in the match; each answer is judged once, and what follows it
        is played. None while there is no answer, or no verdict on it."""
        if self.waits:
            try:
                self.verdict = self.task.judge(self.answer)
            except OptionError as error:  # a check that has too many positions to look at
                self.verdict = Verdict(False, f"This answer cannot be judged: {error}.")
            else:
                if self.verdict is not None:
                    self.task.follow(self._match)
            self.missed += self.verdict is not None and not self.verdict.right
        return self.verdict

    def again(self) -> None:
        """Take the answer back, and what followed it."""
        self.verdict = None
        if self._answered:
            self.live.go_back(self.task.start.ply)
