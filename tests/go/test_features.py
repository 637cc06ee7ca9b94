"""What a net sees of Go, held to the readable board."""

import numpy as np
import pytest

from termgames.core.topology import Topology, hexhex, square
from termgames.go.batch import GoBatch
from termgames.go.board import groups, put_stones
from termgames.go.features import PLANES, GoFeatures

BOARDS = {"square": square(6), "hexagon": hexhex(3)}


def positions(board: Topology, colours: int, seed: int) -> list[bytes]:
    """Random boards without dead stones, half full."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(12):
        stones = bytes(board.cells)
        for cell in rng.permutation(board.cells)[: board.cells // 2].tolist():
            if not stones[cell]:
                placement = put_stones(board, stones, [cell], int(rng.integers(colours)))
                stones = stones if placement.suicide else placement.stones
        found.append(stones)
    return found


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("colours", [2, 3])
def test_planes_tell_what_stands_on_the_board(board: Topology, colours: int) -> None:
    boards = positions(board, colours, colours)
    stones = np.array([list(one) for one in boards], np.uint8)
    mover = np.arange(len(boards)) % colours
    last = np.full(len(boards), board.cells)
    last[0] = 7
    sight = GoFeatures(board)
    seen = sight(stones, GoBatch(board).groups(stones), mover, last)
    assert seen.shape == (len(boards), board.cells, PLANES)
    liberties = sight.liberties(stones, GoBatch(board).groups(stones))
    for number, one in enumerate(boards):
        me = int(mover[number])
        rooms = {cell: group for group in groups(board, one) for cell in group.cells}
        for cell in range(board.cells):
            planes = seen[number, cell]
            by_stone, (empty, takes, saves, risky, eye, was) = planes[:8], planes[8:]
            assert was == (number == 0 and cell == 7)
            if one[cell]:
                room = len(rooms[cell].liberties)
                assert liberties[number, cell] == room
                others = one[cell] != me + 1
                assert by_stone.argmax() == others * 4 + min(room, 4) - 1
                assert by_stone.sum() == 1
                assert not planes[8:-1].any()
                continue
            assert empty
            assert not by_stone.any()
            placement = put_stones(board, one, [cell], me)
            assert takes == bool(placement.captured)
            near = board.adjacent[cell]
            own = [other for other in near if one[other] == me + 1]
            assert saves == any(len(rooms[other].liberties) == 1 for other in own)
            assert eye == (len(own) == len(near))
            assert not (risky and takes)
            if placement.suicide:
                assert risky
            if not own and not takes:
                assert risky == (sum(not one[other] for other in near) < 2)
