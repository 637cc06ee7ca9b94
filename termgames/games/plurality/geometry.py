"""Trominoes on a board: every shape, and the blocks it could fill.

Shared by the readable rules, the kernel and the search, so that shape numbers mean the
same everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from termgames.core.arrays import Indices
from termgames.core.topology import Cell, Topology


@dataclass(frozen=True, eq=False)
class Geometry:
    """The trominoes of a topology, numbered in the order of their sorted cells."""

    topology: Topology
    shapes: tuple[tuple[Cell, Cell, Cell], ...]
    """Cells ascending; shapes ascending."""
    fills: tuple[tuple[tuple[Cell, ...], ...], ...]
    """fills[shape]: for each block the shape touches, the block's other cells. The
    shape is illegal when all cells of one such remainder are occupied (rule 3, rule 8).
    Never empty for a legal shape: no tromino fills a block by itself."""

    @cached_property
    def number(self) -> dict[tuple[Cell, Cell, Cell], int]:
        """Shape number by its ascending cells."""
        return {shape: number for number, shape in enumerate(self.shapes)}

    @cached_property
    def cells(self) -> Indices:
        """(shapes, 3): the shapes as an array."""
        return np.array(self.shapes, np.intp).reshape(-1, 3)

    @cached_property
    def through(self) -> tuple[tuple[int, ...], ...]:
        """through[cell]: the numbers of the shapes that cover the cell."""
        lists: list[list[int]] = [[] for _ in range(self.topology.cells)]
        for number, shape in enumerate(self.shapes):
            for cell in shape:
                lists[cell].append(number)
        return tuple(map(tuple, lists))


@lru_cache(maxsize=32)
def geometry(topology: Topology) -> Geometry:
    """The trominoes of `topology`; cached, since building takes a fraction of a second."""
    adjacent = topology.adjacent
    triples: set[tuple[Cell, ...]] = set()
    for middle, around in enumerate(adjacent):
        for i, one in enumerate(around):
            triples.update(tuple(sorted((middle, one, other))) for other in around[i + 1 :])
    shapes = tuple((a, b, c) for a, b, c in sorted(triples))

    blocks_at: list[list[frozenset[Cell]]] = [[] for _ in range(topology.cells)]
    for row in topology.blocks.tolist():
        block = frozenset(row)
        for cell in row:
            blocks_at[cell].append(block)
    fills = []
    for shape in shapes:
        touched = {block for cell in shape for block in blocks_at[cell]}
        # Small remainders fill first: checked first, they refuse soonest; a remainder
        # that contains a smaller one never decides.
        rests: list[frozenset[Cell]] = []
        for block in sorted(touched, key=lambda block: (len(block - set(shape)), sorted(block))):
            rest = block.difference(shape)
            if not any(smaller <= rest for smaller in rests):
                rests.append(rest)
        fills.append(tuple(tuple(sorted(rest)) for rest in rests))
    return Geometry(topology, shapes, tuple(fills))
