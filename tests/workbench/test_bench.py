"""Measuring playouts: what a row says, not how fast anything is."""

import json
from typing import Any

import numpy as np
import pytest

from termgames.workbench import bench


def test_rows_tell_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bench.BOARDS, "plurality", {"5x5": {"size": 5}})
    told: list[str] = []
    rows = bench.run("plurality", batches=(8, 64), seconds=0, progress=told.append)
    assert told == ["plurality 5x5, empty", "plurality 5x5, mid-game"]
    measured = [(row.start, row.batch) for row in rows]
    assert measured == [(start, batch) for start in ("empty", "mid-game") for batch in (8, 64)]
    for row in rows:
        assert row.moves > row.playouts > 0
        fields = json.loads(json.dumps(row.to_json()))
        assert fields["ratio"] == pytest.approx(row.playouts / row.reference, abs=0.1)
        assert (fields["game"], fields["board"]) == ("plurality", "5x5")


@pytest.mark.parametrize(
    ("game_id", "board", "chosen"),
    [
        ("plurality", "hexhex 4", {"hex": 4}),
        ("majorities", "size 5", {"size": 5}),
        ("mitropia", "9x9-cut, 2 players", {"players": 2}),
    ],
)
def test_mid_game_positions_are_different_and_in_play(
    monkeypatch: pytest.MonkeyPatch, game_id: str, board: str, chosen: dict[str, Any]
) -> None:
    """They are full in part, and what is left to play is less than the whole."""
    monkeypatch.setitem(bench.BOARDS, game_id, {board: chosen})
    empty, mid = bench.bench_cases(game_id)
    assert (empty.board, empty.start, mid.start) == (board, "empty", "mid-game")
    assert len({bytes(state.stones) for state in mid.states}) == len(mid.states) > 30
    filled = [np.count_nonzero(np.frombuffer(state.stones, np.uint8)) for state in mid.states]
    assert 0 < min(filled) <= max(filled) < len(mid.states[0].stones)
    moves, whole = (case.play(128, np.random.default_rng(1)) / 128 for case in (mid, empty))
    assert 0.2 * whole < moves < 0.8 * whole
    mid.reference(np.random.default_rng(1))
