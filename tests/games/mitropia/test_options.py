"""Which options go together, and that every rule has a test that names it."""

import re
from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.core.errors import OptionError
from termgames.games.mitropia.options import INFO
from termgames.tui.themes import looks
from tests.cases import cases
from tests.games.mitropia.play import make


def test_pro_is_no_dice_no_cards_and_a_fixed_range() -> None:
    settled = INFO.settle({"pro": True})
    assert (settled["no-dice"], settled["no-cards"], settled["range"]) == (True, True, 3)
    assert settled["deck"] is None
    assert INFO.settle({"pro": True, "range": "none"})["range"] == "none"


@pytest.mark.parametrize(
    ("chosen", "fault"),
    [
        ({"pro": True, "deck": "classic"}, "--pro and --deck exclude each other"),
        ({"no-cards": True, "deck": "revised"}, "--no-cards and --deck exclude each other"),
        ({"players": 2, "handicap": "0,-1,-2"}, "--handicap 0,-1,-2 is for 3 players"),
        ({"map": "hourglass", "players": 5}, "--map: .*no start points for 5 players"),
    ],
)
def test_options_that_do_not_go_together_are_refused(chosen: dict[str, Any], fault: str) -> None:
    with pytest.raises(OptionError, match=fault):
        INFO.settle(chosen)


def test_every_rule_has_tests_that_name_it() -> None:
    page = re.findall(r"^## (\d+)\.", games.rules_text("mitropia"), re.M)
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    named = set(re.findall(r"(?:def test_rule_|^rule )(\d+)[_:]", tests, re.M))
    assert len(page) == 22
    assert set(page) <= named


@pytest.mark.parametrize(
    ("players", "picked", "seen"),
    cases("""
    3 | - | bwr
    3 | green,-,yellow | gwy
    3 | white | wbr
    2 | white,black | wb
    2 | red,white | rw
    6 | yellow,-,-,-,- | ywrugb
    """),
)
def test_seats_are_drawn_in_the_colours_they_pick(players: str, picked: str, seen: str) -> None:
    """Names and marks stay; whose colour another has picked gets one that is free."""
    game = make(int(players), colours=picked, **({} if players != "6" else {"board": "19x19"}))
    assert (game.drawn, game.marks) == (seen, "bwrugy"[: int(players)])
    look = looks(game.seats, game.drawn)[0]
    named = looks(6, "bwrugy")[0]
    if set(seen) - set("bw"):
        assert look.players[0] == named.players[named.named.index(seen[0])]


def test_there_are_no_more_colours_than_players() -> None:
    with pytest.raises(OptionError, match="--colours red,blue,green: 3 colours for 2 players"):
        INFO.settle({"players": 2, "colours": "red,blue,green"})
