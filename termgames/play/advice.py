"""What our own bots say of moves beside the game, in hints, reviews and teaching games, and how
much thought stands behind it.

This module has the values that travel between processes; `study.advice` and `study.teaching` fill
them. Importing it does not import numpy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from termgames.search.limits import Limit, Thought

LOOK = Limit(1.0)
"""The thought behind one look at a decision, as the first one of a review. All judgements by our
own bots are so many of these."""
TEACHING_LOOKS = 2
"""Looks at a move before a teacher calls it a mistake."""
HINT_LOOKS = 4
"""The thought behind a hint, in looks: about as much as a review spends on a doubtful move, or it
would call hints mistakes. The first answer comes before."""
CANDIDATES = 9
"""How many of the best moves advice lists at most: as many as there are digits to choose one by."""


@dataclass(frozen=True, eq=False)
class Advice(Thought):
    """What to play in a position, and why."""

    settled: bool = False
    """Whether the best moves were compared with each other; else it is what a search would play
    that has just begun."""
    noise: float = 0.0
    """The standard error of the win share of the player to act."""
    as_good: tuple[Any, ...] = ()
    """Other moves, the best first, that lose nothing beyond the noise."""
    reason: str = ""
    """What the move does, as a sentence; empty where there is nothing to say."""
