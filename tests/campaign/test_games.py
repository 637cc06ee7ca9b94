"""The campaign on whole games, for a few seconds."""

from __future__ import annotations

from tests.campaign import games


def test_whole_games_keep_what_they_promise() -> None:
    report = games.run(1.0, 1, steps=120)
    assert report.faults == []
    assert all(report.counts[f"steps of {game_id}"] == 120 for game_id in games.SETTINGS)
    assert report.counts["saves read"]
    assert report.counts["views"]
