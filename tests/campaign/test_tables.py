"""A table, its guests, and a few kills."""

from __future__ import annotations

import pytest

from tests.campaign import tables
from tests.campaign.report import Report


@pytest.mark.long
def test_a_few_kills() -> None:
    report = Report()
    tables.kill(3, 5, report, rounds=2)
    assert report.faults == []
    assert report.counts["games compared"] >= tables.CLIENTS
