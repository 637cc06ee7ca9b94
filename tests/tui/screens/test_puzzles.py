"""Problems on the screen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.pilot import Pilot

from termgames.study.problems import progress, ready, shelf
from termgames.study.problems.rating import FIRST
from termgames.tui.opener import Opener
from termgames.tui.screens.menu import MenuScreen
from termgames.tui.screens.puzzle import PuzzleScreen

from .support import opened


def puzzle(pilot: Pilot[None]) -> PuzzleScreen:
    screen = pilot.app.screen
    assert isinstance(screen, PuzzleScreen)
    return screen


def text(pilot: Pilot[None]) -> str:
    """What the problem says, and what is to be done."""
    said = str(puzzle(pilot).query_one("#lesson").render())
    return f"{said}\n{puzzle(pilot).table.column.prompt.text}"


async def test_a_problem_is_missed_refuted_solved_and_followed_by_another() -> None:
    problems = ready.of_game("majorities")
    first = problems.problems[0]
    async with opened(lambda opener: opener.open_problem(problems, "", 0)) as pilot:
        await pilot.pause()
        assert f"Problem 1 of {len(problems.steps)}  level {first.level}" in text(pilot)
        assert first.ask in text(pilot)
        task = problems.steps[0]
        puzzle(pilot).answers.play(task.wrong[0].moves[0])
        await pilot.pause()
        assert f"Not yet. {first.refutations[0].point}" in text(pilot)
        if first.refutations[0].moves[1:]:
            assert f"It goes on: {', '.join(first.refutations[0].moves[1:])}" in text(pilot)
        assert progress.of("", "majorities").strength.tried == 1
        await pilot.press("u")
        await pilot.pause()
        assert puzzle(pilot).sitting.shown.match.ply == task.start.ply
        puzzle(pilot).answers.play(task.answers[0])
        await pilot.pause()
        assert f"Right. {first.answers[0].point}" in text(pilot)
        assert progress.of("", "majorities").solved == {first.id}
        following = progress.following("", problems.problems, 0)
        await pilot.press("enter")
        await pilot.pause()
        assert f"Problem {following + 1} of" in text(pilot)


async def test_hints_tell_where_and_then_what() -> None:
    problems = ready.of_game("majorities")
    async with opened(lambda opener: opener.open_problem(problems, "", 0)) as pilot:
        await pilot.pause()
        await pilot.press("i")
        await pilot.pause()
        said = [notice.message for notice in pilot.app._notifications]
        assert any("Look " in each for each in said)
        await pilot.press("i")
        await pilot.pause()
        said = [notice.message for notice in pilot.app._notifications]
        assert any("A right answer is " in each for each in said)
        assert progress.of("", "majorities").strength.elo < FIRST, "a hint costs the point"


async def test_a_goal_that_makes_no_sense_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = replace(shelf.of_game("tricolor")[0], goal="capture z9")
    monkeypatch.setattr(shelf, "of_game", lambda game: (wrong,))

    def begin(opener: Opener) -> None:
        opener.open_menu()
        opener.open_problems("tricolor")

    async with opened(begin, (100, 30)) as pilot:
        await pilot.pause()
        assert isinstance(pilot.app.screen, MenuScreen)
        (said,) = [notice.message for notice in pilot.app._notifications]
        assert said.startswith(f"problem {wrong.id} of tricolor: 'capture z9': ")


async def test_problems_from_the_menu_and_back() -> None:
    async with opened(lambda opener: opener.open_menu(), (100, 30)) as pilot:
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        pilot.app.screen.query_one("#game-majorities").focus()
        await pilot.press("p")
        await pilot.pause()
        assert "Problem " in text(pilot)
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(pilot.app.screen, MenuScreen)


async def test_a_problem_about_stones_shows_them_and_is_played_to_its_end() -> None:
    problems = ready.of_game("tricolor")
    at, asked = next(
        (at, each)
        for at, each in enumerate(problems.problems)
        if each.goal and len(each.answers[0].moves) > 1
    )
    async with opened(lambda opener: opener.open_problem(problems, "", at)) as pilot:
        await pilot.pause()
        task = problems.steps[at]
        goal = ready.goal_of(asked, task.start)
        assert goal is not None
        hints = puzzle(pilot).board.input.highlights.hints
        assert hints == set(goal.cells), "the stones are shown"
        shown = text(pilot)
        assert asked.ask.split(",")[0] in shown.replace("\n", " ")
        puzzle(pilot).answers.play(task.wrong[0].moves[0])
        await pilot.pause()
        assert f"Not yet. {asked.refutations[0].point}" in text(pilot)
        match = puzzle(pilot).sitting.shown.match
        assert match.texts()[task.start.ply :] == asked.refutations[0].moves
        await pilot.press("u")
        await pilot.pause()
        assert puzzle(pilot).board.input.highlights.hints == set(goal.cells), "and again"
        puzzle(pilot).answers.play(task.answers[0])
        await pilot.pause()
        assert f"Right. {asked.answers[0].point}" in text(pilot)
        game = task.start.game
        states = [task.start.state]
        for move in puzzle(pilot).sitting.shown.match.texts()[task.start.ply :]:
            states.append(game.apply(states[-1], game.parse(states[-1], move)))
        assert goal.reached(game.topology, [game.stones(each) for each in states])
