"""Games of independent programs, replayed through the engine behind `termgames gtp`."""

import json
from pathlib import Path
from typing import Any

import pytest

from termgames.play.gtp.engine import Engine
from tests.replay import ask, engine_of

DATA = Path(__file__).parents[1] / "conformance"
COLUMNS = "abcdefghjklmnopqrst"
NAMES = {"B": "black", "W": "white"}


def records() -> list[Any]:
    """The games of Plurality and Pletore; those of the others lie beside their rules."""
    return [
        pytest.param(json.loads(line), id=f"{file.stem}:{number}")
        for file in sorted(DATA.glob("pl*.jsonl"))
        for number, line in enumerate(file.read_text().splitlines(), 1)
    ]


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
    return {"komi": 5.5, **options}  # recorded with the komi of 13x13 on all boards


def text_of(move: Any, size: int) -> str:
    """Of a text, of `["P", row, column]`, `["R", row, column]`, or of three points."""
    if isinstance(move, str):
        return move
    points = [move[1:]] if isinstance(move[0], str) else move
    text = ",".join(f"{COLUMNS[column]}{size - row}" for row, column in points)
    return text + "x" * (move[0] == "R")


def check(engine: Engine, found: dict[str, Any]) -> None:
    legal = ask(engine, "termgames-legal_moves").split()
    state = json.loads(ask(engine, "termgames-state"))
    if "n_replace" in found:
        # The other program lists the point that the mirror rule forbids.
        barred = bool(found.get("mirror_point_listed_by_peer"))
        replaced = [move for move in legal if move[-1] == "x"]
        placed = len(set(legal) - {*replaced, "pass", "button"})
        assert (placed, len(legal)) == (found["n_place"] - barred, found["n"] - barred)
        assert ("pass" in legal, "button" in legal) == (found["pass"], found["button"])
        assert len(replaced) == found["n_replace"]
    elif "n_place" in found:
        assert len(legal) - 1 == found["n_place"] == state["placements"]
    assert len(legal) == found.get("n_legal", len(legal))
    assert set(legal) == set(found.get("legal", legal))
    if isinstance(found.get("board"), list):
        assert state["board"] == found["board"]
    assert state["scores"] == found.get("scores_now", state["scores"])


@pytest.mark.parametrize("game", records())
def test_agrees_with_an_independent_program(game: dict[str, Any]) -> None:
    engine = engine_of(game["game"], chosen(game))
    checks = {found["ply"]: found for found in game["checks"]}
    for ply, move in enumerate(game["moves"]):
        if ply in checks:
            check(engine, checks[ply])
        ask(engine, f"play {('black', 'white')[ply % 2]} {text_of(move, game.get('size', 0))}")
    state = json.loads(ask(engine, "termgames-state"))
    if "setup" in game:
        assert state["board"] == [row.lower() for row in game["final_board"]]
        counted = game["score_komi"]
        assert state["scores"] == {NAMES[seat]: counted[seat] for seat in NAMES}
        assert state["winners"] == [NAMES[game["winner"]]]
        return
    final = game["final"]
    ending = {"two passes": "both passed"}.get(final["end_reason"], final["end_reason"])
    same = ("board", "over", "winners", "scores")
    assert {name: state[name] for name in same} == {name: final[name] for name in same}
    assert state["ending"] == ending
    count = json.loads(ask(engine, "termgames-count"))
    counted = {frozenset(each["cells"]): each["seat"] for each in count["parts"] if each["cells"]}
    assert counted == {frozenset(each["cells"]): each["owner"] for each in final["regions"]}
