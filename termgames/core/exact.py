"""Exact play: what a solver of a game's endgames offers, and what it finds.

A game may offer this as a capability: `solver(game)` in its `exact.py`, or None where its
options leave nothing to solve. `search.exact` lets bots play from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from termgames.core.game import Seat

S_contra = TypeVar("S_contra", contravariant=True)
M = TypeVar("M")


@dataclass(frozen=True)
class Outcome(Generic[M]):
    """A move, who wins after it under best play, and in how many turns, the move's own
    among them. The winner hurries, the loser holds out."""

    move: M
    winner: Seat
    turns: int


@dataclass(frozen=True)
class Solved(Generic[M]):
    """A position under best play of both sides."""

    winner: Seat
    turns: int
    """Turns until the game is won."""
    outcomes: tuple[Outcome[M], ...]
    """Every legal move, the best for the seat to act first; moves that only differ in what
    cannot matter any more may be left out."""
    line: tuple[M, ...]
    """A shortest game: `turns` moves."""
    states: int
    """Positions that were looked at for it."""


class Solver(Protocol[S_contra, M]):
    """Solves positions of one set-up game exhaustively, by its real rules."""

    def effort(self, s: S_contra) -> int:
        """How many positions `solve` would have to look at; nothing is solved for it."""

    def solve(self, s: S_contra) -> Solved[M]:
        """What `s`, which is not over, is worth, whatever the effort."""
