"""A few kills, and that a lost move would be found."""

from __future__ import annotations

import pytest

from tests.campaign import kills


def test_a_few_kills(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kills, "LONGEST", 1.0)
    report = kills.run(5, seed=3, most=2)
    assert report.faults == []
    assert report.counts["kills"] == 2


@pytest.mark.parametrize(
    ("before", "after", "missing"),
    [("a1 b2 c3", "a1 b2", 1), ("a1 b2 c3", "a1", 2), ("b a1 | w b2 | b c3", "b a1", 2)],
)
def test_missing_moves_are_counted(before: str, after: str, missing: int) -> None:
    assert kills._missing(before, after) == missing
