"""The boards of Majorities and their lines (rules 1, 2 and 7).

The rules, the kernels, the solver and the display all take their line numbers from here.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

import numpy as np

from termgames.core.arrays import Bytes, Floats, Indices
from termgames.core.topology import Cell, Topology, cube, hexhex

DIRECTIONS = ("horizontal", "NE/SW", "NW/SE")
"""Lines are numbered direction by direction: rows from the top; lines NE/SW by their lower left
ends, from the right end of the bottom row leftward and then up the left side; lines NW/SE by their
upper left ends, from the left corner up and then along the top."""
OF_CUBE = ("rows", "columns", "pillars")
"""The directions of a cube: along its rows, along its columns, and through its layers. Lines are
numbered by their first cells."""


def void_names(size: int) -> frozenset[str]:
    """The names of the void cells, which are not on the board (rule 2).

    These are the cells at odd distance from the centre towards the upper left, the lower left and
    the right corner; the centre too if `size` mod 4 is 2 or 3.
    """
    middle = size - 1
    voids = [(middle, middle)] if size % 4 in (2, 3) else []
    for distance in range(1, size, 2):
        voids.append((middle + distance, middle - distance))
        voids.append((middle - distance, middle - distance))
        voids.append((middle, middle + distance))
    # (row from the bottom, place in the row from the left)
    return frozenset(f"{chr(ord('a') + row)}{place + 1}" for row, place in voids)


@dataclass(frozen=True, eq=False)
class Geometry:
    """A board with its L lines."""

    topology: Topology
    lines: tuple[tuple[Cell, ...], ...]
    """(L,): the cells of each line, ascending, direction by direction."""
    directions: tuple[str, str, str] = DIRECTIONS
    """The names of the directions."""

    @property
    def per_direction(self) -> int:
        """The number of lines in each direction, which is odd."""
        return len(self.lines) // 3

    @property
    def majority(self) -> int:
        """How many lines win a direction."""
        return self.per_direction // 2 + 1

    @cached_property
    def needed(self) -> tuple[int, ...]:
        """(L,): how many stones win a line: more than half of its cells, or half of them if their
        number is even, which occurs only without voids (rules 4, 6)."""
        return tuple((len(line) + 1) // 2 for line in self.lines)

    @cached_property
    def needs(self) -> Bytes:
        """(L,): `needed` as an array."""
        return np.array(self.needed, np.uint8)

    @cached_property
    def lines_of(self) -> tuple[tuple[int, int, int], ...]:
        """lines_of[cell]: the numbers of the cell's lines, one in each direction."""
        lines: list[list[int]] = [[] for _ in range(self.topology.cells)]
        for number, line in enumerate(self.lines):
            for cell in line:
                lines[cell].append(number)
        return tuple((a, b, c) for a, b, c in lines)

    @cached_property
    def member(self) -> Floats:
        """(cells, L): 1 where the cell lies on the line, else 0."""
        member = np.zeros((self.topology.cells, len(self.lines)), np.float32)
        for number, line in enumerate(self.lines):
            member[list(line), number] = 1
        return member

    @cached_property
    def along(self) -> Floats:
        """(L, 3): 1 where the line runs in the direction, else 0."""
        return np.eye(3, dtype=np.float32).repeat(self.per_direction, axis=0)

    @cached_property
    def padded_lines(self) -> Indices:
        """(L, longest): each line's cells, padded with `cells`, an index beyond the board."""
        cells, longest = self.topology.cells, max(map(len, self.lines))
        return np.array([[*line, *[cells] * (longest - len(line))] for line in self.lines])

    @cached_property
    def line_table(self) -> Indices:
        """(cells, 3): `lines_of` as an array."""
        return np.array(self.lines_of, np.intp)

    def direction(self, line: int) -> int:
        """The number of the direction in which a line runs, 0 to 2."""
        return line // self.per_direction


@lru_cache(maxsize=32)
def geometry(size: int, voids: bool = True) -> Geometry:
    """The board with `size` cells an edge, with or without its voids."""
    topology = hexhex(size, void_names(size) if voids else frozenset())
    span = 2 * size - 1
    lines: list[list[Cell]] = [[] for _ in range(3 * span)]
    for cell, (x, y) in enumerate(topology.lattice.tolist()):
        # On the lattice, which is sheared, a step up-right is (1, 1) and a step up-left (0, 1).
        lines[span - 1 - y].append(cell)
        lines[span + (size - 1) - (x - y)].append(cell)
        lines[2 * span + x].append(cell)
    return Geometry(topology, tuple(map(tuple, lines)))


@lru_cache(maxsize=4)
def of_cube(edge: int) -> Geometry:
    """The board of `topology.cube`, which has no voids."""
    cells = np.arange(edge**3).reshape((edge,) * 3)
    lines = [np.moveaxis(cells, axis, 2).reshape(-1, edge).tolist() for axis in (1, 2, 0)]
    return Geometry(cube(edge), tuple(map(tuple, chain(*lines))), OF_CUBE)
