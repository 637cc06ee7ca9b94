"""A game in which bots teach: a human's move is looked at before it is answered, and when it lost
much the player is told, may take it back, and may see what was better.

This module has the questions and answers that travel to the teacher (`study.teaching`) and back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from termgames.core.game import Seat
from termgames.search.limits import Thought


@dataclass(frozen=True, eq=False)
class MoveToJudge:
    """A human's move that a teacher is to judge."""

    ply: int
    seat: Seat
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
