"""Which options go together, and that every rule has a test that names it."""

import re
from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.core.errors import OptionError
from termgames.games.mitropia.options import INFO


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
