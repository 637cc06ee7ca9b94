"""Trominoes as patterns, and the programs that find the legal ones on bit planes.

On a plane (`core.regions`) a tromino is a *kind* (its two other cells as distances from its
first) and an anchor (the place of its first cell). Six kinds on the square lattice,
eleven on the hexagonal one. Whether a kind may be placed is then the same Boolean formula
at every anchor; a formula compiled once is run on words that hold 64 boards each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from termgames.core.regions import plane
from termgames.games.plurality.geometry import Geometry

Vector = tuple[int, int]
VectorSet = frozenset[Vector]


@dataclass(frozen=True, eq=False)
class TrominoKind:
    """One pattern of trominoes. Vectors are (columns, rows) on the lattice."""

    cells: tuple[Vector, Vector, Vector]
    """From the anchor, which is the first cell: `cells[0]` is (0, 0)."""
    fills: tuple[VectorSet, ...]
    """The rests of blocks around it: illegal when all cells of one are occupied (rules 3
    and 8). None contains another."""
    clashes: frozenset[Vector]
    """The displacements at which a second tromino of this kind has a block in common
    with it: one may then decide whether the other is legal."""
    shape: NDArray[np.intp]
    """(length,): the shape's number by the anchor's place, -1 where there is none."""


@lru_cache(maxsize=32)
def kinds(geometry: Geometry) -> tuple[TrominoKind, ...]:
    """All kinds of a board's trominoes."""
    topology = geometry.topology
    lattice = [(int(x), int(y)) for x, y in topology.lattice]
    board_plane = plane(topology)
    patterns: dict[tuple[Vector, ...], NDArray[np.intp]] = {}
    for number, shape in enumerate(geometry.shapes):
        pattern = _pattern([lattice[cell] for cell in shape])
        if pattern not in patterns:
            patterns[pattern] = np.full(board_plane.length, -1, np.intp)
        patterns[pattern][board_plane.places[shape[0]]] = number
    blocks = {_pattern([lattice[cell] for cell in block]) for block in topology.blocks.tolist()}
    result = []
    for (a, b, c), shapes in patterns.items():
        touched = _touched((a, b, c), blocks)
        rests = {block - {a, b, c} for block in touched}
        fills = [rest for rest in rests if not any(other < rest for other in rests)]
        clashes = frozenset(
            (dx, dy)
            for dx in range(-6, 7)
            for dy in range(-6, 7)
            if (dx, dy) != (0, 0)
            and any(frozenset((x + dx, y + dy) for x, y in block) in touched for block in touched)
        )
        ordered = tuple(sorted(fills, key=lambda rest: (len(rest), sorted(rest))))
        result.append(TrominoKind((a, b, c), ordered, clashes, shapes))
    return tuple(result)


def _pattern(points: Sequence[Vector]) -> tuple[Vector, ...]:
    x, y = points[0]
    return tuple((px - x, py - y) for px, py in points)


def _touched(cells: Sequence[Vector], blocks: Iterable[Sequence[Vector]]) -> set[VectorSet]:
    """The blocks that hold a cell of `cells`, wherever they begin."""
    return {
        frozenset((x - ox + cx, y - oy + cy) for x, y in block)
        for block in blocks
        for ox, oy in block
        for cx, cy in cells
    }


# -- programs ---------------------------------------------------------------------------

Operation = Literal["and", "or"]
Operand = tuple[str, int]
"""A plane by its name, and how far from a place it is read."""


@dataclass(frozen=True)
class Step:
    """`out` = `left` operation `right`, over all places of the plane."""

    operation: Operation
    left: Operand
    right: Operand
    out: str


def legality(kind: TrominoKind, width: int) -> list[Step]:
    """Steps that leave in plane `good` the anchors where the kind may be placed.

    They read `empty` (cells of the board without a stone) and `vacant` (everything
    without a stone, also off the board), and use planes `good`, `t1`, `t2`...
    """
    _, b, c = (("empty", _distance(cell, width)) for cell in kind.cells)
    steps = [Step("and", ("empty", 0), b, "good"), Step("and", ("good", 0), c, "good")]
    fills = [frozenset(_distance(cell, width) for cell in rest) for rest in kind.fills]
    operand, more = _product(fills, 1)
    return [*steps, *more, Step("and", ("good", 0), operand, "good")]


def _distance(vector: Vector, width: int) -> int:
    return vector[0] + vector[1] * width


def _product(groups: Sequence[frozenset[int]], register: int) -> tuple[Operand, list[Step]]:
    """The conjunction of groups, each satisfied by any of its places being vacant.

    The place that most groups have in common is taken out of them:
    (a or g) and (a or h) = a or (g and h).
    """
    out = f"t{register}"
    counts = Counter(place for group in groups for place in group)
    common, times = max(counts.items(), key=lambda item: (item[1], -item[0]))
    if times == 1:
        operand, steps = _sum(groups[0], register)
        rest = groups[1:]
    else:
        inside = [group - {common} for group in groups if common in group]
        operand, steps = _product(inside, register)
        steps = [*steps, Step("or", operand, ("vacant", common), out)]
        operand = (out, 0)
        rest = [group for group in groups if common not in group]
    if not rest:
        return operand, steps
    other, more = _product(rest, register + 1)
    return (out, 0), [*steps, *more, Step("and", operand, other, out)]


def _sum(group: frozenset[int], register: int) -> tuple[Operand, list[Step]]:
    first, *rest = (("vacant", place) for place in sorted(group))
    steps = []
    for operand in rest:
        steps.append(Step("or", first, operand, f"t{register}"))
        first = (f"t{register}", 0)
    return first, steps


def first_of_clash(kind: TrominoKind, width: int, *, backwards: bool) -> list[Step]:
    """Steps that leave in plane `clash` the anchors with a proposal before them, in the
    order of places (`backwards`: after them), that they clash with.

    Proposals are read from `good`; `clash` and planes `r2`, `r3`... are written. A run of
    neighbouring displacements is read at once from `r<length>`, proposals spread over
    that many places.
    """
    sign = 1 if backwards else -1
    ahead = [(dx, dy) for dx, dy in kind.clashes if (dy, dx) > (0, 0)]
    runs = []
    for row in sorted({dy for _, dy in ahead}):
        columns = sorted(dx for dx, dy in ahead if dy == row)
        assert columns == list(range(columns[0], columns[-1] + 1))
        runs.append((columns[0] + row * width, len(columns)))
    steps: list[Step] = []
    spread = {1: "good"}
    for length in sorted({length for _, length in runs}):
        while max(spread) < length:
            longest = max(spread)
            reach = min(longest, length - longest)
            name = f"r{longest + reach}"
            shifted = (spread[longest], sign * reach)
            steps.append(Step("or", (spread[longest], 0), shifted, name))
            spread[longest + reach] = name
    first, *rest = [(spread[length], sign * distance) for distance, length in runs]
    if not rest:
        return [*steps, Step("or", first, first, "clash")]
    for operand in rest:
        steps.append(Step("or", first, operand, "clash"))
        first = ("clash", 0)
    return steps
