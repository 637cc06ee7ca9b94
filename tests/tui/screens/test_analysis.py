"""Hints, estimates, and switching all analysis off."""

from __future__ import annotations

import os
import re
import signal

import pytest
from textual.widgets import ContentSwitcher

from termgames.tui import analyst as analyst_module
from termgames.tui.app import Settings
from termgames.tui.board import BoardView
from termgames.tui.board.canvas import Canvas
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.players import PlayersPanel
from termgames.tui.widgets.scores import ScoreList

from .support import enter, new_match, playing, table, until

FIRST = "a1,b1,c1"


async def test_analysis_off_hides_score_overlay_and_estimate() -> None:
    async with playing(new_match(), settings=Settings(analysis=False)) as pilot:
        await enter(pilot, FIRST)
        screen = table(pilot)
        assert not screen.table.analysis_shown
        await pilot.press("o", "a")
        assert screen.board.canvas.overlay is None
        await pilot.press("v")
        assert screen.query_one(ContentSwitcher).current == "moves"
        await pilot.press("A", "o")
        assert screen.board.canvas.overlay is not None


async def test_an_estimate_tints_the_board_until_it_is_switched_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tints: list[object] = []
    tint = Canvas.set_estimate
    monkeypatch.setattr(
        Canvas, "set_estimate", lambda board, owner: (tints.append(owner), tint(board, owner))
    )
    async with playing(new_match()) as pilot:
        await pilot.press("a")
        await until(pilot, lambda: tints)
        assert tints[-1].shape == (25, 2)
        await pilot.press("a")
        assert tints[-1] is None


@pytest.mark.parametrize("stamp", [False, True])
async def test_a_hint_is_shown_and_taken_up(stamp: bool) -> None:
    match = new_match()
    async with playing(match) as pilot:
        screen = table(pilot)
        if stamp:
            await pilot.press("t")
        await pilot.press("i")
        line = screen.query_one("#thinking")
        assert "Looking for a hint" in str(line.render())
        await until(pilot, lambda: "Hint:" in str(line.render()))
        assert match.ply == 0
        assert "win share" in str(line.render())
        await pilot.press("i")
        await pilot.pause()
        assert screen.board.stamping == stamp
        draft = screen.board.draft
        assert draft.status == "complete"
        assert match.game.format(draft.move) in str(line.render())
        assert "takes it up" not in str(line.render()), "Enter plays it now"
        keys = screen.query_one(KeyLine)
        drawn = keys.render_line(0).text
        assert "Take the hint" not in drawn
        await pilot.press("enter")
        await pilot.pause()
        assert match.ply == 1
        assert "Hint:" not in str(line.render())


@pytest.mark.usefixtures("counted_at_once")
async def test_what_the_bot_expects_that_is_asked_for_a_hint_leads_the_figures() -> None:
    match = new_match("human:Al", "human:Bo")
    async with playing(match) as pilot:
        screen = table(pilot)
        players = screen.query_one(PlayersPanel)
        assert "to win" not in str(players.render())
        await pilot.press("i")
        await until(pilot, lambda: "Hint:" in str(screen.query_one("#thinking").render()))
        await pilot.pause()
        head, black, white = str(players.render()).splitlines()
        assert re.split(r" {2,}", head)[-3:] == ["to win", "at the end", "now"]
        assert re.search(r"Al +\d+% +\d+\.\d +0$", black)
        assert re.search(r"Bo +\d+% +\d+\.\d +5.5$", white)
        assert len(black) == len(white) == players.size.width, "figures stand below each other"
        players.set_compact(True)
        assert re.search(r"Al \d+% .* Bo \d+%", str(players.render()))
        players.set_compact(False)
        await pilot.press("escape")
        await enter(pilot, FIRST)
        assert "to win" not in str(players.render()), "nobody looked at this position"


async def test_no_hint_with_analysis_off_and_none_after_the_end() -> None:
    match = new_match()
    async with playing(match, settings=Settings(analysis=False)) as pilot:
        await pilot.press("i")
        assert table(pilot).table.analysis.analyst is None
        await pilot.press("A", "p", "p")
        await pilot.pause()
        await pilot.press("p")
        await pilot.pause()
        assert match.over
        await pilot.press("i")
        assert table(pilot).table.analysis.analyst is None


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
async def test_an_analyst_that_dies_or_hangs_is_told_and_replaced_when_wanted(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyst_module, "PATIENCE", 0.5)
    async with playing(new_match(size=13)) as pilot:
        screen = table(pilot)
        await pilot.press("i")
        analyst = screen.table.analysis.analyst
        assert analyst is not None
        os.kill(analyst._child.pid, number)
        await until(pilot, lambda: screen.table.analysis.analyst is None)
        monkeypatch.setattr(analyst_module, "PATIENCE", 60.0)
        assert any(note.title == "No analysis" for note in pilot.app._notifications)
        assert not str(screen.query_one("#thinking").render())
        await pilot.press("i")
        await until(pilot, lambda: "Hint:" in str(screen.query_one("#thinking").render()))


async def test_highlighting_a_territory_marks_its_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    marks: list[tuple[int, ...]] = []
    monkeypatch.setattr(BoardView, "highlight", lambda board, cells, kind: marks.append(cells))
    async with playing(new_match()) as pilot:
        await enter(pilot, FIRST)
        await pilot.press("v")
        await pilot.pause()
        assert table(pilot).query_one(ScoreList).has_focus
        assert len(marks[-1]) == 22
        await pilot.press("escape")
        await pilot.pause()
        assert marks[-1] == ()
