"""Courses of lessons: shipped ones keep their promises, faulty ones are told with their line."""

import re
import textwrap
from pathlib import Path

import pytest

from termgames import games, paths
from termgames.core.errors import LessonError, OptionError
from termgames.study.drills.attempt import SHOWN_AFTER, Attempt
from termgames.study.drills.lessons import Lessons
from termgames.study.lessons import checks, shelf
from termgames.study.lessons.checks import PlayedMove
from termgames.study.lessons.course import Course, ready
from termgames.study.lessons.examine import FEWEST, examine
from termgames.study.lessons.reading import LONGEST_TEXT, outline
from tests.cases import cases

HEAD = "termgames lessons 1\ntitle: Corners\ngame: plurality\nsize: 5\nkomi: 0.5\n"
TASK = """\
task: Corner NUMBER
board:
    .....
    .....
    bw...
    .....
    .....
text: Look at the corner.
ask: Close it.
answer: c1,c2,c3
wrong: c1,c3,c2
    White touches it: {black} to {white}.
otherwise: Use c1, c2 and c3.
done: Closed with {move}.
"""
TASKS = [TASK.replace("NUMBER", str(number)) for number in range(FEWEST)]
GAME = "play: A game\ntext: Play.\n"
WRITTEN = HEAD + "".join(TASKS) + GAME


def course_of(text: str) -> Course:
    return ready("mine", outline(text, "mine.lesson"))


def faults(text: str) -> list[str]:
    """Why a course cannot be used, or what is wrong with it."""
    try:
        return examine(course_of(text)).faults
    except LessonError as error:
        return [str(error)]


def changed(old: str, new: str) -> str:
    """A course in which the first line that begins with `old` is another one; `/` ends a line."""
    found = re.search(rf"(?m)^ *({re.escape(old)}.*)", WRITTEN)
    return WRITTEN[: found.start(1)] + new.replace("/", "\n") + WRITTEN[found.end(1) :]


@pytest.mark.parametrize("name", games.GAMES)
def test_shipped_courses_accept_what_they_list_and_explain_what_they_do_not(name: str) -> None:
    report = examine(shelf.course(name))
    assert not report.faults
    assert len(report.tasks) >= FEWEST
    for task in report.tasks:
        assert {answer["listed"] for answer in task["answers"]} == {"right", "wrong"}


def test_a_course_of_somebody_is_found_by_name_and_by_path() -> None:
    folder = paths.user_lessons()
    folder.mkdir(parents=True)
    path = folder / "corners.lesson"
    path.write_text(WRITTEN, "utf-8")
    assert shelf.own() == ("corners",)
    assert shelf.course("corners").title == shelf.course(str(path)).title == "Corners"
    assert not examine(shelf.course("corners")).faults
    with pytest.raises(OptionError, match="did you mean corners"):
        shelf.find("cornres")


FAULTS = """
# the first line that begins so | what stands there | what is said; of what cannot be used, its line
game: | | line 1: there is no 'game: …'
game: | game: pluralty | line 3: .*did you mean plurality
size: | size: 99 | line 4:
bw... | bx... | line 7: b3 is 'x'
bw... | bw. | line 7: the diagram does not fit
answer: | answer: c9 | line 15: .*c9
answer: | answer: a3,a4,a5 | line 15: .*is not allowed here.*occupied
answer: | anwser: c1,c2,c3 | line 6: the task has no 'answer: …'.*'anwser'
wrong: | wrong: | line 16: write the move beside 'wrong:'
answer: | right: black wins | line 6: the task has no 'answer
text: | right: black flies | line 6: the task has no 'text
ask: | ask | line 14: .*write 'name: value'
done: | done: LONG | line 19: done is longer
otherwise: | to move: white/otherwise: No. | line 18: write to move above the board
text: | moves: c1,c2,c3/text: One. | line 13: write the moves below 'moves:'
task: Corner 1 | task: Corner 0 | line 20: 'Corner 0' is the title of two
ask: | ask: {foo} does it | no '{foo}' here: there is {black}, {white}
ask: | ask: you did {move} | no '{move}' here
done: | done: {black.__class__} | no '{black' here: there is {black}, {white}, {move}
otherwise: | otherwise: { | no '{' here
wrong: c1,c3,c2/    White | | no wrong answer is listed
answer: | right: places/answer: c1,c2,c3 | listed as wrong, and the checks accept it
answer: | right: a stone on e5/answer: c1,c2,c3 | listed as right, and the checks refuse it
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("not a course", "line 1: not a course: its first line is 'termgames lessons 1'"),
        (HEAD, r"line \d+: there is no task"),
        (f"{WRITTEN}task: After the game", r"line \d+: .*the game comes last"),
        (HEAD + "".join(TASKS[1:]) + GAME, f"at least {FEWEST}"),
        (HEAD + "".join(TASKS), "no game at the end"),
        *(
            (changed(old.replace("/", "\n"), new).replace("LONG", "x" * (LONGEST_TEXT + 1)), said)
            for old, new, said in cases(FAULTS)
        ),
    ],
)
def test_a_faulty_course_is_told_with_file_line_and_remedy(text: str, said: str) -> None:
    told = faults(text)
    if said.startswith("line"):
        assert re.match(f"mine.lesson: {said}", told[0]), told
    else:
        assert any(said in fault for fault in told), told


def test_what_stands_in_a_file_is_shown_and_never_obeyed() -> None:
    text = WRITTEN.replace("Look at the corner.", "[red]one[/] \x1b[2J two")
    assert course_of(text).tasks[0].say("text") == "[red]one[/] \\x1b[2J two"


CHECKS = """
# checked | an answer that passes | one that does not
captures | c2 | b2 | ..... ..ag. .abga ..... .....
not captures | b2 | c2 | ..... ..ag. .abga ..... .....
captures at least 2 | b5 | d4
alpha has at least 25 | b5 | d4
alpha has at most 24 | d4 | b5
a stone on d4 a4 | d4 | e5
plays on one of d4 e4 | e4 | pass
places | e4 | pass
alpha owns a1 e1 | b5 |
alpha is ahead | b5 | d4
no move scores more | b5 | d4
fact ply is 1 | b5 |
fact standing.beta is low | b5 | d4
"""


@pytest.mark.parametrize("row", cases(CHECKS))
def test_checks_are_decided_by_the_rules(row: tuple[str, ...]) -> None:
    text, yes, no, board = (*row, "b.ga. aaa.. ..... ..... .....")[:4]
    game = games.create("tricolor", {"size": 5})
    state = game.position(board.split(), {})
    check = checks.read(game, state, text)
    assert check.holds(PlayedMove.of(game, state, game.parse(state, yes)))
    assert not no or not check.holds(PlayedMove.of(game, state, game.parse(state, no)))


def test_the_answer_may_be_looked_at_after_wrong_ones_and_answers_are_taken_back() -> None:
    attempt = Attempt(task := course_of(WRITTEN).tasks[0])
    for missed in range(1, SHOWN_AFTER + 1):
        assert not attempt.may_look
        assert attempt.live.play(task.wrong[0].moves[0]) is None
        verdict = attempt.judge()
        assert not verdict.right
        assert attempt.missed == missed
        attempt.again()
        assert attempt.open
        assert attempt.live.shown.match.ply == task.start.ply
    assert attempt.may_look


def test_progress_is_kept_by_player_and_course() -> None:
    course = shelf.find("plurality")[1]
    titles = [step.title for step in course.steps]
    for _ in range(2):
        shelf.mark("", "plurality", titles[0])
    shelf.mark("anna", "pletore", "x")
    assert shelf.done("", "plurality") == {titles[0]}
    for player, number in (("", 1), ("anna", 0)):
        assert shelf.count(player, "plurality", course) == (number, len(titles))
        assert Lessons(shelf.course("plurality"), player).first == number
    for title in titles:
        shelf.mark("", "plurality", title)
    row = Lessons(shelf.course("plurality"), "")
    assert (row.first, row.end()) == (0, "You have done all lessons of this course.")


@pytest.mark.parametrize("text", ["{", "[1]", '{"": 3}', '{"": {"plurality": [1, "a"]}}', ""])
def test_a_damaged_file_of_progress_does_no_harm(text: str, own_data_folder: Path) -> None:
    own_data_folder.mkdir(parents=True)
    shelf.path().write_text(text, "utf-8")
    shelf.mark("", "plurality", "b")
    assert "b" in shelf.done("", "plurality")


def test_the_page_on_lessons_shows_a_course_that_works_and_all_checks() -> None:
    page = (paths.assets() / "lessons" / "README.md").read_text("utf-8")
    example = page.partition("## The file")[2].partition("\n- ")[0]
    course = ready("page", outline(textwrap.dedent(example).strip() + "\n", "page"))
    assert examine(course).faults == [f"1 tasks: a course has at least {FEWEST}"]
    assert "\nAn empty line begins" in course.tasks[0].say("text")
    for form in checks.FORMS:
        first = re.split(r"\b[A-Z]+\b", form.replace("SEAT", "black"))[0].split(",")[0].strip()
        assert f"| `{first}" in page, form


@pytest.mark.parametrize("name", shelf.shipped())
def test_what_texts_say_of_captures_is_so(name: str) -> None:
    for task in shelf.course(name).tasks:
        game, before = task.start.game, task.start.state
        names = [game.seat_name(before, seat) for seat in range(game.seats)]
        for wrong in task.wrong:
            for after in (game.stones(game.apply(before, move)) for move in wrong.moves):
                gone = [a for a, b in zip(game.stones(before), after, strict=True) if a and not b]
                for number, seat in re.findall(r"captured (\w+) stones? of (\w+)", wrong.text):
                    many = {"a": 1, "one": 1, "two": 2, "three": 3}[number]
                    assert gone.count(1 + names.index(seat.lower())) == many, task.title
