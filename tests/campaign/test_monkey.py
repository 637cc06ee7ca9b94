"""A short walk of the monkey."""

from __future__ import annotations

import pytest

from tests.campaign import monkey


def test_a_short_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monkey, "INPUTS", 60)
    report = monkey.run(1, seed=5, most=1)
    assert report.faults == []
    assert report.counts["inputs"] >= 60


def test_sessions_follow_from_the_seed() -> None:
    told = monkey.session(1, 2, ["a"])
    assert told == monkey.session(1, 2, ["a"]) != monkey.session(2, 2, ["a"])
