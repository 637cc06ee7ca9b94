"""A short walk of the monkey, and how a failing session is cut down."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign import monkey
from tests.campaign.monkey import Input, Outcome, Session


def test_a_short_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monkey, "INPUTS", 60)
    report = monkey.run(1, seed=5, most=60)
    assert report.faults == []
    assert report.counts["inputs"] >= 60


def test_sessions_follow_from_the_seed_and_can_be_written_down() -> None:
    told = monkey.session(1, 2, ["a"])
    assert told == monkey.session(1, 2, ["a"]) != monkey.session(2, 2, ["a"])
    again = monkey.from_text(monkey.as_text(told))
    assert again == told


def test_a_failing_session_is_cut_down_to_the_keys_that_matter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def play(told: Session, template: Path) -> Outcome:
        keys = [text for _, text, _ in told.inputs]
        dies = "x" in keys and "y" in keys[keys.index("x") :]
        return Outcome(fault="ended with code 1 after 7 inputs" if dies else "", sent=len(keys))

    monkeypatch.setattr(monkey, "play", play)
    inputs: list[Input] = [("key", text, 5) for text in "abxcdefghijklmynop"]
    told = Session((), (80, 24), inputs)
    shortest = monkey.shrink(told, play(told, Path()), Path(), tries=100)
    assert [text for _, text, _ in shortest.inputs] == ["x", "y"]
