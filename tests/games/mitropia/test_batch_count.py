"""The count of many boards at once against the readable one."""

import numpy as np
import pytest

from termgames.core.topology import from_rows, square
from termgames.games.mitropia import kernel
from termgames.games.mitropia.counting import count
from termgames.games.mitropia.stones import alliance
from termgames.go.board import groups

BOARDS = {
    "square": square(6),
    "gaps": from_rows(["...-..", "..-...", "......", "-....-", "......"]),
    "hexagons": from_rows(["...-..", "..-...", "...-..", "-..-.-", "...-.."], hexagons=True),
}
OCCUPIERS: list[tuple[int | None, ...]] = [
    (None, None, None, None),
    (None, 0, None, None),
    (2, None, None, 2),
    (None, 0, 1, None),
]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("area", [False, True])
def test_random_boards(board: str, area: bool) -> None:
    """Few and many prisoners, with and without blocs, orders of play, points on cards."""
    topology = BOARDS[board]
    rng = np.random.default_rng(1)
    rows = 240
    stones = rng.integers(0, 5, (rows, topology.cells)).astype(np.uint8)
    stones[:, rng.random(topology.cells) < 0.2] = 0
    stones[::3, topology.cells // 2 :] = 0
    stones[1::3][:, : topology.cells // 2] = stones[1::3][:, :1]
    occupiers = [OCCUPIERS[row % len(OCCUPIERS)] for row in range(rows)]
    for row in range(rows):
        bloc = alliance.blocs(occupiers[row])
        for group in groups(topology, stones[row].tobytes(), bloc):
            if not group.liberties:
                stones[row, list(group.cells)] = 0
    prisoners = rng.integers(0, rng.choice([2, 12], (rows, 1, 1)), (rows, 4, 4)).astype(np.int32)
    order = np.array([rng.permutation(4) for _ in range(rows)], np.uint8)
    cards = rng.integers(0, 6, (rows, 4)).astype(np.int32)
    found = kernel.tally(
        topology,
        kernel.Boards(
            stones,
            prisoners,
            np.array([alliance.blocs(above) for above in occupiers], np.uint8),
            order,
            cards,
            area,
        ),
    )
    filled = 0
    for row in range(rows):
        told = count(
            topology,
            stones[row].tobytes(),
            tuple(map(tuple, prisoners[row].tolist())),
            occupiers[row],
            order[row].tolist(),
            cards[row].tolist(),
            scoring="area" if area else "territory",
        )
        assert found.totals[row].tolist() == list(told.totals)
        assert np.flatnonzero(found.shares[row]).tolist() == list(told.winners)
        assert found.shares[row].sum() == pytest.approx(1)
        owner = [
            stone - 1 if stone else whose
            for stone, whose in zip(stones[row].tolist(), told.owner, strict=True)
        ]
        assert found.owner[row].tolist() == owner
        filled += any(
            ground and not left for ground, left in zip(told.ground, told.territory, strict=True)
        )
    assert filled > rows / 10 or area
