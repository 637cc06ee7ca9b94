"""A board of Go on which moves are made and taken back.

A board of `size` lines is one list of numbers with a wall around it: the cell in column `x` of line
`y`, counted from the left and from the top, stands at `(y + 1) * (size + 1) + x + 1`. The wall at
the end of a line is the one before the next. Chains are not kept, but walked when they are asked
for: a walk of a few dozen stones is fast, and nothing has to be undone but stones.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.katago_net.compiled import compiled

Cells: TypeAlias = NDArray[np.int8]
Numbers: TypeAlias = NDArray[np.int64]

EMPTY, BLACK, WHITE, WALL = 0, 1, 2, 3
NOWHERE = 0
"""A place that is always wall, where none is meant."""
ALL = 1000
"""More liberties than a chain has."""

# What `Board.numbers` holds: the walks so far, the place that ko forbids, the stones in `taken`,
# and the stones of the last walk.
_WALKS, KO, _TAKEN, _WALKED = range(4)


class Board(NamedTuple):
    """What stands on a board, and room to work in. Lists are as long as `cells` where nothing else
    is said."""

    cells: Cells
    """What stands at each place."""
    steps: Numbers
    """(4,) From a place to its neighbours: above, left, right, below."""
    numbers: Numbers
    """(4,) See above."""
    marks: Numbers
    """The number of the last walk that came by each place."""
    walk: Numbers
    """The stones of the last walk."""
    liberties: Numbers
    """The liberties that the last walk found."""
    own_marks: Numbers
    """As `marks`, for the walk of a search for captures around one chain."""
    own_walk: Numbers
    """As `walk`, for the same."""
    taken: Numbers
    """(any,) All stones taken by moves that can be taken back, the last ones at the end."""
    moves: Numbers
    """(any,) The moves that a search for ladders looks at, level by level."""
    levels: Numbers
    """(4, levels) For each level of that search, where in `moves` the move looked at stands and
    where the level ends, how many stones that move took, and the place that ko forbade before."""


def place(size: int, x: int, y: int) -> int:
    """Where a cell stands in the lists of a board."""
    return (y + 1) * (size + 1) + x + 1


def inner(size: int) -> Numbers:
    """(size * size,) The places of all cells, line by line from the top."""
    return np.array([place(size, x, y) for y in range(size) for x in range(size)], np.int64)


def empty(size: int) -> Board:
    """A board without stones."""
    length = (size + 1) * (size + 2) + 1
    cells = np.full(length, WALL, np.int8)
    cells[inner(size)] = EMPTY
    walk, marks, liberties, own_walk, own_marks = np.zeros((5, length), np.int64)
    return Board(
        cells,
        np.array([-(size + 1), -1, 1, size + 1]),
        np.zeros(4, np.int64),
        marks,
        walk,
        liberties,
        own_marks,
        own_walk,
        np.zeros(16 * length, np.int64),
        np.zeros(16 * length, np.int64),
        np.zeros((4, 2 * length), np.int64),
    )


@compiled
def count_liberties(board: Board, start: int, most: int) -> int:
    """The liberties of the chain at `start`, or `most` where they are not fewer.

    They are in `liberties`; the chain is in `walk`, whole unless there are `most`."""
    cells, marks, walk = board.cells, board.marks, board.walk
    board.numbers[_WALKS] += 1
    number = board.numbers[_WALKS]
    colour = cells[start]
    walk[0] = start
    marks[start] = number
    done, known, found = 0, 1, 0
    while done < known:
        at = walk[done]
        done += 1
        for step in board.steps:
            to = at + step
            if marks[to] == number:
                continue
            if cells[to] == colour:
                marks[to] = number
                walk[known] = to
                known += 1
            elif cells[to] == EMPTY:
                marks[to] = number
                board.liberties[found] = to
                found += 1
                if found == most:
                    board.numbers[_WALKED] = known
                    return found
    board.numbers[_WALKED] = known
    return found


@compiled
def last_walked(board: Board) -> int:
    """The number of stones of the chain that was walked last."""
    return int(board.numbers[_WALKED])


@compiled
def suicide(board: Board, at: int, colour: int) -> bool:
    """Whether a stone on an empty cell would have no liberty."""
    for step in board.steps:
        to = at + step
        there = board.cells[to]
        if there == EMPTY:
            return False
        if there != WALL and (count_liberties(board, to, 2) > 1) == (there == colour):
            return False
    return True


@compiled
def legal(board: Board, at: int, colour: int) -> bool:
    """Whether a stone can be put on a cell, as far as the board itself knows what was before."""
    if board.cells[at] != EMPTY or at == board.numbers[KO]:
        return False
    return not suicide(board, at, colour)


@compiled
def play(board: Board, at: int, colour: int) -> int:
    """Put a stone on an empty cell, and take what has no liberties then: how many stones."""
    cells, numbers = board.cells, board.numbers
    cells[at] = colour
    before = numbers[_TAKEN]
    for step in board.steps:
        to = at + step
        if cells[to] == 3 - colour and count_liberties(board, to, 1) == 0:
            for n in range(numbers[_WALKED]):
                stone = board.walk[n]
                cells[stone] = EMPTY
                board.taken[numbers[_TAKEN]] = stone
                numbers[_TAKEN] += 1
    taken = numbers[_TAKEN] - before
    numbers[KO] = NOWHERE
    if taken == 1 and count_liberties(board, at, 2) == 1 and numbers[_WALKED] == 1:
        numbers[KO] = board.taken[before]
    return int(taken)


@compiled
def take_back(board: Board, at: int, taken: int, ko: int) -> None:
    """Undo the last move, at `at`, which took so many stones when ko forbade the place `ko`."""
    cells, numbers = board.cells, board.numbers
    other = 3 - cells[at]
    cells[at] = EMPTY
    for n in range(numbers[_TAKEN] - taken, numbers[_TAKEN]):
        cells[board.taken[n]] = other
    numbers[_TAKEN] -= taken
    numbers[KO] = ko


def forget_taken(board: Board) -> None:
    """The moves so far are not taken back any more."""
    board.numbers[_TAKEN] = 0
