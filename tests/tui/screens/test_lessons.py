"""Lessons and problems on the screen: by keys and by mouse, in small terminals too."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from termgames import paths
from termgames.study import problems
from termgames.study.drills.lessons import Lessons
from termgames.study.drills.problems import Problems
from termgames.study.lessons import shelf
from termgames.study.lessons.course import Task
from termgames.study.problems import progress as solved
from termgames.study.problems import ready
from termgames.study.problems.progress import FIRST
from tests.tui.board.support import place_of

from .support import act, acted, opened, stage, table


async def click(pilot: Any, name: str) -> None:
    """Click on a point of the board."""
    board = table(pilot).board
    await pilot.click(board, offset=place_of(board, board.game.topology.cell(name)))


def task_of(pilot: Any) -> Any:
    """The task in front, of a lesson or of a problem."""
    return pilot.app.screen.attempt.task


def said(pilot: Any) -> str:
    """What the lesson says, and what is to be done."""
    lesson = pilot.app.screen.query("#lesson")
    return f"{lesson.first().render()}\n{table(pilot).table.column.prompt.text}" if lesson else ""


OWN = {
    "said": said,
    "board": lambda pilot: table(pilot).board.region.height >= 6 and table(pilot).board.has_focus,
    "picked": lambda pilot: not table(pilot).board.input.untouched,
    "proposed": lambda pilot: table(pilot).board.input.highlights.proposed,
    "within": lambda pilot: pilot.app.screen.query_one("#side").region.contains_region(
        pilot.app.screen.query_one("#entry").region),
    "top": lambda pilot: pilot.app.screen.query_one("#players").region.y,
}  # fmt: skip
VERBS = {
    "point": click,
    "wrong": lambda pilot, _: pilot.app.screen.answers.play(task_of(pilot).wrong[0].moves[0]),
    "right": lambda pilot, _: pilot.app.screen.answers.play(task_of(pilot).answers[0]),
}
test_scenes = acted(
    """
    == an answer by the mouse alone | course tricolor 0
    point:b2      | said: Not yet. Beta's stone still has its last liberty
    key:Try_again |
    point:c2      | said: Right. Captured.
    point:e5      | said: Right. Captured.
    key:Go_on     | said: 2 of
    == an answer is typed in a small terminal | course tricolor 0 42x16
    m         | @#entry
    c&2&enter | said: Right. Captured. ; !$entering.entry.is_open
    enter     | said: 2 of
    == the key of the answer says when it will be shown | course tricolor 0
      | #players!: analysis
    i | told = Try it first: after 2 wrong answers, i shows a right one. ; !proposed
    == what follows a right answer is seen before one goes on | course mitropia Surrender
    wrong: |
    enter right: | said: Red accepts
    enter  | said!: Red accepts
    == cards and questions are answers too | course mitropia Answer_with_a_card
    1         | said: Not yet. You accepted the move
    enter c 1 | said: Right. Your stones are back
    == in small terminals text and board take turns | course plurality 0 40x12
    pagedown | @#lesson ; !board ; keys: Board
    enter  | board ; !@#lesson ; keys: Text
    enter  | picked
    v      | @#lesson
    enter wrong: | #lesson: Not yet. ; @#lesson
    enter  | board
    == a problem from the menu and back | menu
    work: focus:#game-majorities p | said: Problem
    i | told: Look
    i | told: A right answer is
    q | screen = MenuScreen
    == what is typed is seen below a long text of majorities at 50x20 | course majorities 0 50x20
    m      | @#entry ; within
    escape | top = 0
    """,
    OWN,
    VERBS,
)


async def test_a_course_from_the_menu_to_its_small_game_and_back() -> None:
    course = shelf.course("pletore")
    async with stage("menu") as pilot:
        await act(pilot, "work: | #told: New here?\ndown l | screen = LessonScreen", OWN)
        for at, task in enumerate(course.tasks):
            await act(pilot, f"| said: {at + 1} of {len(course.steps)} ; !overlay", OWN)
            assert task.say("ask") in said(pilot)
            if at == 0:
                await act(pilot, """
                    wrong:       | said: Not yet.
                    backspace    | said!: shows the answer
                    wrong: u     | said: shows the answer
                    i i          |""", OWN, VERBS)  # fmt: skip
                assert not shelf.done("", "pletore")
            await act(pilot, "right: |" if at else "|", OWN, VERBS)
            if pilot.app.screen.attempt.open:
                await act(pilot, "enter |")
            assert f"Right. {task.judge(task.answers[0]).text}" in said(pilot)
            assert task.title in shelf.done("", "pletore")
            await act(pilot, "| overlay\nenter |")
        await act(pilot, """
                  | panel: you ; panel: bot 1 ; said: 8 of 8 ; keys: Play ; keys!: Try again
            enter | screen = GameScreen ; players = human bot:1
            resign: |""", OWN)  # fmt: skip
        pilot.app.screen.dismiss(None)
        await act(pilot, "| said: You have played this game to its end.", OWN)
        assert shelf.count("", *shelf.find("pletore")) == (8, 8)
        lessons = "screen = MenuScreen ; #game-pletore: lessons 8/8 ; #told!: New here"
        await act(pilot, f"q work: | {lessons}", OWN)


@pytest.mark.parametrize("name", shelf.shipped())
async def test_text_board_and_question_are_seen_where_the_most_is_said(name: str) -> None:
    course = shelf.course(name)
    tasks = [(at, each) for at, each in enumerate(course.steps) if isinstance(each, Task)]
    tasks.sort(key=lambda task: len(task[1].judge(task[1].wrong[0].moves[0]).text))
    async with stage(f"course {name} 0 60x24") as pilot:
        for at, step in tasks[-2:]:
            pilot.app.opener.open_row(Lessons(course, ""), at)
            await act(pilot, "|\nwrong: |", verbs=VERBS)
            column, board = table(pilot).table.column, table(pilot).board
            shown = [column.prompt, column.query_one("#lesson"), column._question]
            assert all(each.region.bottom < 24 for each in shown if each is not None), step.title
            assert not column.query_one("#graph").region, step.title
            assert board.region.height >= board.canvas.layout_at(1).rows, step.title


async def test_the_menu_offers_courses_of_ones_own_beside_those_of_the_game() -> None:
    (folder := paths.user_lessons()).mkdir(parents=True)
    text = Path(shelf.find("plurality")[1].source).read_text("utf-8")
    mine = text.replace("title: Plurality, step by step", "title: My corners")
    (folder / "mine.lesson").write_text(mine, "utf-8")
    (folder / "broken.lesson").write_text("no course", "utf-8")
    async with stage("menu") as pilot:
        await act(pilot, "work: l | screen = ChoiceDialog\n2 | $drill.row.title = My corners")


# -- problems -----------------------------------------------------------------------------------


def of_stones() -> int:
    """The first problem of Tri-Color about stones, with an answer that goes on."""
    known = enumerate(problems.shelf.of_game("tricolor"))
    return next(at for at, each in known if each.goal and len(each.answers[0].moves) > 1)


@pytest.mark.parametrize(("name", "at"), [("majorities", 0), ("tricolor", of_stones())])
async def test_a_problem_is_missed_refuted_solved_and_followed_by_another(
    name: str, at: int
) -> None:
    known = problems.shelf.of_game(name)
    asked, task = known[at], ready.task(known[at])
    refuted, goal = asked.refutations[0], ready.goal_of(asked, task.start)
    names, cells = task.start.game.topology.names, sorted(goal.cells) if goal else ()
    hints = f"hints = {' '.join(names[cell] for cell in cells)}"
    async with opened(lambda opener: opener.open_row(Problems(name, ""), at)) as pilot:
        first = f"said: Problem {at + 1} of {len(known)} level {asked.level}"
        await act(pilot, f"""
                   | {first} ; {hints} ; said: {asked.ask.split(",")[0]}
            wrong: | said: Not yet. {refuted.point}""", OWN, VERBS)  # fmt: skip
        ply, shown = task.start.ply, table(pilot).sitting.shown
        assert shown.match.texts()[ply:] == refuted.moves
        strength = solved.of("", name).strength
        assert (strength.tried, strength.elo < FIRST) == (1, True)
        await act(pilot, f"""
            u      | plies = {ply} ; {hints}
            right: | said: Right. {asked.answers[0].point}""", OWN, VERBS)  # fmt: skip
        assert solved.of("", name).solved == {asked.id}
        following = solved.following("", known, at)
        await act(pilot, f"enter | said: Problem {following + 1} of", OWN)


async def test_a_goal_that_makes_no_sense_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = replace(problems.shelf.of_game("tricolor")[0], goal="capture z9")
    monkeypatch.setattr(problems.shelf, "of_game", lambda game: (wrong,))
    async with stage("menu") as pilot:
        pilot.app.opener.open_problems("tricolor")
        await act(pilot, f"| told: problem {wrong.id} of tricolor: 'capture z9':")
