"""The plain board of playouts: after every stone it knows the groups as one newly set up does."""

from __future__ import annotations

import random

import pytest

from termgames.core.topology import hexhex, square
from termgames.go.playouts.plain import PlainBoard

BOARDS = {"square": square(5), "hexagons": hexhex(3)}


def known(board: PlainBoard) -> list[object]:
    """What a board knows, whatever its groups are called."""
    groups = {
        (frozenset(board.members[root]), board.liberties[root])
        for cell, stone in enumerate(board.stones)
        if stone
        for root in [board.root[cell]]
    }
    held = [bits for colour, bits in enumerate(board.held) if colour]
    return [groups, sorted(board.empty), held, board.stones]


@pytest.mark.parametrize("blocs", [None, [0, 1, 0]], ids=["alone", "in blocs"])
@pytest.mark.parametrize("name", BOARDS)
def test_a_board_that_is_played_on_knows_what_a_new_one_does(
    name: str, blocs: list[int] | None
) -> None:
    rng, topology, gone = random.Random(1), BOARDS[name], list[int]()
    board = PlainBoard(
        topology, [0] * topology.cells, blocs, lambda colours, cells, by: gone.append(len(cells))
    )
    for turn in range(300):
        colour = 1 + turn % 3
        fit = [at for at, cell in enumerate(board.empty) if board.fits(cell, colour)]
        if not fit:
            continue
        board.put(rng.choice(fit), colour)
        assert known(board) == known(PlainBoard(topology, board.colours, blocs))
        if board.ko is not None:
            cell, whose = board.ko
            assert not board.colours[cell]
            assert whose != colour
            assert not board.fits(cell, whose)
    assert max(gone) > 1, "groups were taken, too"
