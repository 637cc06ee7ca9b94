"""What a step in a long record costs: counted calls, no clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual import screen
from textual.pilot import Pilot

from termgames.play import store
from termgames.play.sitting.shown import _SCORES_KEPT
from termgames.tui import styled
from termgames.tui.board.canvas import Canvas
from termgames.tui.widgets.graph import _AT_ONCE, Graphs, sampled
from termgames.tui.widgets.moves import MoveList

from .support import opened, table, until

RECORD = Path(__file__).parents[2] / "golden" / "mitropia.tgr"


class Counted(Counter[str]):
    """Counts calls of methods, by their names."""

    def watch(self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        method = getattr(owner, name)

        def counted(*arguments: Any, **options: Any) -> Any:
            self[name] += 1
            return method(*arguments, **options)

        monkeypatch.setattr(owner, name, counted)


@asynccontextmanager
async def replay(size: tuple[int, int] = (120, 40)) -> AsyncIterator[Pilot[None]]:
    """A record of some hundred moves, looked at in the middle."""
    match = store.read(RECORD, draws=False)
    async with opened(lambda opener: opener.open_replay(match, RECORD), size) as pilot:
        await until(pilot, lambda: table(pilot).query_one(Graphs)._pause is None)
        table(pilot).sitting.shown.look(match.ply // 2)
        await pilot.pause()
        yield pilot


async def step(pilot: Pilot[None], key: str) -> None:
    await pilot.press(key)
    await pilot.pause()


async def test_a_step_counts_one_position_and_builds_no_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with replay() as pilot:
        sitting = table(pilot).sitting
        calls = Counted()
        calls.watch(monkeypatch, type(sitting.shown.game), "score")
        calls.watch(monkeypatch, type(sitting.shown.game), "apply")
        calls.watch(monkeypatch, type(sitting.shown.display), "brief")
        calls.watch(monkeypatch, type(sitting.shown.display), "walkthrough")
        calls.watch(monkeypatch, styled, "turn_lines")
        for key in ("comma", "full_stop", "left_parenthesis", "pageup", "pagedown"):
            calls.clear()
            await step(pilot, key)
            assert calls["score"] <= 1, key
            assert calls["brief"] == calls["turn_lines"] == 0, key
            assert calls["apply"] == 0, "positions are not played again"
            assert calls["walkthrough"] == 0, "nobody sees the count"


async def test_a_step_draws_what_changed_and_lays_nothing_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After a few steps every panel has the room it needs; from then on none moves."""
    async with replay() as pilot:
        for _ in range(12):
            await step(pilot, "comma")
        calls = Counted()
        calls.watch(monkeypatch, screen.Screen, "_refresh_layout")
        listed = table(pilot).query_one(MoveList)
        rows = listed.size.height
        calls.watch(monkeypatch, MoveList, "render_line")
        calls.watch(monkeypatch, Canvas, "_repaint")
        steps = 2 * rows
        for _ in range(steps):
            await step(pilot, "comma")
        # A panel may still need more room than ever before.
        assert calls["_refresh_layout"] <= steps // 3
        assert calls["_repaint"] <= steps
        # Two lines a step, and all of them whenever the list moves on by half of its height.
        assert calls["render_line"] <= 2 * steps + rows * (2 + steps // (rows // 2))


async def test_the_graph_counts_only_what_it_draws_and_lets_keys_go_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A few positions at a time are counted, each in a call of its own."""
    match = store.read(RECORD, draws=False)
    calls, slices = Counted(), list[int]()
    calls.watch(monkeypatch, type(match.game), "score")
    count_some = Graphs._count_some

    def watched(graphs: Graphs, *args: Any) -> bool:
        before = calls["score"]
        more = count_some(graphs, *args)
        slices.append(calls["score"] - before)
        return more

    monkeypatch.setattr(Graphs, "_count_some", watched)
    async with opened(lambda opener: opener.open_replay(match, RECORD), (120, 40)) as pilot:
        graphs = table(pilot).query_one(Graphs)
        await until(pilot, lambda: graphs._pause is None)
        columns = graphs._score.columns
        assert match.ply > columns
        assert set(graphs._leads) == set(sampled(match.ply + 1, columns))
        assert max(slices) <= _AT_ONCE < columns
        assert sum(slices) <= columns


async def test_scores_of_long_records_are_not_all_kept() -> None:
    async with replay((80, 24)) as pilot:
        sitting = table(pilot).sitting
        for ply in range(sitting.shown.match.ply):
            sitting.shown.score(ply)
        assert len(sitting.shown._scores) == _SCORES_KEPT
