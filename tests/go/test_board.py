"""Groups, captures and suicide, by diagrams and against a second, plain finding of groups."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames.core.topology import Topology, from_rows, hexhex, square
from termgames.go.board import group, groups, put_stones
from tests.cases import cases
from tests.diagrams import rows

MARKS = ".abgxy"
GAPS = ["..-..", ".....", "--.--", "....."]
BOARDS = [square(4), square(5), hexhex(3), from_rows(GAPS), from_rows(GAPS, hexagons=True)]
BLOCS = [None, (0, 1, 2), (0, 0, 2), (1, 0, 1)]


def board(text: str) -> tuple[Topology, bytes]:
    """A square-lattice board of a diagram, `-` for gaps."""
    lines = rows(text)
    topology = from_rows(["".join("-" if mark == "-" else "." for mark in row) for row in lines])
    return topology, topology.read(lines, MARKS)


def names(topology: Topology, cells: Any) -> str:
    return " ".join(topology.names[cell] for cell in cells)


def test_a_group_has_its_stones_and_liberties() -> None:
    topology, stones = board("ab... aab.. .a... ..... .....")
    found = group(topology, stones, topology.cell("a5"))
    assert names(topology, found.cells) == "b3 a4 b4 a5"
    assert names(topology, found.liberties) == "b2 a3 c3"
    with pytest.raises(ValueError, match="c3 is empty"):
        group(topology, stones, topology.cell("c3"))


def test_blocs_share_groups_and_liberties() -> None:
    topology, stones = board("ab... ag... ..... ..... .....")
    apart = group(topology, stones, topology.cell("b5"))
    allied = group(topology, stones, topology.cell("b5"), (0, 0, 1))
    assert names(topology, apart.cells) == "b5"
    assert names(topology, apart.liberties) == "c5"
    assert names(topology, allied.cells) == "a4 a5 b5"
    assert names(topology, allied.liberties) == "a3 c5"


STONES = cases("""
# Before, whose stone, where, after, what it takes, what is suicide.
# One stone in the corner, in the open, along a gap.
ab. ... ... | b | a2 | .b. b.. ... | a3 |
.b. bab ... | b | b1 | .b. b.b .b. | b2 |
a-b b.. ... | b | c1 | a-b b.. ..b | |
a-b ... ... | b | a2 | .-b b.. ... | a3 |
# Liberties are taken by several colours together.
.b. gag ... | b | b1 | .b. g.g .b. | b2 |
# Captures come before suicide: the stone lives by what it takes.
.ab aab b.. | b | a3 | bab aab b.. | | a3
.ab ab. b.. | b | a3 | b.b .b. b.. | a2 b3 |
# Suicide of one stone, and of a group that it joins.
.b. b.. ... | a | a3 | ab. b.. ... | | a3
a.b bb. ... | a | b3 | aab bb. ... | | a3 b3
# Another colour next to it takes no part: no liberties are shared. An ally is neither captured nor
# without air; here the first two are allies.
.bg b.g gg. | a | a3 | abg b.g gg. | | a3
ab. ... ... | b allied | a2 | ab. b.. ... | |
.b. b.. ... | a allied | a3 | ab. b.. ... | |
""")


@pytest.mark.parametrize(("before", "who", "cell", "after", "captured", "suicide"), STONES)
def test_one_stone(
    before: str, who: str, cell: str, after: str, captured: str, suicide: str
) -> None:
    topology, stones = board(before)
    colour, blocs = MARKS.index(who[0]) - 1, (0, 0, 1) if "allied" in who else None
    placement = put_stones(topology, stones, [topology.cell(cell)], colour, blocs)
    taken = sorted(c for found in placement.captured for c in found.cells)
    assert " ".join(topology.rows([MARKS[stone] for stone in placement.stones])) == after
    assert names(topology, taken) == captured
    assert names(topology, placement.suicide) == suicide


def random_board(rng: random.Random) -> tuple[Topology, bytes]:
    topology = rng.choice(BOARDS)
    share = rng.random()
    return topology, bytes(
        rng.randint(1, 3) if rng.random() < share else 0 for _ in range(topology.cells)
    )


def plain_groups(topology: Topology, sides: list[int]) -> list[tuple[set[int], set[int]]]:
    """Stones and liberties of all groups: sets that are merged until none touch."""
    found: list[set[int]] = []
    for cell, side in enumerate(sides):
        if side:
            joined = {cell}
            near = set(topology.adjacent[cell])
            for other in [one for one in found if one & near]:
                if sides[min(other)] == side:
                    found.remove(other)
                    joined |= other
            found.append(joined)
    around = [
        {near for cell in cells for near in topology.adjacent[cell] if not sides[near]}
        for cells in found
    ]
    return sorted(zip(found, around, strict=True), key=lambda pair: min(pair[0]))


def plain_sides(stones: bytes, blocs: Any) -> list[int]:
    return [0 if not stone else 1 + (blocs[stone - 1] if blocs else stone - 1) for stone in stones]


@given(seed=st.integers(0, 2**32))
def test_groups_are_those_of_a_second_way(seed: int) -> None:
    rng = random.Random(seed)
    topology, stones = random_board(rng)
    blocs = rng.choice(BLOCS)
    found = groups(topology, stones, blocs)
    assert [(set(one.cells), set(one.liberties)) for one in found] == plain_groups(
        topology, plain_sides(stones, blocs)
    )
    for one in found:
        assert list(one.cells) == sorted(one.cells)
        assert list(one.liberties) == sorted(one.liberties)
        assert all(group(topology, stones, cell, blocs) == one for cell in one.cells)


@given(seed=st.integers(0, 2**32))
def test_landings_are_those_of_a_second_way(seed: int) -> None:
    """From boards on which every group has a liberty, as all boards of play are."""
    rng = random.Random(seed)
    topology, stones = random_board(rng)
    blocs = rng.choice(BLOCS)
    stones = alive(topology, stones, blocs)
    empty = [cell for cell, stone in enumerate(stones) if not stone]
    cells = rng.sample(empty, min(len(empty), rng.randint(1, 3)))
    colour = rng.randrange(3)
    if not cells:
        return
    placement = put_stones(topology, stones, cells, colour, blocs)

    board = bytearray(stones)
    for cell in cells:
        board[cell] = 1 + colour
    sides = plain_sides(bytes(board), blocs)
    own = sides[cells[0]]
    dead = [
        members
        for members, liberties in plain_groups(topology, sides)
        if not liberties and sides[min(members)] != own
    ]
    for cell in (cell for members in dead for cell in members):
        board[cell] = 0
    left = plain_groups(topology, plain_sides(bytes(board), blocs))
    assert [set(one.cells) for one in placement.captured] == dead
    assert placement.stones == bytes(board)
    assert set(placement.suicide) == {
        cell for members, liberties in left if not liberties for cell in members
    }


def alive(topology: Topology, stones: bytes, blocs: Any) -> bytes:
    """The board without its groups that have no liberty."""
    board = bytearray(stones)
    for one in groups(topology, stones, blocs):
        if not one.liberties:
            for cell in one.cells:
                board[cell] = 0
    return bytes(board)
