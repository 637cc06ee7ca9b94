"""Boards of several colours as diagrams, for the parts of Mitropia that know no states."""

from hypothesis import strategies as st

from termgames.core.topology import Cell, Topology, from_rows
from tests.diagrams import rows

MARKS = ".bwrug"
BLACK, WHITE, RED, BLUE, GREEN = range(5)


def board(text: str) -> tuple[Topology, bytes]:
    """A map and its stones; `-` is a gap, marks other than stones are empty points."""
    lines = rows(text)
    shape = ["".join(mark if mark == "-" else "." for mark in line) for line in lines]
    plain = ["".join(mark if mark in MARKS + "-" else "." for mark in line) for line in lines]
    topology = from_rows(shape)
    return topology, topology.read(plain, MARKS)


def show(topology: Topology, stones: bytes) -> list[str]:
    """The rows of a board."""
    return topology.rows([MARKS[stone] for stone in stones])


def cells(topology: Topology, names: str) -> tuple[Cell, ...]:
    """`"a1 b2"` as cells."""
    return tuple(topology.cell(name) for name in names.split())


def names(topology: Topology, cells: tuple[Cell, ...]) -> str:
    """Cells as `"a1 b2"`."""
    return " ".join(topology.names[cell] for cell in cells)


def stones_of(topology: Topology, seats: int, empty: int = 2) -> st.SearchStrategy[bytes]:
    """Boards with any stones; the larger `empty`, the fewer of them."""
    stone = st.sampled_from([0] * empty + list(range(1, seats + 1)))
    return st.lists(stone, min_size=topology.cells, max_size=topology.cells).map(bytes)


@st.composite
def alliances(draw: st.DrawFn, seats: int) -> tuple[int | None, ...]:
    """Occupiers by seat, without circles: everyone is under an earlier one, or free."""
    ranked = draw(st.permutations(range(seats)))
    above: list[int | None] = [None] * seats
    for place in range(1, seats):
        above[ranked[place]] = draw(st.sampled_from([None, *ranked[:place]]))
    return tuple(above)
