"""The fair komi: what is asked of the games, and what the numbers say."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from termgames.core import fair_komi as table
from termgames.core.errors import OptionError, StorageError
from termgames.workbench.balance import Balance, Leads, Measurement, measure
from termgames.workbench.workers import here

SMALL = Measurement("pletore", (("size", 5),), "greedy", seed=3)


def test_whoever_plays_the_leads_are_the_same(tmp_path: Path) -> None:
    alone = measure(SMALL, 6)
    with here(2) as workers:
        assert measure(SMALL, 6, workers=workers) == alone
    journal = Leads(tmp_path / "leads")
    first = measure(SMALL, 3, journal=journal)
    assert first.leads == alone.leads[:3]
    assert measure(replace(SMALL, seed=99), 6, journal=journal, seeded=False) == alone
    assert sorted(row.number for row in journal.rows()) == list(range(6))
    with pytest.raises(OptionError, match="its seed is 3, not 99"):
        measure(replace(SMALL, seed=99), 6, journal=journal)


@pytest.mark.parametrize("line", [{"number": 0}, {"number": 0, "lead": 1e7}, ["number", "lead"]])
def test_leads_that_cannot_be_are_refused(tmp_path: Path, line: Any) -> None:
    journal = Leads(tmp_path / "leads")
    measure(SMALL, 1, journal=journal)
    with journal.path.open("a") as file:
        file.write(f"{json.dumps(line)}\n")
    with pytest.raises(StorageError, match="holds a line that is no lead"):
        measure(SMALL, 6, journal=journal)
    journal.close()


def test_the_nearest_board_is_taken() -> None:
    boards = table.table()["plurality"]

    def at(board: str) -> table.FairKomi:
        return table.FairKomi(boards[board]["komi"], boards[board]["playable"])

    assert table.fair_komi("plurality", 25) == at("19")
    assert table.fair_komi("plurality", 3) == at("5")
    assert table.fair_komi("plurality", 12, hexagonal=True) == at("hex 10")
    assert table.fair_komi("no game", 9) is None


@pytest.mark.parametrize(
    ("leads", "default", "playable"),
    [
        ((0.0, 1.0, 2.0, 2.0), 5.5, (1.5, 0.5)),
        ((-3.0, 0.0, 1.0, 3.0), 5.5, (0.5, 0.5)),
        ((4.5, 4.5, 6.5, 8.5), 7, (5, 0.5)),
        ((6.0, 6.0, 6.0), 8, (6, 0.5)),
    ],
)
def test_the_komi_that_can_be_played_is_the_one_nearest_to_even(
    leads: tuple[float, ...], default: float, playable: tuple[float, float]
) -> None:
    measured = Balance("pletore", "--size 5", "greedy", 1, default, leads)
    assert measured.playable == playable
    assert f"with komi {playable[0]:g} the first player wins {playable[1]:.0%}" in measured.report()
