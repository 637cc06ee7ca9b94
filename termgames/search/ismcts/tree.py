"""The tree of a search through worlds: what is known after a sequence of answers, over all
worlds in which that sequence was possible (`hidden.py`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(eq=False)
class Node:
    """What is known after a sequence of answers, over all worlds."""

    seat: int
    """Who is asked here; OVER at the end of a game."""
    seats: int
    move: Any = None
    """The answer that led here, in the world that came here first."""
    amaf_features: int = -1
    """The AMAF feature of that answer."""
    visits: float = 0.0
    """Playouts that came through."""
    flying: int = 0
    """Descents through here whose playouts are not back yet."""
    children: dict[tuple[int, int], Node] = field(default_factory=dict)
    """By action and the seat asked next."""
    offered: dict[int, float] = field(default_factory=dict)
    """By action: visits in which it was possible."""
    table: Table | None = None

    def __post_init__(self) -> None:
        self.reward = np.zeros(self.seats)
        self.share = np.zeros(self.seats)

    def known(self) -> dict[int, tuple[float, int, float]]:
        """By action: visits, descents on their way, and the asked seat's reward."""
        known: dict[int, tuple[float, int, float]] = {}
        for (action, _), child in self.children.items():
            visits, flying, reward = known.get(action, (0.0, 0, 0.0))
            known[action] = (
                visits + child.visits,
                flying + child.flying,
                reward + float(child.reward[self.seat]),
            )
        return known


class Table:
    """AMAF sums below a node, by feature."""

    def __init__(self, features: int) -> None:
        self.count = np.zeros(features, np.float32)
        self.reward = np.zeros(features, np.float32)
        self.lanes = 0.0


@dataclass(frozen=True, eq=False)
class Descent:
    """A path from the root, and the state at its end, ready to be played out or over."""

    path: list[Node]
    state: Any
    over: bool
