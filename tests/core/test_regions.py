"""Regions and the stones around them, against a plain flood fill."""

import numpy as np
import pytest
from numpy.typing import NDArray

from termgames.core import regions
from termgames.core.topology import Topology, from_rows, hexhex, square

BOARDS = {
    "square 1": square(1),
    "square 5": square(5),
    "square 19": square(19),
    "hexhex 7": hexhex(7),
    "map": from_rows([". ... .", "... ...", ".-. .-.", "......."]),
}


def flood(topology: Topology, stones: NDArray[np.uint8]) -> list[tuple[set[int], list[set[int]]]]:
    """The regions of one board: their cells, and the stones around them by colour."""
    left, found = set(np.flatnonzero(stones == 0).tolist()), []
    while left:
        region, stack = set[int](), [min(left)]
        around: list[set[int]] = [set(), set(), set()]
        while stack:
            region.add(cell := stack.pop())
            for other in topology.adjacent[cell]:
                if stones[other]:
                    around[int(stones[other]) - 1].add(other)
                elif other not in region:
                    stack.append(other)
        left -= region
        found.append((region, around))
    return found


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("share", [0.0, 0.3, 0.5, 0.8, 1.0])
def test_regions_agree_with_a_flood_fill(name: str, share: float) -> None:
    topology = BOARDS[name]
    rng = np.random.default_rng(1)
    taken = rng.random((7, topology.cells)) < share
    stones = np.where(taken, rng.integers(1, 4, taken.shape), 0).astype(np.uint8)
    result = regions.regions(topology, stones, colours=3)
    for board in range(len(stones)):
        sizes = np.zeros(topology.cells, int)
        for region, around in flood(topology, stones[board]):
            numbers = set(result.label[board, sorted(region)].tolist())
            assert len(numbers) == 1
            (number,) = numbers
            assert number in region
            sizes[number] = len(region)
            listed = [r for r in result.listing(board) if r.cells[0] == min(region)]
            assert [r.cells for r in listed] == [tuple(sorted(region))]
            assert listed[0].touching == tuple(map(len, around))
            for colour, group in enumerate(around):
                assert result.touching[board, colour, number] == len(group)
        assert result.size[board].tolist() == sizes.tolist()
        assert set(result.label[board, stones[board] > 0].tolist()) <= {topology.cells}


@pytest.mark.parametrize("name", BOARDS)
def test_territory_is_whose_stones_alone_touch_it(name: str) -> None:
    topology = BOARDS[name]
    rng = np.random.default_rng(4)
    stones = rng.choice(np.array([0, 0, 0, 1, 2, 3], np.uint8), (9, topology.cells))
    found = regions.territory(topology, stones, range(3))
    assert ((found == regions.NOBODY) == (stones > 0)).all()
    for board in range(len(stones)):
        for region, around in flood(topology, stones[board]):
            touching = [colour for colour in range(3) if around[colour]]
            owner = touching[0] if len(touching) == 1 else regions.NEUTRAL
            assert set(found[board, sorted(region)].tolist()) == {owner}


def test_territory_of_blocs() -> None:
    """Each board has blocs of its own: what one bloc holds together is its leader's."""
    topology = from_rows(["......."])
    stones = topology.read([".b.r.w."], ".bwr")
    boards = np.frombuffer(stones * 3, np.uint8).reshape(3, -1)
    blocs = np.array([(0, 1, 2), (0, 1, 1), (2, 2, 2)])
    both, white, red = regions.NEUTRAL, 1, 2
    assert regions.territory(topology, boards, blocs)[:, ::2].tolist() == [
        [0, both, both, white],
        [0, both, white, white],
        [0, red, red, white],
    ]
