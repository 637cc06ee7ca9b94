"""Games that a reference engine recorded, replayed through the engine behind `termgames gtp`."""

import json
from pathlib import Path
from typing import Any

import pytest

from termgames.play.gtp.engine import Engine
from tests.replay import ask, engine_of

FOLDER = Path(__file__).parents[2] / "conformance"
RECORDS = [
    pytest.param(json.loads(line), id=f"{file.stem}:{number}")
    for file in sorted(FOLDER.glob("tricolor_*.jsonl"))
    for number, line in enumerate(file.read_text().splitlines(), 1)
]


def check(engine: Engine, state: dict[str, Any], found: dict[str, Any]) -> None:
    legal = ask(engine, "termgames-legal_moves").split()
    assert len(legal) == found["n_legal"]
    assert sorted(legal) == sorted(found["legal"])
    assert state["to_move"] == found["to_move"]
    assert state["board"] == found["board"]
    assert state["scores"] == found["area"]


def test_there_are_games_of_all_kinds() -> None:
    options = [record.values[0]["options"] for record in RECORDS]
    assert any("hex" in chosen for chosen in options)
    assert any(chosen.get("order") == "thue-morse" for chosen in options)
    assert any(record.values[0]["stats"]["superko_forbidden"] for record in RECORDS)


@pytest.mark.parametrize("told", RECORDS)
def test_a_recorded_game(told: dict[str, Any]) -> None:
    options = {name.replace("_", "-"): value for name, value in told["options"].items()}
    engine = engine_of("tricolor", options)
    checks = {found["ply"]: found for found in told["checks"]}
    for ply, move in enumerate(told["moves"]):
        state = json.loads(ask(engine, "termgames-state"))
        if ply in checks:
            check(engine, state, checks[ply])
        ask(engine, f"play {state['to_move']} {move}")
    state, final = json.loads(ask(engine, "termgames-state")), told["final"]
    assert state["ply"] == final["ply"]
    assert state["board"] == final["board"]
    assert state["scores"] == final["scores"]
    assert state["would_win"] == final["would_win"]
    assert state["over"] == final["over"]
    if final["over"]:
        assert state["winners"] == final["winners"]
        assert state["draw"] == (len(final["winners"]) > 1)
