"""A short sniff, and that a leak would be smelt."""

from __future__ import annotations

import pytest

from termgames.play.together import wire
from termgames.play.together.telling import Told
from tests.campaign import sniffing
from tests.campaign.report import Report


@pytest.mark.parametrize("seed", range(len(sniffing.TABLES)))
def test_nobody_is_told_what_he_may_not_know(seed: int) -> None:
    report = Report()
    sniffing.table(0, seed, report, turns=60)
    assert report.faults == []
    assert all(report.counts[what] for what in ("moves refused", "cards hidden", "positions read"))


@pytest.mark.parametrize("secret", ["key", "seed"])
def test_a_leak_is_found(secret: str) -> None:
    table = sniffing.Eavesdropper(sniffing.TABLES[0], 1)
    table.turn()
    text = table.seating.places[1].key if secret == "key" else str(table.match.seed)
    table.guests[0].guest.send(wire.Note(f"psst: {text}"))
    with pytest.raises(sniffing.Leak, match="psst"):
        table.read()


def test_a_move_that_is_known_too_well_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("termgames.play.together.attendance.Told", lambda seat: Told(1))
    report = Report()
    for seed in range(len(sniffing.TABLES)):
        sniffing.table(0, seed, report, turns=60)
    assert any("may know" in fault for fault in report.faults)
