"""Games of independent programs, replayed through the engine behind `termgames gtp`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from termgames.play.gtp.engine import Engine
from tests.replay import ask, engine_of

DATA = Path(__file__).parents[1] / "conformance"
ENDINGS = {"two passes": "both passed"}
COLUMNS = "abcdefghjklmnopqrst"


def records() -> list[Any]:
    found = []
    for file in sorted(DATA.glob("plurality*.jsonl")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            found.append(pytest.param(json.loads(line), id=f"{file.stem}:{number}"))
    return found


def point(place: list[int], size: int) -> str:
    return f"{COLUMNS[place[1]]}{size - place[0]}"


def chosen(game: dict[str, Any]) -> dict[str, Any]:
    """The options of a record, of either kind."""
    if game["game"] == "pletore":
        return {"size": game["size"], "komi": game["setup"]["komi"]}
    if "setup" in game:
        bonus = game["setup"]["bonus"]
        return {"size": game["size"], "komi": float(bonus["W"] - bonus["B"])}
    options = dict(game["options"])
    if options.pop("variant", None) == "hex":
        options["hex"] = options.pop("size")
    if game["game"] == "plurality":
        options.setdefault("komi", 5.5)  # recorded with the komi of 13x13 on all boards
    return options


def pletore_move(move: Any, size: int) -> str:
    """Of `"pass"`, `"button"`, `["P", row, column]`, `["R", row, column]`."""
    if isinstance(move, str):
        return move
    return point(move[1:], size) + ("x" if move[0] == "R" else "")


def moves(game: dict[str, Any]) -> list[str]:
    if "setup" not in game:
        return list(game["moves"])
    if game["game"] == "pletore":
        return [pletore_move(move, game["size"]) for move in game["moves"]]
    return [
        move if isinstance(move, str) else ",".join(point(p, game["size"]) for p in move)
        for move in game["moves"]
    ]


def check(engine: Engine, found: dict[str, Any]) -> None:
    legal = ask(engine, "termgames-legal_moves").split()
    state = json.loads(ask(engine, "termgames-state"))
    if "n_replace" in found:
        # The other program lists the point that the mirror rule forbids.
        barred = bool(found.get("mirror_point_listed_by_peer"))
        placed = [move for move in legal if move not in ("pass", "button") and move[-1] != "x"]
        assert len(placed) == found["n_place"] - barred
        assert len(legal) == found["n"] - barred
        assert ("pass" in legal, "button" in legal) == (found["pass"], found["button"])
        assert len([move for move in legal if move[-1] == "x"]) == found["n_replace"]
    elif "n_place" in found:
        assert len(legal) - 1 == found["n_place"] == state["placements"]
    if "n_legal" in found:
        assert len(legal) == found["n_legal"]
    if "legal" in found:
        assert set(legal) == set(found["legal"])
    if isinstance(found.get("board"), list):
        assert state["board"] == found["board"]
    if "scores_now" in found:
        assert state["scores"] == found["scores_now"]


@pytest.mark.parametrize("game", records())
def test_agrees_with_an_independent_program(game: dict[str, Any]) -> None:
    engine = engine_of(game["game"], chosen(game))
    checks = {found["ply"]: found for found in game["checks"]}
    for ply, move in enumerate(moves(game)):
        if ply in checks:
            check(engine, checks[ply])
        ask(engine, f"play {('black', 'white')[ply % 2]} {move}")
    state = json.loads(ask(engine, "termgames-state"))
    if "setup" in game:
        assert state["board"] == [row.lower() for row in game["final_board"]]
        counted = game["score_komi"]
        assert state["scores"] == {"black": counted["B"], "white": counted["W"]}
        assert state["winners"] == [{"B": "black", "W": "white"}[game["winner"]]]
        return
    final = game["final"]
    assert state["board"] == final["board"]
    assert state["over"] == final["over"]
    assert state["winners"] == final["winners"]
    assert state["scores"] == final["scores"]
    assert state["ending"] == ENDINGS.get(final["end_reason"], final["end_reason"])
    count = json.loads(ask(engine, "termgames-count"))
    territories = {
        frozenset(part["cells"]): part["seat"] for part in count["parts"] if part["cells"]
    }
    assert territories == {frozenset(r["cells"]): r["owner"] for r in final["regions"]}


def test_a_whole_game_over_a_real_pipe() -> None:
    game = json.loads((DATA / "plurality_hex7.jsonl").read_text().splitlines()[0])
    options = [f"--{name}={value}" for name, value in chosen(game).items()]
    lines = [
        f"{number} play {('black', 'white')[number % 2]} {move}"
        for number, move in enumerate(moves(game))
    ]
    done = subprocess.run(
        [sys.executable, "-m", "termgames", "gtp", game["game"], *options],
        input="\n".join([*lines, "999 termgames-state", "quit"]) + "\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    answers = done.stdout.split("\n\n")
    assert answers[: len(lines)] == [f"={number} " for number in range(len(lines))]
    state = json.loads(answers[len(lines)].removeprefix("=999 "))
    assert state["scores"] == game["final"]["scores"]
    assert answers[-2:] == ["= ", ""]
    assert done.stderr == ""
