"""A few kills, a short walk of the monkey, a table; and that faults are found."""

from __future__ import annotations

import re

import pytest

from tests.campaign import _tables, terminals
from tests.campaign.report import Row, Try, judge, repeated


@pytest.mark.long
def test_a_few_kills() -> None:
    for _ in range(2):
        # On a busy machine the list of moves may be read while it is drawn; what is lost is lost
        # again.
        report = repeated(terminals.ROWS["kills"], 5, 3, 2)
        if not report.faults:
            break
    assert (report.faults, report.counts["tries"]) == ([], 2)


def test_a_short_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(terminals.DEEDS, "monkey", 40)
    report = repeated(terminals.ROWS["monkey"], 1, 5, 1)
    assert report.faults == []
    assert report.counts["starts"] >= 1


@pytest.mark.long
def test_a_table() -> None:
    this = judge(Row(lambda this: _tables.kills(this, rounds=2), ""), Try(3, 5))
    assert this.report.faults == []
    assert this.counts["games compared"] >= len(_tables.GUESTS)


@pytest.mark.long
def test_a_terminal_that_is_not_left_as_found_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the program answers no more, and all is written at once."""
    rows = re.sub("(?m)^kills  [34].*\n", "", terminals.SITUATIONS)
    monkeypatch.setattr(terminals, "SITUATIONS", rows)
    forgets = r"""
from termgames.tui import driver
driver.RESTORE = driver.RESTORE.replace('\x1b[?1003l', '')"""
    monkeypatch.setattr(terminals, "STUCK", forgets + terminals.STUCK)
    (fault,) = repeated(terminals.ROWS["kills"], 5, 1, 1).faults
    assert "mode 1003 is on" in fault
