"""Exact play: what a solver of a game's endgames does, and what it answers.

A game may offer one as `solver(game)` in its module `exact`; the function answers None where the
game's options leave nothing to solve. `search.exact` lets bots play by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from termgames.core.game import Seat

S_contra = TypeVar("S_contra", contravariant=True)
M = TypeVar("M")


@dataclass(frozen=True)
class Outcome(Generic[M]):
    """A move, who wins after it under best play, and in how many turns, the move itself counted.
    The winner plays for few turns, the loser for many."""

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
    """Every legal move, the best for the seat to act first. Of moves that lead to the same in
    all that still matters, one is enough."""
    line: tuple[M, ...]
    """A shortest game: `turns` moves."""
    states: int
    """How many positions the solver looked at."""


class Solver(Protocol[S_contra, M]):
    """Solves positions of one set-up game exhaustively, by its real rules."""

    def effort(self, s: S_contra) -> int:
        """How many positions `solve` would have to look at; found without solving any."""

    def solve(self, s: S_contra) -> Solved[M]:
        """The solution of `s`, in which the game is not over, whatever the effort."""
