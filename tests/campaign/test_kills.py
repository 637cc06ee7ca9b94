"""A few kills, and that a lost move would be found."""

from __future__ import annotations

import pytest

from tests.campaign import kills
from tests.campaign._programs import missing


@pytest.mark.long
def test_a_few_kills(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kills, "LONGEST", 1.0)
    report = kills.run(5, seed=3, most=1)
    if report.faults:
        # On a busy machine the list of moves may be read while it is drawn; what is lost is lost
        # again.
        report = kills.run(5, seed=3, most=1)
    assert report.faults == []
    assert report.counts["tries"] == 1


@pytest.mark.parametrize(
    ("before", "after", "gaps", "lost"),
    [
        ("a1 b2", "a1 b2 c3", False, 0),
        ("a1 b2 c", "a1 b2 c3", False, 0),
        ("a1 b2 c3", "a1", False, 2),
        ("a1 b2", "a1 d4 c3", False, None),
        ("a1 b2 c3", "b2 c3", False, 0),
        ("a1 c3", "a1 b2 c3", True, 0),
        ("a1 c3 b2 d4", "a1 b2 c3 d4", True, 2),
    ],
)
def test_moves_that_are_missing_are_counted(
    before: str, after: str, gaps: bool, lost: int | None
) -> None:
    assert missing(before.split(), after.split(), gaps=gaps) == lost
