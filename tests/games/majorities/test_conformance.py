"""Games that another program recorded, replayed through the engine behind `termgames gtp`.

Coordinates in the files are [row from the top, place from the left], voids counted.
`lines` and `line_winners` hold the lines' winners in the order of `geometry.DIRECTIONS`.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from termgames.games.majorities.geometry import DIRECTIONS
from termgames.play.gtp.engine import Engine
from tests.replay import ask, engine_of

FOLDER = Path(__file__).parents[2] / "conformance"
RECORDS = [
    json.loads(line)
    for file in sorted(FOLDER.glob("majorities-*.jsonl"))
    for line in file.read_text().splitlines()
]
MARKS = str.maketrans("012", ".bw")
PLAYER = {None: None, 1: "black", 2: "white"}


def text(size: int, cells: list[list[int]]) -> str:
    return ",".join(f"{chr(ord('a') + 2 * size - 2 - row)}{place + 1}" for row, place in cells)


def lines(state: dict[str, Any]) -> list[str]:
    return [state["lines"][name] for name in DIRECTIONS]


def check(engine: Engine, told: dict[str, Any], found: dict[str, Any]) -> None:
    state = json.loads(ask(engine, "termgames-state"))
    legal = ask(engine, "termgames-legal_moves").split()
    assert state["to_move"] == PLAYER[found["to_move"]]
    assert lines(state) == [row.translate(MARKS) for row in found["lines"]]
    assert list(state["directions"].values()) == [PLAYER[one] for one in found["directions"]]
    assert "".join(state["board"]).count(".") == found["empties"]
    if "capture" not in told["variants"]:
        # With capture the other program leaves out orders that come to the same.
        assert len(legal) == len(set(legal)) == found["n"]
        for move in found["moves"]:
            ordered = sorted(move, key=lambda cell: (-cell[0], cell[1]))
            assert text(told["size"], ordered) in legal


@pytest.mark.parametrize("told", RECORDS, ids=lambda told: told["id"])
def test_a_recorded_game(told: dict[str, Any]) -> None:
    variants = told["variants"]
    options = {"no-voids": "no-blocked" in variants, "capture": "capture" in variants}
    engine = engine_of("majorities", {"size": told["size"], **options})
    checks = {found["ply"]: found for found in told["checks"]}
    for ply, cells in enumerate(told["moves"]):
        if ply in checks:
            check(engine, told, {"moves": [], **checks[ply]})
        ask(engine, f"play {('black', 'white')[ply % 2]} {text(told['size'], cells)}")
    state = json.loads(ask(engine, "termgames-state"))
    assert state["over"]
    assert state["board"] == [row.translate(MARKS) for row in told["final_board"]]
    assert lines(state) == [told["line_winners"][d].translate(MARKS) for d in "HAD"]
    held = [PLAYER[told["direction_winners"][direction]] for direction in "HAD"]
    assert list(state["directions"].values()) == held
    for player, won in told["lines_won"].items():
        assert [counter[PLAYER[int(player)]] for counter in state["tally"].values()] == won
        assert state["scores"][PLAYER[int(player)]] == told["score"][player]
    assert state["winners"] == [PLAYER[int(told["winner"])]]
