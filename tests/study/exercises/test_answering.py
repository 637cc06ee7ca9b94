"""Exercises made of mistakes, answered, weighed and checked."""

from dataclasses import replace
from typing import Any

import pytest

from termgames.core.errors import RecordError
from termgames.search.limits import Limit
from termgames.study.drills.attempt import Attempt
from termgames.study.exercises import looks, making
from termgames.study.exercises.answering import ExerciseTask
from termgames.study.exercises.exercise import Exercise
from termgames.study.exercises.looks import Weighed
from termgames.study.judge import Judge
from tests.study.exercises.examples import BETTER, BLUNDER, GAME, exercise, finding, played

LIMIT = Limit(playouts=400)


def test_only_mistakes_of_humans_are_collected() -> None:
    match = played("greedy", "human")
    found = [finding(), finding(0), finding(1, lost=0.0), None]
    assert [each.played for each in making.of_humans(match, found)] == [GAME[BLUNDER]]


def given(attempt: Attempt, text: str) -> Any:
    """Give an answer."""
    refusal = attempt.live.play(attempt.task.start.game.parse(attempt.live.asked, text))
    assert refusal is None
    return attempt.judge()


def test_the_best_move_is_right_and_the_mistake_is_refuted_on_the_board() -> None:
    attempt = Attempt(ExerciseTask(exercise()))
    verdict = given(attempt, GAME[BLUNDER])
    assert not verdict.right
    assert "what was played then: it gave away 90% of the win" in verdict.text
    assert "Black's best reply is b5,c5,a5." in verdict.text
    shown = attempt.live.shown.match
    assert shown.texts()[BLUNDER:] == (GAME[BLUNDER], BETTER), "the reply lies there"
    attempt.again()
    assert shown.texts() == GAME[:BLUNDER]
    assert given(attempt, BETTER).right
    assert attempt.missed == 1


def test_another_move_waits_for_a_search() -> None:
    task = ExerciseTask(exercise())
    attempt, match = Attempt(task), exercise().begin()
    moves = map(match.game.format, match.game.legal_moves(match.state))
    other = next(text for text in moves if text not in (GAME[BLUNDER], BETTER))
    assert given(attempt, other) is None
    assert (attempt.waits, attempt.open) == (True, False)
    task.take(Weighed(other, "slip", 0.1, (other, "pass")))
    verdict = attempt.judge()
    assert not verdict.right
    assert "A slip: it gives away about 10% of the win." in verdict.text
    attempt.again()
    task.take(Weighed(other, "", 0.0, (other,)))
    verdict = given(attempt, other)
    assert verdict.right
    assert verdict.text.startswith("As good as b5,c5,a5.")


def looked(exercise: Exercise, move: str | None = None) -> Any:
    """What searches say of an answer, or of the exercise."""
    judge = Judge(exercise.begin().game)
    return looks.looked(judge, looks.AboutExercise(exercise, move, LIMIT))


def test_an_answer_is_weighed_against_the_best_move() -> None:
    bad, best = (looked(exercise(), answer) for answer in (GAME[BLUNDER], BETTER))
    assert (bad.size, bad.refutation[0]) == ("blunder", GAME[BLUNDER])
    assert (best.size, best.lost) == ("", 0.0)


def test_a_deeper_look_keeps_what_holds_and_drops_what_does_not() -> None:
    good = looked(exercise())
    assert good.exercise.checked
    assert good.exercise.id == exercise().id
    kept = replace(exercise(), as_good=("c1",))
    assert good.taken(kept).as_good == ("c1",)
    turned = replace(exercise(), best=GAME[BLUNDER], played=BETTER)
    assert looked(turned).why == "a deeper look prefers b5,c5,a5 to b1,b2,c1"
    none = looked(replace(exercise(), played=BETTER))
    assert none.exercise is None
    assert none.why == "by a deeper look b5,c5,a5 was no mistake"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"best": "z9"}, "its best move cannot be read"),
        ({"best": GAME[0]}, "its best move is not allowed"),
        ({"record": "nonsense"}, "not a record"),
    ],
)
def test_one_that_cannot_be_set_up_is_told(change: dict[str, str], says: str) -> None:
    with pytest.raises(RecordError, match=says):
        ExerciseTask(replace(exercise(), **change))
