"""One kill while comments are typed; a long record, in short."""

from __future__ import annotations

import pytest

from tests.campaign import comments, long


@pytest.mark.long
def test_a_kill_while_comments_are_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comments, "LONGEST", 0.5)
    report = comments.run(5, seed=1, most=1)
    assert report.faults == []
    assert report.counts["kills"] == 1


def test_records_that_are_long() -> None:
    report = long.run(1, 1, most=60)
    assert report.faults == []
    assert report.counts["moves of the longest game of tricolor"] == 60
