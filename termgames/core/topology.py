"""Boards as graphs: cells, their names, neighbours, rays and blocks.

Cells are integers from 0, counted row by row from the *bottom* row, each row from the
left, so that the order of cells is the order in which the notation sorts them.
Every table writes "off the board" as the cell number `cells`, a sentinel: arrays over
cells get one more entry there, and no table ever holds a negative index.

`square`, `hexhex`, `rhombus` and `from_rows` make the usual boards. `on_lattice` makes any
other board whose neighbours lie in a few fixed directions, `graph` any board at all.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from string import digits

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Indices, ShortInts
from termgames.core.errors import OptionError, UnreadableMove
from termgames.core.text import listed, point_name, quoted

Cell = int

_SQUARE = ((1, 0), (0, 1), (-1, 0), (0, -1))
_CUBE = ((0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 0, -1), (0, -1, 0), (-1, 0, 0))
_HEX = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))


@dataclass(frozen=True, eq=False)
class Topology:
    """A board without stones; immutable, compared by identity."""

    kind: str
    """The kind of board: square, hexhex, rhombus, map, cube, graph, or a game's own word."""
    size: int
    """Cells an edge; for other boards the larger of width and height."""
    names: tuple[str, ...]
    """names[cell]: the cell's name in the notation of moves."""
    lattice: ShortInts
    """(cells, 2): column and row (from the bottom) on the lattice the steps refer to.
    On boards of hexagons columns are sheared so that up-right is the step (1, 1). On a
    graph, its place on the drawing grid, rows counted from the bottom."""
    xy: ShortInts
    """(cells, 2): drawing grid, x in half steps to the right, y in rows downward."""
    steps: tuple[tuple[int, int], ...]
    """The directions, counter-clockwise from east, as lattice steps; none on a graph."""
    neighbours: Indices
    """(cells + 1, directions): the next cell each way, `cells` where there is none. On a graph
    (cells + 1, most neighbours): the neighbours in any order, then `cells`."""
    rays: Indices
    """(cells, directions, reach): the cells in each direction, nearest first, then the
    sentinel. A gap in a map ends a ray. Empty on a graph."""
    blocks: Indices
    """(n, 4): the 2x2 squares or, on hexhex boards, the diamonds; cells ascending.
    Empty on a graph."""

    @property
    def cells(self) -> int:
        """Number of cells."""
        return len(self.names)

    @cached_property
    def by_name(self) -> dict[str, Cell]:
        """Cell by its name, lower case."""
        return {name: cell for cell, name in enumerate(self.names)}

    @cached_property
    def adjacent(self) -> tuple[tuple[Cell, ...], ...]:
        """adjacent[cell]: its neighbours on the board, without the sentinel."""
        return tuple(
            tuple(int(other) for other in row if other != self.cells)
            for row in self.neighbours[: self.cells]
        )

    @cached_property
    def at_xy(self) -> dict[tuple[int, int], Cell]:
        """Cell by its place (x, y) on the drawing grid."""
        return {(int(x), int(y)): cell for cell, (x, y) in enumerate(self.xy)}

    @cached_property
    def at_lattice(self) -> dict[tuple[int, int], Cell]:
        """Cell by its (column, row) on the lattice."""
        return {(int(x), int(y)): cell for cell, (x, y) in enumerate(self.lattice)}

    @cached_property
    def voids(self) -> dict[str, tuple[int, int]]:
        """The names that the numbering of a hexhex board counts and that are no cells,
        with their places on the drawing grid; empty for other boards."""
        if self.kind != "hexhex":
            return {}
        return {
            name: place for name, place in _hexhex_places(self.size) if name not in self.by_name
        }

    @cached_property
    def _void_names(self) -> frozenset[str]:
        """The names of voids, of the gaps of a map too: counted in the numbering, but no cells."""
        if self.kind != "map":
            return frozenset(self.voids)
        columns, rows = int(self._columns.max()) + 1, int(self.lattice[:, 1].max()) + 1
        names = {point_name(x, y) for x in range(columns) for y in range(rows)}
        return frozenset(names - set(self.names))

    @property
    def hexagonal(self) -> bool:
        """Whether cells have six neighbours."""
        return self.steps == _HEX

    @property
    def ruled(self) -> bool:
        """Whether the board is drawn as crossing lines, the square lattice; others are drawn
        as dots at their places on the drawing grid."""
        return self.steps == _SQUARE

    @property
    def layered(self) -> bool:
        """Whether it is a cube, drawn as layers that no lines join."""
        return self.kind == "cube"

    @cached_property
    def aligned(self) -> tuple[frozenset[Cell], ...]:
        """aligned[cell]: the cells of the lines through it on a cube, itself among them, whose
        drawing does not show these lines; none on other boards."""
        if not self.layered:
            return (frozenset(),) * self.cells
        places = np.array([*product(range(self.size), repeat=3)])
        common = (places[:, None] == places).sum(axis=2)
        return tuple(frozenset(np.flatnonzero(row >= 2).tolist()) for row in common)

    @property
    def whole_square(self) -> bool:
        """Whether it is a square board without gaps, as Go is played on."""
        return self.ruled and self.cells == self.size**2

    def cell(self, name: str) -> Cell:
        """The cell of that name, in any case; UnreadableMove when there is none, or a void."""
        plain = name.strip().lower()
        cell = self.by_name.get(plain)
        if cell is None:
            if plain in self._void_names:
                raise UnreadableMove(f"{plain} is a void of this board: no cell is there")
            raise UnreadableMove(
                f"there is no point {quoted(name.strip())} on this board{self._why_none(plain)}"
            )
        return cell

    def _why_none(self, name: str) -> str:
        """What the error message adds about existing points: the ends of the row or column if both
        the letter and the number occur, else the ranges of letters and numbers."""
        letter, number = name_parts(name)
        if letter in self.lines and number in self.lines:
            kind, cells = self.lines[letter]
            first, last = self.names[cells[0]], self.names[cells[-1]]
            ends = f"is {first} alone" if len(cells) == 1 else f"goes from {first} to {last}"
            return f": {kind} {letter} {ends}"
        points = [name_parts(each) for each in self.names]
        if not all(map(all, points)):  # a graph, whose names need not have both
            return ""
        letters = sorted({letter for letter, _ in points}, key=lambda x: (len(x), x))
        numbers = sorted({int(number) for _, number in points})
        ranges = [_range("letter", letters), _range("number", [*map(str, numbers)])]
        return f" ({', '.join(ranges)})"

    @cached_property
    def lines(self) -> dict[str, tuple[str, tuple[Cell, ...]]]:
        """For each letter and each number in the names of points: `row` or `column`, and its
        points, ascending. The points of a row are drawn at one height: rows have numbers on
        square boards, letters on hexhex boards."""
        lettered: dict[str, list[Cell]] = {}
        numbered: dict[str, list[Cell]] = {}
        for cell, name in enumerate(self.names):
            letter, number = name_parts(name)
            lettered.setdefault(letter, []).append(cell)
            numbered.setdefault(number, []).append(cell)
        heights = self.xy[:, 1].tolist()
        level = all(len({heights[cell] for cell in line}) == 1 for line in numbered.values())
        kinds = ("column", "row") if level else ("row", "column")
        return {
            key: (kind, tuple(cells))
            for kind, lines in zip(kinds, (lettered, numbered), strict=True)
            for key, cells in lines.items()
            if key
        }

    def example(self, stones: bytes, many: int = 1) -> str:
        """`many` points as a player types them, `c4,d4`, for examples in messages: if possible
        connected, empty and near the middle of the board. They need not be a legal move."""
        middle = self.xy.mean(axis=0)
        order = np.abs(self.xy - middle).sum(axis=1).argsort(kind="stable").tolist()
        rank = {cell: at for at, cell in enumerate(order)}
        for free in ({cell for cell in order if not stones[cell]}, set(order)):
            for start in filter(free.__contains__, order):
                chosen = [start]
                while len(chosen) < many:
                    near = {other for cell in chosen for other in self.adjacent[cell]}
                    near = near.intersection(free).difference(chosen)
                    if not near:
                        break
                    chosen.append(min(near, key=rank.__getitem__))
                if len(chosen) == many:
                    return ",".join(self.names[cell] for cell in sorted(chosen))
        return ",".join(self.names[cell] for cell in sorted(order[:many]))

    def rows(self, marks: Sequence[str], gap: str = "-") -> list[str]:
        """One string a row from the top, one character a cell.

        `marks[cell]` is the cell's character; gaps of a map inside its rectangle and
        voids of a hexhex board get `gap`. Hexhex rows are not indented.
        """
        return [
            "".join(gap if cell is None else marks[cell] for cell in row) for row in self.in_rows
        ]

    @cached_property
    def in_rows(self) -> tuple[tuple[Cell | None, ...], ...]:
        """The cells of each row from the top; None for gaps and voids, which `rows` draws."""
        height = int(self.lattice[:, 1].max()) + 1
        rows: list[tuple[Cell | None, ...]] = []
        for row in range(height - 1, -1, -1):
            cells = np.flatnonzero(self.lattice[:, 1] == row)
            places = self._columns[cells].astype(int)
            if self.kind == "hexhex":
                places -= max(0, row - (self.size - 1))
                width = 2 * self.size - 1 - abs(row - (self.size - 1))
            else:
                width = int(self._columns.max()) + 1
            line: list[Cell | None] = [None] * width
            for cell, place in zip(cells.tolist(), places.tolist(), strict=True):
                line[place] = cell
            rows.append(tuple(line))
        return tuple(rows)

    def read(self, rows: Sequence[str], marks: str = ".bw") -> bytes:
        """(cells,): the number of each cell's character in `marks`; undoes `rows`.

        Raises OptionError when the diagram has another shape or another character.
        """
        shape = self.in_rows
        if list(map(len, rows)) != list(map(len, shape)):
            raise OptionError(f"the diagram does not fit the board: it needs {len(shape)} rows")
        numbers = bytearray(self.cells)
        # In the order of cells, from the bottom row: the error names the first one at fault.
        for row, cells in zip(reversed(rows), reversed(shape), strict=True):
            for mark, cell in zip(row, cells, strict=True):
                if (mark == "-") != (cell is None):
                    raise OptionError("the diagram does not fit the board: use - for voids alone")
                if cell is None:
                    continue
                if mark not in marks:
                    name = self.names[cell]
                    raise OptionError(f"{name} is {mark!r}: use {' '.join(marks)} in a diagram")
                numbers[cell] = marks.index(mark)
        return bytes(numbers)

    def listing(self, cells: Sequence[Cell]) -> str:
        """`c4`, `c4 and c5`, `c4, c5 and d5`; of more than five the first four are named."""
        names = [self.names[cell] for cell in cells]
        if len(names) > 5:
            names = [*names[:4], f"{len(names) - 4} more"]
        return listed(names)

    @property
    def _columns(self) -> ShortInts:
        """(cells,): on a map the columns that names are by, on other boards those of the lattice;
        only rows of hexagons make a difference."""
        return self.xy[:, 0] // 2 if self.kind == "map" else self.lattice[:, 0]


def _range(kind: str, parts: Sequence[str]) -> str:
    """`letters a to e`, or `letter a alone`, for parts of names in their order."""
    first, last = parts[0], parts[-1]
    return f"{kind} {first} alone" if first == last else f"{kind}s {first} to {last}"


def name_parts(name: str) -> tuple[str, str]:
    """The letter and the number of a point's name: `("c", "4")`."""
    letter = name.rstrip(digits)
    return letter, name[len(letter) :]


@lru_cache(maxsize=32)
def square(size: int) -> Topology:
    """The `size` x `size` board with four neighbours; cell 0 is a1, bottom left."""
    points = [(x, y) for y in range(size) for x in range(size)]
    names = [point_name(x, y) for x, y in points]
    xy = [(2 * x, size - 1 - y) for x, y in points]
    return on_lattice(names, points, xy, _SQUARE, kind="square", size=size)


@lru_cache(maxsize=32)
def rhombus(size: int) -> Topology:
    """The rhombic board of `size` rows of `size` hexagonal cells, as Hex is played on; cell 0
    is a1, bottom left. Each row begins half a cell to the right of the row above it; columns
    are lettered along the bottom row and run up to the left.
    """
    points = [(x, y) for y in range(size) for x in range(size)]
    names = [point_name(x, y) for x, y in points]
    xy = [(2 * x + size - 1 - y, size - 1 - y) for x, y in points]
    return on_lattice(names, points, xy, _HEX, kind="rhombus", size=size)


@lru_cache(maxsize=32)
def hexhex(size: int, voids: frozenset[str] = frozenset()) -> Topology:
    """The hexagonal board with `size` cells an edge; cell 0 is a1, bottom left.

    Rows are lettered from the bottom, cells of a row numbered from the left. Cells
    named in `voids` are left out of the board but counted in the numbering.
    """
    places = [(name, place) for name, place in _hexhex_places(size) if name not in voids]
    names, xy = [name for name, _ in places], [place for _, place in places]
    points = []
    for x, y in xy:
        row = 2 * size - 2 - y
        points.append(((x - abs(row - (size - 1))) // 2 + max(0, row - (size - 1)), row))
    return on_lattice(names, points, xy, _HEX, kind="hexhex", size=size)


def _hexhex_places(size: int) -> list[tuple[str, tuple[int, int]]]:
    """Every name of a hexhex board's numbering with its place on the drawing grid."""
    return [
        (
            f"{chr(ord('a') + row)}{place + 1}",
            (abs(row - (size - 1)) + 2 * place, 2 * size - 2 - row),
        )
        for row in range(2 * size - 1)
        for place in range(2 * size - 1 - abs(row - (size - 1)))
    ]


def from_rows(rows: Sequence[str], *, hexagons: bool = False) -> Topology:
    """A square-lattice board with gaps, from rows given top to bottom; or one of `hexagons`, whose
    rows with an even number lie half a cell to the right.

    `.` is an intersection, everything else a gap. Columns are named by their place from
    the left and rows from the bottom, gaps counted. Nothing is checked here: `maps` reads
    what users write; there is at least one intersection.
    """
    height = len(rows)
    points = [
        (column, row)
        for row, line in enumerate(reversed(rows))
        for column, mark in enumerate(line)
        if mark == "."
    ]
    width = max(x for x, _ in points) + 1
    names = [point_name(x, y) for x, y in points]
    xy = [(2 * x + (y % 2 if hexagons else 0), height - 1 - y) for x, y in points]
    if hexagons:
        points = [(x + (y + 1) // 2, y) for x, y in points]
    steps = _HEX if hexagons else _SQUARE
    return on_lattice(names, points, xy, steps, kind="map", size=max(width, height))


def on_lattice(
    names: Sequence[str],
    points: Sequence[tuple[int, int]],
    xy: Sequence[tuple[int, int]],
    steps: tuple[tuple[int, int], ...],
    *,
    kind: str,
    size: int,
) -> Topology:
    """A board whose neighbours lie in the directions `steps`: counter-clockwise, the second half
    opposite to the first. `names`, `points` and `xy` have an entry for each cell, row by row
    from the bottom: its name in lower case, its (column, row) on the lattice, and its place
    (x, y) on the drawing grid; all counted from 0. Raises ValueError if cells share a name, a
    point or a place.
    """
    _ask_distinct(names, points, xy)
    index = {point: cell for cell, point in enumerate(points)}
    off = len(points)

    def step(cell: Cell, way: tuple[int, int]) -> Cell:
        if cell == off:
            return off
        x, y = points[cell]
        return index.get((x + way[0], y + way[1]), off)

    neighbours = np.full((off + 1, len(steps)), off, np.intp)
    for cell in range(off):
        neighbours[cell] = [step(cell, way) for way in steps]

    reach = max(1, *(max(point) for point in points))
    rays = np.full((off, len(steps), reach), off, np.intp)
    seen = np.arange(off)[:, None].repeat(len(steps), axis=1)
    for distance in range(reach):
        seen = neighbours[seen, np.arange(len(steps))]
        rays[:, :, distance] = seen

    return _frozen(
        Topology(
            kind=kind,
            size=size,
            names=tuple(names),
            lattice=np.array(points, np.int16),
            xy=np.array(xy, np.int16),
            steps=steps,
            neighbours=neighbours,
            rays=rays,
            blocks=_blocks(points, index, steps),
        )
    )


def graph(
    names: Sequence[str],
    xy: Sequence[tuple[int, int]],
    links: Iterable[tuple[Cell, Cell]],
    *,
    kind: str = "graph",
) -> Topology:
    """A board of any shape. `names` and `xy` have an entry for each cell: its name in lower case,
    and its place (x, y) on the drawing grid, x in half steps to the right and y in rows
    downward, counted from 0. `links` are the pairs of neighbours. Cells come row by row from
    the bottom row, each row from the left. Raises ValueError for another order, for cells that
    share a name or a place, and for a pair that is not two cells of the board.
    """
    _ask_distinct(names, xy)
    if list(xy) != sorted(xy, key=lambda place: (-place[1], place[0])):
        raise ValueError("the cells of a graph come from the bottom row, each row from the left")
    near: list[list[Cell]] = [[] for _ in names]
    for one, other in links:
        if not (0 <= one < len(names) and 0 <= other < len(names)) or one == other:
            raise ValueError(f"{one} and {other} are no two cells of the board")
        near[one] += [other] if other not in near[one] else []
        near[other] += [one] if one not in near[other] else []
    off = len(names)
    neighbours = np.full((off + 1, max(1, *map(len, near))), off, np.intp)
    for cell, others in enumerate(near):
        neighbours[cell, : len(others)] = sorted(others)
    width, height = max(x for x, _ in xy) + 1, max(y for _, y in xy) + 1
    return _frozen(
        Topology(
            kind=kind,
            size=max(width, height),
            names=tuple(names),
            lattice=np.array([(x, height - 1 - y) for x, y in xy], np.int16),
            xy=np.array(xy, np.int16),
            steps=(),
            neighbours=neighbours,
            rays=np.zeros((off, 0, 0), np.intp),
            blocks=np.zeros((0, 4), np.intp),
        )
    )


@lru_cache(maxsize=4)
def cube(edge: int) -> Topology:
    """A cube of `edge` layers of `edge` columns and rows. A cell is named by its layer, column and
    row, as 2b3, and cells are in the order of these. Neighbours are one step away along one of
    them; directions there are none, as on a graph. In diagrams the layers stand below each other,
    on the drawing grid side by side, but see `fitted`."""
    places = list(product(range(edge), repeat=3))
    index = {place: cell for cell, place in enumerate(places)}
    off = len(places)
    near = [
        [index.get((layer + a, column + b, row + c), off) for a, b, c in _CUBE]
        for layer, column, row in places
    ]
    return _frozen(
        Topology(
            kind="cube",
            size=edge,
            names=tuple(f"{layer + 1}{point_name(column, row)}" for layer, column, row in places),
            lattice=np.array([(x, (edge - 1 - z) * edge + y) for z, x, y in places], np.int16),
            xy=_layers(edge, edge),
            steps=(),
            neighbours=np.array([*near, [off] * len(_CUBE)], np.intp),
            rays=np.zeros((off, 0, 0), np.intp),
            blocks=np.zeros((0, 4), np.intp),
        )
    )


def _layers(edge: int, across: int) -> ShortInts:
    """(cells, 2): the drawing grid of a cube with so many layers in a row."""
    layer, column, row = np.indices((edge,) * 3).reshape(3, -1)
    down, right = np.divmod(layer, across)
    x, y = 2 * (right * (edge + 1) + column), down * (edge + 1) + edge - 1 - row
    return np.stack([x, y], axis=1).astype(np.int16)


@lru_cache(maxsize=16)
def fitted(topology: Topology, width: int) -> Topology:
    """The board for a drawing that is `width` half steps wide: the layers of a cube that do not fit
    beside the others stand below them. Other boards stay as they are."""
    if not topology.layered:
        return topology
    edge = topology.size
    across = max(1, (width + 3) // (2 * edge + 2))
    return topology if across >= edge else _frozen(replace(topology, xy=_layers(edge, across)))


def _ask_distinct(names: Sequence[str], *places: Sequence[tuple[int, int]]) -> None:
    """ValueError unless there are cells, as many of each of `places` as names, no two alike, and
    names in lower case."""
    if not names or any(len(some) != len(names) for some in places):
        raise ValueError("a board needs cells, and each of them a name and a place")
    if any(len(set(some)) < len(some) for some in (names, *places)):
        raise ValueError("two cells of the board share a name or a place")
    if any(name != name.strip().lower() or not name for name in names):
        raise ValueError("the names of cells are in lower case, without blanks around them")


def _frozen(topology: Topology) -> Topology:
    """The same topology, its arrays made read-only."""
    for value in vars(topology).values():
        if isinstance(value, np.ndarray):
            value.setflags(write=False)
    return topology


def _blocks(
    points: Iterable[tuple[int, int]],
    index: dict[tuple[int, int], Cell],
    steps: tuple[tuple[int, int], ...],
) -> Indices:
    """Cells p, p+a, p+b, p+a+b for neighbouring directions a, b: each block once."""
    half = len(steps) // 2
    # Turning past half a circle repeats a block from another corner.
    pairs = [(steps[turn], steps[turn + 1]) for turn in range(half)] if half > 2 else [steps[:2]]
    faces = []
    for x, y in points:
        for (ax, ay), (bx, by) in pairs:
            corners = [(x, y), (x + ax, y + ay), (x + bx, y + by), (x + ax + bx, y + ay + by)]
            if all(corner in index for corner in corners):
                faces.append(sorted(index[corner] for corner in corners))
    return np.array(sorted(faces), np.intp).reshape(-1, 4)


@lru_cache(maxsize=32)
def symmetries(topology: Topology) -> Indices:
    """(n, cells): for each symmetry the cell that each cell is moved to. The first is the
    identity. A square has 8, a hexagon 12, a board without any symmetry only the first. A
    graph, which has no directions, gets only the identity, whatever its shape."""
    points = topology.lattice.astype(int)
    steps = set(topology.steps)
    images: list[list[Cell | None]] = [[*range(topology.cells)]]
    for a, b, c, d in product((-1, 0, 1), repeat=4):
        if not steps or {(a * x + b * y, c * x + d * y) for x, y in steps} != steps:
            continue
        moved = points @ np.array([[a, c], [b, d]])
        moved += points.min(axis=0) - moved.min(axis=0)
        cells = [topology.at_lattice.get((int(x), int(y))) for x, y in moved]
        if None not in cells and cells not in images:
            images.append(cells)
    result = np.array(images, np.intp)
    result.setflags(write=False)
    return result


def images(topology: Topology, stones: bytes) -> NDArray[np.uint8]:
    """(n, cells): the stones (cells,) after each of the `symmetries`."""
    moved = symmetries(topology)
    result = np.empty(moved.shape, np.uint8)
    now = np.broadcast_to(np.frombuffer(stones, np.uint8), moved.shape)
    np.put_along_axis(result, moved, now, axis=1)
    return result
