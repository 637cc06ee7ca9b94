"""A few kills, and that a lost move would be found."""

from __future__ import annotations

import pytest

from tests.campaign import kills


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
    ("before", "after", "lost"),
    [
        (["a1", "b2"], ["a1", "b2", "c3"], 0),
        (["a1", "b2", "c"], ["a1", "b2", "c3"], 0),
        (["a1", "b2", "c3"], ["a1"], 2),
        (["a1", "b2"], ["a1", "d4", "c3"], None),
        (["a1", "b2", "c3"], ["b2", "c3"], 0),
    ],
)
def test_moves_that_are_missing_are_counted(
    before: list[str], after: list[str], lost: int | None
) -> None:
    assert kills.missing(before, after) == lost


def test_in_lines_moves_may_have_been_told_otherwise_but_not_in_another_order() -> None:
    assert kills.missing(["a1", "c3"], ["a1", "b2", "c3"], gaps=True) == 0
    assert kills.missing(["a1", "c3", "b2", "d4"], ["a1", "b2", "c3", "d4"], gaps=True) == 2
