"""What bots see in a Go board without a search."""

import numpy as np

from termgames.core.topology import square
from termgames.go import heuristics

BOARD = square(5)
ROWS = ("aa...", "aa...", ".....", "...bb", "c..bb")
STONES = bytes(".abc".index(mark) for row in reversed(ROWS) for mark in row)
"""Cells count from the lowest row."""


def owners(**parts: float) -> np.ndarray:
    """(cells, 3): the part of the playouts in which each colour's stones stay its own; what
    is missing goes to the next colour."""
    owner = np.zeros((BOARD.cells, 3))
    for cell, stone in enumerate(STONES):
        if stone:
            kept = parts["abc"[stone - 1]]
            owner[cell, stone - 1] = kept
            owner[cell, stone % 3] = 1 - kept
    return owner


def names(cells: tuple[int, ...]) -> set[str]:
    return {BOARD.names[cell] for cell in cells}


def test_a_group_is_dead_that_is_seldom_kept() -> None:
    assert names(heuristics.dead(BOARD, STONES, owners(a=0.9, b=0.2, c=0.31))) == {
        *("d1", "e1", "d2", "e2")
    }
    found = heuristics.dead(BOARD, STONES, owners(a=0.1, b=0.5, c=0.29))
    assert names(found) == {*("a4", "b4", "a5", "b5"), "a1"}
    assert list(found) == sorted(found)


def test_an_ally_keeps_a_group_alive() -> None:
    owner = owners(a=0.9, b=0.2, c=0.9)  # what b loses goes to c
    assert heuristics.dead(BOARD, STONES, owner, blocs=(0, 1, 1)) == ()
    assert names(heuristics.dead(BOARD, STONES, owner, blocs=(0, 0, 2))) == {"d1", "e1", "d2", "e2"}
