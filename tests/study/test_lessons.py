"""Courses of lessons: shipped ones keep their promises, faulty ones are told with their line."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Any

import pytest

from termgames import games, paths
from termgames.core.errors import LessonError
from termgames.core.game import Game
from termgames.study.lessons import checks, progress, shelf
from termgames.study.lessons.attempt import SHOWN_AFTER, Attempt
from termgames.study.lessons.checks import PlayedMove
from termgames.study.lessons.course import ready
from termgames.study.lessons.examine import FEWEST, examine
from termgames.study.lessons.reading import LONGEST_TEXT, outline

HEAD = ["termgames lessons 1", "title: Corners", "game: plurality", "size: 5", "komi: 0.5"]
TASK = [
    "task: Corner {number}",
    "board:",
    "    .....",
    "    .....",
    "    bw...",
    "    .....",
    "    .....",
    "text: Look at the corner.",
    "ask: Close it.",
    "answer: c1,c2,c3",
    "wrong: c1,c3,c2",
    "    White touches it: {black} to {white}.",
    "otherwise: Use c1, c2 and c3.",
    "done: Closed with {move}.",
]
GAME = ["play: A game", "text: Play."]


def written(*, tasks: int = FEWEST, game: bool = True) -> list[str]:
    lines = list(HEAD)
    for number in range(tasks):
        lines += [line.replace("{number}", str(number)) for line in TASK]
    return lines + (GAME if game else [])


def fault(lines: list[str]) -> str:
    """What is said of a course that cannot be used."""
    with pytest.raises(LessonError) as caught:
        ready("mine", outline("\n".join(lines) + "\n", "mine.lesson"))
    return str(caught.value)


def changed(old: str, new: str) -> list[str]:
    """A course in which the first line that begins with `old` is another one, or has gone."""
    lines = written()
    at = next(at for at, line in enumerate(lines) if line.startswith(old))
    return [*lines[:at], *([new] if new else []), *lines[at + 1 :]]


@pytest.mark.parametrize("name", shelf.shipped())
def test_shipped_courses_accept_what_they_list_and_explain_what_they_do_not(name: str) -> None:
    report = examine(shelf.course(name))
    assert not report.faults
    assert len(report.tasks) >= FEWEST
    for task in report.tasks:
        assert {answer.listed for answer in task.answers} == {"right", "wrong"}


def test_every_game_has_a_course() -> None:
    assert set(shelf.shipped()) == set(games.GAMES)


def test_a_course_of_somebody_is_found_by_name_and_by_path() -> None:
    folder = paths.user_lessons()
    folder.mkdir(parents=True)
    path = folder / "corners.lesson"
    path.write_text("\n".join(written()) + "\n", "utf-8")
    assert shelf.own() == ("corners",)
    assert shelf.course("corners").title == shelf.course(str(path)).title == "Corners"
    assert not examine(shelf.course("corners")).faults
    with pytest.raises(LessonError, match="did you mean corners"):
        shelf.find("cornres")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["not a course"], "line 1: not a course: its first line is 'termgames lessons 1'"),
        (HEAD, "there is no task"),
        (changed("game:", ""), "line 1: there is no 'game: …'"),
        (changed("game:", "game: pluralty"), "line 3: .*did you mean plurality"),
        (changed("size:", "size: 99"), "line 4: "),
        (changed("    bw...", "    bx..."), "line 7: b3 is 'x'"),
        (changed("    bw...", "    bw."), "line 7: the diagram does not fit"),
        (changed("answer:", "answer: c9"), "line 15: .*c9"),
        (changed("answer:", "answer: a3,a4,a5"), "line 15: .*is not allowed here.*occupied"),
        (changed("answer:", "anwser: c1,c2,c3"), "line 6: the task has no 'answer: …'.*'anwser'"),
        (changed("wrong:", "wrong:"), "line 16: write the move beside 'wrong:'"),
        (changed("answer:", "right: black wins"), "line 6: the task has no 'answer"),
        (changed("text:", "right: black flies"), "line 6: the task has no 'text"),
        (changed("ask:", "ask"), "line 14: .*write 'name: value'"),
        (changed("done:", f"done: {'x' * (LONGEST_TEXT + 1)}"), "line 19: done is longer"),
        (
            changed("otherwise:", "to move: white\notherwise: No."),
            "line 18: write to move above the board",
        ),
        (
            changed("text:", "moves: c1,c2,c3\ntext: One."),
            "line 13: write the moves below 'moves:'",
        ),
        ([*written(), "task: After the game"], "the game comes last"),
        (changed("task: Corner 1", "task: Corner 0"), "line 20: 'Corner 0' is the title of two"),
    ],
)
def test_a_faulty_course_is_told_with_file_line_and_remedy(lines: list[str], said: str) -> None:
    text = fault(lines)
    assert text.startswith("mine.lesson: line ")
    with pytest.raises(LessonError, match=said):
        ready("mine", outline("\n".join(lines) + "\n", "mine.lesson"))


def test_what_stands_in_a_file_is_shown_and_never_obeyed() -> None:
    lines = changed("text:", "text: [red]one[/] \x1b[2J two")
    course = ready("mine", outline("\n".join(lines) + "\n", "mine.lesson"))
    assert course.tasks[0].say("text") == "[red]one[/] \\x1b[2J two"


def test_too_few_tasks_and_tasks_without_a_wrong_answer_fail() -> None:
    few = ready("mine", outline("\n".join(written(tasks=FEWEST - 1)), "mine.lesson"))
    assert any(f"at least {FEWEST}" in fault for fault in examine(few).faults)
    lines = written()
    at = lines.index("wrong: c1,c3,c2")
    bare = ready("mine", outline("\n".join([*lines[:at], *lines[at + 2 :]]), "mine.lesson"))
    assert any("no wrong answer is listed" in fault for fault in examine(bare).faults)
    endless = ready("mine", outline("\n".join(written(game=False)), "mine.lesson"))
    assert any("no game at the end" in fault for fault in examine(endless).faults)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ask: {foo} does it", "no '{foo}' here: there is {black}, {white}"),
        ("ask: you did {move}", "no '{move}' here"),
        ("done: {black.__class__}", "no '{black' here: there is {black}, {white}, {move}"),
        ("otherwise: {", "no '{' here"),
    ],
)
def test_a_text_names_nothing_that_there_is_not(text: str, said: str) -> None:
    course = ready("mine", outline("\n".join(changed(text.split()[0], text)), "mine.lesson"))
    assert any(said in fault for fault in examine(course).faults)


def test_answers_that_the_checks_judge_otherwise_fail() -> None:
    lines = written()
    lines.insert(lines.index("answer: c1,c2,c3"), "right: places")
    report = examine(ready("mine", outline("\n".join(lines), "mine.lesson")))
    assert any("listed as wrong, and the checks accept it" in each for each in report.faults)
    lines = written()
    lines.insert(lines.index("answer: c1,c2,c3"), "right: a stone on e5")
    report = examine(ready("mine", outline("\n".join(lines), "mine.lesson")))
    assert any("listed as right, and the checks refuse it" in each for each in report.faults)


@pytest.mark.parametrize(
    ("options", "rows", "text", "yes", "no"),
    [
        ({"size": 5}, "..... ..ag. .abga ..... .....", "captures", "c2", "b2"),
        ({"size": 5}, "..... ..ag. .abga ..... .....", "not captures", "b2", "c2"),
        ({"size": 5}, "b.ga. aaa.. ..... ..... .....", "captures at least 2", "b5", "d4"),
        ({"size": 5}, "b.ga. aaa.. ..... ..... .....", "alpha has at least 25", "b5", "d4"),
        ({"size": 5}, "b.ga. aaa.. ..... ..... .....", "alpha has at most 24", "d4", "b5"),
        ({"size": 5}, "b.ga. aaa.. ..... ..... .....", "a stone on d4 a4", "d4", "e5"),
        ({"size": 5}, "b.ga. aaa.. ..... ..... .....", "plays on one of d4 e4", "e4", "pass"),
        ({"size": 5}, "b.ga. aaa.. ..... ..... .....", "places", "e4", "pass"),
        ({"size": 5}, "b.ga. aaa.. ..... ..... .....", "alpha owns a1 e1", "b5", None),
        ({"size": 5}, "b.ga. aaa.. ..... ..... .....", "alpha is ahead", "b5", "d4"),
        ({"size": 5}, "b.ga. aaa.. ..... ..... .....", "no move scores more", "b5", "d4"),
        ({"size": 5}, "b.ga. aaa.. ..... ..... .....", "fact ply is 1", "b5", None),
        ({"size": 5}, "b.ga. aaa.. ..... ..... .....", "fact standing.beta is low", "b5", "d4"),
    ],
)
def test_checks_are_decided_by_the_rules(
    options: dict[str, int], rows: str, text: str, yes: str, no: str | None
) -> None:
    game = games.create("tricolor", options)
    state = game.position(rows.split(), {})
    check = checks.read(game, state, text)
    assert check.holds(PlayedMove.of(game, state, game.parse(state, yes)))
    if no is not None:
        assert not check.holds(PlayedMove.of(game, state, game.parse(state, no)))


def test_a_solver_says_which_move_wins_by_force() -> None:
    game = games.create("majorities", {"size": 3})
    state = game.position(["wwb", ".-..", "b.--w", ".-bw", "..."], {})
    check = checks.read(game, state, "wins by force")
    won = [m for m in game.legal_moves(state) if check.holds(PlayedMove.of(game, state, m))]
    assert [game.format(move) for move in won] == ["b1,c2"]


def test_the_answer_may_be_looked_at_after_wrong_ones_and_answers_are_taken_back() -> None:
    task = ready("mine", outline("\n".join(written()), "mine.lesson")).tasks[0]
    attempt = Attempt(task)
    for missed in range(1, SHOWN_AFTER + 1):
        assert not attempt.may_look
        assert attempt.live.play(task.wrong[0].moves[0]) is None
        verdict = attempt.judge()
        assert verdict is not None
        assert not verdict.right
        assert attempt.missed == missed
        attempt.again()
        assert attempt.open
        assert attempt.live.shown.match.ply == task.start.ply
    assert attempt.may_look


FOLLOWED = """\
termgames lessons 1
title: Ends
game: tricolor
size: 5
dead-stones: agree

task: Dead
board:
    gabb.
    .abb.
    aabbb
    ggggg
    g.g.g
moves:
    pass
    pass
    pass
text: All have passed.
ask: Propose.
answer: dead a5
then: agree; agree
otherwise: No.
done: {alpha} to {beta}, and it is over.
"""


def test_what_follows_a_right_answer_is_played_before_the_last_word() -> None:
    task = ready("mine", outline(FOLLOWED, "mine.lesson")).tasks[0]
    attempt = Attempt(task)
    assert attempt.live.play(task.answers[0]) is None
    verdict = attempt.judge()
    assert verdict is not None
    assert verdict.right
    match = attempt.live.shown.match
    assert match.over
    assert match.texts()[-3:] == ("dead a5", "agree", "agree")
    assert attempt.judge() is verdict, "an answer is judged once, and followed once"
    assert match.ply == task.start.ply + 3
    assert task.start.to_act == task.seat, "the task itself is not played on"


def test_progress_is_kept_by_player_and_course() -> None:
    course = shelf.find("plurality")[1]
    first = course.tasks[0].title
    progress.mark("", "plurality", first)
    progress.mark("", "plurality", first)
    progress.mark("anna", "pletore", "x")
    assert progress.done("", "plurality") == {first}
    assert progress.count("", "plurality", course) == (1, len(course.steps))
    assert progress.count("anna", "plurality", course) == (0, len(course.steps))
    titles = [step.title for step in course.steps]
    assert progress.following("", "plurality", titles) == 1
    assert progress.following("anna", "plurality", titles) == 0
    for title in titles:
        progress.mark("", "plurality", title)
    assert progress.following("", "plurality", titles) == 0, "it begins anew"


@pytest.mark.parametrize("text", ["{", "[1]", '{"": 3}', '{"": {"plurality": [1, "a"]}}', ""])
def test_a_damaged_file_of_progress_does_no_harm(text: str, own_data_folder: Path) -> None:
    own_data_folder.mkdir(parents=True)
    progress.path().write_text(text, "utf-8")
    progress.mark("", "plurality", "b")
    assert "b" in progress.done("", "plurality")


def test_the_page_on_lessons_shows_a_course_that_works_and_all_checks() -> None:
    page = (paths.assets() / "lessons" / "README.md").read_text("utf-8")
    example = page.partition("## The file")[2].partition("\n- ")[0]
    course = ready("page", outline(textwrap.dedent(example).strip() + "\n", "page"))
    assert examine(course).faults == [f"1 tasks: a course has at least {FEWEST}"]
    assert "\nAn empty line begins" in course.tasks[0].say("text")
    for form in checks.FORMS:
        first = re.split(r"\b[A-Z]+\b", form.replace("SEAT", "black"))[0].split(",")[0].strip()
        assert f"| `{first}" in page, form


NUMBERS = {"a": 1, "one": 1, "two": 2, "three": 3}


@pytest.mark.parametrize("name", shelf.shipped())
def test_what_texts_say_of_captures_and_distances_is_so(name: str) -> None:
    for task in shelf.course(name).tasks:
        game, before = task.start.game, task.start.state
        for wrong in task.wrong:
            for move in wrong.moves:
                after = game.apply(before, move)
                gone = [was for was, now in stones(game, before, after) if was and not now]
                for number, seat in re.findall(r"captured (\w+) stones? of (\w+)", wrong.text):
                    colour = 1 + [game.seat_name(before, at) for at in range(game.seats)].index(
                        seat.lower()
                    )
                    assert gone.count(colour) == NUMBERS[number], task.title
        texts = " ".join(entry.text for entry in task.section.entries)
        start = re.search(r"yours is (\w\d+)", texts)
        for point, number in re.findall(
            r"(\w\d+) is (?:still )?(\d+) steps from (?:your start point|g7)", texts
        ):
            assert start is not None
            assert steps(game, point, start[1]) == int(number), task.title


def stones(game: Game[Any, Any], before: Any, after: Any) -> list[tuple[int, int]]:
    return list(zip(game.stones(before), game.stones(after), strict=True))


def steps(game: Game[Any, Any], here: str, there: str) -> int:
    """The length of the shortest path between two points."""
    goal, far, seen = game.topology.cell(there), 0, {game.topology.cell(here)}
    while goal not in seen:
        seen |= {near for cell in seen for near in game.topology.adjacent[cell]}
        far += 1
    return far
