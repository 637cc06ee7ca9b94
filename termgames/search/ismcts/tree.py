"""The tree of `ismcts.search`: what is known after a sequence of answers, over all the states
in which that sequence was possible."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from termgames.core.arrays import Floats


@dataclass(eq=False)
class AnswerNode:
    """What is known after a sequence of answers."""

    seat: int
    """Who is asked here; OVER at the end of a game."""
    seats: int
    move: Any = None
    """The answer that led here, in the state that came here first."""
    amaf_feature: int = -1
    """The AMAF feature of that answer."""
    visits: float = 0.0
    """Playouts that came through."""
    flying: int = 0
    """Descents through here whose playouts are not back yet."""
    children: dict[tuple[int, int], AnswerNode] = field(default_factory=dict)
    """By action and the seat asked next."""
    offered: dict[int, float] = field(default_factory=dict)
    """By action: playouts of the visits, after its first one, in which it was a candidate. It may
    have been illegal in some."""
    table: AmafTable | None = None

    def __post_init__(self) -> None:
        self.reward = np.zeros(self.seats)
        self.share = np.zeros(self.seats)

    def answers(self) -> dict[int, tuple[float, int, float]]:
        """By action: visits, descents that have not returned, and the asked seat's reward,
        summed over the seats asked next."""
        answers: dict[int, tuple[float, int, float]] = {}
        for (action, _), child in self.children.items():
            visits, flying, reward = answers.get(action, (0.0, 0, 0.0))
            answers[action] = (
                visits + child.visits,
                flying + child.flying,
                reward + float(child.reward[self.seat]),
            )
        return answers


class AmafTable:
    """AMAF sums below a node, by feature."""

    def __init__(self, features: int) -> None:
        self.count = np.zeros(features, np.float32)
        self.reward = np.zeros(features, np.float32)
        self.lanes = 0.0
        """Playouts in the sums."""

    def add(self, count: Floats, reward: Floats, lanes: float) -> None:
        """Add the sums (features,) of some playouts."""
        self.count += count
        self.reward += reward
        self.lanes += lanes


@dataclass(frozen=True, eq=False)
class Descent:
    """A path from the root, and the state at its end, ready to be played out or over."""

    path: list[AnswerNode]
    state: Any
    over: bool
