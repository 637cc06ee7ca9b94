"""`termgames review`: findings as a table and as JSON, kept beside the record."""

from __future__ import annotations

import json
from pathlib import Path

from termgames import games
from termgames.play import store
from termgames.play.match import Match
from tests.cli.support import Cli

GAME = ("d3,c4,d4", "a3,b3,a4", "d1,d2,e1", "b1,b2,c1", "b5,c5,a5")
BLUNDER = 3


def test_the_costliest_mistake_is_told(cli: Cli, tmp_path: Path) -> None:
    game = games.create("plurality", {"size": 5})
    match = Match(game, ("human", "greedy"), 1)
    for text in GAME:
        match.submit(game.parse(match.state, text))
    path = tmp_path / "game.tgr"
    store.export(match, path)
    asked = ("review", str(path), "--seat", "white", "--playouts", "400")
    done = cli(*asked)
    assert done.code == 0
    assert "4     white  b1,b2,c1" in done.out
    assert "blunder (1)" in done.out
    told = json.loads(cli(*asked, "--json").out)
    assert (told["game"], told["plies"], told["turning_point"]) == ("plurality", match.ply, BLUNDER)
    worst = max(told["moves"], key=lambda move: move["share_lost"])
    assert (worst["ply"], worst["seat"], worst["move"]) == (BLUNDER, "white", "b1,b2,c1")
    assert worst["mistake"] == "blunder"
    assert "exclude each other" in cli(*asked, "--time", "1").error
    assert "there is black, white" in cli("review", str(path), "--seat", "red").error
