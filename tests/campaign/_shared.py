"""What campaigns share: small games, moves by lot, a folder of their own."""

from __future__ import annotations

import contextlib
import os
import random
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from termgames import games
from termgames.play.match import AnyMatch, Match

SMALL: dict[str, dict[str, Any]] = {
    "plurality": {"size": 5},
    "majorities": {"size": 3},
    "tricolor": {"size": 5},
    "pletore": {"size": 4},
    "mitropia": {"players": 2, "map": "9x9-cut"},
}
"""Options of games that are soon over."""


def begun(game_id: str, *players: str, seed: int = 1) -> AnyMatch:
    """A small game of that kind, between humans where nobody is named."""
    game = games.create(game_id, SMALL[game_id])
    return Match(game, players or ("human",) * game.seats, seed)


def legal(match: AnyMatch, most: int = 200) -> list[Any]:
    """Moves of the one who is asked; none where the game is over."""
    if (prompt := match.prompt()) is None:
        return []
    moves = list(match.game.legal_moves(prompt.state))[:most]
    return [move for move in moves if match.game.refuse(prompt.state, move) is None]


def played_on(match: AnyMatch, moves: int, seed: int = 1) -> AnyMatch:
    """The game after so many moves by lot, or at its end."""
    rng = random.Random(seed)
    while match.ply < moves and (some := legal(match)):
        match.submit(rng.choice(some))
    return match


@cache
def played(game_id: str, moves: int = 16) -> AnyMatch:
    """A small game of that kind after so many moves, the same for all who ask for it."""
    return played_on(begun(game_id), moves)


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """A data folder of its own, in memory where there is such a place, which is the working folder
    meanwhile. Nothing waits for the disk: nobody reads these files again."""
    before, memory, fsync, around = Path.cwd(), Path("/dev/shm"), os.fsync, dict(os.environ)
    where = memory if memory.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="termgames-campaign-", dir=where) as place:
        os.environ.update(TERMGAMES_DATA=place, TERMGAMES_CONFIG=place)
        os.chdir(place)
        os.fsync = lambda file: None
        try:
            yield Path(place)
        finally:
            os.fsync = fsync
            os.chdir(before)
            os.environ.clear()
            os.environ.update(around)
