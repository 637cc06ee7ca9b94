"""What costs most in many games."""

from dataclasses import replace

import pytest

from termgames.study import reasons
from termgames.study.tally import PASSED, PHASES, Losses, ReviewedGame, kind, tally
from tests.study.exercises.examples import finding, played


def test_games_are_counted_by_kind_and_by_phase() -> None:
    match = played("human", "human")
    found = (
        replace(finding(0, 0.2), reason="Captures 2 stones of white."),
        finding(1, 0.0),
        replace(finding(3, 0.5), reason="Takes the centre (about 9 points)."),
        replace(finding(4, 0.3, "a1,a2,b1"), reason="Captures 3 stones of white."),
    )
    told = tally([ReviewedGame("one", match, found), ReviewedGame("two", match, found[:1])])
    assert told.total == Losses(5, 4, pytest.approx(1.2))
    assert told.kinds == {
        "captures": Losses(3, 3, pytest.approx(0.7)),
        "ground to take": Losses(1, 1, 0.5),
    }
    assert list(told.phases) == list(PHASES)
    assert [part.mistakes for part in told.phases.values()] == [2, 1, 1]
    assert [part.decisions for part in told.phases.values()] == [3, 1, 1]
    worst = told.reviewed[0].worst
    assert worst.ply == 3


def test_who_passed_where_stones_were_to_be_laid_is_told_so() -> None:
    match = played()
    assert kind(match, replace(finding(), move="pass")) == PASSED
    assert kind(match, replace(finding(), best="nonsense")) == reasons.OTHER
    assert tally([]).total == Losses()


@pytest.mark.parametrize("verb", [*reasons.KINDS])
def test_a_kind_is_told_by_the_verb_of_the_reason(verb: str) -> None:
    assert reasons.kind(f"{verb.capitalize()} something, and takes more.") == reasons.KINDS[verb]
    assert reasons.kind("White's best reply is c4.") == reasons.OTHER
