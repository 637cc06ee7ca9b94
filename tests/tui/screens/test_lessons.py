"""Lessons on the screen: a course walked through by keys and by mouse, in small terminals too."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from termgames import paths
from termgames.study.lessons import progress, shelf
from termgames.study.lessons.course import Task
from termgames.tui.board import BoardView
from termgames.tui.screens.lesson import LessonScreen

from .support import act, acted, opened, stage


def lesson(pilot: Pilot[None]) -> LessonScreen:
    screen = pilot.app.screen
    assert isinstance(screen, LessonScreen)
    return screen


def text(pilot: Pilot[None]) -> str:
    """What the lesson says, and what is to be done."""
    said = str(lesson(pilot).query_one("#lesson").render())
    return f"{said}\n{lesson(pilot).table.column.prompt.text}"


async def click(pilot: Pilot[None], name: str) -> None:
    """Click on a point of the board."""
    board = lesson(pilot).query_one(BoardView)
    canvas = board.canvas
    column, row = canvas.layout_at(canvas.zoom).places[board.game.topology.cell(name)]
    margin = canvas.gutter
    await pilot.click(canvas, offset=(column + margin.left, row + margin.top))
    await pilot.pause()


OWN = {
    "said": lambda pilot: text(pilot) if isinstance(pilot.app.screen, LessonScreen) else "",
    "newcomer": lambda pilot: pilot.app.screen.query_one("#newcomer").display,
    "board": lambda pilot: lesson(pilot).board.region.height >= 6 and lesson(pilot).board.has_focus,
    "lesson": lambda pilot: lesson(pilot).query_one("#lesson").region,
    "picked": lambda pilot: not lesson(pilot).board.input.untouched,
    "proposed": lambda pilot: lesson(pilot).board.input.highlights.proposed,
    "entry": lambda pilot: lesson(pilot).query_one("#entry").region,
    "open": lambda pilot: lesson(pilot).entering.entry.is_open,
    "within": lambda pilot: lesson(pilot).query_one("#side").region.contains_region(
        lesson(pilot).query_one("#entry").region),
    "top": lambda pilot: lesson(pilot).query_one("#players").region.y,
    "course": lambda pilot: lesson(pilot)._course.title,
}  # fmt: skip


def wrong(pilot: Pilot[None], _: str) -> None:
    """The first wrong answer of the lesson."""
    screen = lesson(pilot)
    screen.answers.play(screen._course.tasks[screen._at].wrong[0].moves[0])


VERBS = {"point": click, "wrong": wrong}
TYPED = """
    == an answer is typed at {0} | course tricolor 0 {0}
    m         | entry
    c&2&enter | said: Right. Captured. ; !open
    enter     | said: 2 of
"""
LONG = """
    == what is typed is seen below a long text of {1} at {0} | course {1} 0 {0}
    m      | entry ; within
    escape | top = 0
"""
SMALL = """
    == in small terminals text and board take turns at {0} | course plurality 0 {0}
    {1}pagedown |
    {1}
"""
TURNS = """      | lesson ; !board ; keys: Board
    enter  | board ; !lesson ; keys: Text
    enter  | picked
    v      | lesson
    enter wrong: | #lesson: Not yet. ; lesson
    enter  | board
    """
test_scenes = acted(
    """
    == an answer by the mouse alone | course tricolor 0
    point:b2      | said: Not yet. Beta's stone still has its last liberty
    key:Try_again |
    point:c2      | said: Right. Captured.
    point:e5      | said: Right. Captured.
    key:Go_on     | said: 2 of
    == the key of the answer says when it will be shown | course tricolor 0
      | #players!: analysis
    i | told = Try it first: after 2 wrong answers, i shows a right one. ; !proposed
    == cards and questions are answers too | course mitropia Answer_with_a_card
    1         | said: Not yet. You accepted the move
    enter c 1 | said: Right. Your stones are back
    """
    + "".join(TYPED.format(size) for size in ("42x16", "60x24", "100x36"))
    + "".join(LONG.format(*each) for each in (("50x20", "majorities"), ("80x18", "pletore")))
    + "".join(SMALL.format(size, TURNS) for size in ("40x12", "42x16")),
    OWN,
    VERBS,
)


async def test_a_course_from_the_menu_to_its_small_game_and_back() -> None:
    course = shelf.course("pletore")
    async with stage("menu") as pilot:
        await act(pilot, "work: | newcomer\ndown l | screen = LessonScreen", OWN)
        for at, task in enumerate(course.tasks):
            screen, bad = lesson(pilot), task.wrong[0].moves[0]
            await act(pilot, f"| said: {at + 1} of {len(course.steps)} ; !overlay ; said: ", OWN)
            assert task.say("ask") in text(pilot)
            for missed, key in enumerate(("backspace", "u"), 1):
                screen.answers.play(bad)
                await pilot.pause()
                assert f"Not yet. {task.judge(bad).text}" in text(pilot)
                assert not progress.done("", "pletore") & {task.title}
                await pilot.press(key)
                await pilot.pause()
                assert ("shows the answer" in text(pilot)) == (missed == 2)
            await pilot.press("i")
            assert screen.attempt is not None
            assert screen.attempt.open, "it is only shown"
            await act(pilot, "i |")
            if screen.attempt.open:
                await act(pilot, "enter |")
            assert f"Right. {task.judge(task.answers[0]).text}" in text(pilot)
            overlay, shown = screen.board.canvas.overlay, screen.sitting.shown
            assert overlay is not None, "what an answer gains is seen on the board"
            assert overlay.owner == shown.display.overlays(shown.position)[0].owner
            assert task.title in progress.done("", "pletore")
            await act(pilot, "enter |")
        shown = lesson(pilot).sitting.shown
        assert [shown.label(seat) for seat in (0, 1)] == ["you", "bot 1"]
        await act(pilot, """
                  | said: 8 of 8 ; keys: Play ; keys!: Try again
            enter | screen = GameScreen ; players = human bot:1
            resign: |""", OWN)  # fmt: skip
        pilot.app.screen.dismiss(None)
        await act(pilot, "| said: You have played this game to its end.", OWN)
        assert progress.count("", *shelf.find("pletore")) == (8, 8)
        await act(pilot, "q work: | screen = MenuScreen ; #game-pletore: lessons 8/8", OWN)
        await act(pilot, "| !newcomer", OWN)


async def test_what_a_player_has_done_is_his_own() -> None:
    course = shelf.course("tricolor")
    async with opened(lambda opener: opener.open_course(course, "anna", 0)) as pilot:
        await act(pilot, "point:c2 | said: Right. Captured.", OWN, VERBS)
        assert progress.done("anna", "tricolor") == {course.tasks[0].title}
        assert not progress.done("", "tricolor")


@pytest.mark.parametrize(
    ("name", "title", "state"),
    [
        ("tricolor", "Dead stones", "the game is over: 10 for you"),
        ("mitropia", "Surrender", "Red accepts"),
        ("mitropia", "Reject and Replace", "your own stone on d3"),
    ],
)
async def test_what_follows_a_right_answer_is_seen_before_one_goes_on(
    name: str, title: str, state: str
) -> None:
    course = shelf.course(name)
    at = [step.title for step in course.steps].index(title)
    task = course.tasks[at]
    async with stage(f"course {name} {title.replace(' ', '_')}") as pilot:
        screen, ply = lesson(pilot), task.start.ply + 1
        await act(pilot, f"wrong: | plies = {ply}\nenter |", OWN, VERBS)
        screen.answers.play(task.answers[0])
        await act(pilot, f"| said: {state} ; plies = {ply + len(task.right[0].then)}", OWN)
        match = screen.sitting.shown.match
        stones = match.game.stones(match.state)
        assert screen.board.canvas._position.stones == stones, "the board shows the end of it"
        await act(pilot, f"enter | said: {at + 2} of {len(course.steps)}", OWN)


@pytest.mark.parametrize(
    ("name", "size"),
    # Where there is more room, what has the longest texts and the most beside the board.
    [*((name, (60, 24)) for name in shelf.shipped()), ("mitropia", (80, 24))],
)
async def test_text_board_and_question_are_seen_in_every_lesson(
    name: str, size: tuple[int, int]
) -> None:
    course = shelf.course(name)
    async with opened(lambda opener: opener.open_course(course, "", 0), size) as pilot:
        for step in course.steps:
            screen = lesson(pilot)
            phases = [None, *(wrong.moves[0] for wrong in getattr(step, "wrong", ())[:1])]
            for move in phases:
                if move is not None:
                    assert isinstance(step, Task)
                    screen.answers.play(move)
                    await pilot.pause()
                column, board = screen.table.column, screen.board
                shown = [column.prompt, column.query_one("#lesson")]
                shown += [column._question] if column._question is not None else []
                assert all(each.region.bottom < size[1] for each in shown), step.title
                assert not column.query_one("#graphs").region, step.title
                assert board.region.height >= board.canvas.layout_at(1).rows, step.title
            await pilot.press("pagedown")
            await pilot.pause()


async def test_the_menu_offers_courses_of_ones_own_beside_those_of_the_game() -> None:
    folder = paths.user_lessons()
    folder.mkdir(parents=True)
    text = Path(shelf.find("plurality")[1].source).read_text("utf-8")
    mine = text.replace("title: Plurality, step by step", "title: My corners")
    (folder / "mine.lesson").write_text(mine, "utf-8")
    (folder / "broken.lesson").write_text("no course", "utf-8")
    async with stage("menu") as pilot:
        await act(pilot, "work: l | screen = ChoiceDialog\n2 | course = My corners", OWN)
