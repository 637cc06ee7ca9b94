"""Problems that ask for stones to capture or to save, or for ground."""

from dataclasses import replace

import pytest

from termgames import games
from termgames.core.errors import LessonError, OptionError
from termgames.study.lessons.attempt import Attempt
from termgames.study.problems import listing, ready, shelf
from termgames.study.problems.goal import LocalGoal
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


def test_goals_are_read_as_they_are_written_and_of_one_whole_group() -> None:
    for text in ("capture c3,d3,d4", "save a2,a3,b3", "hold a1,b1"):
        assert LocalGoal.read(GAME.topology, stones(), 0, text).write(GAME.topology) == text
    for text in ("", "capture", "win a2", "save a2,b4", "save d5", "save z9"):
        with pytest.raises(OptionError):
            LocalGoal.read(GAME.topology, stones(), 0, text)
    for text in ("capture d4", "capture c3,d3,d4,b5", "save a2,a3"):
        with pytest.raises(OptionError, match="write one whole group, such as"):
            LocalGoal.read(GAME.topology, stones(), 0, text)


def test_captured_and_saved() -> None:
    goal = LocalGoal.read(GAME.topology, stones(), 0, "capture c3,d3,d4")
    topology = GAME.topology
    after = bytearray(stones())
    assert not goal.reached(topology, [stones(), bytes(after)])
    for name in ("c3", "d3", "d4"):
        after[topology.cell(name)] = 0
    boards = [stones(), bytes(after), stones()]  # also where another stone has come to its place
    assert goal.reached(topology, boards)
    assert not replace(goal, word="save").reached(topology, boards)


def test_points_are_held_where_only_own_stones_touch_them() -> None:
    held = {"0 a1", "0 a1,a2,b1", "1 d4", "1 d4,c4"}
    for text in (*held, "0 c1", "0 a1,d4", "2 c1"):
        own, points = text.split()
        goal = LocalGoal.read(GAME.topology, stones(), int(own), f"hold {points}")
        assert goal.held(GAME.topology, stones()) == (text in held), text
        assert goal.reached(GAME.topology, [stones()]) == (text in held), text


@pytest.mark.parametrize("goal", ["save d5", "capture z9", "save a2"])
def test_a_goal_that_makes_no_sense_is_told_with_its_problem(goal: str) -> None:
    wrong = replace(PROBLEM, goal=goal)
    (fault,) = listing.faults([wrong])
    for ask in (ready.task, listing.as_json):
        with pytest.raises(LessonError) as caught:
            ask(wrong)
        assert str(caught.value) == fault
    assert fault.startswith("problem 3fa9c1 of tricolor: '")
    assert fault.count("3fa9c1") == 1


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("a1 a4 c1 pass", "It goes on: beta a4, gamma c1, alpha pass"),
        ("a1 a4 c1 pass pass pass", "It goes on: beta a4, gamma c1, all pass"),
        ("a1 pass pass pass", "It goes on: all pass"),
        ("a1", ""),
    ],
)
def test_moves_that_follow_are_told_with_who_makes_them(answer: str, told: str) -> None:
    wrong = replace(PROBLEM, refutations=(Answer(tuple(answer.split()), "They can be captured."),))
    attempt = Attempt(ready.task(wrong))
    assert attempt.live.play(GAME.parse(attempt.task.start.state, "a1")) is None
    assert attempt.judge() is not None
    assert ready.goes_on(attempt) == told


@pytest.mark.parametrize("game_id", ["tricolor", "mitropia"])
def test_no_task_with_a_goal_speaks_of_the_win(game_id: str) -> None:
    asked = [problem for problem in shelf.of_game(game_id) if problem.goal]
    assert asked
    for problem in asked:
        points = [answer.point for answer in (*problem.answers, *problem.refutations)]
        assert not any("win" in text.lower() for text in (problem.ask, *points))
        word = problem.goal.split()[0]
        assert {"hold": "make sure of"}.get(word, word) in problem.ask
