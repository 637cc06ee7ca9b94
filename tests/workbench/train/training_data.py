"""Lessons to test with: random games, and a teacher whose taste a net can learn."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from termgames import games
from termgames.core import net_files
from termgames.core.game import OVER
from termgames.core.net_game import NetGame, net_shape
from termgames.core.nets import Shape
from termgames.core.packed import PackedGame
from termgames.workbench.train.campaign import Campaign
from termgames.workbench.train.plan import Plan, set_up
from termgames.workbench.train.plan import fresh as fresh_net
from termgames.workbench.train.samples import Samples
from termgames.workbench.workers import Workers

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "go": (
        "mitropia",
        {"map": "9x9", "players": 2, "no-dice": True, "no-cards": True, "range": "none"},
    ),
    "three colours": ("tricolor", {"size": 5}),
    "hexagons": ("tricolor", {"hex": 3}),
    "pletore": ("pletore", {"size": 5}),
    "plurality": ("plurality", {"size": 7}),
    "plurality on hexagons": ("plurality", {"hex": 3}),
    "majorities": ("majorities", {"size": 3}),
}
"""Packed games that a net can see."""


def packed(name: str) -> tuple[PackedGame[Any, Any], Any]:
    """A game and its first state of play."""
    return set_up(*GAMES[name])[1:]


def trained(
    plan: Plan,
    folder: Path,
    progress: Callable[[str], None] = lambda _: None,
    *,
    seconds: float | None = None,
    workers: Workers | None = None,
) -> Path:
    """The latest net of a campaign that is carried out in a folder."""
    with Campaign(plan, folder, progress).begun() as campaign:
        return campaign.run(seconds, workers)


def some_net(path: Path, game: PackedGame[Any, Any], seed: int = 1) -> Path:
    """A net for a game, which has learnt nothing, in a file."""
    assert isinstance(game, NetGame)
    planes, per_cell, off_board, owners = net_shape(game)
    shape = Shape(planes, per_cell, off_board, 4, 1, owners)
    net_files.save(fresh_net(shape, np.random.default_rng(seed)), path)
    return path


def random_rows(game: PackedGame[Any, Any], start: Any, count: int, seed: int) -> Any:
    """Positions of random games."""
    rng = np.random.default_rng(seed)
    rows = []
    row = game.pack([start])
    while len(rows) < count:
        if game.to_act(row)[0] == OVER:
            row = game.pack([start])
        rows.append(row[0])
        row = game.advance(row, rng.choice(game.legal(row[0]), 1).astype(np.int32))
    return np.array(rows, game.dtype)


def centred(name: str, count: int, seed: int = 0) -> tuple[PackedGame[Any, Any], Samples]:
    """Lessons of a teacher who likes what is near the centre and never passes."""
    game, start = packed(name)
    rows = random_rows(game, start, count, seed)
    places = games.create(*GAMES[name]).topology.xy.astype(float)
    near = np.exp(-np.abs(places - places.mean(axis=0)).sum(axis=1))
    actions, visits = [], []
    for row in rows:
        legal = game.legal(row)
        liked = np.where(legal < game.cells, near[np.minimum(legal, game.cells - 1)], 0)
        actions.append(legal)
        visits.append(liked / liked.sum() if liked.any() else np.full(len(legal), 1 / len(legal)))
    sizes = [len(one) for one in actions]
    assert isinstance(game, NetGame)
    return game, Samples(
        rows,
        np.cumsum([0, *sizes], dtype=np.int64),
        np.concatenate(actions),
        np.concatenate(visits).astype(np.float32),
        np.full((count, game.cells, game.owners), 0.25, np.float32),
        np.zeros(1, np.float32),
    )
