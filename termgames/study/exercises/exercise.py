"""One mistake as an exercise: the game up to it, what was played, what was better and why.

It holds all that it needs: the record that it came from may go. No rules are loaded here before an
exercise is begun.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from termgames.core.errors import RecordError
from termgames.core.text import escaped, quotable

if TYPE_CHECKING:
    from termgames.play.match import AnyMatch


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


MOST_RECORD = 400_000
"""Characters of a record, at most."""
_MOST_TEXT = 600
_MOST_MOVES = 60
"""Moves of a line that are kept."""
_LATEST = 1e11
"""No date is later; seconds since the epoch."""


@dataclass(frozen=True)
class Exercise:
    """A mistake of a player, who is to find something better. Moves are texts as in records."""

    player: str
    """Whose it is: his name as in `human:NAME`, empty for who plays without one."""
    record: str
    """The game up to the decision, without anything beside it."""
    played: str
    best: str
    lost: float
    """How much of the win `played` gave away, 0 to 1."""
    size: str
    """What the mistake is called."""
    line: tuple[str, ...] = ()
    """How play could have gone on with the best move, that move first."""
    refutation: tuple[str, ...] = ()
    """The same with the move that was played."""
    reason: str = ""
    """What the best move does that the other does not, in a sentence or two."""
    as_good: tuple[str, ...] = ()
    """Other moves that were found to be no worse than the best one."""
    checked: bool = False
    """Whether a deeper look agrees that the best move is better than the one that was played."""
    memory: Memory = field(default_factory=lambda: Memory(0.0))

    @property
    def id(self) -> str:
        """What tells it from others: eight hexadecimal digits of its position and player."""
        return hashlib.sha256(f"{self.player}\n{self.record}".encode()).hexdigest()[:8]

    def begin(self) -> AnyMatch:
        """The game at the decision, to be played on; RecordError where this version cannot set it
        up, or no seat decides anything there."""
        from termgames.play import record

        match = record.load(self.record)
        if match.to_act < 0:
            raise RecordError("nobody is asked anything at the end of its record")
        return match

    def fields(self) -> dict[str, Any]:
        """The exercise as JSON has it; `read` is the other way."""
        return asdict(self)


def read(value: object) -> Exercise:
    """The exercise of a value that comes from a file; ValueError for what is none. That its record
    can be played shows when it is begun."""
    if not isinstance(value, dict):
        raise ValueError("an exercise is a table")
    try:
        memory = value["memory"]
        due, stability, difficulty, answered = (
            float(memory[name]) for name in ("due", "stability", "difficulty", "answered")
        )
        exercise = Exercise(
            player=_text(value["player"]),
            record=value["record"],
            played=_text(value["played"]),
            best=_text(value["best"]),
            lost=float(value["lost"]),
            size=_text(value["size"]),
            line=_moves(value["line"]),
            refutation=_moves(value["refutation"]),
            reason=_text(value["reason"]),
            as_good=_moves(value["as_good"]),
            checked=value["checked"] is True,
            memory=Memory(due, stability, difficulty, answered),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"it lacks something: {quotable(str(error), 60)}") from None
    if not isinstance(exercise.record, str) or len(exercise.record) > MOST_RECORD:
        raise ValueError("its record is none")
    dates = 0 <= due <= _LATEST and 0 <= answered <= _LATEST
    # Before the first answer both numbers are 0, later neither.
    known = 0.001 <= stability <= 1e5 and 1 <= difficulty <= 10
    if not (dates and (known if answered else stability == difficulty == 0)):
        raise ValueError("these are no numbers of a schedule")
    if not 0 <= exercise.lost <= 1.001:
        raise ValueError("these are no numbers of a mistake")
    return exercise


def as_good_too(exercise: Exercise, move: str) -> Exercise:
    """The same with one more move that is no worse than the best one."""
    if move in exercise.as_good:
        return exercise
    return replace(exercise, as_good=(*exercise.as_good, move)[-_MOST_MOVES:])


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a text")
    return quotable(value, _MOST_TEXT)


def _moves(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError("a list of moves")
    return tuple(escaped(_text(move)) for move in value[:_MOST_MOVES])
