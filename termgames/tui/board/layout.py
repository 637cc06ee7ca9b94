"""Where the cells of a topology lie on the screen, and how the empty board looks there.

Two columns a cell: its own and the one to its right, which joins it to the next cell. A blank
column on either side keeps the drawing off what stands beside it. Rows
of hexagonal boards are shifted by one column against each other. Columns and rows count from
the top left of the drawing, coordinates included.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from termgames.core.text import column_name
from termgames.core.topology import Cell, Topology
from termgames.tui.themes import GlyphSet

Place = tuple[int, int]
"""Column and row on the drawing."""


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
    columns: int
    rows: int
    places: tuple[Place, ...]
    """places[cell]"""
    labels: tuple[Label, ...]
    corner: Place | None
    """Where the name of the cursor's cell may stand: an empty corner of the drawing."""
    hits: dict[Place, Cell] = field(repr=False)
    """The cell a place belongs to: the cell's own column and the next one."""
    origin: Place = (0, 0)
    """The place of (0, 0) on the topology's drawing grid."""

    @property
    def pinned(self) -> tuple[int, int]:
        """How many columns at the left and rows at the bottom hold nothing but coordinates,
        each of a whole row or column: they can stay in sight while the rest is scrolled.
        None on other boards than square ones, where lines run aslant."""
        return (self.origin[0] - 1, 1) if self.topology.ruled else (0, 0)

    def cell_at(self, column: int, row: int) -> Cell | None:
        """The cell under a place of the drawing, or None."""
        return self.hits.get((column, row))


@lru_cache(maxsize=16)
def layout_of(topology: Topology, *, rim: bool = False) -> Layout:
    """The drawing of `topology`, with coordinates; with `rim`, which hexagonal boards can
    have, there is room for a ring of marks between the board and the coordinates."""
    xs, ys = topology.xy[:, 0].tolist(), topology.xy[:, 1].tolist()
    rows = max(ys) + 1
    top = 0
    if topology.ruled:
        left = len(str(rows)) + 2
        labels = _square_labels(topology, left)
        corner: Place | None = None
        columns = left + max(xs) + 3
    elif topology.kind == "hexhex":
        left, top = (5, 1) if rim else (3, 0)
        labels = _hex_labels(topology, left, top)
        corner = (1, rows + 2 * top)
        # A blank and two digits beyond the longest row.
        columns = left + max(xs) + (7 if rim else 5)
    else:
        widest = max(map(len, topology.names))
        left, top = (widest + 4, 1) if rim else (widest + 2, 0)
        labels = _row_labels(topology, left, top)
        corner = (1, rows + 2 * top)
        columns = left + max(xs) + 3 + 2 * top + widest
    places = tuple((left + x, top + y) for x, y in zip(xs, ys, strict=True))
    hits = {}
    for cell, (column, row) in enumerate(places):
        hits[column, row] = hits[column + 1, row] = cell
    return Layout(topology, columns, rows + 1 + 2 * top, places, labels, corner, hits, (left, top))


def _square_labels(topology: Topology, left: int) -> tuple[Label, ...]:
    """Row numbers on the left, column letters below."""
    rows: dict[int, set[Cell]] = {}
    columns: dict[int, set[Cell]] = {}
    for cell, (x, y) in enumerate(topology.lattice.tolist()):
        rows.setdefault(y, set()).add(cell)
        columns.setdefault(x, set()).add(cell)
    height = max(rows) + 1
    labels = [
        Label(1, height - 1 - row, f"{row + 1:>{left - 2}}", frozenset(cells))
        for row, cells in rows.items()
    ]
    labels += [
        Label(left + 2 * column, height, column_name(column), frozenset(cells))
        for column, cells in columns.items()
    ]
    return tuple(labels)


def _hex_labels(topology: Topology, left: int, ring: int) -> tuple[Label, ...]:
    """The letter left of each row, the last cell's number right of it, and the numbers of
    the bottom row below; between these every number can be counted along a straight line.
    `ring`, 0 or 1, is how many rings of places lie between the board and the labels."""
    size = topology.size
    labels = []
    numbers: dict[int, set[Cell]] = {}
    rows: dict[int, set[Cell]] = {}
    for cell, name in enumerate(topology.names):
        rows.setdefault(ord(name[0]) - ord("a"), set()).add(cell)
        numbers.setdefault(int(name[1:]), set()).add(cell)
    for row in range(2 * size - 1):
        shift = abs(row - (size - 1))
        y, length = ring + 2 * size - 2 - row, 2 * size - 1 - shift
        letter = chr(ord("a") + row)
        start = left + shift - 2 - 2 * ring
        labels.append(Label(start, y, letter, frozenset(rows.get(row, ()))))
        if row:
            end = left + shift + 2 * (length + ring)
            labels.append(Label(end, y, str(length), frozenset(numbers.get(length, ()))))
    for number in range(1, size + 1):
        column = left + size - 1 + 2 * (number - 1)
        cells = frozenset(numbers.get(number, ()))
        labels.append(Label(column, 2 * size - 1 + 2 * ring, str(number), cells))
    return tuple(labels)


def _row_labels(topology: Topology, left: int, ring: int) -> tuple[Label, ...]:
    """The names of the first and of the last cell beside each row; `ring` as above."""
    rows: dict[int, list[tuple[int, Cell]]] = {}
    for cell, (x, y) in enumerate(topology.xy.tolist()):
        rows.setdefault(y, []).append((x, cell))
    labels = []
    for y, places in rows.items():
        (first, one), (last, other) = min(places), max(places)
        cells = frozenset(cell for _, cell in places)
        name = topology.names[one]
        start = left + first - 1 - 2 * ring - len(name)
        labels.append(Label(start, y + ring, name, cells))
        if other != one:
            end = left + last + 2 + 2 * ring
            labels.append(Label(end, y + ring, topology.names[other], cells))
    return tuple(labels)


def star_points(topology: Topology) -> frozenset[Cell]:
    """The marked points of a square board; none on others."""
    if topology.kind != "square" or topology.size < 7:
        return frozenset()
    size = topology.size
    edge = 3 if size >= 12 else 2
    lines = [edge, size - 1 - edge]
    middle = [size // 2] if size % 2 else []
    points = {(x, y) for x in lines for y in lines} | {(x, y) for x in middle for y in middle}
    if size >= 15:
        points |= {(x, y) for x in middle for y in lines} | {(x, y) for x in lines for y in middle}
    return frozenset(topology.at_lattice[point] for point in points)


def empty_board(layout: Layout, glyphs: GlyphSet) -> list[list[str]]:
    """The characters of the board without stones and coordinates, by row and column."""
    topology = layout.topology
    drawing = [[" "] * layout.columns for _ in range(layout.rows)]
    stars = star_points(topology)
    for cell, (column, row) in enumerate(layout.places):
        if not topology.ruled:
            drawing[row][column] = glyphs.dot
            continue
        x, y = topology.lattice[cell].tolist()
        ways = ((0, 1), (1, 0), (0, -1), (-1, 0))
        ahead = [(x + dx, y + dy) in topology.at_lattice for dx, dy in ways]
        drawing[row][column] = (
            glyphs.star
            if cell in stars
            else glyphs.lines[sum(1 << way for way in range(4) if ahead[way])]
        )
        if ahead[1]:
            drawing[row][column + 1] = glyphs.between
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
