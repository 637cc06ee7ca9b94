"""A game in which bots teach: a human's move is looked at before it is answered, and when it lost
much the player is told, may take it back, and may see what was better.

Here are the questions and answers that travel to whoever looks (`study.teaching`) and back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from termgames.core.game import Seat
from termgames.search.limits import Thought

TEACHER = "mcts:playouts=60000,time=2"
"""How long a move is looked at, as a player would be written."""


@dataclass(frozen=True, eq=False)
class Exam:
    """A human's move that is looked at."""

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
    """What is to be said of a move. `move` and `line` are what was better, `value` what the
    players could expect then."""

    size: str = ""
    """What the mistake is called; empty where nothing is to be said."""
    share_lost: float = 0.0
    """Of the win, 0 to 1."""
    noise: float = 0.0
    """How far that can be trusted: its standard error."""
    points_lost: float = 0.0
