"""The board of Majorities and its lines (rules 1 and 2).

Shared by the readable rules, the kernels, the solver and the display, so that line
numbers mean the same everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from termgames.core.arrays import Floats, Indices
from termgames.core.topology import Cell, Topology, hexhex

DIRECTIONS = ("horizontal", "NE/SW", "NW/SE")
"""Lines are numbered direction by direction: rows from the top; lines NE/SW from the
right end of the bottom row leftward and up the left side; lines NW/SE from the left
corner up and along the top."""


def void_names(size: int) -> frozenset[str]:
    """The cells that are not on the board (rule 2).

    From the centre towards the upper left, lower left and right corner the cells at odd
    distance; the centre too when `size` leaves 2 or 3 divided by 4.
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
    """A board with its lines; L = 3 * (2 * size - 1) lines."""

    topology: Topology
    lines: tuple[tuple[Cell, ...], ...]
    """(L,): the cells of each line, ascending; see DIRECTIONS for the order."""

    @property
    def size(self) -> int:
        """Cells an edge."""
        return self.topology.size

    @property
    def per_direction(self) -> int:
        """Lines in each direction, an odd number."""
        return 2 * self.size - 1

    @cached_property
    def needed(self) -> tuple[int, ...]:
        """(L,): stones that win a line: more than half, of an even line half (rules 4, 6)."""
        return tuple((len(line) + 1) // 2 for line in self.lines)

    @cached_property
    def lines_of(self) -> tuple[tuple[int, int, int], ...]:
        """lines_of[cell]: the numbers of its lines, one a direction."""
        lines: list[list[int]] = [[] for _ in range(self.topology.cells)]
        for number, line in enumerate(self.lines):
            for cell in line:
                lines[cell].append(number)
        return tuple((a, b, c) for a, b, c in lines)

    @cached_property
    def member(self) -> Floats:
        """(cells, L): 1 where a cell lies on a line."""
        member = np.zeros((self.topology.cells, len(self.lines)), np.float32)
        for number, line in enumerate(self.lines):
            member[list(line), number] = 1
        return member

    @cached_property
    def along(self) -> Floats:
        """(L, 3): 1 where a line runs in a direction."""
        return np.eye(3, dtype=np.float32).repeat(self.per_direction, axis=0)

    @cached_property
    def padded_lines(self) -> Indices:
        """(L, longest): a line's cells, then the number of cells, a place beside the board."""
        cells, longest = self.topology.cells, max(map(len, self.lines))
        return np.array([[*line, *[cells] * (longest - len(line))] for line in self.lines])

    @cached_property
    def line_table(self) -> Indices:
        """(cells, 3): `lines_of` as an array."""
        return np.array(self.lines_of, np.intp)

    def direction(self, line: int) -> int:
        """The number of the direction a line runs in, 0 to 2."""
        return line // self.per_direction


@lru_cache(maxsize=32)
def geometry(size: int, voids: bool = True) -> Geometry:
    """The board with `size` cells an edge, with or without its voids."""
    topology = hexhex(size, void_names(size) if voids else frozenset())
    span = 2 * size - 1
    lines: list[list[Cell]] = [[] for _ in range(3 * span)]
    for cell, (x, y) in enumerate(topology.lattice.tolist()):
        # Lattice columns are sheared: up-right is the step (1, 1), up-left (0, 1).
        lines[span - 1 - y].append(cell)
        lines[span + (size - 1) - (x - y)].append(cell)
        lines[2 * span + x].append(cell)
    return Geometry(topology, tuple(map(tuple, lines)))
