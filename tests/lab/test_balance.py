"""The fair komi: what is asked of the games, and what the numbers say."""

from __future__ import annotations

import json

import pytest

from termgames.core import fair_komi as table
from termgames.core.errors import OptionError
from termgames.lab import balance
from termgames.lab.balance import Balance


def test_a_measurement_of_a_small_board() -> None:
    told: list[str] = []
    chosen = {"size": 5}
    found = balance.measure(
        "pletore", chosen, player="greedy", number=6, seed=3, progress=told.append
    )
    assert len(found.leads) == len(told) == 6
    low, high = found.interval
    assert low <= found.komi <= high
    again = balance.measure("pletore", chosen, player="greedy", number=6, seed=3)
    assert again == found
    fields = json.loads(json.dumps(found.to_json()))
    assert (fields["game"], fields["board"], fields["komi"]) == (
        "pletore",
        "--size 5",
        found.komi,
    )


def test_leads_leave_komi_out() -> None:
    """Whatever komi a game was played with, its lead is Black's points less White's."""
    found = balance.measure("plurality", {"size": 5}, player="random", number=8, seed=1)
    assert all(lead == int(lead) and abs(lead) <= 25 for lead in found.leads)


def test_the_report_tells_result_and_way() -> None:
    leads = (1.0, 2.0, 4.0, 4.5, 9.0)
    text = Balance("pletore", "--size 9", "bot:5", 3, 7, leads).report()
    assert "fair komi 4 " in text
    assert "bot:5" in text
    assert "5 games" in text
    assert "default is 7" in text


@pytest.mark.parametrize(
    ("game_id", "chosen"),
    [("plurality", {"pie": True}), ("plurality", {"komi": 5.5}), ("pletore", {"komi": "offer"})],
)
def test_komi_must_be_open(game_id: str, chosen: dict[str, object]) -> None:
    with pytest.raises(OptionError, match="leave komi"):
        balance.measure(game_id, chosen, player="random", number=2, seed=1)  # type: ignore[arg-type]


def test_the_table_tells_how_each_komi_was_measured() -> None:
    for game_id, boards in table.table().items():
        assert boards
        for board, entry in boards.items():
            assert int(board) > 2
            assert entry["low"] <= entry["komi"] <= entry["high"]
            assert f"balance {game_id} --size {board}" in entry["command"]
            assert entry["games"] > 10
            assert entry["date"]


def test_the_nearest_board_is_taken() -> None:
    boards = {int(board): entry["komi"] for board, entry in table.table()["pletore"].items()}
    assert table.fair_komi("pletore", max(boards) + 5) == boards[max(boards)]
    assert table.fair_komi("pletore", min(boards)) == boards[min(boards)]
    assert table.fair_komi("no game", 9) is None
