"""Problems on the screen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot

from termgames.study.problems import progress, ready, shelf
from termgames.study.problems.rating import FIRST
from termgames.tui.opener import Opener
from termgames.tui.screens.puzzle import PuzzleScreen

from .support import act, opened, stage


def puzzle(pilot: Pilot[None]) -> PuzzleScreen:
    screen = pilot.app.screen
    assert isinstance(screen, PuzzleScreen)
    return screen


def text(pilot: Pilot[None]) -> str:
    """What the problem says, and what is to be done."""
    said = str(puzzle(pilot).query_one("#lesson").render())
    return f"{said}\n{puzzle(pilot).table.column.prompt.text}"


async def go(pilot: Pilot[None], rows: str, task: Any = None) -> None:
    """Go through a scene; `wrong:` and `right:` answer the task."""
    verbs = {
        "wrong": lambda pilot, _: puzzle(pilot).answers.play(task.wrong[0].moves[0]),
        "right": lambda pilot, _: puzzle(pilot).answers.play(task.answers[0]),
    }
    hints = {"hints": lambda pilot: sorted(puzzle(pilot).board.input.highlights.hints)}
    await act(pilot, rows, {"said": text, **hints}, verbs)


def solving(name: str, at: int = 0) -> Any:
    return opened(lambda opener: opener.open_problem(ready.of_game(name), "", at))


async def test_a_problem_is_missed_refuted_solved_and_followed_by_another() -> None:
    problems = ready.of_game("majorities")
    first, task = problems.problems[0], problems.steps[0]
    refuted = first.refutations[0]
    async with solving("majorities") as pilot:
        await go(pilot, f"| said: Problem 1 of {len(problems.steps)} level {first.level}")
        assert first.ask in text(pilot)
        await go(pilot, f"wrong: | said: Not yet. {refuted.point}", task)
        if refuted.moves[1:]:
            assert f"It goes on: {', '.join(refuted.moves[1:])}" in text(pilot)
        assert progress.of("", "majorities").strength.tried == 1
        await go(pilot, f"u | plies = {task.start.ply}")
        await go(pilot, f"right: | said: Right. {first.answers[0].point}", task)
        assert progress.of("", "majorities").solved == {first.id}
        following = progress.following("", problems.problems, 0)
        await go(pilot, f"enter | said: Problem {following + 1} of")


async def test_hints_tell_where_and_then_what() -> None:
    async with solving("majorities") as pilot:
        await go(pilot, "i | told: Look\ni | told: A right answer is")
        assert progress.of("", "majorities").strength.elo < FIRST, "a hint costs the point"


async def test_a_goal_that_makes_no_sense_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = replace(shelf.of_game("tricolor")[0], goal="capture z9")
    monkeypatch.setattr(shelf, "of_game", lambda game: (wrong,))

    def begin(opener: Opener) -> None:
        opener.open_menu()
        opener.open_problems("tricolor")

    async with opened(begin, (100, 30)) as pilot:
        said = f"problem {wrong.id} of tricolor: 'capture z9':"
        await act(pilot, f"| screen = MenuScreen ; told: {said}")


async def test_problems_from_the_menu_and_back() -> None:
    async with stage("menu") as pilot:
        await go(pilot, "work: focus:#game-majorities p | said: Problem\nq | screen = MenuScreen")


async def test_a_problem_about_stones_shows_them_and_is_played_to_its_end() -> None:
    problems = ready.of_game("tricolor")
    pairs = list(enumerate(problems.problems))
    at, asked = next(pair for pair in pairs if pair[1].goal and len(pair[1].answers[0].moves) > 1)
    task, refuted = problems.steps[at], asked.refutations[0]
    goal = ready.goal_of(asked, task.start)
    assert goal is not None
    cells = sorted(goal.cells)
    async with solving("tricolor", at) as pilot:
        await go(pilot, f"| hints = {cells} ; said: {asked.ask.split(',')[0]}")
        await go(pilot, f"wrong: | said: Not yet. {refuted.point}", task)
        assert puzzle(pilot).sitting.shown.match.texts()[task.start.ply :] == refuted.moves
        await go(pilot, f"u | hints = {cells}")
        await go(pilot, f"right: | said: Right. {asked.answers[0].point}", task)
        game, states = task.start.game, [task.start.state]
        for move in puzzle(pilot).sitting.shown.match.texts()[task.start.ply :]:
            states.append(game.apply(states[-1], game.parse(states[-1], move)))
        assert goal.reached(game.topology, [game.stones(each) for each in states])
