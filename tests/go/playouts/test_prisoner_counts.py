"""Prisoners: divided by hand, and over whole games."""

import numpy as np
import pytest

from termgames.go.playouts.kernel import PlayoutKernel
from termgames.go.playouts.positions import StartPositions
from tests.go.playouts.support import BOARDS, Taken, replayed

LANES = 8


def by_hand(
    stones: list[int], captors: list[int], killer: int, order: list[int]
) -> dict[tuple[int, int], int]:
    """Stones by holder and colour: laid in a row by the order of play, taken from its
    front, the killer first."""
    row = [colour for colour in order for _ in range(stones[colour])]
    share = len(row) // len(captors)
    at = order.index(killer)
    held: dict[tuple[int, int], int] = {}
    for holder in [*order[at:], *order[:at]]:
        if holder in captors:
            for colour in row[:share]:
                held[holder, colour] = held.get((holder, colour), 0) + 1
            row = row[share:]
    for colour in row:
        held[killer, colour] = held.get((killer, colour), 0) + 1
    return held


def captors_of(taken: Taken, board: str) -> list[int]:
    adjacent = BOARDS[board].adjacent
    near = {taken.before[other] for cell in taken.group.cells for other in adjacent[cell]}
    inside = {taken.before[cell] for cell in taken.group.cells}
    return sorted(stone - 1 for stone in near - inside - {0})


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("allied", [False, True])
def test_prisoners_of_whole_games(board: str, allied: bool) -> None:
    """Every capture of a replay divided by hand; orders and blocs differ by position."""
    topology, colours = BOARDS[board], 4
    orders = np.array([[0, 1, 2, 3], [2, 0, 3, 1], [3, 2, 1, 0]], np.uint8)
    blocs = np.array([[0, 1, 2, 3], [0, 1, 0, 3], [1, 1, 2, 3]], np.uint8) if allied else None
    before = np.zeros((3, colours, colours), np.int32)
    before[1, 2, 3] = 5
    empty = np.zeros((3, topology.cells), np.uint8)
    starts = StartPositions(empty, np.arange(3), orders, blocs=blocs, prisoners=before)
    kernel = PlayoutKernel(topology, colours, keep_prisoners=True)
    done = kernel.run(starts, LANES, np.random.default_rng(4), trace=True)
    assert done.prisoners is not None
    mixed = 0
    for lane, at, again in replayed(topology, starts, done):
        order, held = orders[at].tolist(), before[at].copy()
        for taken in again.captures:
            counts = [sum(taken.before[c] == 1 + x for c in taken.group.cells) for x in range(4)]
            mixed += sum(map(bool, counts)) > 1
            shares = by_hand(counts, captors_of(taken, board), taken.killer, order)
            for (holder, colour), many in shares.items():
                held[holder, colour] += many
        assert done.prisoners[lane].tolist() == held.tolist()
    assert mixed > 0 or not allied
