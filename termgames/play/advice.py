"""What our own bots say of moves beside the game, in hints, reviews and teaching games, and how
much thought stands behind it.

This module has the values that travel between processes; `study.advice` and `study.teaching` fill
them. Importing it does not import numpy.
"""

from dataclasses import dataclass
from typing import Any

from termgames.search.limits import Limit, Thought


@dataclass(frozen=True)
class Estimate:
    """Who wins a position, as the program's analysis sees it; `study.estimator` makes it."""

    shares: tuple[float, ...]
    """By seat: how likely each is to win; calibrated, so that of many positions with .7 seven in
    ten are won. They sum to 1."""
    points: tuple[float, ...] | None = None
    """By seat: the expected totals at the end, komi included; None where nothing is known."""
    known: str | None = None
    """What is proven, as "White wins in 8 turns"; the shares are 0 and 1 then, or those of a
    draw."""
    playouts: int = 0
    """The thought behind it; 0 where a solver answered."""


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


@dataclass(frozen=True, eq=False)
class MoveToJudge:
    """A human's move that a teacher is to judge."""

    ply: int
    seat: int
    position: Any
    """The position before the move, as its player knew it."""
    move: Any
    bots: tuple[str, ...]
    """The names of the bots at the table, as records have them: how strong they are says how much
    a move may lose before anybody speaks of it."""


@dataclass(frozen=True, eq=False)
class Lesson(Thought):
    """A teacher's judgement of a human's move. `move` and `line` are the better way to play,
    `value` the win shares to expect with it."""

    size: str = ""
    """The name of the mistake's size; empty where the move was no mistake worth a word."""
    share_lost: float = 0.0
    """How much of the win the move lost, 0 to 1."""
    noise: float = 0.0
    """The standard error of `share_lost`."""
    points_lost: float = 0.0
    """How many points it lost; 0 where points do not decide."""
    reason: str = ""
    """What the better move does that this one does not, as a sentence; may be empty."""
    refutation: tuple[Any, ...] = ()
    """How play would go on after the move that was made, that move first."""
