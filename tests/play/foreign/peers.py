"""Games that AbstractPlay's own engine made, as it would record them; random games of ours."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from termgames import games
from termgames.core.options import Value
from termgames.play.match import AnyMatch, Match
from termgames.play.text import report

DATA = Path(__file__).parents[2] / "conformance"


@cache
def peer_games() -> list[dict[str, Any]]:
    """The games in `tests/conformance` that hold the moves as AbstractPlay writes them."""
    lines = (line for file in sorted(DATA.glob("*.jsonl")) for line in file.open())
    return [game for line in lines if "peer_moves" in (game := json.loads(line))]


def recorded(game: Mapping[str, Any]) -> dict[str, Any]:
    """Such a game as a record of AbstractPlay."""
    moves = game["peer_moves"]
    black = game.get("setup", {}).get("black_seat", 1) - 1
    winner = {"B": black, "W": 1 - black, "1": 0, "2": 1}[game["winner"]]
    return {
        "header": {
            "game": {"name": game["game"].title(), "variants": game["variants"]},
            "event": "An event",
            "round": "2",
            "site": {"name": "Abstract Play", "gameid": game["id"]},
            "date-start": "2026-02-01T10:00:00.000Z",
            "date-end": "2026-03-04T10:00:00.000Z",
            "date-generated": "2026-03-04T10:00:01.000Z",
            "players": [
                {"name": "Ann", "userid": "id-ann", "result": int(winner == 0)},
                {"name": "Bob", "userid": "id-bob", "result": int(winner == 1)},
            ],
        },
        "moves": [moves[at : at + 2] for at in range(0, len(moves), 2)],
    }


def played(game_id: str, options: Mapping[str, Value], seed: int, plies: int = 2000) -> AnyMatch:
    """A random legal game to its end."""
    game = games.create(game_id, options)
    match = Match(game, ("human:Ann", *["bot:4"] * (game.seats - 1)), 0, draws=False)
    rng = np.random.default_rng(seed)
    for _ in range(plies):
        if match.over:
            break
        moves = match.game.legal_moves(match.state)
        match.submit(moves[rng.integers(len(moves))])
    return match


def end(match: AnyMatch) -> dict[str, Any]:
    """Board, scores and winners at the end."""
    found = report.position(match)
    return {name: found[name] for name in ("board", "scores", "over", "winners", "draw")}


def variations(match: AnyMatch) -> list[tuple[int, str, str]]:
    """The moves of all variations, each with its ply and its comment."""
    return [(node.ply, node.move, node.comment) for node in match.notes.nodes()]
