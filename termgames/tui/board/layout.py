"""Where the cells of a topology lie on the screen, and how the empty board looks there.

At zoom 1 a cell is two columns wide and one row high: its own column and the one to its right,
which joins it to the next cell. At zoom 2, 3 and 4 it is a block of 4x2, 6x3
and 8x4 characters. A
blank column on either side keeps the drawing off what stands beside it. Rows of hexagonal
boards are shifted by half a cell against each other. Columns and rows count from the top left
of the drawing, coordinates included.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import TypeVar

from termgames.core.text import column_name
from termgames.core.topology import Cell, Topology
from termgames.play.pictures.geometry import star_points, ways_ahead
from termgames.tui.themes import GlyphSet

Key = TypeVar("Key")
Place = tuple[int, int]
"""Column and row on the drawing."""
ZOOMS = (1, 2, 3, 4)
"""Rows a cell is high; it is twice as many columns wide."""


@dataclass(frozen=True)
class Label:
    """A coordinate beside the board; `cells` are those it belongs to."""

    column: int
    row: int
    text: str
    cells: frozenset[Cell]


@dataclass(frozen=True, eq=False)
class Layout:
    """The drawing of one topology; `layout_of` makes and caches it."""

    topology: Topology
    zoom: int
    columns: int
    rows: int
    places: tuple[Place, ...]
    """places[cell]: the top left of its block"""
    corner: Place | None
    """Where the name of the cursor's cell may stand: an empty corner of the drawing."""
    holes: tuple[Place, ...]
    """The top left of each place among the cells that is none."""
    origin: Place
    """The place of (0, 0) on the topology's drawing grid."""
    labels: tuple[Label, ...] = ()

    @property
    def pinned(self) -> tuple[int, int]:
        """How many columns at the left and rows at the bottom hold nothing but coordinates,
        each of a whole row or column: they can stay in sight while the rest is scrolled.
        None on other boards than square ones, where lines run aslant."""
        return (self.origin[0] - 1, 1) if self.topology.ruled else (0, 0)

    def cell_at(self, column: int, row: int) -> Cell | None:
        """The cell under a place of the drawing, or None."""
        x, y = (column - self.origin[0]) // self.zoom, (row - self.origin[1]) // self.zoom
        at_xy = self.topology.at_xy
        cell = at_xy.get((x, y))
        return cell if cell is not None else at_xy.get((x - 1, y))

    def beside(self, cell: Cell, by: int = 1) -> Cell | None:
        """The next cell of the row, or the one before, where no gap lies between."""
        x, y = self.topology.xy[cell].tolist()
        return self.topology.at_xy.get((x + 2 * by, y))

    def centre(self, cell: Cell) -> Place:
        """Where the character of a cell stands."""
        (column, row), (aside, below) = self.places[cell], self.middle
        return column + aside, row + below

    def sides(self, cell: Cell) -> tuple[Place, Place]:
        """The places left and right of a cell in the row of its character."""
        (column, _), row = self.places[cell], self.centre(cell)[1]
        return (column - 1, row), (column + 2 * self.zoom - 1, row)

    def body(self, cell: Cell) -> list[Place]:
        """The places that belong to a cell alone; a column to its right joins it to the next."""
        column, row = self.places[cell]
        return list(product(range(column, column + 2 * self.zoom - 1), range(row, row + self.zoom)))

    def joint(self, cell: Cell) -> list[Place]:
        """The places between the body of a cell and the next one."""
        column, row = self.places[cell]
        return [(column + 2 * self.zoom - 1, down) for down in range(row, row + self.zoom)]

    def place(self, x: int, y: int) -> Place:
        """The top left of what stands at a place of the topology's drawing grid."""
        return self.origin[0] + self.zoom * x, self.origin[1] + self.zoom * y

    @property
    def middle(self) -> Place:
        """How far right and down of a block's top left single characters stand."""
        return self.zoom - 1, (self.zoom - 1) // 2


@lru_cache(maxsize=48)
def layout_of(topology: Topology, *, zoom: int = 1) -> Layout:
    """The drawing of `topology`, with coordinates."""
    xs, ys = topology.xy.T.tolist()
    # Beside blocks that fill their cells, coordinates on the right keep off them.
    gap, height = int(zoom > 1), zoom * (max(ys) + 1)
    if topology.ruled:
        left, right = len(str(max(ys) + 1)) + 2, 1
    elif topology.kind == "hexhex":
        # A blank and two digits beyond the longest row, the voids at its end counted.
        left, right = 3, 3 + gap
    else:
        widest = max(map(len, topology.names))
        left, right = widest + 2, widest + 1 + gap
    widest_row = max([*xs, *(x for x, _ in topology.voids.values())])
    frame = Layout(
        topology,
        zoom,
        columns=left + zoom * (widest_row + 2) + right,
        rows=height + 1,
        places=tuple((left + zoom * x, zoom * y) for x, y in zip(xs, ys, strict=True)),
        corner=None if topology.ruled else (1, height),
        holes=tuple((left + zoom * x, zoom * y) for x, y in topology.voids.values()),
        origin=(left, 0),
    )
    if topology.ruled:
        return replace(frame, labels=tuple(_square_labels(frame)))
    make = _hex_labels if topology.kind == "hexhex" else _row_labels
    return replace(frame, labels=tuple(make(frame, gap)))


def _square_labels(frame: Layout) -> Iterator[Label]:
    """Row numbers on the left, column letters below; also those without a point."""
    (aside, below), wide, none = frame.middle, frame.origin[0] - 2, frozenset[Cell]()
    columns, rows = map(_grouped, frame.topology.lattice.T.tolist())
    for row in range(max(rows) + 1):
        y = frame.place(0, max(rows) - row)[1] + below
        yield Label(1, y, f"{row + 1:>{wide}}", rows.get(row, none))
    for column in range(max(columns) + 1):
        x = frame.place(2 * column, 0)[0] + aside
        yield Label(x, frame.rows - 1, column_name(column), columns.get(column, none))


def _hex_labels(frame: Layout, gap: int) -> Iterator[Label]:
    """The letter left of each row, the last cell's number right of it, and the numbers of
    the bottom row below; between these every number can be counted along a straight line. A
    `gap` lies before those at the right."""
    names, size, (aside, below) = frame.topology.names, frame.topology.size, frame.middle
    rows, numbers = _grouped(name[0] for name in names), _grouped(name[1:] for name in names)
    for row in range(2 * size - 1):
        shift, letter = abs(row - (size - 1)), chr(ord("a") + row)
        length = 2 * size - 1 - shift
        start, y = frame.place(shift, 2 * size - 2 - row)
        yield Label(start - 2, y + below, letter, rows.get(letter, frozenset()))
        if row:
            end, number = start + 2 * frame.zoom * length + gap, str(length)
            yield Label(end, y + below, number, numbers.get(number, frozenset()))
    for at in range(size):
        x, number = frame.place(size - 1 + 2 * at, 0)[0] + aside, str(at + 1)
        yield Label(x, frame.rows - 1, number, numbers.get(number, frozenset()))


def _row_labels(frame: Layout, gap: int) -> Iterator[Label]:
    """The names of the first and of the last cell beside each row; `gap` as above."""
    names, below = frame.topology.names, frame.middle[1]
    for y, cells in _grouped(row for _, row in frame.places).items():
        first, last = (pick(cells, key=lambda cell: frame.places[cell]) for pick in (min, max))
        start = frame.places[first][0] - 1 - len(names[first])
        yield Label(start, y + below, names[first], cells)
        if last != first:
            end = frame.places[last][0] + 2 * frame.zoom + gap
            yield Label(end, y + below, names[last], cells)


def _grouped(keys: Iterable[Key]) -> dict[Key, frozenset[Cell]]:
    """The cells of each key, of the keys of all cells."""
    groups: dict[Key, frozenset[Cell]] = {}
    for cell, key in enumerate(keys):
        groups[key] = groups.get(key, frozenset()) | {cell}
    return groups


def empty_board(layout: Layout, glyphs: GlyphSet) -> list[list[str]]:
    """The characters of the board without stones and coordinates, by row and column."""
    topology = layout.topology
    drawing = [[" "] * layout.columns for _ in range(layout.rows)]
    stars, zoom = star_points(topology), layout.zoom
    for cell in range(topology.cells):
        column, row = layout.centre(cell)
        if not topology.ruled:
            drawing[row][column] = glyphs.dot
            continue
        ways = ways_ahead(topology, cell)
        drawing[row][column] = glyphs.star if cell in stars else glyphs.lines[ways]
        if ways & 2:
            drawing[row][column + 1 : column + 2 * zoom] = glyphs.between * (2 * zoom - 1)
        for down in range(1, zoom) if ways & 4 else ():
            drawing[row + down][column] = glyphs.below
    return drawing


def sketch(topology: Topology, glyphs: GlyphSet, signs: Mapping[Cell, str]) -> list[str]:
    """The empty board with its coordinates as lines of text, from the top; `signs`, a character
    each, stand on cells. Lines have no blanks at their end."""
    layout = layout_of(topology)
    drawing = empty_board(layout, glyphs)
    for cell, sign in signs.items():
        column, row = layout.places[cell]
        drawing[row][column] = sign
    for label in layout.labels:
        for offset, char in enumerate(label.text):
            drawing[label.row][label.column + offset] = char
    return ["".join(row).rstrip() for row in drawing]
