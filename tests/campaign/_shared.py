"""What campaigns share: small games, moves by lot, a folder of their own, what must hold."""

from __future__ import annotations

import contextlib
import os
import random
import tempfile
import traceback
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from termgames import games
from termgames.play.match import AnyMatch, Match
from tests.campaign.report import Report

SMALL: dict[str, dict[str, Any]] = {
    "plurality": {"size": 5},
    "majorities": {"size": 3},
    "tricolor": {"size": 5},
    "pletore": {"size": 4},
    "mitropia": {"players": 2, "map": "9x9-cut"},
}
"""Options of games that are soon over."""


class Broken(Exception):
    """Something that must hold does not."""


def check(holds: Any, text: str) -> None:
    """Broken unless it holds."""
    if not holds:
        raise Broken(text)


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
    before, memory, fsync = Path.cwd(), Path("/dev/shm"), os.fsync
    names = ("TERMGAMES_DATA", "TERMGAMES_CONFIG")
    data = {name: os.environ.get(name) for name in names}
    where = memory if memory.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="termgames-campaign-", dir=where) as place:
        os.environ.update(dict.fromkeys(names, place))
        os.chdir(place)
        os.fsync = lambda file: None
        try:
            yield Path(place)
        finally:
            os.fsync = fsync
            os.chdir(before)
            for name, value in data.items():
                os.environ.pop(name)
                if value is not None:
                    os.environ[name] = value


@contextlib.contextmanager
def judged(report: Report, where: Callable[[], str]) -> Iterator[None]:
    """Whatever goes wrong meanwhile is a fault; `where` says how to see it again."""
    try:
        yield
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        line = f"{Path(last.filename).name}:{last.lineno}"
        report.fault(f"{where()}: {type(error).__name__} in {line}: {error}")
