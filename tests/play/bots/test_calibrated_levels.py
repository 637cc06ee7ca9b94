"""The table of levels by game, and what is told of them."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from termgames import games, paths
from termgames.play.bots import calibrated_levels
from termgames.play.bots.calibrated_levels import CalibratedLevels
from termgames.play.bots.factory import _PackedSearch, make_bot
from termgames.play.bots.players import parse_player
from termgames.search.levels import LEVELS, Level
from termgames.search.policy import NetPolicy


def levels(playouts: int, *, elo: float = 110.0) -> dict[str, Any]:
    """Nine levels, the lower ones from `playouts` on, doubled each time."""
    return {
        str(number): {
            "playouts": None if number == 9 else playouts * 2 ** (number - 1),
            "seconds": float(number),
            "temperature": 0.1 if number == 1 else 0.0,
            "elo": elo * (number - 1),
            "error": 9.0 * (number - 1),
            "games": 20,
            "takes": None if number == 9 else 0.05 * number,
        }
        for number in range(1, 10)
    }


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[dict[str, Any]]]:
    """Plurality was measured on 13x13, on 9x9 and with parity ties."""
    found = {
        "plurality": [
            {"options": {}, "cells": 169, "games": 300, "levels": levels(100)},
            {"options": {"size": 9}, "cells": 81, "games": 200, "levels": levels(10)},
            {"options": {"ties": "parity"}, "cells": 169, "games": 50, "levels": levels(7)},
        ]
    }
    monkeypatch.setattr(calibrated_levels, "table", lambda: found)
    return found


def of(game_id: str, **chosen: Any) -> CalibratedLevels:
    return calibrated_levels.levels_on(game_id, games.info(game_id).settle(chosen))


def test_a_board_that_was_measured_has_its_own_levels(table: Any) -> None:
    known = of("plurality", size=9)
    assert known.exact
    assert known.by_number[2].level == Level(20, 2.0)
    assert known.by_number[1].level.temperature == 0.1
    assert (known.games, known.step) == (200, 110)
    assert of("plurality", size=9, komi=3.5).exact, "komi changes no level"


@pytest.mark.parametrize(
    ("chosen", "playouts"),
    [
        ({"size": 10}, 10),
        ({"hex": 4}, 100),
        ({"size": 12}, 100),
        ({"size": 19}, 100),
        ({"ties": "parity"}, 7),
    ],
)
def test_another_board_takes_the_nearest(table: Any, chosen: Any, playouts: int) -> None:
    known = of("plurality", **chosen)
    assert known.by_number[1].level.playouts == playouts
    assert known.exact == ("ties" in chosen)


def test_larger_boards_get_fewer_playouts_and_smaller_ones_no_more(table: Any) -> None:
    for size, playouts in ((19, 375), (13, 800), (12, 800)):
        game = games.create("plurality", {"size": size})
        found = calibrated_levels.level("plurality", game.options, 4, game.topology.cells)
        assert found.playouts == playouts
    assert calibrated_levels.level("plurality", game.options, 9, 400).playouts is None


@pytest.mark.parametrize(
    ("game_id", "chosen"), [("majorities", {}), ("plurality", {"ties": "parity"})]
)
def test_games_and_rules_nobody_measured_have_the_usual_levels(
    table: Any, game_id: str, chosen: Any
) -> None:
    table["plurality"] = table["plurality"][:2]
    known = of(game_id, **chosen)
    assert {number: rung.level for number, rung in known.by_number.items()} == LEVELS
    assert not known.rated
    assert calibrated_levels.basis(known) == ""
    assert calibrated_levels.about(known, 4) == "at most 2 s a move"
    assert calibrated_levels.label(known, parse_player("bot:4")) == "bot 4, casual"


def test_bots_take_their_level_from_the_table(table: Any) -> None:
    few, more = (
        make_bot(parse_player("bot:3"), games.create("plurality", {"size": size}), seed=1)
        for size in (9, 13)
    )
    for bot, size, playouts in ((few, 9, 40), (more, 13, 400)):
        thought = bot.think(games.create("plurality", {"size": size}).start())
        assert playouts <= thought.playouts < playouts + 64


def test_a_level_may_do_without_the_net(table: Any) -> None:
    table["pletore"] = [
        {"options": {}, "cells": 169, "games": 9, "levels": levels(10)},
    ]
    table["pletore"][0]["levels"]["1"]["unguided"] = True
    game = games.create("pletore", {})
    first, second = (make_bot(parse_player(f"bot:{number}"), game, seed=1) for number in (1, 2))
    assert isinstance(first, _PackedSearch)
    assert isinstance(second, _PackedSearch)
    assert not isinstance(first.search.policy, NetPolicy)
    assert isinstance(second.search.policy, NetPolicy)


def test_what_is_told_of_a_level(table: Any) -> None:
    known = of("plurality")
    assert calibrated_levels.about(known, 1) == "the weakest, answers at once"
    assert calibrated_levels.about(known, 5) == "440 Elo above level 1, 0.2 s a move"
    assert calibrated_levels.about(known, 9) == "880 Elo above level 1, 9 s a move"
    assert calibrated_levels.label(known, parse_player("bot:5")) == "bot 5, average  +440"
    assert calibrated_levels.label(known, parse_player("bot:1")) == "bot 1, beginner"
    assert calibrated_levels.label(known, parse_player("greedy")) == "greedy"
    assert calibrated_levels.basis(known) == (
        "About 110 Elo a level, measured in 300 games; level 9 is 880 (+-70) above level 1."
    )


def test_what_was_measured_elsewhere_is_told_as_such(table: Any) -> None:
    known = of("plurality", size=10)
    assert calibrated_levels.about(known, 5).startswith("about 440 Elo")
    assert calibrated_levels.label(known, parse_player("bot:5")) == "bot 5, average  ~440"
    assert "200 games on --size 9;" in calibrated_levels.basis(known)
    assert calibrated_levels.basis(known).endswith("This board may differ.")


def test_levels_are_read_without_numpy() -> None:
    program = (
        "import sys; from termgames import games;"
        "from termgames.play.bots import calibrated_levels;"
        "calibrated_levels.levels_on('plurality', games.info('plurality').settle({}));"
        "sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


# -- the table that ships ---------------------------------------------------------------------


def shipped() -> list[tuple[str, dict[str, Any]]]:
    path: Path = paths.assets() / calibrated_levels.FILE
    found = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return [(game_id, board) for game_id, boards in found.items() for board in boards]


def rated() -> list[tuple[str, dict[str, Any]]]:
    return [(game_id, board) for game_id, board in shipped() if board["games"]]


def named(boards: list[tuple[str, dict[str, Any]]]) -> list[str]:
    return [f"{game_id} {board['options']}" for game_id, board in boards]


@pytest.mark.parametrize(("game_id", "board"), shipped(), ids=named(shipped()))
def test_shipped_ladders_have_all_levels(game_id: str, board: dict[str, Any]) -> None:
    game = games.create(game_id, board["options"])
    assert board["cells"] == game.topology.cells
    known = calibrated_levels.levels_on(game_id, game.options)
    assert known.exact, "the board is found again by what it was measured with"
    assert sorted(known.by_number) == list(LEVELS)
    assert known.by_number[9].level.playouts is None
    assert known.by_number[9].level.seconds == 10
    for lower, higher in itertools.pairwise(known.by_number.values()):
        assert lower.level.seconds <= higher.level.seconds
        assert lower.level.temperature >= higher.level.temperature
    assert board["chosen"].startswith(f"termgames calibrate {game_id}")


@pytest.mark.parametrize(("game_id", "board"), rated(), ids=named(rated()))
def test_shipped_ratings_rise(game_id: str, board: dict[str, Any]) -> None:
    known = calibrated_levels.read(board)
    assert known.rated
    assert known.by_number[1].elo == 0
    for lower, higher in itertools.pairwise(known.by_number.values()):
        assert lower.elo is not None
        assert higher.elo is not None
        assert lower.elo < higher.elo
