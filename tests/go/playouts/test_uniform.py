"""Playouts against the readable rules of `go.board`, turn by turn."""

from collections import Counter

import numpy as np
import pytest

from termgames.core.topology import square
from termgames.go.board import groups
from termgames.go.playouts.kernel import PlayoutKernel
from termgames.go.playouts.positions import StartPositions, cyclic
from tests.go.playouts.support import BOARDS, Taken, evenly, fit, middle_games, positions, replayed

LANES = 6


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("colours", [2, 3, 5])
def test_every_turn_is_one_of_the_rules(board: str, colours: int) -> None:
    topology = BOARDS[board]
    starts = middle_games(topology, colours, colours)
    done = PlayoutKernel(topology, colours).run(starts, LANES, np.random.default_rng(1), trace=True)
    for lane, _, again in replayed(topology, starts, done):
        moves = done.trace[lane]
        assert done.plies[lane] == len(moves)
        first = {
            cell: colour - 1 for cell, colour in enumerate(done.first[lane].tolist()) if colour
        }
        assert first == again.first
        assert again.passed == set(range(colours)) or not moves
    assert done.ended.all()
    assert done.plies[-LANES:].tolist() == [0] * LANES
    played = done.played(colours).reshape(-1, colours, topology.cells)
    assert (played.argmax(axis=1)[played.any(axis=1)] == done.first[done.first > 0] - 1).all()


@pytest.mark.parametrize("board", BOARDS)
def test_stones_of_a_bloc_live_and_die_together(board: str) -> None:
    """Different blocs on different positions of one batch."""
    topology, colours = BOARDS[board], 4
    starts = middle_games(topology, colours, 8)
    table = [(0, 1, 2, 3), (0, 0, 2, 3), (0, 1, 0, 3), (2, 1, 2, 1), (0, 1, 1, 1)]
    blocs = np.array([table[at % len(table)] for at in range(len(starts.stones))], np.uint8)
    # A group that stands without liberties is not of the readable playout: begin empty.
    starts = StartPositions(np.zeros_like(starts.stones), starts.ply, starts.order, blocs=blocs)
    done = PlayoutKernel(topology, colours).run(starts, LANES, np.random.default_rng(1), trace=True)
    allied = 0
    for _, start, again in replayed(topology, starts, done):
        allies = blocs[start].tolist()
        for taken in again.captures:
            assert allies[taken.killer] not in {
                allies[taken.before[c] - 1] for c in taken.group.cells
            }
            allied += len({taken.before[cell] for cell in taken.group.cells}) > 1
    assert allied > 0


@pytest.mark.parametrize("board", BOARDS)
def test_choices_are_uniform(board: str) -> None:
    """The first stone from positions in which many points are not fit: every fit one is
    chosen as often as any other, by rejection and by looking at all."""
    topology, colours = BOARDS[board], 3
    starts = middle_games(topology, colours, 5)
    lanes = 6000
    done = PlayoutKernel(topology, colours).run(
        starts, lanes, np.random.default_rng(2), cap=1, trace=True
    )
    for start, stones in enumerate(starts.stones[:-1]):
        colour = int(starts.ply[start]) % colours
        fits = [
            cell
            for cell in range(topology.cells)
            if not stones[cell] and fit(topology, stones.tobytes(), cell, colour, None, None)
        ]
        chosen = Counter(moves[0] for moves in done.trace[start * lanes : (start + 1) * lanes])
        assert evenly(chosen, dict.fromkeys(fits, 1)) if fits else set(chosen) == {-1}


def test_a_group_is_stuck_as_long_as_it_has_no_liberty() -> None:
    """Alpha's a1 begins without one. It stays so where nobody can play beside it, and no longer
    where a capture gives it one."""
    topology = square(5)
    rows = [".....", ".....", ".....", "b....", "ab..."]
    stones = topology.read(rows, ".ab")
    kernel, passed = PlayoutKernel(topology, 2), np.full(2, 3, np.uint8)
    starts = positions(topology, cyclic(2), stones, bytes(25), passed=passed)
    assert (
        kernel.run(starts, 2, np.random.default_rng(0)).stuck.tolist() == [True] * 2 + [False] * 2
    )
    done = kernel.run(positions(topology, cyclic(2), stones), 200, np.random.default_rng(0))
    for board, stuck in zip(done.stones, done.stuck, strict=True):
        found = groups(topology, board.tobytes())
        assert stuck == any(not each.liberties for each in found)
    assert 0 < done.stuck.sum() < 200


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
