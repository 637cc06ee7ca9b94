"""Boards turned and mirrored."""

import numpy as np
import pytest

from termgames.core.topology import Topology, from_rows, graph, hexhex, square, symmetries
from termgames.games.majorities.geometry import void_names

BOARDS = {
    "square": (square(5), 8),
    "hexagon": (hexhex(3), 12),
    "hexagon with voids": (hexhex(5, void_names(5)), 6),
    "rectangle": (from_rows(["....", "....", "...."]), 4),
    "crooked": (from_rows(["..-.", "....", "...-"]), 1),
    "strip": (from_rows(["...."]), 2),
    "graph": (graph(["a1", "c1", "b2"], [(0, 1), (4, 1), (2, 0)], [(0, 2), (1, 2)]), 1),
}


@pytest.mark.parametrize(("board", "count"), BOARDS.values(), ids=BOARDS)
def test_symmetries_keep_neighbours(board: Topology, count: int) -> None:
    ways = symmetries(board)
    assert len(ways) == count
    assert len({tuple(way) for way in ways.tolist()}) == count
    assert (ways[0] == np.arange(board.cells)).all()
    for way in ways.tolist():
        assert sorted(way) == list(range(board.cells))
        for cell, others in enumerate(board.adjacent):
            assert {way[other] for other in others} == set(board.adjacent[way[cell]])
