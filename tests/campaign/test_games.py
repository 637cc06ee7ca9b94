"""The campaign on whole games, for a few seconds, and that a loss would be found."""

from __future__ import annotations

import pytest

from termgames.play import store
from tests.campaign import games


def test_whole_games_keep_what_they_promise() -> None:
    report = games.run(2.0, 1, most=10)
    assert report.faults == []
    assert all(report.counts[f"steps of {game_id}"] > 30 for game_id, _ in games.SETTINGS)
    assert report.counts["saves read"]
    assert report.counts["views"]


def test_a_save_of_another_game_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    read = store.read

    def shortened(path, **how):
        match = read(path, **how)
        match.undo()
        return match

    monkeypatch.setattr(store, "read", shortened)
    assert "is not what was saved" in games.run(2.0, 1, most=1).faults[0]
