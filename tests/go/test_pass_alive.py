"""Ground that is held for good: known shapes, and no attack ever takes it."""

import numpy as np
import pytest

from termgames.core.topology import Topology
from termgames.go.board import put_stones
from termgames.go.pass_alive import ground
from tests.cases import cases
from tests.go.playouts.support import BOARDS, middle_games

HELD = cases("""
# Two eyes live and one does not: the second is open to the east.
aaaaa.. .a..... | | a1a c1a
aaaaa.. .a.aa.. | a1a c1a |
# A stone of another has to be taken before its region is held.
aaaaa.. b.a.a.. | d1a | a1a b1a
# Two groups share two eyes, which none of them has alone.
aaa.... a.aa... aaa.a.. ..aaa.. | b3a d2a |
aaa.... a.ab... aaa.a.. ..aaa.. | | d2a
""")


@pytest.mark.parametrize(("lowest", "has", "lacks"), HELD)
def test_what_is_held(lowest: str, has: str, lacks: str) -> None:
    topology, rows = BOARDS["square"], lowest.split()
    regions = ground(topology, topology.read(["......."] * (7 - len(rows)) + rows, ".abc"))
    found = {f"{topology.names[at]}{'.abc'[who]}" for who, region in regions for at in region}
    assert set(has.split()) <= found
    assert not set(lacks.split()) & found


def attacked(topology: Topology, stones: bytes, owner: int, rng: np.random.Generator) -> bytes:
    """The board after all others have put stones wherever they can, the owner passing."""
    colours = [colour for colour in range(3) if colour != owner]
    for turn in range(4 * topology.cells):
        cell = int(rng.integers(topology.cells))
        if not stones[cell]:
            placement = put_stones(topology, stones, (cell,), colours[turn % 2])
            stones = stones if placement.suicide else placement.stones
    return stones


@pytest.mark.parametrize("board", BOARDS)
def test_no_attack_takes_it(board: str) -> None:
    """The stones around held points are still there, however often others play."""
    topology, rng = BOARDS[board], np.random.default_rng(3)
    seen = 0
    boards = [row for seed in range(5) for row in middle_games(topology, 3, seed).stones]
    for row in boards:
        stones = row.tobytes()
        regions = list(ground(topology, stones))
        for colour in {owner for owner, _ in regions}:
            after = attacked(topology, stones, colour - 1, rng)
            for cell in (at for owner, region in regions if owner == colour for at in region):
                seen += 1
                for near in topology.adjacent[cell]:
                    if stones[near] == colour:
                        assert after[near] == colour
    assert seen
