"""The records that rules pages show can be loaded as they stand there."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

import termgames.games
from termgames.play import record
from termgames.play.text import report

FOLDER = Path(termgames.games.__file__).parent


def shown(game_id: str) -> str:
    """The record on the rules page of a game."""
    page = (FOLDER / game_id / "RULES.md").read_text("utf-8")
    lines = page[page.index("    termgames record 1") :].splitlines()
    many = next(at for at, line in enumerate(lines) if not line.startswith("    "))
    return textwrap.dedent("\n".join(lines[:many])) + "\n\n"


def test_a_position_of_mitropia() -> None:
    match = record.load(shown("mitropia"))
    told = report.position(match)
    assert (told["to_move"], told["order"]) == ("red", ["white", "black", "red"])
    assert told["prisoners"]["black"] == {"black": 0, "white": 2, "red": 1}
    assert told["occupiers"]["red"] == "black"
    assert told["laid"]["black"] == ["5 points"]
    count = report.count(match.game, match.state)
    # The top left is black's, the top right, where black and red meet, goes to the head of
    # their bloc; white's three prisoners fill some of that. The lower left touches white, too.
    # White has no territory, and red is of black's bloc: black keeps his three prisoners.
    assert count["territory_left"] == {"black": 16 + 16 - 3, "white": 0, "red": 16}
    assert count["prisoners_left"] == {"black": 3, "white": 0, "red": 0}
    assert count["card_points"] == {"black": 8, "white": 0, "red": 0}


def test_a_position_of_tricolor() -> None:
    told = report.position(record.load(shown("tricolor")))
    assert (told["to_move"], told["ply"], told["passed"]) == ("gamma", 5, ["beta"])
    assert told["board"] == [".....", ".abg.", ".....", "..a..", "....."]


@pytest.mark.parametrize("game_id", ["mitropia", "tricolor"])
def test_they_are_written_again(game_id: str) -> None:
    text = record.write(record.load(shown(game_id)))
    assert record.write(record.load(text)) == text
