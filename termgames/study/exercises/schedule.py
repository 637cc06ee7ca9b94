"""When an exercise comes back: spaced by what its player remembers, as FSRS has it.

FSRS (the Free Spaced Repetition Scheduler) models how well something is remembered by two numbers:
its stability, the days after which nine of ten answers are still right, and its difficulty. The
package of its authors computes them, with the weights that fit most people.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True)
class Memory:
    """How well an exercise is remembered; times are seconds since the epoch."""

    due: float
    """When it is to come back."""
    stability: float = 0.0
    """The days after which nine of ten answers are still right; 0 before the first answer."""
    difficulty: float = 0.0
    """1 (easy) to 10; 0 before the first answer."""
    answered: float = 0.0
    """When it was answered last; 0 before the first answer."""

    @property
    def new(self) -> bool:
        """Whether it was never answered."""
        return self.answered == 0


def after_answer(memory: Memory, right: bool, now: float) -> Memory:
    """The memory after an answer, which was `right` at the first try or not. It comes back after a
    day at the earliest."""
    import fsrs  # nothing else needs it

    scheduler = fsrs.Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    card = fsrs.Card(card_id=1)
    if not memory.new:
        card = fsrs.Card(
            card_id=1,
            state=fsrs.State.Review,
            stability=memory.stability,
            difficulty=memory.difficulty,
            due=_date(memory.due),
            last_review=_date(min(memory.answered, now)),
        )
    rating = fsrs.Rating.Good if right else fsrs.Rating.Again
    card, _ = scheduler.review_card(card, rating, _date(now))
    assert card.stability is not None
    assert card.difficulty is not None
    return Memory(card.due.timestamp(), card.stability, card.difficulty, now)


def end_of_day(now: float) -> float:
    """When the day ends at this place: what is due before is due today."""
    day = time.localtime(now)
    return time.mktime((day.tm_year, day.tm_mon, day.tm_mday + 1, 0, 0, 0, 0, 0, -1))


def _date(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
