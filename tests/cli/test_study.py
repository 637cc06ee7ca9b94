"""What is learnt from: reviews, exercises, lessons, problems; and small games that are solved."""

import io
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from termgames.cli import review, review_texts
from termgames.play import store
from termgames.play.advice import Lesson
from termgames.play.match import Match
from termgames.study import review as study_review
from termgames.study.exercises import shelf as exercises
from termgames.study.exercises.looks import DeeperLook, Weighed
from termgames.study.lessons import shelf as lessons
from termgames.study.problems import progress, shelf
from termgames.study.review import Finding
from termgames.study.review_file import ReviewFile
from termgames.study.teaching import Teacher
from termgames.workbench.commands.solve import PositionsProgress
from tests.cli.support import Cli
from tests.study.exercises.examples import BETTER, BLUNDER, GAME, exercise, finding, played

REVIEW = "review game.tgr --seat white --playouts 200"


@pytest.fixture(autouse=True)
def game(tmp_path: Path) -> None:
    """A record in which White, a bot, has made a blunder."""
    store.export(played("human", "greedy"), tmp_path / "game.tgr")


# -- reviews -------------------------------------------------------------------------------------


def test_the_costliest_mistake_is_told(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    cli.script(REVIEW).tells("4     white  b1,b2,c1 & blunder (1) & !time:")
    told = cli.script(f"{REVIEW} --json").told
    assert (told["game"], told["plies"], told["turning_point"]) == ("plurality", len(GAME), BLUNDER)
    worst = max(told["moves"], key=lambda move: move["share_lost"])
    assert (worst["ply"], worst["seat"], worst["move"]) == (BLUNDER, "white", "b1,b2,c1")
    assert worst["mistake"] == "blunder"
    # Lines break in no move.
    monkeypatch.setenv("COLUMNS", "50")
    lines = cli.script(REVIEW).out.partition(" decision")[2].splitlines()[1:]
    assert max(map(len, lines)) <= 50
    words = [word.rstrip(",:.") for line in lines for word in line.split()]
    moves = [word for word in words if re.search(r"[a-e]\d", word)]
    assert all(re.fullmatch(r"[a-e]\d,[a-e]\d,[a-e]\d", move) for move in moves), moves
    # What was kept beside a record does not reach the terminal.
    beside = Path("game.tgr.review")
    kept = json.loads(beside.read_text())
    for each in kept["reviews"][0]["findings"].values():
        each |= {"best": "\x1b]0;owned\x07", "line": ["\x1b[31mX", "\x1b[2J"]}
    beside.write_text(json.dumps(kept))
    cli.script(REVIEW).tells("\\x1b & !\x1b")


def test_how_long_the_players_thought_and_who_is_a_bot_is_told(cli: Cli) -> None:
    match = played("human", "bot:12")  # of another version
    timed = Match(match.game, match.players, 1)
    for move, seconds in zip(match.moves, (70.0, 2.0, 5.5, 0.5, 1.0), strict=True):
        timed.submit(move, seconds=seconds)
    store.export(timed, Path("timed.tgr"))
    cli.script("review timed.tgr --playouts 200").tells(
        "time: black 1:16 for 3 moves, white 2.5 s for 2 & !  white  "
    )


def test_who_stops_a_review_is_told_where_it_goes_on(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(match: object, review_file: ReviewFile, plies: list[int], limit: object) -> None:
        review_file.add(plies[0], None)
        raise KeyboardInterrupt

    monkeypatch.setattr(review, "_findings", stopped)
    done = cli.script(REVIEW)
    assert (done.code, done.out) == (130, "")
    told = "note: stopped after 1 of 2 decisions; the same command goes on from there"
    assert done.err.strip() == told


def test_a_mistake_is_told_on_a_terminal_as_soon_as_it_is_found(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream, told = io.StringIO(), list[int]()

    def findings(*_: object, **__: object) -> Iterator[Finding]:
        yield finding(1, 0.0, GAME[1])
        yield finding()
        told.append(stream.getvalue().count("turn 4, white b1,b2,c1: 90% of the win lost"))

    monkeypatch.setattr(study_review, "findings", findings)
    for terminal in (True, False):
        stream.truncate(0)
        stream.isatty = lambda terminal=terminal: terminal
        monkeypatch.setattr(sys, "stderr", stream)
        Path("game.tgr.review").unlink(missing_ok=True)
        assert cli.script(REVIEW).code == 0
    assert told == [1, 0]


def test_the_luck_of_each_player_is_told_in_all() -> None:
    findings = tuple(
        replace(finding(ply, 0.0, GAME[ply]), share=0.5, losses=(0.0,), luck=luck)
        for ply, luck in enumerate((0.25, -0.5, 0.125, 0.0, None))
    )
    match = played()
    text = " ".join(review_texts.as_text(match, study_review.Review(findings, None)).split())
    assert "gave Black 38% of the win (give or take 5%), above all in turn 1." in text
    assert "cost White 50% of the win (give or take 4%), above all in turn 2." in text
    without = study_review.Review(findings[4:], None)
    assert "Dice" not in review_texts.as_text(match, without)


# -- exercises -----------------------------------------------------------------------------------


WEIGHED = {"weighed": Weighed("x", "slip", 0.1, ())}
DROPPED = {"checked": DeeperLook(None, "a deeper look prefers a1 to b1")}
TOLD = """Note: exercise & cannot be set up: & 2 of 2: Plurality, exercise
& drop          never ask this one again & Not yet. That is
& White played b1,b2,c1 here, a blunder that gave away 90% of the win. & Right.
& 0 of 1 exercise right at the first try."""


@pytest.mark.parametrize(
    ("found", "typed", "told", "kept"),
    [
        (WEIGHED, f"help; text; {GAME[BLUNDER]}; hint; {BETTER}", TOLD, [0.212]),  # a wrong answer
        (DROPPED, BETTER, "This exercise is dropped: a deeper look prefers a1 to b1.", []),
        ({}, "pass; next", "This answer cannot be judged & 0 of 0 exercises", [0.0]),
    ],
)
def test_exercises_line_by_line(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, found: Any, typed: str, told: str, kept: list[float]
) -> None:
    searches = SimpleNamespace(  # instead of the processes that look at exercises
        weigh=lambda move: found.get("weighed"),
        check=lambda seconds: found.get("checked"),
        close=lambda: None,
    )
    monkeypatch.setattr("termgames.study.drills.mistakes.Examiner", lambda _: searches)
    exercises.add([exercise(), broken := replace(exercise(), record="none", lost=1.0)])
    cli.script(f"practise < {typed}").tells(told.replace("\n", " "))
    exercises.drop(broken.id)
    assert [each.memory.stability for each in exercises.load().of("")] == pytest.approx(kept)


def test_whose_exercises_are_meant(cli: Cli) -> None:
    exercises.add([exercise("greedy", "human:Ann")])
    cli.script("practise --list").tells("90%")  # of the only player
    exercises.add([exercise("greedy", "human:Ben")])
    cli.script("practise").tells("code 2 & one with --name: Ann, Ben")
    exercises.add([exercise()])
    cli.script("practise --list").tells(exercise().id)
    cli.script("practise --list --name ben").tells(exercise("greedy", "human:Ben").id)
    cli.script(f"practise --drop {exercise().id}").tells("")
    cli.script(f"practise --drop {exercise().id}").tells("code 2 & there is no exercise")
    exercises.path().write_text(exercises.path().read_text() + "nonsense\n")
    cli.script("practise --list --name ben").tells("is no exercise and is passed over & 90%")


def test_a_teaching_game_gives_its_mistakes_to_practise(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def think(_: Any, judged: Any) -> Lesson:
        return Lesson(judged.move, line=(judged.move,), size="blunder", share_lost=0.4)

    monkeypatch.setattr(Teacher, "think", think)
    cli.script(
        "play plurality --size 7 --white random --teach < c3,c4,d4; practise; practise; on; quit"
    ).tells(
        "back takes it back, why, on or practise> & It is one of your mistakes to practise now. "
        "& It is one of them already."
    )
    assert len(exercises.load().exercises) == 1


# -- lessons and problems ------------------------------------------------------------------------


def test_what_line_mode_says_is_broken_between_words(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    command = "learn pletore --task 5 < c4; quit"
    piped = cli.script(command).out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    told, piped = (
        text.partition("Not allowed")[2].partition(".\n")[0]
        for text in (cli.script(command).out, piped)
    )
    assert told.split() == piped.split()
    assert len(piped) > 40 >= max(map(len, told.splitlines()))


def test_the_check_fails_for_a_course_that_breaks_its_word(cli: Cli) -> None:
    text = Path(lessons.find("majorities")[1].source).read_text("utf-8")
    Path("mine.lesson").write_text(text.replace("answer: d3,e2", "answer: a3,d3"), "utf-8")
    cli.script("learn mine.lesson --check").tells(
        "code 1 & The last cell decides: a3,d3: listed as right, and the checks refuse it"
    )
    Path("mine.lesson").write_text(text.replace("answer: d3,e2", "answer: e1,e2"), "utf-8")
    cli.script("learn mine.lesson --check").tells("code 1 & e1 is occupied")
    head, board = "termgames lessons 1\ntitle: T\ngame: plurality\nsize: 5\n", "    .....\n" * 5
    task = "task: One\ntext: t\nask: a\nanswer: pass\notherwise: o\ndone: d\n"
    Path("mine.lesson").write_text(f"{head}board:\n{board}{task}")
    remedy = "line 5: a board belongs to one task: write it below its 'task: …'"
    assert cli("learn", "mine.lesson").error == f"mine.lesson: {remedy}"


def test_problems_line_by_line(cli: Cli) -> None:
    problems = shelf.of_game("tricolor")
    at, problem = next((at, each) for at, each in enumerate(problems) if each.goal)
    typed = f"hint; hint; {problem.refutations[0].move}; {problem.answers[0].move}; quit"
    cli.script(f"puzzles tricolor --problem {at + 1} < {typed}").tells(
        f"Problem {at + 1} of {len(problems)}, level {problem.level} & Look & A right answer is "
        f"& {problem.ask} & Not yet. {problem.refutations[0].point} "
        f"& Right. {problem.answers[0].point} & Your rating: "
    )
    kept = progress.of("", "tricolor")
    assert (kept.solved, kept.strength.elo < 300) == ({problem.id}, True), "a hint costs the point"
    row = cli("puzzles", "tricolor", "--list", "--json").told[at]
    assert (row["id"], row["goal"]) == (problem.id, problem.goal)
    assert row["answer"][0] == problem.answers[0].move


def test_problems_with_a_fault_are_named(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    first = next(each for each in shelf.of_game("tricolor") if each.goal)
    wrong = replace(first, answers=first.refutations)
    monkeypatch.setattr(shelf, "of_game", lambda game: (wrong,))
    cli.script("puzzles tricolor --check").tells(f"code 1 & problem {first.id} of tricolor")
    senseless = replace(first, goal="capture z9")
    monkeypatch.setattr(shelf, "of_game", lambda game: (senseless,))
    for words in ("--check", "--list", "--list --json", "--plain"):
        named = f"problem {first.id} of tricolor: 'capture z9': "
        cli.script(f"puzzles tricolor {words}").tells(f"code 1 & {named}")


# -- small games that are solved, and pictures ---------------------------------------------------


def test_who_stops_a_solver_is_told_how_far_it_came(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopping(self: PositionsProgress, done: int, total: int) -> None:
        self.done, self.total = done, total
        raise KeyboardInterrupt

    progress = "termgames.workbench.commands.solve.PositionsProgress.__call__"
    monkeypatch.setattr(progress, stopping)
    cli.script("solve pletore --size 3").tells("code 130 & stopped after 0 of ")


def test_pictures_tell_candidates_but_of_rated_games_that_go_on(cli: Cli) -> None:
    look = "--ply 2 --candidates 3 --time 0.5"
    text = cli.script(f"export SMALL --as text {look}").out
    best = [line.split() for line in text.splitlines() if re.match(r"[123]  .*%", line)]
    assert [each[0] for each in best] == ["1", "2", "3"][: len(best)]
    picture = cli.script(f"export SMALL --as svg {look}").out
    assert re.findall(r'<circle cx="[^>]* r="13.5"', picture)
    plain = cli.script("export SMALL --as svg --ply 2").out
    assert 'r="13.5"' not in plain
    cli.script("PLAY --white bot:1 --rated < a1,b1,a2; quit >> export 1 --as svg " + look).tells(
        "code 2 & the game is rated and goes on"
    )
