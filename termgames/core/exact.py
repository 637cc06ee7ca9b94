"""Exact play: what a solver of a game's positions does, and what it returns.

A game may offer one as `solver(game)` in its module `exact`; the function returns None if the
game cannot be solved with its options. `search.exact` lets bots play by it. `PointSolver` is the
part that is the same in games of points.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from termgames.core.game import OVER, Game, Seat

SMALL_ENOUGH = "plurality --size 5, pletore --size 4 or majorities --size 3"
"""The largest boards that are solved whole, as the command line has them."""

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
M = TypeVar("M")

Watch = Callable[[int, int], None]
"""Called now and then with the number of positions done, and the number in all. An exception that
it raises ends the work; the solver goes on from there."""


def unwatched(done: int, total: int) -> None:
    """A `Watch` that does nothing."""


@dataclass(frozen=True)
class Worth:
    """How a game of two ends under best play of both."""

    winner: Seat | None
    """None in a draw."""
    value: float
    """Black's points less White's, all bonuses counted; 1 or -1 in games without points."""
    turns: int | None = None
    """In games without points: turns until the game is won, when the winner plays for few and the
    loser for many. None in games of points."""

    def gain(self, seat: Seat) -> tuple[float, int]:
        """A sort key: the greater, the better for the seat."""
        if self.winner is None:
            return 0.0, 0
        sign = 1 if self.winner == seat else -1
        return sign * abs(self.value), -sign * (self.turns or 0)

    def shares(self, seats: int) -> tuple[float, ...]:
        """The share of the win by seat."""
        return tuple(
            0.5 if self.winner is None else float(one == self.winner) for one in range(seats)
        )


@dataclass(frozen=True)
class Outcome(Generic[M]):
    """A move, and how the game ends after it under best play; turns count the move itself."""

    move: M
    worth: Worth


@dataclass(frozen=True)
class Solved(Generic[M]):
    """A position under best play of both sides."""

    outcomes: tuple[Outcome[M], ...]
    """Every legal move, the best for the seat to act first. In games without points one of
    several moves that lead to equivalent positions is enough."""
    line: tuple[M, ...]
    """Best moves of both to the end of the game, or until it is won."""
    states: int
    """How many positions the solver looked at."""

    @property
    def worth(self) -> Worth:
        """How the game ends under best play."""
        return self.outcomes[0].worth


class Solver(Protocol[S_contra, M]):
    """Solves positions of one set-up game exhaustively, by its real rules."""

    def effort(self, s: S_contra) -> float:
        """An upper bound on the positions that `solve` must look at, found without solving any."""

    def solve(self, s: S_contra, watch: Watch = unwatched) -> Solved[M]:
        """The solution of `s`, in which the game is not over, however large the effort is."""


class PointGame(Game[S, M], Protocol):
    """A game of black and white that is decided by points."""

    def black_seat(self, s: S) -> Seat:
        """The seat that plays Black."""


class PointSolver(ABC, Generic[S, M]):
    """Solves a `PointGame` from a table of values of its positions."""

    game: PointGame[S, M]

    @property
    @abstractmethod
    def states(self) -> int:
        """How many positions were looked at; symmetric images of others are not counted."""

    @abstractmethod
    def prepare(self, s: S, watch: Watch) -> None:
        """Solve whatever `difference` needs for `s` and for all positions that may follow it."""

    @abstractmethod
    def difference(self, s: S) -> float | None:
        """Black's points less White's under best play from `s`, in which the game is not over,
        all bonuses counted. None if the table does not have `s`, for example while a komi offer
        is open: `worth` then compares the moves."""

    def worth(self, s: S) -> Worth:
        """How the game ends from `s` under best play."""
        game = self.game
        seat = game.to_act(s)
        black = game.black_seat(s)
        if seat == OVER:
            totals = game.score(s).totals
            value: float | None = totals[black] - totals[1 - black]
        else:
            value = self.difference(s)
        if value is None:
            after = (self.worth(then) for _, then in self._moves(s))
            return max(after, key=lambda worth: worth.gain(seat))
        winner = None if value == 0 else black if value > 0 else 1 - black
        return Worth(winner, value)

    def solve(self, s: S, watch: Watch = unwatched) -> Solved[M]:
        """See `Solver`."""
        self.prepare(s, watch)
        return Solved(self._outcomes(s), tuple(self._line(s)), self.states)

    def _outcomes(self, s: S) -> tuple[Outcome[M], ...]:
        seat = self.game.to_act(s)
        outcomes = [Outcome(move, self.worth(after)) for move, after in self._moves(s)]
        return tuple(sorted(outcomes, key=lambda each: each.worth.gain(seat), reverse=True))

    def _line(self, s: S) -> Iterator[M]:
        while self.game.to_act(s) != OVER:
            move = self._outcomes(s)[0].move
            yield move
            s = self.game.apply(s, move)

    def _moves(self, s: S) -> Iterator[tuple[M, S]]:
        for move in self.game.legal_moves(s):
            yield move, self.game.apply(s, move)
