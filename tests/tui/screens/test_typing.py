"""Moves typed and pasted, and numbers beside the board."""

from __future__ import annotations

from textual import events
from textual.widgets import Input

from termgames.tui.board import BoardView
from termgames.tui.widgets.entry import MoveEntry
from termgames.tui.widgets.question import QuestionBox

from .support import enter, new_match, playing, table, until


async def test_a_typed_move_is_judged_at_every_key() -> None:
    match = new_match()
    async with playing(match) as pilot:
        await pilot.press("m", "a", "1", "comma", "a", "3", "comma", "c", "1")
        entry = table(pilot).query_one(MoveEntry)
        verdict = entry.query_one("Static")
        assert "do not connect" in str(verdict.render())
        await pilot.press("enter")
        assert match.ply == 0
        assert entry.is_open
        await pilot.press("escape")
        assert not entry.is_open
        assert table(pilot).query_one(BoardView).has_focus
        await enter(pilot, "nonsense")
        assert match.ply == 0
        assert "is no move" in str(verdict.render())


async def test_a_move_typed_without_a_pause_is_not_lost() -> None:
    match = new_match()
    async with playing(match) as pilot:
        app = pilot.app
        for char in "ma1,b1,c1":
            app.post_message(events.Key({",": "comma"}.get(char, char), char))
        await pilot.pause()
        line = table(pilot).query_one(MoveEntry).query_one(Input)
        await until(pilot, lambda: line.value == "a1,b1,c1")
        await pilot.press("enter")
        await pilot.pause()
        assert match.ply == 1


async def test_a_pasted_move_opens_the_line() -> None:
    match = new_match()
    async with playing(match) as pilot:
        pilot.app.post_message(events.Paste("a1,b1,c1\nrubbish\n"))
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert match.ply == 1
        pilot.app.post_message(events.Paste("x" * 10_000))
        await pilot.pause()
        await pilot.press("enter", "escape")
        await pilot.pause()
        assert match.ply == 1
        assert table(pilot).board.has_focus


async def test_the_komi_is_named_and_the_side_is_picked_beside_the_board() -> None:
    match = new_match(pie=True)
    async with playing(match) as pilot:
        box = table(pilot).query_one(QuestionBox)
        line = box.query_one(Input)
        assert line.has_focus
        line.value = "7"
        await pilot.press("enter")
        await pilot.pause()
        assert match.game.format(match.moves[0]) == "komi 7"
        await pilot.press("2")
        await pilot.pause()
        assert match.game.format(match.moves[1]) == "white"
        assert not table(pilot).query(QuestionBox)
        assert table(pilot).query_one(BoardView).has_focus


async def test_no_stones_are_laid_while_the_komi_is_asked_for() -> None:
    async with playing(new_match(pie=True)) as pilot:
        await pilot.press("escape", "t", "enter")
        await pilot.pause()
        board = table(pilot).board
        assert not board.draft.picks
        assert all(board.canvas.render_line(y).text.count("◍") == 0 for y in range(5))


async def test_typed_stones_are_shown_each_in_its_colour() -> None:
    match = new_match()
    async with playing(match) as pilot:
        await pilot.press("m", *"a1", "comma", *"b1", "comma", *"c1")
        board = table(pilot).query_one(BoardView)
        await until(pilot, lambda: len(board.input.highlights.proposed) == 3)
        ghosts = {pick.cell: pick.colour for pick in board.input.highlights.proposed}
        cell = match.game.topology.cell
        assert ghosts == {cell("a1"): 0, cell("b1"): 0, cell("c1"): 1}
        await pilot.press("backspace")
        await until(pilot, lambda: not board.input.highlights.proposed)
        await pilot.press("escape")
        await pilot.pause()
        assert not board.input.highlights.hints
