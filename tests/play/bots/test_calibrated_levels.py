"""The table of levels by game, and what is told of them."""

import itertools
import json
from typing import Any

import pytest

from termgames import games, paths
from termgames.play.bots import calibrated_levels
from termgames.play.bots.calibrated_levels import CalibratedLevels, about, basis, label
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from termgames.search.levels import LEVELS, Level
from termgames.search.policy import NetPolicy
from tests.cases import options
from tests.play.support import match


def levels(playouts: int) -> dict[str, Any]:
    """Nine levels, the lower ones from `playouts` on, doubled each time, 110 Elo apart."""
    return {
        str(number): {
            "playouts": None if number == 9 else playouts * 2 ** (number - 1),
            "seconds": float(number),
            "temperature": 0.1 if number == 1 else 0.0,
            "elo": 110.0 * (number - 1),
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


def of(game: str) -> CalibratedLevels:
    game_id, _, chosen = game.partition(" ")
    settled = games.info(game_id).settle(options(game_id, chosen))
    return calibrated_levels.levels_on(game_id, settled)


@pytest.mark.parametrize(
    ("chosen", "playouts", "exact"),
    [
        ("", 100, True),
        ("size=9", 10, True),
        ("size=9 komi=3.5", 10, True),
        ("size=10", 10, False),
        ("size=19", 100, False),
    ],
)
def test_a_board_takes_the_nearest_levels(
    table: Any, chosen: str, playouts: int, exact: bool
) -> None:
    known = of(f"plurality {chosen}")
    assert known.exact == exact, "komi changes no level"
    assert known.by_number[1].level == Level(playouts, 1.0, 0.1)
    assert known.by_number[2].level == Level(2 * playouts, 2.0)


def test_larger_boards_get_fewer_playouts_and_smaller_ones_no_more(table: Any) -> None:
    for size, playouts in ((19, 375), (13, 800), (12, 800)):
        game = match(f"plurality size={size}").game
        found = calibrated_levels.level("plurality", game.options, 4, game.topology.cells)
        assert found.playouts == playouts
    assert calibrated_levels.level("plurality", game.options, 9, 400).playouts is None
    thought = make_bot(parse_player("bot:3"), game, seed=1).think(game.start())
    assert 400 <= thought.playouts < 464, "bots take their level from the table"


def test_a_level_may_do_without_the_net(table: Any) -> None:
    table["pletore"] = [{"options": {}, "cells": 169, "games": 9, "levels": levels(10)}]
    table["pletore"][0]["levels"]["1"]["unguided"] = True
    for number in (1, 2):
        bot: Any = make_bot(parse_player(f"bot:{number}"), match("pletore").game, seed=1)
        assert isinstance(bot.search.policy, NetPolicy) == (number == 2)


def test_what_is_told_of_a_level(table: Any) -> None:
    known, near = of("plurality"), of("plurality size=10")
    assert about(known, 1) == "the weakest, answers at once"
    assert about(known, 5) == "440 Elo above level 1, 0.2 s a move"
    assert about(known, 9) == "880 Elo above level 1, 9 s a move"
    told = {"bot:5": "bot 5, average  +440", "bot:1": "bot 1, beginner", "greedy": "greedy"}
    assert {player: label(known, parse_player(player)) for player in told} == told
    measured = "About 110 Elo a level, measured in 300 games; level 9 is 880 (+-70) above level 1."
    assert basis(known) == measured
    assert about(near, 5).startswith("about 440 Elo")
    assert label(near, parse_player("bot:5")) == "bot 5, average  ~440"
    assert "200 games on --size 9;" in basis(near)
    assert basis(near).endswith("This board may differ.")


SHIPPED = [
    pytest.param(game_id, board, id=f"{game_id} {board['options']}")
    for game_id, boards in json.loads(
        (paths.assets() / calibrated_levels.FILE).read_text("utf-8")
    ).items()
    for board in boards
]


@pytest.mark.parametrize(("game_id", "board"), SHIPPED)
def test_shipped_ladders_have_all_levels_and_rise(game_id: str, board: dict[str, Any]) -> None:
    game = games.create(game_id, board["options"])
    assert board["cells"] == game.topology.cells
    known = calibrated_levels.levels_on(game_id, game.options)
    assert known.exact, "the board is found again by what it was measured with"
    assert sorted(known.by_number) == list(LEVELS)
    assert known.by_number[9].level.playouts is None
    assert known.by_number[9].level.seconds == 10
    assert known.rated == bool(board["games"])
    assert not known.rated or known.by_number[1].elo == 0
    for lower, higher in itertools.pairwise(known.by_number.values()):
        assert lower.level.seconds <= higher.level.seconds
        assert lower.level.temperature >= higher.level.temperature
        assert not known.rated or lower.elo < higher.elo
    assert board["chosen"].startswith(f"termgames calibrate {game_id}")
