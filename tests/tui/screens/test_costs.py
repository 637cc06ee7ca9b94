"""What a key costs: counted calls, no clock."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from textual import screen

from termgames.play import store
from termgames.play.sitting.shown import _SCORES_KEPT
from termgames.tui import styled
from termgames.tui.board.canvas import Canvas
from termgames.tui.widgets.graph import Graphs
from termgames.tui.widgets.moves import MoveList

from .support import opened, table, until

RECORD = Path(__file__).parents[2] / "golden" / "mitropia.tgr"


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Counts calls: `calls(owner, "method", …)` begins to, and is the counter, by names."""
    counts = Counter[str]()

    def counted(name: str, method: Any) -> Any:
        def call(*args: Any, **options: Any) -> Any:
            counts[name] += 1
            return method(*args, **options)

        return call

    def watch(owner: Any, *names: str) -> Counter[str]:
        for name in names:
            monkeypatch.setattr(owner, name, counted(name, getattr(owner, name)))
        return counts

    return watch


async def test_a_step_in_a_long_record_counts_little_and_draws_what_changed(calls: Any) -> None:
    """After a few steps every panel has the room it needs; from then on none moves. Moving the
    cursor asks the rules nothing."""
    match = store.read(RECORD, draws=False)
    async with opened(lambda opener: opener.open_replay(match, RECORD), (120, 40)) as pilot:
        await until(pilot, lambda: table(pilot).query_one(Graphs)._pause is None)
        shown = table(pilot).sitting.shown
        shown.look(match.ply // 2)
        await pilot.pause()
        counts = calls(type(shown.game), "score", "apply", "to_act", "view")
        await pilot.press("up", "down", "down")
        assert counts == {}
        calls(type(shown.display), "brief", "walkthrough")
        calls(styled, "turn_lines")
        for key in ("comma", "full_stop", "left_parenthesis", "pageup", "pagedown", *["comma"] * 9):
            counts.clear()
            await pilot.press(key)
            assert counts["score"] <= 1, key
            assert counts["brief"] == counts["turn_lines"] == 0, key
            assert counts["apply"] == 0, "positions are not played again"
            assert counts["walkthrough"] == 0, "nobody sees the count"
        rows = table(pilot).query_one(MoveList).size.height
        calls(screen.Screen, "_refresh_layout")
        calls(MoveList, "render_line")
        calls(Canvas, "_repaint")
        counts.clear()
        steps = 2 * rows
        for _ in range(steps):
            await pilot.press("comma")
        # A panel may still need more room than ever before.
        assert counts["_refresh_layout"] <= steps // 3
        assert counts["_repaint"] <= steps
        # Two lines a step, and all of them whenever the list moves on by half of its height.
        assert counts["render_line"] <= 2 * steps + rows * (2 + steps // (rows // 2))
        for ply in range(shown.match.ply):
            shown.score(ply)
        assert len(shown._scores) == _SCORES_KEPT
