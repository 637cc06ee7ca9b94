"""One attack for a moment: the others play on, and the table says nothing of it."""

from __future__ import annotations

import pytest

from tests.campaign import hostile
from tests.campaign.report import Report


@pytest.mark.parametrize("name", ["deep and wide JSON", "talk"])
def test_the_others_play_on(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("TERMGAMES_RUNTIME", "TERMGAMES_DATA"):
        monkeypatch.setenv(variable, "")
    report = Report()
    hostile.attack(name, 1, report, seconds=2)
    assert report.faults == []
    assert report.counts["moves beside attacks"] > 3
