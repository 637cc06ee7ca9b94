"""Positions to be judged, and the games that lead to them: what was played, and what ko forbids."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tests.benchmarks.katago_net.boards import (
    EMPTY,
    KO,
    NOWHERE,
    Board,
    Cells,
    count_liberties,
    empty,
    forget_taken,
    legal,
    play,
    suicide,
    take_back,
)

PASS = -1
"""The place of a move that puts no stone."""
_SHOWN = 5
"""The moves before a position that a net is told of."""


class IllegalMove(ValueError):
    """A stone on an occupied cell, or without liberties."""


@dataclass(frozen=True)
class Position:
    """What a net is told of a position. Places are those of `boards.Board`."""

    size: int
    mover: int
    """BLACK or WHITE."""
    komi: float
    boards: tuple[Cells, ...]
    """What stands now and, as far as history is shown, before the last and the last but one move:
    one to three boards."""
    kos: tuple[int, ...]
    """For each of them the place that simple ko forbids, or NOWHERE."""
    repeating: tuple[int, ...]
    """Other places that are forbidden now, as the board would be as it was before."""
    moves: tuple[int, ...]
    """The last moves of both players in turn, at most five, the last one first."""


@dataclass
class Game:
    """A game under area scoring, positional superko and without suicide."""

    size: int
    board: Board = field(init=False)
    _boards: list[Cells] = field(init=False)
    _kos: list[int] = field(init=False)
    _moves: list[tuple[int, int]] = field(init=False)
    """The players' colours and the places."""
    _passes: int = field(default=0, init=False)
    """How many passes the game ends with so far."""
    _seen: set[bytes] = field(init=False)
    _occupied: Cells = field(init=False)
    """1 where there ever was a stone."""

    def __post_init__(self) -> None:
        self.board = empty(self.size)
        self._moves = []
        self._begin()

    def _begin(self) -> None:
        cells = self.board.cells
        self._boards, self._kos = [cells.copy()], [NOWHERE]
        self._seen, self._occupied = {cells.tobytes()}, (cells != EMPTY).astype(np.int8)

    def put(self, stones: list[tuple[int, int]]) -> None:
        """Begin from a board with these stones, colours and places. IllegalMove where one is
        without liberties."""
        cells = self.board.cells
        for colour, at in stones:
            cells[at] = colour
        for _, at in stones:
            if count_liberties(self.board, at, 1) == 0:
                raise IllegalMove
        self._begin()

    def play(self, colour: int, at: int) -> None:
        """Play on. IllegalMove where the board forbids it; bans of ko are not looked at."""
        board = self.board
        if at == PASS:
            self._passes += 1
            board.numbers[KO] = NOWHERE
        else:
            if board.cells[at] != EMPTY or suicide(board, at, colour):
                raise IllegalMove
            self._passes = 0
            play(board, at, colour)
            forget_taken(board)
        self._moves.append((colour, at))
        self._boards = [board.cells.copy(), *self._boards[:2]]
        self._kos = [int(board.numbers[KO]), *self._kos[:2]]
        self._seen.add(board.cells.tobytes())
        self._occupied |= board.cells != EMPTY

    def position(self, mover: int, komi: float, *, passing_ends: bool) -> Position:
        """The position now. After a pass, when another would end the game, KataGo tells its net
        nothing of what was played, unless `passing_ends`; as it does after the end."""
        moves: list[int] = []
        if self._passes < (2 if passing_ends else 1):
            turn = 3 - mover
            for colour, at in reversed(self._moves[-_SHOWN:]):
                if colour != turn:
                    break
                moves.append(at)
                turn = 3 - turn
        shown = min(len(moves), 2) + 1
        return Position(
            self.size,
            mover,
            komi,
            tuple(self._boards[:shown]),
            tuple(self._kos[:shown]),
            self._repeating(mover),
            tuple(moves),
        )

    def _repeating(self, mover: int) -> tuple[int, ...]:
        """The places where a stone would bring back a board that there was."""
        if not self._moves:
            return ()
        board, found = self.board, []
        for at in np.flatnonzero((board.cells == EMPTY) & (self._occupied == 1)).tolist():
            if legal(board, at, mover):
                ko = int(board.numbers[KO])
                taken = play(board, at, mover)
                if board.cells.tobytes() in self._seen:
                    found.append(at)
                take_back(board, at, taken, ko)
        return tuple(found)
