"""Measuring playouts: what a row says, not how fast anything is."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from termgames.core.errors import OptionError
from termgames.games.plurality import bench as plurality
from termgames.workbench import bench


def test_rows_tell_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plurality, "BOARDS", {"5x5": {"size": 5}})
    told: list[str] = []
    rows = bench.run("plurality", batches=(8, 64), seconds=0, progress=told.append)
    assert told == ["plurality 5x5, empty", "plurality 5x5, mid-game"]
    assert [(row.start, row.batch) for row in rows] == [
        ("empty", 8),
        ("empty", 64),
        ("mid-game", 8),
        ("mid-game", 64),
    ]
    for row in rows:
        assert row.moves > row.playouts > 0
        fields = json.loads(json.dumps(row.to_json()))
        assert fields["ratio"] == pytest.approx(row.playouts / row.reference, abs=0.1)
        assert (fields["game"], fields["board"]) == ("plurality", "5x5")


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(OptionError, match="unknown game"):
        bench.run("chess")


def test_mid_game_positions_are_different_and_in_play() -> None:
    bench_cases = plurality.bench_cases()
    assert [case.board for case in bench_cases[::2]] == ["13x13", "19x19", "hexhex 7"]
    mid = bench_cases[1]
    moves = mid.play(100, np.random.default_rng(1)) / 100
    assert 8 < moves < 25  # the whole game has about 32
    assert 4 < mid.reference(random.Random(1)) < 30
