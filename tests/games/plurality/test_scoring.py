"""Owners of territories: rules 5 to 7."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from termgames.core.game import NEUTRAL, NOBODY
from termgames.core.topology import Topology, hexhex, square
from termgames.games.plurality import scoring

MARKS = {0: "B", 1: "W", NEUTRAL: "?", NOBODY: "-"}


def board(rows: list[str]) -> NDArray[np.uint8]:
    """(1, cells) from rows given top to bottom: `x` black, `o` white, `.` empty."""
    return np.array([[".xo".index(mark) for row in reversed(rows) for mark in row]], np.uint8)


def owned(rows: list[str], *, parity: bool = False) -> list[str]:
    """The owners as a diagram: B, W, ? for tied, - for stones."""
    size = len(rows)
    marks = [MARKS[o] for o in scoring.owners(square(size), board(rows), parity=parity)[0].tolist()]
    return ["".join(marks[row * size : (row + 1) * size]) for row in reversed(range(size))]


def test_distinct_stones_decide() -> None:
    """Around the three cells in the middle are four white stones and three black ones."""
    rows = [
        ".oo..",
        "o..x.",
        "xo.x.",
        ".xxo.",
        ".....",
    ]
    assert owned(rows) == [
        "W--BB",
        "-WW-B",
        "--W-B",
        "B---B",
        "BBBBB",
    ]


def test_a_stone_counts_once_for_a_region() -> None:
    """In the upper left corner one white stone touches both cells' region twice."""
    rows = [
        "..x",
        ".ox",
        "xxo",
    ]
    assert owned(rows) == ["BB-", "B--", "---"]


def test_ties_are_neutral_or_go_by_parity() -> None:
    rows = ["x..", "o..", "..."]
    assert owned(rows) == ["-??", "-??", "???"]
    assert owned(rows, parity=True) == ["-WW", "-WW", "WWW"]
    assert owned(["x...", "o...", "....", "...."], parity=True) == ["-BBB", "-BBB", "BBBB", "BBBB"]
    single = [".xxx", "ooxo", "xoxo", "oxo."]
    assert owned(single) == ["?---", "----", "----", "---W"]
    assert owned(single, parity=True) == ["W---", "----", "----", "---W"]


def test_an_empty_board_is_neutral_with_both_rules() -> None:
    for parity in (False, True):
        for topology in (square(5), square(6), hexhex(3)):
            stones = np.zeros((1, topology.cells), np.uint8)
            owner = scoring.owners(topology, stones, parity=parity)
            assert set(owner.ravel().tolist()) == {NEUTRAL}
            assert scoring.totals(owner).tolist() == [[0, 0]]


def plain_owners(topology: Topology, stones: list[int], parity: bool) -> list[int]:
    """Rule 5 and 7 by flood fill."""
    owner = [NOBODY] * topology.cells
    for first in range(topology.cells):
        if stones[first] or owner[first] != NOBODY:
            continue
        region, stack = {first}, [first]
        around: set[int] = set()
        while stack:
            for other in topology.adjacent[stack.pop()]:
                if stones[other]:
                    around.add(other)
                elif other not in region:
                    region.add(other)
                    stack.append(other)
        black = sum(stones[other] == 1 for other in around)
        white = len(around) - black
        who = NEUTRAL if black == white else int(white > black)
        if parity and black == white and around:
            who = len(region) % 2
        for cell in region:
            owner[cell] = who
    return owner


@pytest.mark.parametrize("parity", [False, True])
@pytest.mark.parametrize("topology", [square(5), square(13), square(17), hexhex(3), hexhex(7)])
def test_owners_agree_with_a_flood_fill(topology: Topology, parity: bool) -> None:
    rng = np.random.default_rng(3)
    shares = rng.random((12, 1))
    taken = rng.random((12, topology.cells)) < shares
    stones = np.where(taken, rng.integers(1, 3, taken.shape), 0).astype(np.uint8)
    owner = scoring.owners(topology, stones, parity=parity)
    for row, answer in zip(stones.tolist(), owner.tolist(), strict=True):
        assert answer == plain_owners(topology, row, parity)
    expected = [[row.count(0), row.count(1)] for row in owner.tolist()]
    assert scoring.totals(owner).tolist() == expected
