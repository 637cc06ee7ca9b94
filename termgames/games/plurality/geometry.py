"""The trominoes on a board, called *shapes* when colours do not matter, and the blocks they touch.

A *block* is four cells that must never all be occupied: a 2x2 square, or a diamond on hexhex
boards (rules 3 and 8). The rules, the kernel and the search all take shape numbers from here.
"""

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
    """The cells of each shape ascending; shapes ascending."""

    @cached_property
    def fills(self) -> tuple[tuple[tuple[Cell, ...], ...], ...]:
        """fills[shape]: for each block that the shape touches, the block's other cells, its
        *remainder*. The shape is illegal when all cells of a remainder are occupied (rules 3 and
        8). A remainder that contains another is left out. None is empty: a block has four cells."""
        blocks = [frozenset(block) for block in sorted(self.topology.blocks.tolist())]
        blocks_at: list[list[int]] = [[] for _ in range(self.topology.cells)]
        for number, block in enumerate(blocks):
            for cell in block:
                blocks_at[cell].append(number)
        fills = []
        for shape in self.shapes:
            touched = sorted({number for cell in shape for number in blocks_at[cell]})
            kept: list[frozenset[Cell]] = []
            # Small remainders come first, since they are most often full. A remainder that contains
            # another is full only if that one is, too.
            for rest in sorted((blocks[number].difference(shape) for number in touched), key=len):
                if not any(smaller <= rest for smaller in kept):
                    kept.append(rest)
            fills.append(tuple(tuple(sorted(rest)) for rest in kept))
        return tuple(fills)

    def may_place(self, stones: bytes | bytearray, number: int) -> bool:
        """Whether shape `number` may be placed: its cells are empty, and it fills no block (rules
        2, 3 and 8). Who moves and which stone is the opponent's does not matter.

        `patterns.legality` says the same on bit planes (`test_packed.py` compares them).
        """
        a, b, c = self.shapes[number]
        if stones[a] or stones[b] or stones[c]:
            return False
        for rest in self.fills[number]:
            for cell in rest:
                if not stones[cell]:
                    break
            else:
                return False
        return True

    @cached_property
    def number(self) -> dict[tuple[Cell, Cell, Cell], int]:
        """The number of each shape, by its cells ascending."""
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
