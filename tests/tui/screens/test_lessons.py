"""Lessons on the screen: a course walked through by keys and by mouse, in small terminals too."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from termgames import paths
from termgames.study.lessons import progress, shelf
from termgames.study.lessons.course import Task
from termgames.tui.board import BoardView
from termgames.tui.screens.dialogs import ChoiceDialog
from termgames.tui.screens.game import GameScreen
from termgames.tui.screens.lesson import LessonScreen
from termgames.tui.screens.menu import MenuScreen
from termgames.tui.widgets.keys import KeyLine

from .support import opened, press_at_once


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


async def press_key_line(pilot: Pilot[None], label: str) -> None:
    """Click on a key in the line of keys."""
    line = pilot.app.screen.query_one(KeyLine)
    at = str(line.render()).index(label)
    await pilot.click(line, offset=(at + 1, 0))
    await pilot.pause()


async def test_a_course_from_the_menu_to_its_small_game_and_back() -> None:
    course = shelf.course("pletore")
    async with opened(lambda opener: opener.open_menu(), (80, 24)) as pilot:
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert pilot.app.screen.query_one("#newcomer").display
        await pilot.press("down", "l")
        await pilot.pause()
        for at, task in enumerate(course.tasks):
            assert f"{at + 1} of {len(course.steps)}" in text(pilot)
            assert lesson(pilot).board.canvas.overlay is None
            assert task.say("ask") in text(pilot)
            screen = lesson(pilot)
            for missed, key in enumerate(("backspace", "u"), 1):
                screen.answers.play(task.wrong[0].moves[0])
                await pilot.pause()
                verdict = task.judge(task.wrong[0].moves[0])
                assert f"Not yet. {verdict.text}" in text(pilot)
                assert not progress.done("", "pletore") & {task.title}
                await pilot.press(key)
                await pilot.pause()
                assert ("shows the answer" in text(pilot)) == (missed == 2)
            await pilot.press("i")
            assert screen.attempt is not None
            assert screen.attempt.open, "it is only shown"
            await pilot.press("i")
            await pilot.pause()
            if screen.attempt.open:
                await pilot.press("enter")
                await pilot.pause()
            assert f"Right. {task.judge(task.answers[0]).text}" in text(pilot)
            overlay = screen.board.canvas.overlay
            assert overlay is not None, "what an answer gains is seen on the board"
            assert (
                overlay.owner
                == screen.sitting.shown.display.overlays(screen.sitting.shown.position)[0].owner
            )
            assert task.title in progress.done("", "pletore")
            await pilot.press("enter")
            await pilot.pause()
        assert "8 of 8" in text(pilot)
        names = [lesson(pilot).sitting.shown.label(seat) for seat in (0, 1)]
        assert names == ["you", "bot 1"]
        line = str(pilot.app.screen.query_one(KeyLine).render())
        assert "Play" in line
        assert "Try again" not in line
        await pilot.press("enter")
        await pilot.pause()
        game = pilot.app.screen
        assert isinstance(game, GameScreen)
        assert game.sitting.shown.match.players == ("human", "bot:1")
        game.sitting.resign()
        game.dismiss(None)
        await pilot.pause()
        assert "You have played this game to its end." in text(pilot)
        assert progress.count("", *shelf.find("pletore")) == (8, 8)
        await pilot.press("q")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(pilot.app.screen, MenuScreen)
        assert "lessons 8/8" in str(pilot.app.screen.query_one("#game-pletore").render())
        assert not pilot.app.screen.query_one("#newcomer").display


async def test_an_answer_by_the_mouse_alone() -> None:
    course = shelf.course("tricolor")
    async with opened(lambda opener: opener.open_course(course, "anna", 0)) as pilot:
        await click(pilot, "b2")
        assert "Not yet. Beta's stone still has its last liberty" in text(pilot)
        await press_key_line(pilot, "Try again")
        await click(pilot, "c2")
        assert "Right. Captured." in text(pilot)
        await click(pilot, "e5")
        assert "Right. Captured." in text(pilot), "a lesson that is done takes no more answers"
        await press_key_line(pilot, "Go on")
        assert f"2 of {len(course.steps)}" in text(pilot)
        assert progress.done("anna", "tricolor") == {course.tasks[0].title}
        assert not progress.done("", "tricolor")


@pytest.mark.parametrize("size", [(42, 16), (60, 24), (100, 36)])
async def test_an_answer_is_typed(size: tuple[int, int]) -> None:
    course = shelf.course("tricolor")
    async with opened(lambda opener: opener.open_course(course, "", 0), size) as pilot:
        await pilot.press("m")
        await pilot.pause()
        screen = lesson(pilot)
        assert screen.query_one("#entry").region, "also where the text was read before"
        await press_at_once(pilot, "c", "2", "enter")
        await pilot.pause()
        assert "Right. Captured." in text(pilot)
        assert not screen.entering.entry.is_open
        await pilot.press("enter")
        await pilot.pause()
        assert f"2 of {len(course.steps)}" in text(pilot)


@pytest.mark.parametrize("size", [(50, 20), (56, 22), (80, 18)])
@pytest.mark.parametrize("name", ["majorities", "pletore"])
async def test_what_is_typed_is_seen_below_a_long_text(name: str, size: tuple[int, int]) -> None:
    course = shelf.course(name)
    async with opened(lambda opener: opener.open_course(course, "", 0), size) as pilot:
        screen = lesson(pilot)
        await pilot.press("m")
        await pilot.pause()
        await pilot.pause()
        side, entry = screen.query_one("#side"), screen.query_one("#entry")
        assert entry.region, "the line and what is said of the text"
        assert side.region.contains_region(entry.region)
        await pilot.press("escape")
        await pilot.pause()
        await pilot.pause()
        assert screen.query_one("#players").region.y == 0, "the text from its beginning"


async def test_the_key_of_the_answer_says_when_it_will_be_shown() -> None:
    course = shelf.course("tricolor")
    async with opened(lambda opener: opener.open_course(course, "", 0)) as pilot:
        assert "analysis" not in str(lesson(pilot).query_one("#players").render()), (
            "A is no key here"
        )
        await pilot.press("i")
        said = [note.message for note in pilot.app._notifications]
        assert said == ["Try it first: after 2 wrong answers, i shows a right one."]
        assert not lesson(pilot).board.input.highlights.proposed


async def test_cards_and_questions_are_answers_too() -> None:
    course = shelf.course("mitropia")
    titles = [step.title for step in course.steps]
    at = titles.index("Answer with a card")
    async with opened(lambda opener: opener.open_course(course, "", at)) as pilot:
        await pilot.press("1")
        await pilot.pause()
        assert "Not yet. You accepted the move" in text(pilot)
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("c")
        await pilot.pause()
        await pilot.press("1")
        await pilot.pause()
        assert "Right. Your stones are back" in text(pilot)


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
    async with opened(lambda opener: opener.open_course(course, "", at)) as pilot:
        screen = lesson(pilot)
        screen.answers.play(task.wrong[0].moves[0])
        await pilot.pause()
        assert screen.sitting.shown.match.ply == task.start.ply + 1, "nothing follows a wrong one"
        await pilot.press("enter")
        await pilot.pause()
        screen.answers.play(task.answers[0])
        await pilot.pause()
        assert state in " ".join(text(pilot).split())
        match = screen.sitting.shown.match
        assert match.ply == task.start.ply + 1 + len(task.right[0].then)
        stones = match.game.stones(match.state)
        assert screen.board.canvas._position.stones == stones, "the board shows the end of it"
        await pilot.press("enter")
        await pilot.pause()
        assert f"{at + 2} of {len(course.steps)}" in text(pilot)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        *((name, (60, 24)) for name in shelf.shipped()),
        # Where there is more room, what has the longest texts and the most beside the board.
        ("mitropia", (80, 24)),
        ("mitropia", (120, 40)),
    ],
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


@pytest.mark.parametrize("size", [(40, 12), (42, 16)])
async def test_in_small_terminals_text_and_board_take_turns(size: tuple[int, int]) -> None:
    course = shelf.course("plurality")
    async with opened(lambda opener: opener.open_course(course, "", 0), size) as pilot:
        for at in range(2):
            screen = lesson(pilot)
            said = screen.query_one("#lesson")
            keys = screen.query_one(KeyLine)
            assert said.region
            assert not screen.board.region, "the text alone"
            assert "Board" in str(keys.render())
            await pilot.press("enter")
            await pilot.pause()
            await pilot.pause()  # what is hidden and shown is laid out anew
            assert screen.board.has_focus
            assert screen.board.region.height >= 6
            assert not said.region
            assert "Text" in str(keys.render())
            await pilot.press("enter")
            await pilot.pause()
            assert not screen.board.input.untouched, "Enter picks a point"
            await pilot.press("v")
            await pilot.pause()
            await pilot.pause()
            assert said.region
            await pilot.press("enter")
            screen.answers.play(course.tasks[at].wrong[0].moves[0])
            await pilot.pause()
            await pilot.pause()
            assert "Not yet." in str(said.render())
            assert said.region, "the verdict is read at once"
            await pilot.press("enter")
            await pilot.pause()
            await pilot.pause()
            assert screen.board.region, "after a wrong answer the board comes first"
            await pilot.press("pagedown")
            await pilot.pause()
            await pilot.pause()


async def test_the_menu_offers_courses_of_ones_own_beside_those_of_the_game() -> None:
    folder = paths.user_lessons()
    folder.mkdir(parents=True)
    text = Path(shelf.find("plurality")[1].source).read_text("utf-8")
    mine = text.replace("title: Plurality, step by step", "title: My corners")
    (folder / "mine.lesson").write_text(mine, "utf-8")
    (folder / "broken.lesson").write_text("no course", "utf-8")
    async with opened(lambda opener: opener.open_menu(), (80, 24)) as pilot:
        await pilot.app.workers.wait_for_complete()
        await pilot.press("l")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ChoiceDialog)
        await pilot.press("2")
        await pilot.pause()
        assert lesson(pilot)._course.title == "My corners"
