"""How far stones may be put: balls against a search, playouts against their own rolls."""

from collections import Counter, deque

import numpy as np
import pytest

from termgames.core.topology import Cell, Topology
from termgames.go.board import put_stones
from termgames.go.playouts.kernel import PlayoutKernel
from termgames.go.playouts.positions import StartPositions, cyclic
from termgames.go.playouts.reach import DICE, Reach
from termgames.go.playouts.uniform import PASS
from tests.go.playouts.support import BOARDS, evenly, fit

LANES = 10


def steps_from(topology: Topology, origins: list[Cell]) -> dict[Cell, int]:
    """The steps of the shortest ways over the cells; none to where no way leads."""
    found = dict.fromkeys(origins, 0)
    waiting = deque(origins)
    while waiting:
        cell = waiting.popleft()
        for near in topology.adjacent[cell]:
            if near not in found:
                found[near] = found[cell] + 1
                waiting.append(near)
    return found


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("distance", [1, 3, 99, DICE])
def test_balls(board: str, distance: object) -> None:
    topology = BOARDS[board]
    reach = Reach(topology, distance)
    for cell in range(topology.cells):
        steps = steps_from(topology, [cell])
        for limit in (2, 6) if distance == DICE else (reach.most,):
            ball = reach.balls[:, (limit - reach.least) * topology.cells + cell]
            inside = {c for c in range(topology.cells) if ball[reach.word[c]] & reach.bit[c]}
            assert inside == {c for c, many in steps.items() if many <= limit}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("distance", [2, DICE])
@pytest.mark.parametrize("allied", [False, True])
def test_stones_are_in_reach(board: str, distance: object, allied: bool) -> None:
    """Of own stones or the start point, in this turn's reach; and passes only where no
    point in reach is fit."""
    topology, colours = BOARDS[board], 3
    rng = np.random.default_rng(2)
    stones = np.zeros((3, topology.cells), np.uint8)
    stones[1:, [3, 4, 8]] = [1, 2, 2]
    origins = np.array([[0, 20, 30], [5, -1, 31], [7, 20, 10]])
    blocs = np.array([[0, 0, 2], [0, 1, 0], [0, 1, 2]], np.uint8) if allied else None
    roll = np.array([0, 0, 1], np.uint8)
    starts = StartPositions(
        stones, np.array([0, 4, 8]), cyclic(colours), blocs=blocs, roll=roll, origins=origins
    )
    kernel = PlayoutKernel(topology, colours, reach=Reach(topology, distance))
    done = kernel.run(starts, LANES, rng, trace=True)
    assert done.ended.all()
    rolled = Counter[int]()
    for lane, (moves, reaches) in enumerate(zip(done.trace, done.rolls, strict=True)):
        at = lane // LANES
        board_now = stones[at].tobytes()
        allies = None if blocs is None else blocs[at].tolist()
        if distance == DICE and at == 2:
            assert reaches[0] == 1
        rolled.update(reaches[1:])
        forbidden = None
        for number, (cell, most) in enumerate(zip(moves, reaches, strict=True)):
            colour = (int(starts.ply[at]) + number) % colours
            mine = [c for c, stone in enumerate(board_now) if stone == 1 + colour]
            if origins[at, colour] >= 0:
                mine.append(int(origins[at, colour]))
            near = {c for c, steps in steps_from(topology, mine).items() if steps <= most}
            if cell == PASS:
                open_ = [c for c in near if not board_now[c]]
                # A ko, the only other reason, is left to the tests of play.
                assert sum(fit(topology, board_now, c, colour, allies, None) for c in open_) <= 1
                continue
            assert cell in near
            assert fit(topology, board_now, cell, colour, allies, forbidden)
            board_now = put_stones(topology, board_now, (cell,), colour, allies).stones
        assert board_now == done.stones[lane].tobytes()
    assert set(rolled) == ({1, 2, 3, 4, 5, 6} if distance == DICE else {2})


def test_choices_in_reach_are_uniform() -> None:
    topology = BOARDS["gaps"]
    stones = np.zeros((1, topology.cells), np.uint8)
    stones[0, [0, 12]] = [1, 2]
    origins = np.array([[20, 3]])
    roll, ply = np.array([3], np.uint8), np.zeros(1, np.intp)
    starts = StartPositions(stones, ply, cyclic(2), roll=roll, origins=origins)
    lanes = 4000
    kernel = PlayoutKernel(topology, 2, reach=Reach(topology, DICE))
    done = kernel.run(starts, lanes, np.random.default_rng(0), cap=1, trace=True)
    chosen = Counter(moves[0] for moves in done.trace)
    near = [c for c, steps in steps_from(topology, [0, 20]).items() if steps <= 3]
    fits = [c for c in near if not stones[0, c]]
    assert evenly(chosen, dict.fromkeys(fits, 1))
