"""Hints, estimates, and switching all analysis off."""

from __future__ import annotations

import os
import re
import signal

import pytest

from termgames.tui import analyst as analyst_module
from termgames.tui.app import Settings
from termgames.tui.board import BoardView
from termgames.tui.board.canvas import Canvas
from termgames.tui.widgets.players import PlayersPanel
from termgames.tui.widgets.scores import ScoreList

from .support import act, new_match, playing, stage, table, until

OFF = Settings(analysis=False)
OWN = {
    "asked": lambda pilot: table(pilot).table.analysis.analyst,
    "draft": lambda pilot: table(pilot).board.draft.status,
    "figures": lambda pilot: table(pilot).query_one(PlayersPanel).render(),
}


async def test_analysis_off_hides_score_overlay_and_estimate() -> None:
    async with playing(new_match(), settings=OFF) as pilot:
        await act(pilot, """
            type:a1,b1,c1 o a | !overlay
            v                 | tab = moves
            A o               | overlay""")  # fmt: skip


async def test_no_hint_with_analysis_off_and_none_after_the_end() -> None:
    async with playing(new_match(), settings=OFF) as pilot:
        await act(pilot, "i | asked = None\nA p p p | over\ni | asked = None", OWN)


async def test_an_estimate_tints_the_board_until_it_is_switched_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tints: list[object] = []
    tint = Canvas.set_estimate
    monkeypatch.setattr(
        Canvas, "set_estimate", lambda board, owner: (tints.append(owner), tint(board, owner))
    )
    async with stage("play plurality") as pilot:
        await pilot.press("a")
        await until(pilot, lambda: tints)
        assert tints[-1].shape == (25, 2)
        await pilot.press("a")
        assert tints[-1] is None


@pytest.mark.parametrize("stamp", ["", "t"])
async def test_a_hint_is_shown_and_taken_up(stamp: str) -> None:
    async with stage("play plurality") as pilot:
        await pilot.press(*stamp, "i")
        assert "Looking for a hint" in str(table(pilot).query_one("#thinking").render())
        await act(pilot, "| hint: Hint: ; plies = 0 ; hint: win share\ni | draft = complete", OWN)
        board = table(pilot).board
        assert board.stamping == bool(stamp)
        await act(pilot, f"""
                  | hint: {board.game.format(board.draft.move)} ; hint!: takes it up
                  | keys!: Take the hint
            enter | plies = 1 ; hint!: Hint:""")  # fmt: skip


@pytest.mark.usefixtures("counted_at_once")
async def test_what_the_bot_expects_that_is_asked_for_a_hint_leads_the_figures() -> None:
    async with stage("play plurality seats=human:Al,human:Bo") as pilot:
        await act(pilot, "  | figures!: to win\ni | hint: Hint: ; figures: to win", OWN)
        players = table(pilot).query_one(PlayersPanel)
        head, black, white = str(players.render()).splitlines()
        assert re.split(r" {2,}", head)[-3:] == ["to win", "at the end", "now"]
        assert re.search(r"Al +\d+% +\d+\.\d +0$", black)
        assert re.search(r"Bo +\d+% +\d+\.\d +5.5$", white)
        assert len(black) == len(white) == players.size.width, "figures stand below each other"
        players.set_compact(True)
        assert re.search(r"Al \d+% .* Bo \d+%", str(players.render()))
        players.set_compact(False)
        await act(pilot, "escape type:a1,b1,c1 | figures!: to win", OWN)


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
    async with stage("play plurality + a1,b1,c1") as pilot:
        await act(pilot, "v |")
        assert table(pilot).query_one(ScoreList).has_focus
        assert len(marks[-1]) == 22
        await act(pilot, "escape |")
        assert marks[-1] == ()
