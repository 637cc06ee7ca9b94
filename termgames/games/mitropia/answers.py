"""Answers as numbers, for the search: the same answer has the same number in all worlds.

points            cell
words and cards   what is said, played, discarded, offered, in a fixed order
start points      one a cell
pairs             one for each two cells next to each other
shifts            origin and target
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from termgames.core.topology import Cell, Topology
from termgames.games.mitropia import cards
from termgames.games.mitropia.moves import (
    ACCEPT,
    DECLINE,
    DONE,
    DRAW,
    FORFEIT,
    INDEPENDENCE,
    LET,
    NO_DRAW,
    PASS,
    PASS_AND_DRAW,
    ROLL,
    Lose,
    Move,
    Pair,
    Play,
    Point,
    Shift,
    Start,
    SurrenderTo,
)
from termgames.go.dead_stones import AGREE

_SAID = (
    PASS,
    PASS_AND_DRAW,
    ROLL,
    FORFEIT,
    DRAW,
    NO_DRAW,
    DONE,
    LET,
    ACCEPT,
    DECLINE,
    INDEPENDENCE,
    AGREE,
)


class Numbers:
    """The numbers of all answers on one board, sets of dead stones and chance apart."""

    def __init__(self, topology: Topology, seats: int) -> None:
        self.cells = cells = topology.cells
        kinds = range(len(cards.NAMES))
        self._said: list[Move] = [
            *_SAID,
            *(Play(kind) for kind in kinds if kind not in cards.TRADES),
            *(Play(kind, seat) for kind in cards.TRADES for seat in range(seats)),
            *map(Lose, kinds),
            *map(SurrenderTo, range(seats)),
        ]
        self._number = {move: cells + at for at, move in enumerate(self._said)}
        self.starts = cells + len(self._said)
        """The first start point."""
        self.pairs = self.starts + cells
        """The first pair."""
        self.edges: NDArray[np.intp] = np.array(
            [
                (one, other)
                for one in range(cells)
                for other in topology.adjacent[one]
                if one < other
            ],
            np.intp,
        ).reshape(-1, 2)
        """(pairs, 2): cells next to each other, ascending."""
        self._edge = {(int(a), int(b)): at for at, (a, b) in enumerate(self.edges)}
        self.shifts = self.pairs + len(self.edges)
        """The first shift."""
        self.actions = self.shifts + cells * cells

    def number(self, move: Move) -> int:
        """The number of an answer; KeyError for one that has none."""
        match move:
            case Point(cell):
                return cell
            case Start(cell):
                return self.starts + cell
            case Pair(first, second):
                return self.pairs + self._edge[first, second]
            case Shift(origin, target):
                return self.shift(origin, target)
            case _:
                return self._number[move]

    def numbers(self, moves: Sequence[Move]) -> NDArray[np.int32]:
        """(k,): the numbers of several answers."""
        return np.array([self.number(move) for move in moves], np.int32)

    def shift(self, origin: Cell, target: Cell) -> int:
        """The number of a shift."""
        return self.shifts + origin * self.cells + target

    def move(self, number: int) -> Move:
        """The answer of a number."""
        if number < self.cells:
            return Point(number)
        if number < self.starts:
            return self._said[number - self.cells]
        if number < self.pairs:
            return Start(number - self.starts)
        if number < self.shifts:
            first, second = self.edges[number - self.pairs].tolist()
            return Pair(first, second)
        origin, target = divmod(number - self.shifts, self.cells)
        return Shift(origin, target)

    def target(self, numbers: NDArray[np.int32]) -> NDArray[np.int32]:
        """(k,): the cell of the stone, of a pair's first; -1 where none is put."""
        found = np.full(len(numbers), -1, np.int32)
        found[numbers < self.cells] = numbers[numbers < self.cells]
        pair = (numbers >= self.pairs) & (numbers < self.shifts)
        found[pair] = self.edges[numbers[pair] - self.pairs, 0]
        shift = numbers >= self.shifts
        found[shift] = (numbers[shift] - self.shifts) % self.cells
        return found
