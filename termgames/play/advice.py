"""What our own bots say of moves beside the game, in hints, reviews and teaching games, and how
much thought stands behind it.

This module has the values that travel between processes; `study.advice` and `study.teaching` fill
them. Importing it does not import numpy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from termgames.play.estimate import Estimate
from termgames.search.limits import Limit, Thought

LOOK = Limit(1.0)
"""The thought behind one look at a decision, as the first one of a review. All judgements by our
own bots are so many of these."""
TEACHING_LOOKS = 2
"""Looks at a move before a teacher calls it a mistake."""
CANDIDATES = 9
"""How many of the best moves advice lists at most: as many as there are digits to choose one by."""


@dataclass(frozen=True, eq=False)
class Glance:
    """A position, as the seat to act knows it, of which the `Estimate` alone is wanted."""

    view: Any
    ply: int = 0
    """Where in its game it stands."""


@dataclass(frozen=True, eq=False)
class Advice(Thought):
    """What to play in a position, and why."""

    settled: bool = False
    """Whether the best moves were compared with each other; else it is what a search would play
    that has just begun."""
    estimate: Estimate | None = None
    """Who wins the position, as it is told everywhere."""
    as_good: tuple[Any, ...] = ()
    """Other moves, the best first, that lose nothing beyond the noise."""
    reason: str = ""
    """What the move does, as a sentence; empty where there is nothing to say."""

    @property
    def sure(self) -> bool:
        """Whether it is proven who wins."""
        return self.estimate is not None and self.estimate.known is not None
