"""What is settled before a game begins: the map, the players, and the rules in play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from termgames.core import maps
from termgames.core.topology import Cell, Topology
from termgames.games.mitropia.cards import DECKS
from termgames.games.mitropia.distance import NO_WAY, distances
from termgames.games.mitropia.options import AGREE, AREA, UNLIMITED
from termgames.games.mitropia.state import State


@dataclass(frozen=True, eq=False)
class Table:
    """The rules in play, from settled options."""

    topology: Topology
    players: int
    starts: tuple[Cell, ...]
    """The start points, clockwise."""
    dice: bool
    fixed_reach: int | None
    """Without dice: steps from one's stones, None for no limit."""
    deck: tuple[int, ...] | None
    """Cards by kind; None without cards."""
    surrender: bool
    area: bool
    """Whether stones and territory count, not prisoners."""
    agree: bool
    """Whether the players agree on dead stones at the end."""
    handicaps: tuple[int, ...]
    """By seat."""

    @staticmethod
    def of(options: Mapping[str, Any]) -> Table:
        """The table of settled options."""
        board = maps.find(options["map"])
        players: int = options["players"]
        reach, handicap, deck = options["range"], options["handicap"], options["deck"]
        return Table(
            topology=board.topology,
            players=players,
            starts=tuple(map(board.topology.cell, board.start_points(players))),
            dice=not options["no-dice"],
            fixed_reach=None if reach == UNLIMITED else reach,
            deck=None if deck is None else DECKS[deck],
            surrender=players > 2 and not options["no-surrender"],
            area=options["scoring"] == AREA,
            agree=options["dead-stones"] == AGREE,
            handicaps=tuple(map(int, handicap.split(","))) if handicap else (0,) * players,
        )

    def reach(self, s: State) -> int | None:
        """How many steps from one's stones the stones of this turn may go (rules 4 and 5),
        None for no limit; only where a stone may be put."""
        if not self.dice:
            return self.fixed_reach
        assert s.dice is not None
        return max(s.dice)

    def ball(self, steps: int) -> tuple[tuple[Cell, ...], ...]:
        """ball(steps)[cell]: the cells at most so many steps away, itself among them."""
        return _balls(self.topology, steps)


@lru_cache(maxsize=64)
def _balls(topology: Topology, steps: int) -> tuple[tuple[Cell, ...], ...]:
    near = distances(topology) <= min(steps, NO_WAY - 1)
    return tuple(tuple(np.flatnonzero(row).tolist()) for row in near)
