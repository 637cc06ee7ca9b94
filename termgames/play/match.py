"""One game being played: who is asked what, the moves so far, undo and redo.

A match knows rules only through `core.game.Game`. It asks, players answer with `submit`;
every question has a serial number, so that an answer that comes after an undo is void.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from termgames.core.errors import TermgamesError
from termgames.core.game import OVER, Game, Score, Seat


class StaleAnswer(TermgamesError):
    """An answer to a question that is no longer the open one."""


@dataclass(frozen=True)
class Prompt:
    """The open question: `seat` is asked at `ply`; `serial` goes back with the answer.

    `state` is what the seat may see.
    """

    serial: int
    ply: int
    seat: Seat
    state: Any


@dataclass(frozen=True)
class Result:
    """How a match ended. `winners` by seat (several in a draw); `reason` in words."""

    winners: tuple[Seat, ...]
    reason: str
    score: Score


@dataclass
class Match:
    """A game, its players' names by seat, and the moves from `first` on.

    Not safe for use from several threads. Chance is not drawn here: games without chance
    only.
    """

    game: Game[Any, Any]
    players: tuple[str, ...]
    seed: int | None = None
    first: Any = None
    """The position at ply 0; the game's own start when none is given."""
    diagram: tuple[str, ...] = ()
    """Rows and facts a given `first` was read from: kept so that a record can tell them."""
    facts: tuple[tuple[str, str], ...] = ()
    resigned: Seat | None = None
    _states: list[Any] = field(default_factory=list, repr=False)
    _moves: list[Any] = field(default_factory=list, repr=False)
    _undone: list[Any] = field(default_factory=list, repr=False)
    _serial: int = 0

    def __post_init__(self) -> None:
        if len(self.players) != self.game.seats:
            raise ValueError(f"{self.game.id} has {self.game.seats} seats")
        if self.first is None:
            self.first = self.game.start()
        self._states = [self.first]

    @property
    def state(self) -> Any:
        """The present position."""
        return self._states[-1]

    @property
    def ply(self) -> int:
        """Number of moves played."""
        return len(self._moves)

    @property
    def moves(self) -> Sequence[Any]:
        """The moves played, in order."""
        return tuple(self._moves)

    @property
    def undone(self) -> Sequence[Any]:
        """Moves that `redo` would play, next one last."""
        return tuple(self._undone)

    def state_at(self, ply: int) -> Any:
        """The position before move `ply` (0 to `self.ply`)."""
        return self._states[ply]

    @property
    def over(self) -> bool:
        """Whether nobody is asked any more."""
        return self.resigned is not None or self.game.to_act(self.state) == OVER

    def prompt(self) -> Prompt | None:
        """The open question, or None when the game is over."""
        if self.over:
            return None
        return Prompt(self._serial, self.ply, self.game.to_act(self.state), self.state)

    def submit(self, move: Any, *, serial: int | None = None) -> None:
        """Play `move` for the seat to act.

        Raises StaleAnswer when `serial` is not the open question's, IllegalMove when the
        rules refuse; nothing is changed then. Moves that could be redone are dropped,
        unless the move is the one that was undone last.
        """
        if serial is not None and serial != self._serial:
            raise StaleAnswer("the position has changed since this move was thought of")
        if self.resigned is not None:
            raise StaleAnswer("the game is over: a player resigned")
        state = self.game.apply(self.state, move)
        if self._undone and self._undone[-1] == move:
            self._undone.pop()
        else:
            self._undone.clear()
        self._moves.append(move)
        self._states.append(state)
        self._serial += 1

    def resign(self, seat: Seat) -> None:
        """`seat` leaves the game as its loser; nothing happens when it is over."""
        if not self.over:
            self.resigned = seat
            self._serial += 1

    def undo(self, to_ply: int | None = None) -> None:
        """Go back to `to_ply` (default: one move). A resignation is taken back first."""
        target = max(0, self.ply - 1 if to_ply is None else to_ply)
        if self.resigned is not None:
            self.resigned = None
            if to_ply is None:
                target = self.ply
        while self.ply > target:
            self._undone.append(self._moves.pop())
            self._states.pop()
        self._serial += 1

    def redo(self) -> bool:
        """Play the move that was undone last again; False when there is none."""
        if not self._undone or self.resigned is not None:
            return False
        self.submit(self._undone[-1])
        return True

    def result(self) -> Result | None:
        """The outcome, or None while the game goes on."""
        if not self.over:
            return None
        score = self.game.score(self.state)
        if self.resigned is not None:
            others = tuple(seat for seat in range(self.game.seats) if seat != self.resigned)
            name = self.game.seat_name(self.state, self.resigned)
            return Result(others, f"{name} resigned", score)
        return Result(score.winners, self.game.ending(self.state) or "", score)
