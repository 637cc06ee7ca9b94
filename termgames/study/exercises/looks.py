"""How good an answer to an exercise is, and whether what was better holds, by searches in processes
of their own. What is asked and answered travels as plain values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from termgames import games
from termgames.play.advice import LOOK, TEACHING_LOOKS
from termgames.play.children.child import Child
from termgames.play.events import Answer
from termgames.search.limits import Limit
from termgames.study.exercises.exercise import Exercise
from termgames.study.judge import Comparison, Judge
from termgames.study.reasons import reason_compared
from termgames.study.review import DEEPER, noise_of, size_of


@dataclass(frozen=True)
class Weighed:
    """An answer beside the best move."""

    move: str
    size: str
    """What the mistake is called; empty where the answer is no worse, as far as the searches can
    tell."""
    lost: float
    """How much of the win it gives away, 0 to 1."""
    refutation: tuple[str, ...]
    """How play could go on with it, that move first."""


@dataclass(frozen=True)
class DeeperLook:
    """What a deeper look says of an exercise."""

    exercise: Exercise | None
    """The exercise with what that look knows better; None where it is none any more."""
    why: str = ""
    """Why it is none: a sentence without its full stop."""

    def taken(self, kept: Exercise) -> Exercise:
        """The exercise as it is kept meanwhile, with what the look knows better."""
        assert self.exercise is not None, "one that holds"
        return replace(self.exercise, memory=kept.memory, as_good=kept.as_good)


@dataclass(frozen=True)
class LooksRole:
    """Looks at one exercise. It does its work itself."""

    exercise: Exercise
    limit: Limit = LOOK

    def worker(self) -> LooksRole:
        """Itself."""
        return self

    def think(self, move: str | None, **_: Any) -> Weighed | DeeperLook:
        """Weigh an answer; without one check the exercise."""
        looks = Looks(self.exercise, self.limit)
        return looks.check() if move is None else looks.weigh(move)


class Looks:
    """Judges what may be played in an exercise. With limits of playouts alone the same question
    gets the same answer."""

    def __init__(self, exercise: Exercise, limit: Limit = LOOK) -> None:
        """`limit` is for one look. RecordError where the exercise cannot be begun."""
        self._exercise, self._limit = exercise, limit
        match = exercise.begin()
        self._game, self._seat = match.game, match.to_act
        self._judge = Judge(match.game)
        self._seen = match.seen(match.to_act)

    def weigh(self, move: str) -> Weighed:
        """An answer beside the best move, both looked at as long as a teacher looks at a move."""
        best, answer = (self._game.parse(self._seen, text) for text in (self._exercise.best, move))
        compared = self._compared(best, answer, self._limit.scaled(TEACHING_LOOKS))
        size, lost = self._loss(compared)
        replies = tuple(map(self._game.format, compared.refutation))
        return Weighed(move, size, lost, replies)

    def check(self) -> DeeperLook:
        """Whether a deeper look still finds nothing better than the best move, and that one better
        than what was played."""
        game, exercise, limit = self._game, self._exercise, self._limit.scaled(DEEPER / 2)
        best, played = (game.parse(self._seen, text) for text in (exercise.best, exercise.played))
        found = self._judge.compare(self._seen, best, limit)
        display = games.display(game)
        if found is not None and self._loss(found)[0]:
            better, old = display.named(found.best), display.named(best)
            return DeeperLook(None, f"a deeper look prefers {better} to {old}")
        compared = self._compared(best, played, limit)
        size, lost = self._loss(compared)
        if not size:
            named = display.named(played)
            return DeeperLook(None, f"by a deeper look {named} was no mistake")
        return DeeperLook(
            replace(
                exercise,
                size=size,
                lost=lost,
                line=tuple(map(game.format, _longest(compared.after_best))),
                refutation=tuple(map(game.format, compared.refutation)),
                reason=reason_compared(display, self._seen, [compared]),
                checked=True,
            )
        )

    def _compared(self, best: Any, other: Any, limit: Limit) -> Comparison:
        after_best, after_other = (
            self._judge.expect(self._seen, move, limit.scaled(0.5)) for move in (best, other)
        )
        return Comparison(best, _longest(after_best), after_best, after_other)

    def _loss(self, compared: Comparison) -> tuple[str, float]:
        """The size of what the other move gives away, empty within the noise, and how much it is,
        at least 0."""
        losses = compared.losses(self._seat)
        share = float(np.mean([look.shares[self._seat] for look in compared.after_best]))
        lost = float(np.mean(losses))
        size = size_of(lost - noise_of(losses, share), self._game.seats)
        return size, min(1.0, max(0.0, lost))


def _longest(looks: Sequence[Any]) -> tuple[Any, ...]:
    line: tuple[Any, ...] = max((each.line for each in looks), key=len)
    return line


class Examiner:
    """Has one exercise looked at, in two processes: one weighs answers, the other checks the
    exercise where that was not done before. Each method may be called from any one thread."""

    def __init__(self, exercise: Exercise, start: Callable[[LooksRole], Child] = Child) -> None:
        role = LooksRole(exercise)
        self._weighing = start(role)
        self._checking = None if exercise.checked else start(role)
        if self._checking is not None:
            self._checking.ask(0, None)

    def weigh(self, move: str) -> Weighed | None:
        """Wait until an answer is weighed; None where nobody can tell any more."""
        self._weighing.ask(0, move)
        weighed: Weighed | None = _read(self._weighing)
        return weighed

    def check(self, seconds: float = math.inf) -> DeeperLook | None:
        """Wait for what the deeper look says, at most so long; None where it says nothing (yet)."""
        look: DeeperLook | None = None if self._checking is None else _read(self._checking, seconds)
        return look

    def close(self) -> None:
        """End both processes."""
        for each in (self._weighing, self._checking):
            if each is not None:
                each.close()


def _read(child: Child, seconds: float = math.inf) -> Any:
    reply = child.read(seconds)
    return reply.thought if isinstance(reply, Answer) else None
