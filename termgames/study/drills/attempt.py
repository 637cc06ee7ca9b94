"""The game of one task, for any front end: the learner answers, and the others keep still, but for
what a task says that they do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from termgames.core.errors import OptionError
from termgames.core.game import Seat
from termgames.play.match import AnyMatch
from termgames.play.sitting.live import Live
from termgames.play.sitting.thinkers import Nobody
from termgames.study.lessons.course import Verdict

SHOWN_AFTER = 2
"""Wrong answers after which the right one may be looked at."""


class Posed(Protocol):
    """What an attempt needs of a task: one of a lesson, or a position out of a game."""

    @property
    def start(self) -> AnyMatch:
        """The game up to the task; never played on."""

    @property
    def seat(self) -> Seat:
        """Who is asked."""

    @property
    def answers(self) -> Sequence[Any]:
        """Right answers, the one to be shown first."""

    def begin(self) -> AnyMatch:
        """The game as it stands when the task begins, to be played on."""

    def judge(self, move: Any) -> Verdict | None:
        """The verdict on a legal move; None as long as it is not known."""

    def follow(self, match: AnyMatch) -> None:
        """Play what follows the answer that was given in the match, right or wrong."""


class Attempt:
    """A task in front of a learner: the game, the answer on the board, and the verdict."""

    def __init__(self, task: Posed) -> None:
        self.task = task
        self._match = match = task.begin()
        others = {seat: Nobody() for seat in range(match.game.seats) if seat != task.seat}
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

    @property
    def followed(self) -> tuple[str, ...]:
        """The moves that followed the answer on the board, as the game writes them."""
        return tuple(self._match.texts()[self.task.start.ply + 1 :])

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
