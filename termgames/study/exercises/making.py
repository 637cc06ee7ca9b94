"""Exercises made of what reviews and bots that teach have found."""

from collections.abc import Iterable
from typing import Any

from termgames.core.game import Seat
from termgames.play import profiles, record
from termgames.play.advice import Lesson, MoveToJudge
from termgames.play.match import AnyMatch, Terms
from termgames.play.notes import Notes
from termgames.study.exercises.exercise import Exercise
from termgames.study.lessons.course import OPPONENT
from termgames.study.review import SIZES, Finding, is_human

_SMALLEST = SIZES[-1][1]


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


def of_humans(match: AnyMatch, findings: Iterable[Finding | None]) -> list[Exercise]:
    """The exercises that the mistakes of humans among the findings make."""
    return [
        of_finding(match, each)
        for each in findings
        if each is not None and each.size and is_human(match.players[each.seat])
    ]


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
        size=lesson.size or _SMALLEST,
        line=tuple(map(name, lesson.line)),
        refutation=tuple(map(name, lesson.refutation)),
        reason=lesson.reason,
    )


def _exercise(match: AnyMatch, ply: int, seat: Seat, **more: Any) -> Exercise:
    before = match.branched(ply, ())
    before.players = tuple(
        "human" if each == seat else OPPONENT for each in range(match.game.seats)
    )
    before.notes, before.seed, before.redacted = Notes(), 0, False
    before.terms, before.time = Terms(), before.time.restarted(())
    name = match.players[seat]
    return Exercise(
        player=profiles.name_of(name) if is_human(name) else "",
        record=record.write(before),
        played=match.game.format(match.move_at(ply)),
        **more,
    )
