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

    @cached_property
    def fills(self) -> tuple[tuple[tuple[Cell, ...], ...], ...]:
        """fills[shape]: for each block the shape touches, the block's other cells. The
        shape is illegal when all cells of one such remainder are occupied (rule 3, rule 8).
        Never empty for a legal shape: no tromino fills a block by itself."""
        blocks = [frozenset(block) for block in sorted(self.topology.blocks.tolist())]
        blocks_at: list[list[int]] = [[] for _ in range(self.topology.cells)]
        for number, block in enumerate(blocks):
            for cell in block:
                blocks_at[cell].append(number)
        fills = []
        for shape in self.shapes:
            touched = sorted({number for cell in shape for number in blocks_at[cell]})
            kept: list[frozenset[Cell]] = []
            # Small remainders first: checked first, they refuse soonest; a remainder that
            # contains a smaller one never decides.
            for rest in sorted((blocks[number].difference(shape) for number in touched), key=len):
                if not any(smaller <= rest for smaller in kept):
                    kept.append(rest)
            fills.append(tuple(tuple(sorted(rest)) for rest in kept))
        return tuple(fills)

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
    """The trominoes of `topology`; cached."""
    adjacent = topology.adjacent
    triples: set[tuple[Cell, ...]] = set()
    for middle, around in enumerate(adjacent):
        for i, one in enumerate(around):
            triples.update(tuple(sorted((middle, one, other))) for other in around[i + 1 :])
    return Geometry(topology, tuple((a, b, c) for a, b, c in sorted(triples)))
