"""One mistake as an exercise: the game up to it, what was played, what was better and why.

It holds all that it needs: the record that it came from may go.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from termgames.core.errors import RecordError, TermgamesError
from termgames.core.game import Seat
from termgames.core.text import escaped, quotable
from termgames.play import profiles, record
from termgames.play.bots.players import parse_player
from termgames.play.match import AnyMatch
from termgames.play.notes import Notes
from termgames.play.teaching import Lesson, MoveToJudge
from termgames.study.exercises.schedule import Memory
from termgames.study.lessons.course import OPPONENT
from termgames.study.review import SIZES, Finding

_SIZES = tuple(size for _, size in SIZES)
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
        match = record.load(self.record)
        if match.to_act < 0:
            raise RecordError("nobody is asked anything at the end of its record")
        return match

    def fields(self) -> dict[str, Any]:
        """The exercise as JSON has it; `read` is the other way."""
        return asdict(self)


def of_finding(match: AnyMatch, finding: Finding) -> Exercise:
    """The exercise that a mistake found by a review makes."""
    assert finding.size, "a decision that was no mistake"
    return _exercise(
        match,
        finding.ply,
        finding.seat,
        best=finding.best,
        lost=finding.share_lost,
        size=finding.size,
        line=finding.line,
        refutation=finding.refutation,
        reason=finding.reason,
        checked=finding.deeper,
    )


def of_lesson(match: AnyMatch, judged: MoveToJudge, lesson: Lesson) -> Exercise:
    """The exercise that a move makes of which a bot that teaches has spoken. A mistake that costs
    points alone is called by the smallest size."""
    name = match.game.format
    return _exercise(
        match,
        judged.ply,
        judged.seat,
        best=name(lesson.move),
        lost=lesson.share_lost,
        size=lesson.size or _SIZES[-1],
        line=tuple(map(name, lesson.line)),
        refutation=tuple(map(name, lesson.refutation)),
        reason=lesson.reason,
    )


def _exercise(match: AnyMatch, ply: int, seat: Seat, **more: Any) -> Exercise:
    before = match.branched(ply, ())
    before.players = tuple(
        "human" if each == seat else OPPONENT for each in range(match.game.seats)
    )
    before.notes, before.seed, before.teaching, before.redacted = Notes(), 0, False, False
    before.set_clocks(())
    name = match.players[seat]
    return Exercise(
        player=profiles.name_of(name) if _is_human(name) else "",
        record=record.write(before),
        played=match.game.format(match.move_at(ply)),
        **more,
    )


def _is_human(player: str) -> bool:
    try:
        return parse_player(player).human
    except TermgamesError:  # of another version
        return False


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
    if not 0 <= exercise.lost <= 1.001 or exercise.size not in _SIZES:
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
