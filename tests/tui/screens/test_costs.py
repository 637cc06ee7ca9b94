"""What a key costs: counted calls, no clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
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

from .support import match_of, opened, playing, sit, table, until

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


@asynccontextmanager
async def replay() -> AsyncIterator[Any]:
    """A record of some hundred moves, looked at in the middle."""
    match = store.read(RECORD, draws=False)
    async with opened(lambda opener: opener.open_replay(match, RECORD), (120, 40)) as pilot:
        await until(pilot, lambda: table(pilot).query_one(Graphs)._pause is None)
        table(pilot).sitting.shown.look(match.ply // 2)
        await pilot.pause()
        yield pilot


async def step(pilot: Any, key: str) -> None:
    await pilot.press(key)
    await pilot.pause()


@pytest.mark.parametrize("setting", ["mitropia map=9x9-cut", "pletore size=9"])
async def test_a_question_is_made_once(setting: str, calls: Any) -> None:
    """Moving the cursor asks the rules nothing. A move asks who is to act next, and for a view
    once for each of those who look at the new position."""
    match, hidden = match_of(setting), setting[0] == "m"
    async with playing(match, size=(120, 40)) as pilot:
        await sit(pilot)
        counts = calls(type(match.game), "to_act", *(["view"] if hidden else []))
        for key in ("right", "left", "up", "down"):
            await step(pilot, key)
        assert counts == {}
        ply = match.ply
        assert table(pilot).sitting.play(match.game.legal_moves(match.state)[0]) is None
        await pilot.pause()
        assert match.ply == ply + 1
        # The waiting keyboard shows a spectator's view; the next player is asked with his own.
        assert counts["view"] <= 2
        # In Mitropia the hand, the offers and the keys each ask once more.
        assert counts["to_act"] <= (30 if hidden else 12)


async def test_a_step_in_a_long_record_counts_little_and_draws_what_changed(calls: Any) -> None:
    """After a few steps every panel has the room it needs; from then on none moves."""
    async with replay() as pilot:
        shown = table(pilot).sitting.shown
        counts = calls(type(shown.game), "score", "apply")
        calls(type(shown.display), "brief", "walkthrough")
        calls(styled, "turn_lines")
        for key in ("comma", "full_stop", "left_parenthesis", "pageup", "pagedown", *["comma"] * 9):
            counts.clear()
            await step(pilot, key)
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
            await step(pilot, "comma")
        # A panel may still need more room than ever before.
        assert counts["_refresh_layout"] <= steps // 3
        assert counts["_repaint"] <= steps
        # Two lines a step, and all of them whenever the list moves on by half of its height.
        assert counts["render_line"] <= 2 * steps + rows * (2 + steps // (rows // 2))
        for ply in range(shown.match.ply):
            shown.score(ply)
        assert len(shown._scores) == _SCORES_KEPT
