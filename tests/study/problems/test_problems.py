"""Problems that come with the program, how they are tried, and the rating."""

from dataclasses import replace
from typing import Any

import pytest

from termgames.study.lessons.attempt import Attempt
from termgames.study.problems import listing, progress, ready, shelf
from termgames.study.problems.problem import Answer, Problem
from termgames.study.problems.rating import FIRST, LOWEST, SolvingRating, elo_of

PROBLEM = Problem(
    id="3fa9c1",
    game="majorities",
    options={"size": 3},
    texts={"to move": "white"},
    board=("wwb", ".-..", "wb--b", "b-..", "b.w"),
    ask="White to play and win.",
    level=4,
    answers=(Answer(("a2,b4", "b3,d1", "d3,d4"), "White wins in 2 turns."),),
    refutations=(Answer(("b4,d1", "a2,b3"), "Black wins in 1 turn."),),
    sure="solver",
)


@pytest.mark.parametrize("game_id", shelf.shipped())
def test_every_shipped_problem_can_be_played(game_id: str) -> None:
    problems = shelf.of_game(game_id)
    assert list(listing.faults(problems)) == []
    assert [each.level for each in problems] == sorted(each.level for each in problems)
    assert all(each.answers and each.refutations for each in problems)


def test_a_wrong_try_is_refuted_and_taken_back_whole() -> None:
    attempt = Attempt(ready.task(PROBLEM))
    match, task = attempt.live.shown.match, attempt.task
    for move, right, text, followed in (
        (task.wrong[0].moves[0], False, "Black wins in 1 turn.", ("a2,b3",)),
        (task.answers[0], True, "White wins in 2 turns.", ("b3,d1", "d3,d4")),
    ):
        assert attempt.live.play(move) is None
        verdict = attempt.judge()
        assert (verdict.right, verdict.text) == (right, text)
        assert attempt.judge() is verdict, "an answer is judged once, and followed once"
        assert attempt.followed == followed
        attempt.again()
        assert match.ply == task.start.ply


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"answers": (Answer(("a1,b4",), "."),)}, "'a1,b4': a1 is occupied"),
        ({"board": ("wwb",)}, "problem 3fa9c1 of majorities: "),
        ({"answers": PROBLEM.refutations}, "b4,d1 is listed as right and as wrong"),
    ],
)
def test_a_faulty_problem_is_named(changed: Any, complaint: str) -> None:
    (fault,) = listing.faults([replace(PROBLEM, **changed)])
    assert complaint in fault
    assert "3fa9c1" in fault


def test_the_rating_moves_less_and_less_and_harder_problems_count_more() -> None:
    first = SolvingRating().after(FIRST, right=True)
    assert (first.elo, first.tried) == (FIRST + 100, 1)
    assert SolvingRating(FIRST, 100).after(FIRST, right=False).elo == FIRST - 10
    assert SolvingRating().after(FIRST + 400, right=True).elo > first.elo
    elos = [elo_of(replace(PROBLEM, level=level)) for level in range(1, 10)]
    assert elos == sorted(set(elos))


def test_the_first_try_alone_moves_the_rating() -> None:
    missed = progress.note("anna", PROBLEM, right=False, solved=False)
    assert missed.elo < FIRST
    assert (
        progress.note("anna", PROBLEM, right=True, solved=True)
        == progress.of("anna", "majorities").strength
    )
    kept = progress.of("anna", "majorities")
    assert (kept.strength.tried, kept.solved) == (1, {"3fa9c1"})
    assert kept.strength.elo == pytest.approx(missed.elo, abs=0.1)
    assert progress.of("", "majorities") == progress.SolvingProgress()


def test_the_next_problem_suits_the_player() -> None:
    ladder = [replace(PROBLEM, id=str(level), level=level) for level in range(1, 10)]
    begin = progress.following("", ladder)
    for problem in ladder[:4]:
        progress.note("", problem, right=True, solved=True)
    later = progress.following("", ladder)
    assert later > begin
    assert progress.following("", ladder, later) != later
    for problem in ladder:
        progress.note("", problem, right=True, solved=True)
    assert progress.following("", ladder, 8) == 0


def test_a_kept_file_that_makes_no_sense_is_passed_over() -> None:
    progress.note("", PROBLEM, right=True, solved=True)
    for rating, count, strength in (
        ('"x"', "[]", None),
        ("-1000000", "3", None),
        ("0.0", "3", SolvingRating(0, 3)),
        ("-51.3", "3", SolvingRating(LOWEST, 3)),
    ):
        kept = f'"rating": {rating}, "count": {count}, "solved": 3'
        progress.path().write_text(f'{{"": {{"majorities": {{{kept}}}}}}}')
        expected = progress.SolvingProgress(*([strength] if strength else []))
        assert progress.of("", "majorities") == expected


@pytest.mark.parametrize("game_id", shelf.shipped())
def test_hints_name_a_place_smaller_than_the_board(game_id: str) -> None:
    for task in ready.of_game(game_id).steps:
        hint, game = ready.where(task), task.start.game
        places = ("corner", "side", "upper", "lower", "centre", "no stone")
        assert any(place in hint for place in places)
        names = [game.topology.names[cell] for cell in game.cells_of(task.answers[0])]
        assert not set(names) & set(hint.strip(".").split())
