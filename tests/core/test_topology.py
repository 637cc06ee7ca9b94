"""Cells, names, neighbours, rays, blocks, symmetries and regions of boards."""

from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from termgames.core import regions
from termgames.core.errors import UnreadableMove
from termgames.core.text import column_name
from termgames.core.topology import (
    Topology,
    cube,
    from_rows,
    graph,
    hexhex,
    name_parts,
    rhombus,
    square,
    symmetries,
)
from termgames.games.majorities.geometry import void_names
from tests.cases import cases

MAP = from_rows(["...", ". .", ".-..", "...."])
HEXAGONS = from_rows(["-....", "..--.", "..--.-", ".....", ".-.-."], hexagons=True)
BOARDS = {
    "square 1": square(1),
    "square 2": square(2),
    "square 5": square(5),
    "square 25": square(25),
    "square 27": square(27),
    "hexhex 1": hexhex(1),
    "hexhex 5": hexhex(5),
    "hexhex 5 with voids": hexhex(5, frozenset({"e5", "a1"})),
    "rhombus 1": rhombus(1),
    "rhombus 6": rhombus(6),
    "map": MAP,
    "hexagons": HEXAGONS,
}

every_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS.keys())


def names(board: Topology, cells: object) -> str:
    """Cells as their names, in the order given, the sentinel as `*`."""
    return " ".join((*board.names, "*")[cell] for cell in np.ravel(cells).tolist())


# -- names ------------------------------------------------------------------------------


def test_columns_skip_i_and_go_on_with_two_letters() -> None:
    columns = [column_name(column) for column in (0, 7, 8, 12, 18, 24, 25, 26)]
    assert columns == ["a", "h", "j", "n", "t", "z", "aa", "ab"]


def test_hexhex_rows_are_lettered_without_a_gap_and_numbered_from_the_left() -> None:
    board = hexhex(5)
    rows = Counter(name[0] for name in board.names)
    assert dict(rows) == dict(zip("abcdefghi", (5, 6, 7, 8, 9, 8, 7, 6, 5), strict=True))
    assert names(board, [0, 4, 5]) == "a1 a5 b1"
    assert board.names[-1] == "i5"


def test_voids_are_counted_in_the_numbering_but_are_no_cells() -> None:
    board = hexhex(5, frozenset({"e5"}))
    assert board.cells == 60
    assert "e4" in board.by_name
    assert "e5" not in board.by_name
    assert "e6" in board.by_name
    assert names(board, board.neighbours[board.cell("e4")]) == "* f4 f3 e3 d3 d4"


@pytest.mark.parametrize("text", ["i3", "a0", "a14", "o1", "", "3c", "a-1", "aa", "a01", "\uff411"])
def test_a_name_that_is_not_on_the_board_is_named(text: str) -> None:
    with pytest.raises(UnreadableMove, match="letters a to n, numbers 1 to 13") as caught:
        square(13).cell(text)
    assert repr(text) in str(caught.value)
    with pytest.raises(UnreadableMove, match="letters a to i, numbers 1 to 9"):
        hexhex(5).cell(f"{text}z")


# -- neighbours -------------------------------------------------------------------------


NEIGHBOURS = """
c3 | c4 d3 d2 c2 b2 b3
a1 | a2 b2 b1 * * *
c1 | c2 d1 * * * b1
e3 | * * * e2 d3 d4
d2 | d3 e2 e1 d1 c2 c3
b3 | b4 c4 c3 b2 a2 a3
"""
"""Of hexhex 3: its centre, corners, above the centre row and below it."""


@pytest.mark.parametrize(("cell", "around"), cases(NEIGHBOURS))
def test_hexhex_neighbours_go_counter_clockwise_from_east(cell: str, around: str) -> None:
    board = hexhex(3)
    assert names(board, board.neighbours[board.cell(cell)]) == around


@every_board
def test_adjacent_cells_are_drawn_next_to_each_other(board: Topology) -> None:
    assert len(board.at_xy) == len(board.at_lattice) == board.cells
    apart = {(2, 0), (-2, 0)} | (
        {(1, 1), (-1, 1), (1, -1), (-1, -1)} if board.hexagonal else {(0, 1), (0, -1)}
    )
    for (x, y), cell in board.at_xy.items():
        drawn = {board.at_xy[x + dx, y + dy] for dx, dy in apart if (x + dx, y + dy) in board.at_xy}
        assert drawn == set(board.adjacent[cell])
    for table in (board.lattice, board.xy, board.neighbours, board.rays, board.blocks):
        assert not table.flags.writeable


# -- rays and blocks --------------------------------------------------------------------


@every_board
def test_rays_follow_neighbours_to_the_end(board: Topology) -> None:
    for cell in range(board.cells):
        for way in range(len(board.steps)):
            seen = cell
            for other in board.rays[cell, way].tolist():
                seen = int(board.neighbours[seen, way])
                assert other == seen
            assert board.neighbours[seen, way] == board.cells, "the ray stops too soon"


@pytest.mark.parametrize(("size", "count"), [(1, 0), (2, 1), (5, 16), (13, 144), (19, 324)])
def test_square_blocks_are_the_2x2_squares(size: int, count: int) -> None:
    board = square(size)
    assert board.blocks.shape == (count, 4)
    if count:
        assert names(board, board.blocks[0]) == "a1 b1 a2 b2"


def test_hexhex_blocks_are_diamonds_in_three_orientations() -> None:
    board = hexhex(3)
    found = {frozenset(names(board, block).split()) for block in board.blocks}
    assert {frozenset(text.split()) for text in ("c3 c4 d4 d3", "c3 d3 d2 c2")} < found
    assert len(found) == len(board.blocks)
    # As many diamonds as pairs of neighbours with both common neighbours on the board.
    pairs = 0
    for cell in range(board.cells):
        for other in board.adjacent[cell]:
            common = set(board.adjacent[cell]) & set(board.adjacent[other])
            pairs += other > cell and len(common) == 2
    assert len(found) == pairs


# -- boards of other shapes -----------------------------------------------------------------


GRAPHS = """
# names | their places | links | what is said
a a | 0,0 2,0 | | share
a b | 0,0 0,0 | | share
a b | 0,0 0,1 | | bottom row
a b | 2,0 0,0 | | from the left
a b | 0,0 | | a name and a place
A | 0,0 | | lower case
a | 0,0 | 0,0 | no two cells
a | 0,0 | 0,1 | no two cells
 | | | needs cells
"""


@pytest.mark.parametrize(("names", "places", "links", "said"), cases(GRAPHS))
def test_a_graph_that_is_none_is_refused(names: str, places: str, links: str, said: str) -> None:
    at, joined = ([(int(p[0]), int(p[2])) for p in text.split()] for text in (places, links))
    with pytest.raises(ValueError, match=said):
        graph(names.split(), at, joined)


@pytest.mark.parametrize("board", ["map", "hexhex"])
def test_a_void_of_the_board_is_called_one(board: str) -> None:
    topology = from_rows(["...", ".-.", "..."]) if board == "map" else hexhex(3, frozenset({"b2"}))
    with pytest.raises(UnreadableMove, match=r"^b2 is a void of this board"):
        topology.cell(" B2 ")
    with pytest.raises(UnreadableMove, match=r"^there is no point 'z9' on this board"):
        topology.cell("z9")


def test_no_refusal_of_a_name_names_a_range_that_it_is_in() -> None:
    for board in BOARDS.values():
        letters, numbers = zip(*map(name_parts, board.names), strict=True)
        for name in {a + b for a in letters for b in numbers} - set(board.names):
            with pytest.raises(UnreadableMove, match=r"void|(row|column) \w+ (goes|is)"):
                board.cell(name)


# -- rows, columns, examples ------------------------------------------------------------


@every_board
@pytest.mark.parametrize("many", [1, 2, 3])
def test_examples_are_free_points_next_to_each_other(board: Topology, many: int) -> None:
    rng = np.random.default_rng(1)
    for _ in range(10):
        stones = rng.integers(0, 2, board.cells).astype(np.uint8).tobytes()
        cells = [board.cell(name) for name in board.example(stones, many).split(",")]
        assert len(set(cells)) == min(many, board.cells)
        free = [[cell] for cell, stone in enumerate(stones) if not stone]
        for _ in range(many - 1):
            free = [
                [*some, other]
                for some in free
                for other in {near for cell in some for near in board.adjacent[cell]}
                if not stones[other] and other not in some
            ]
        if free:
            assert not any(stones[cell] for cell in cells)
            assert sorted(cells) in [sorted(some) for some in free]


TURNED = {
    "square": (square(5), 8),
    "hexagon": (hexhex(3), 12),
    "hexagon with voids": (hexhex(5, void_names(5)), 6),
    "rectangle": (from_rows(["....", "....", "...."]), 4),
    "crooked": (from_rows(["..-.", "....", "...-"]), 1),
    "slab of hexagons": (from_rows(["...", "...", "..."], hexagons=True), 2),
    "strip": (from_rows(["...."]), 2),
    "graph": (graph(["a1", "c1", "b2"], [(0, 1), (4, 1), (2, 0)], [(0, 2), (1, 2)]), 1),
}


@pytest.mark.parametrize(("board", "count"), TURNED.values(), ids=TURNED)
def test_symmetries_keep_neighbours(board: Topology, count: int) -> None:
    ways = symmetries(board)
    assert len(ways) == count
    assert len({tuple(way) for way in ways.tolist()}) == count
    assert (ways[0] == np.arange(board.cells)).all()
    for way in ways.tolist():
        assert sorted(way) == list(range(board.cells))
        for cell, others in enumerate(board.adjacent):
            assert {way[other] for other in others} == set(board.adjacent[way[cell]])


PARTED = {
    "square 1": square(1),
    "square 5": square(5),
    "square 19": square(19),
    "hexhex 7": hexhex(7),
    "map": from_rows([". ... .", "... ...", ".-. .-.", "......."]),
    "islands of hexagons": from_rows(["...-...", "....-..", ".-.-...", "....-.."], hexagons=True),
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


@pytest.mark.parametrize("name", PARTED)
@pytest.mark.parametrize("share", [0.0, 0.3, 0.5, 0.8, 1.0])
def test_regions_agree_with_a_flood_fill(name: str, share: float) -> None:
    topology = PARTED[name]
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


@pytest.mark.parametrize("name", PARTED)
def test_territory_is_whose_stones_alone_touch_it(name: str) -> None:
    topology = PARTED[name]
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


def test_cells_of_a_cube_are_aligned_along_three_directions_and_in_all_layers() -> None:
    board = cube(3)
    names = {board.names[cell] for cell in board.aligned[board.cell("2b3")]}
    assert names == {"2b3", "2a3", "2c3", "2b1", "2b2", "1b3", "3b3"}
    assert not any(square(5).aligned)
