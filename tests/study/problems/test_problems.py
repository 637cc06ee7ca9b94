"""Problems that come with the program, how they are tried, goals, the rating, and their text."""

from dataclasses import replace
from typing import Any

import pytest

from termgames import games
from termgames.core.errors import LessonError, OptionError
from termgames.study.drills.attempt import Attempt
from termgames.study.drills.problems import goes_on, where
from termgames.study.problems import listing, progress, ready, shelf
from termgames.study.problems.goal import LocalGoal
from termgames.study.problems.problem import Answer, Problem, head, read
from termgames.study.problems.problem import text as text_of
from termgames.study.problems.progress import FIRST, LOWEST, SolvingRating, elo_of
from tests.cases import cases

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
        assert match.texts()[task.start.ply + 1 :] == followed
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
    for task in map(ready.task, shelf.of_game(game_id)):
        hint, game = where(task), task.start.game
        places = ("corner", "side", "upper", "lower", "centre", "no stone")
        assert any(place in hint for place in places)
        names = [game.topology.names[cell] for cell in game.cells_of(task.answers[0])]
        assert not set(names) & set(hint.strip(".").split())


GAME = games.create("tricolor", {"size": 5})
BOARD = ("abb.g", ".b.bg", "aabbg", "a.agg", ".a.g.")
LOCAL = Problem(
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
    wrong = replace(LOCAL, goal=goal)
    (fault,) = listing.faults([wrong])
    for ask in (ready.task, listing.as_json):
        with pytest.raises(LessonError) as caught:
            ask(wrong)
        assert str(caught.value) == fault
    assert fault.startswith("problem 3fa9c1 of tricolor: '")
    assert fault.count("3fa9c1") == 1


@pytest.mark.parametrize(
    ("answer", "told"),
    cases("""
    a1 a4 c1 pass | It goes on: beta a4, gamma c1, alpha pass
    a1 a4 c1 pass pass pass | It goes on: beta a4, gamma c1, all pass
    a1 |
    """),
)
def test_moves_that_follow_are_told_with_who_makes_them(answer: str, told: str) -> None:
    wrong = replace(LOCAL, refutations=(Answer(tuple(answer.split()), "They can be captured."),))
    attempt = Attempt(ready.task(wrong))
    assert attempt.live.play(GAME.parse(attempt.task.start.state, "a1")) is None
    assert attempt.judge() is not None
    assert goes_on(attempt) == told


@pytest.mark.parametrize("game_id", ["tricolor", "mitropia"])
def test_no_task_with_a_goal_speaks_of_the_win(game_id: str) -> None:
    asked = [problem for problem in shelf.of_game(game_id) if problem.goal]
    assert asked
    for problem in asked:
        points = [answer.point for answer in (*problem.answers, *problem.refutations)]
        assert not any("win" in text.lower() for text in (problem.ask, *points))
        word = problem.goal.split()[0]
        assert {"hold": "make sure of"}.get(word, word) in problem.ask


WRITTEN = Problem(
    id="3fa9c1",
    game="plurality",
    options={"size": 5, "komi": 0.5},
    texts={"to move": "white"},
    board=(".....", ".....", ".....", ".....", "bwb.."),
    ask="White to play and win.",
    level=3,
    answers=(Answer(("a2,a3,b3",), "White wins by 2½."),),
    refutations=(
        Answer(("pass", "a2,a3,b3"), "Black wins by 1½."),
        Answer(("b2,c2,c3", "pass"), "Black wins by ½."),
    ),
    sure="solver",
    made="--seed 5, game 2, after move 1",
)


def _file(*problems: Problem) -> str:
    return head(games.info("plurality")) + "\n".join(map(text_of, problems))


def test_what_is_written_is_read() -> None:
    moved = Problem(**{**vars(WRITTEN), "board": (), "texts": {}, "moves": ("a1,b1,c1", "pass")})
    for problem in (WRITTEN, moved):
        assert read(_file(problem), "here") == [problem]


FAULTS = """
# what stands in the file, / ends a line | what stands there instead | what is said
termgames problems 1 | termgames lessons 1 | not a file of problems
game: plurality | game: chess | line 3: unknown game 'chess'
level: 3 | level: 10 | line 16: the level is a number from 1 to 9
size: 5 | size: three | line 6:
    answer: a2,a3,b3/    White wins by 2½. | answer: a2,a3,b3 | line 17: write the move beside
sure: solver/ | | the problem has no 'sure: …'
level: 3 | goal:/level: 3 | line 16: write what is asked for beside 'goal:'
level: 3 | level: 3/then: pass | line 17: 'then:' stands once, below an answer
ask: White | ask: W/ask: White | ask is given twice
"""


@pytest.mark.parametrize(("before", "after", "complaint"), cases(FAULTS))
def test_a_fault_is_told_with_its_line(before: str, after: str, complaint: str) -> None:
    before, after = before.replace("/", "\n"), after.replace("/", "\n")
    written = _file(WRITTEN)
    assert before in written
    with pytest.raises(LessonError, match="here: ") as caught:
        read(written.replace(before, after), "here")
    assert complaint in str(caught.value)
