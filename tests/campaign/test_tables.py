"""A table, its guests, and a few kills; one that is attacked for a moment."""

from __future__ import annotations

import pytest

from tests.campaign import hostile, tables
from tests.campaign.report import Report


@pytest.mark.long
def test_a_few_kills() -> None:
    report = Report()
    tables.kill(3, 5, report, rounds=2)
    assert report.faults == []
    assert report.counts["games compared"] >= tables.CLIENTS


def test_the_others_play_on() -> None:
    report = Report()
    hostile.attack("talk", 1, report, seconds=2)
    assert report.faults == []
    assert report.counts["moves beside attacks"] > 3
