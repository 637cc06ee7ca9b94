"""Problems that ask for stones to capture or to save."""

from __future__ import annotations

from dataclasses import replace

import pytest

from termgames import games
from termgames.core.errors import OptionError
from termgames.study.lessons.attempt import Attempt
from termgames.study.problems import listing, ready, shelf
from termgames.study.problems.goal import StoneGoal, group_words
from termgames.study.problems.problem import Answer, Problem

GAME = games.create("tricolor", {"size": 5})
BOARD = ("abb.g", ".b.bg", "aabbg", "a.agg", ".a.g.")
PROBLEM = Problem(
    id="3fa9c1",
    game="tricolor",
    options={"size": 5},
    texts={"to move": "alpha"},
    board=BOARD,
    ask="Alpha to play and save the stones a2, a3 and b3, whatever the others do.",
    level=2,
    answers=(Answer(("c1",), "Nobody can capture them any more."),),
    refutations=(
        Answer(("pass", "a4", "c1", "pass", "b2", "a1"), "They can be captured."),
        Answer(("a1", "a4", "c1", "pass", "b2"), "They can be captured."),
    ),
    sure="exact search",
    goal="save a2,a3,b3",
)


def stones() -> bytes:
    return GAME.topology.read(BOARD, ".abg")


@pytest.mark.parametrize("text", ["capture d4", "save a2,a3,b3"])
def test_a_goal_is_read_as_it_is_written(text: str) -> None:
    assert StoneGoal.read(GAME.topology, stones(), text).write(GAME.topology) == text


@pytest.mark.parametrize("text", ["", "capture", "win a2", "save a2,b4", "save d5", "save z9"])
def test_what_is_no_goal_is_refused(text: str) -> None:
    with pytest.raises(OptionError):
        StoneGoal.read(GAME.topology, stones(), text)


def test_captured_and_saved() -> None:
    goal = StoneGoal.read(GAME.topology, stones(), "capture d4")
    after = bytearray(stones())
    assert not goal.captured(stones(), bytes(after))
    after[GAME.topology.cell("d4")] = 0
    assert goal.captured(stones(), bytes(after))
    assert goal.reached(captured=True)
    assert not replace(goal, word="save").reached(captured=True)


def test_stones_in_words() -> None:
    topology = GAME.topology
    cells = [topology.cell(name) for name in ("a1", "b1", "c1", "d1", "e1")]
    assert group_words(topology, cells[:1]) == "stone a1"
    assert group_words(topology, cells[:2]) == "stones a1 and b1"
    assert group_words(topology, cells) == "5 stones at a1"


def test_a_line_shows_whether_the_goal_is_reached() -> None:
    assert list(listing.faults([PROBLEM])) == []
    short = Answer(PROBLEM.refutations[0].moves[:3], "They can be captured.")
    (fault,) = listing.faults([replace(PROBLEM, refutations=(short,))])
    assert "after pass the line does not show" in fault
    (fault,) = listing.faults([replace(PROBLEM, goal="save d5")])
    assert "no stones of one colour" in fault


def test_an_unlisted_wrong_try_promises_no_win() -> None:
    attempt = Attempt(ready.task(PROBLEM))
    assert attempt.live.play(GAME.parse(attempt.task.start.state, "b2")) is None
    verdict = attempt.judge()
    assert verdict is not None
    assert (verdict.right, verdict.text) == (False, ready.PREVENTED)


def test_programs_read_the_goal() -> None:
    assert listing.as_json(PROBLEM)["goal"] == "save a2,a3,b3"
    assert listing.as_json(shelf.of_game("majorities")[0])["goal"] is None


@pytest.mark.parametrize("game_id", ["tricolor", "mitropia"])
def test_no_task_with_a_goal_speaks_of_the_win(game_id: str) -> None:
    asked = [problem for problem in shelf.of_game(game_id) if problem.goal]
    assert asked
    for problem in asked:
        points = [answer.point for answer in (*problem.answers, *problem.refutations)]
        assert not any("win" in text.lower() for text in (problem.ask, *points))
        assert problem.goal.split()[0] in problem.ask
