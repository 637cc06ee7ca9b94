"""Games that another program recorded, replayed through the rules.

Coordinates in the files are [row from the top, place from the left], voids counted.
`lines` and `line_winners` hold the lines' winners in the order of `geometry.DIRECTIONS`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.core.game import OVER
from termgames.games.majorities.geometry import DIRECTIONS

FOLDER = Path(__file__).parents[2] / "conformance"
FILES = ("majorities-3", "majorities-5", "majorities-7", "majorities-5-capture",
         "majorities-5-no-blocked")  # fmt: skip
RECORDS = [
    json.loads(line) for name in FILES for line in (FOLDER / f"{name}.jsonl").open("r")
]
MARKS = str.maketrans("12", "bw")
PLAYER = {None: None, 1: "black", 2: "white"}


def turn(game: Any, state: Any, cells: list[list[int]]) -> Any:
    rows = 2 * game.geometry.size - 1
    names = [f"{chr(ord('a') + rows - 1 - row)}{place + 1}" for row, place in cells]
    return game.parse(state, ",".join(names))


def lines(game: Any, state: Any) -> list[str]:
    return [game.extras(state)["lines"][name].replace(".", "0") for name in DIRECTIONS]


@pytest.mark.parametrize("told", RECORDS, ids=lambda told: told["id"])
def test_a_recorded_game(told: dict[str, Any]) -> None:
    game = games.create(
        "majorities",
        {
            "size": told["size"],
            "no-voids": "no-blocked" in told["variants"],
            "capture": "capture" in told["variants"],
        },
    )
    checks = {check["ply"]: check for check in told["checks"]}
    state = game.start()
    for ply, cells in enumerate(told["moves"]):
        assert game.to_act(state) == ply % 2
        if ply in checks:
            check = checks[ply]
            assert lines(game, state) == [row.translate(MARKS) for row in check["lines"]]
            held = list(game.extras(state)["directions"].values())
            assert held == [PLAYER[holder] for holder in check["directions"]]
            assert state.stones.count(0) == check["empties"]
            if not game.capture:
                # With capture the other program leaves out orders that come to the same.
                assert len(game.legal_moves(state)) == check["n"]
                listed = {game.format(turn(game, state, move)) for move in check.get("moves", ())}
                assert listed <= set(map(game.format, game.legal_moves(state)))
        state = game.apply(state, turn(game, state, cells))
    assert game.to_act(state) == OVER
    names = [".bw"[stone] for stone in state.stones]
    assert game.topology.rows(names) == [row.translate(MARKS) for row in told["final_board"]]
    assert lines(game, state) == [told["line_winners"][d].translate(MARKS) for d in "HAD"]
    tally = [game.tally(state, direction) for direction in range(3)]
    assert [list(row) for row in zip(*tally, strict=True)] == [
        told["lines_won"]["1"],
        told["lines_won"]["2"],
    ]
    score = game.score(state)
    assert score.winners == (int(told["winner"]) - 1,)
    assert list(score.totals) == [told["score"]["1"], told["score"]["2"]]
    assert game.utilities(state).argmax() == int(told["winner"]) - 1
