"""A short soak, and that growth would be found."""

from __future__ import annotations

import pytest

from tests.campaign import soak
from tests.campaign.report import Report
from tests.campaign.soak import Sample


@pytest.mark.long
def test_a_short_soak() -> None:
    report = soak.run(5, seed=1, arena_games=20, screen_games=1)
    assert report.faults == []
    assert report.counts["arena: games"] > 1
    assert report.counts["screen: games"] == 1


def test_starting_is_no_growth() -> None:
    report = Report()
    starting = [Sample(0, 20, 3, 0), Sample(0, 50, 9, 2)]
    soak.judge("it", starting, report)
    assert report.counts["it: ended before its warm-up did"] == 1
    soak.judge("it", [*starting, Sample(1, 50, 9, 2), Sample(2, 50, 9, 2)], report)
    assert report.faults == []


@pytest.mark.parametrize(
    ("grown", "faults"),
    [(Sample(10, 52, 9, 2), 0), (Sample(10, 99, 9, 2), 1), (Sample(10, 50, 90, 20), 2)],
)
def test_what_grows_is_a_fault(grown: Sample, faults: int) -> None:
    report = Report()
    soak.judge("it", [Sample(1, 20, 9, 2), Sample(4, 50, 9, 2), Sample(5, 50, 9, 2), grown], report)
    assert len(report.faults) == faults
