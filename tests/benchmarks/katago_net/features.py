"""What KataGo's net is told of a position: inputs of version 7, as model version 8 takes them.

Of the 22 planes, 7, 8, 20 and 21 say something under territory scoring alone, and of the 19 other
numbers several do under rules that are not ours; they stay 0:

 0  on the board            9 to 13  the last move, the one before it, ... the fifth last
 1  stones of the mover    14        stones caught in ladders
 2  the other's stones     15        the same before the last move
 3  chains of 1 liberty    16        the same before the last but one
 4  of 2                   17        moves that catch a chain of the other's in a ladder
 5  of 3                   18        area of the mover
 6  forbidden by ko        19        area of the other
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.katago_net.areas import areas
from tests.benchmarks.katago_net.boards import (
    EMPTY,
    KO,
    WALL,
    WHITE,
    Board,
    Cells,
    Numbers,
    count_liberties,
    empty,
    inner,
    last_walked,
    legal,
)
from tests.benchmarks.katago_net.compiled import compiled
from tests.benchmarks.katago_net.ladders import caught_chains
from tests.benchmarks.katago_net.positions import PASS, Position

Floats: TypeAlias = NDArray[np.float32]
Truths: TypeAlias = NDArray[np.bool_]

PLANES, GLOBALS = 22, 19
_BAN, _LAST, _CAUGHT, _CATCHING, _AREA = 6, 9, 14, 17, 18
_ALL_HISTORY = 3
"""Boards whose ladders the net is told of."""


def features(positions: Sequence[Position]) -> tuple[Floats, Floats, Truths]:
    """What the net is told of positions on boards of one size: (n, PLANES, size, size) and
    (n, GLOBALS); and (n, size * size + 1) the legal moves, line by line from the top, then the
    pass."""
    size = positions[0].size
    board, places = empty(size), inner(size)
    planes = np.zeros((len(positions), PLANES, size * size), np.float32)
    numbers = np.zeros((len(positions), GLOBALS), np.float32)
    allowed = np.ones((len(positions), size * size + 1), np.bool_)
    index = np.zeros(len(board.cells), np.int64)
    index[places] = np.arange(len(places))
    for n, position in enumerate(positions):
        _fill(board, position, places, index, planes[n], allowed[n])
        _fill_numbers(position, numbers[n])
    return planes.reshape(-1, PLANES, size, size), numbers, allowed


def _fill(
    board: Board,
    position: Position,
    places: Numbers,
    index: Numbers,
    planes: Floats,
    allowed: Truths,
) -> None:
    """Fill the planes (PLANES, cells), all 0 before, and strike the forbidden ones of the allowed
    moves (cells + 1,); `index`: the number of the cell at each place."""
    for ago, (cells, ko) in enumerate(zip(position.boards, position.kos, strict=True)):
        _take(board, cells, ko)
        _fill_ladders(board, places, position.mover, ago, planes)
    for ago in range(len(position.boards), _ALL_HISTORY):
        planes[_CAUGHT + ago] = planes[_CAUGHT + ago - 1]
    _take(board, position.boards[0], position.kos[0])
    _fill_board(board, places, position.mover, planes, allowed)
    if position.kos[0]:
        planes[_BAN, index[position.kos[0]]] = 1
    for at in position.repeating:
        planes[_BAN, index[at]] = 1
        allowed[index[at]] = False
    for ago, at in enumerate(position.moves):
        if at != PASS:
            planes[_LAST + ago, index[at]] = 1


def _take(board: Board, cells: Cells, ko: int) -> None:
    board.cells[:] = cells
    board.numbers[KO] = ko


@compiled
def _fill_ladders(board: Board, places: Numbers, mover: int, ago: int, planes: Floats) -> None:
    caught = np.zeros(len(board.cells), np.int8)
    working = np.zeros(len(board.cells), np.int8)
    caught_chains(board, places, caught, working)
    for n in range(len(places)):
        at = places[n]
        planes[_CAUGHT + ago, n] = caught[at]
        if ago == 0 and working[at] & (3 - mover):
            planes[_CATCHING, n] = 1


@compiled
def _fill_board(board: Board, places: Numbers, mover: int, planes: Floats, allowed: Truths) -> None:
    """Fill the planes that the board itself tells, and strike what it forbids."""
    cells = board.cells
    planes[0] = 1
    liberties = np.zeros(len(cells), np.int64)
    area = areas(board, places)
    for n in range(len(places)):
        at = places[n]
        there = cells[at]
        allowed[n] = legal(board, at, mover)
        if there != EMPTY:
            planes[1 if there == mover else 2, n] = 1
            if not liberties[at]:
                found = count_liberties(board, at, 4)
                if found < 4:
                    for stone in board.walk[: last_walked(board)]:
                        liberties[stone] = found
                else:
                    # The walk ended before the chain did.
                    liberties[at] = found
            if liberties[at] < 4:
                planes[2 + liberties[at], n] = 1
        if area[at] not in (EMPTY, WALL):
            planes[_AREA if area[at] == mover else _AREA + 1, n] = 1


def _fill_numbers(position: Position, numbers: Floats) -> None:
    """Fill the numbers (GLOBALS,), all 0 before: 0 to 4 which of the last moves were passes, 5 the
    mover's komi, 6 and 7 positional superko, 14 whether the last move was a pass, after which a
    pass ends the game, 18 a wave that says on which side of a draw komi is."""
    for ago, at in enumerate(position.moves):
        numbers[ago] = at == PASS
    cells = position.size**2
    own = position.komi if position.mover == WHITE else -position.komi
    own = min(max(own, -cells - 20), cells + 20)
    numbers[5] = own / 20
    numbers[6], numbers[7] = 1, 0.5
    numbers[14] = position.moves[:1] == (PASS,)
    # As far above the nearest komi that allows a draw, which is even as the number of cells is.
    above = (own - cells % 2) % 2
    numbers[18] = above if above < 0.5 else 1 - above if above < 1.5 else above - 2
