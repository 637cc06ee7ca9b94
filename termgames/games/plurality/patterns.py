"""Kinds of trominoes, and the Boolean programs that find the legal ones on bit planes.

On a plane (`core.regions`) a tromino has a *kind* (the displacements of its other two cells from
its first) and an *anchor* (the place of its first cell). There are six kinds on the square lattice
and eleven on the hexagonal one. Whether a kind may be placed is the same Boolean formula at
every anchor; it is compiled once into steps, which run on words that hold 64 boards each.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from termgames.core.arrays import Indices
from termgames.core.regions import plane
from termgames.games.plurality.geometry import Geometry

Vector = tuple[int, int]
VectorSet = frozenset[Vector]


@dataclass(frozen=True, eq=False)
class TrominoKind:
    """One kind of tromino. Vectors are (columns, rows) on the lattice."""

    cells: tuple[Vector, Vector, Vector]
    """The displacements of the cells from the anchor; `cells[0]` is (0, 0)."""
    fills: tuple[VectorSet, ...]
    """For each block that the tromino touches, the block's other cells: the tromino is illegal when
    all cells of one set are occupied (rules 3 and 8). Sets that contain another are left out."""
    clashes: frozenset[Vector]
    """The displacements at which a second tromino of this kind touches a block that this one
    touches: one may then make the other illegal."""
    shape: Indices
    """(length,): the number of the shape whose anchor is at each place, -1 if there is none."""


@lru_cache(maxsize=32)
def kinds(geometry: Geometry) -> tuple[TrominoKind, ...]:
    """All kinds of a board's trominoes; cached."""
    topology = geometry.topology
    lattice = [(int(x), int(y)) for x, y in topology.lattice]
    board_plane = plane(topology)
    patterns: dict[tuple[Vector, ...], Indices] = {}
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


@lru_cache(maxsize=32)
def anchors_of(geometry: Geometry) -> Indices:
    """(shapes,): each shape's kind and the place of its anchor: kind * length + place; cached."""
    shape = np.stack([kind.shape for kind in kinds(geometry)]).reshape(-1)
    return np.argsort(shape, kind="stable")[np.count_nonzero(shape < 0) :]


def _pattern(points: Sequence[Vector]) -> tuple[Vector, ...]:
    """The displacements of `points` from the first of them."""
    x, y = points[0]
    return tuple((px - x, py - y) for px, py in points)


def _touched(cells: Sequence[Vector], blocks: Iterable[Sequence[Vector]]) -> set[VectorSet]:
    """All blocks that contain a cell of `cells`; `blocks` are their forms, each with its first cell
    at (0, 0)."""
    return {
        frozenset((x - ox + cx, y - oy + cy) for x, y in block)
        for block in blocks
        for ox, oy in block
        for cx, cy in cells
    }


# -- programs ---------------------------------------------------------------------------

Operation = Literal["and", "or"]
Operand = tuple[str, int]
"""The name of a plane, and the distance from each place to the place where it is read."""


@dataclass(frozen=True)
class PlaneStep:
    """Write `left` and (or) `right` into `out`, for all places of the plane."""

    operation: Operation
    left: Operand
    right: Operand
    out: str


def legality(kind: TrominoKind, width: int) -> list[PlaneStep]:
    """Steps that write into plane `good` the anchors at which the kind may be placed.

    They read `empty` (cells of the board without a stone) and `vacant` (all places without a
    stone, also those off the board), and use scratch planes `t1`, `t2`... `width` is the plane's.
    """
    _, b, c = (("empty", _distance(cell, width)) for cell in kind.cells)
    steps = [PlaneStep("and", ("empty", 0), b, "good"), PlaneStep("and", ("good", 0), c, "good")]
    fills = [frozenset(_distance(cell, width) for cell in rest) for rest in kind.fills]
    operand, more = _product(fills, 1)
    return [*steps, *more, PlaneStep("and", ("good", 0), operand, "good")]


def _distance(vector: Vector, width: int) -> int:
    return vector[0] + vector[1] * width


def _product(sets: Sequence[frozenset[int]], register: int) -> tuple[Operand, list[PlaneStep]]:
    """Steps for "each of the sets has a vacant place", and the operand with their result.

    The place that most sets have in common is factored out:
    (a or g) and (a or h) = a or (g and h). Scratch planes from `t<register>` on are used.
    """
    out = f"t{register}"
    counts = Counter(place for places in sets for place in places)
    common, times = max(counts.items(), key=lambda item: (item[1], -item[0]))
    if times == 1:
        operand, steps = _sum(sets[0], register)
        rest = sets[1:]
    else:
        inside = [places - {common} for places in sets if common in places]
        operand, steps = _product(inside, register)
        steps = [*steps, PlaneStep("or", operand, ("vacant", common), out)]
        operand = (out, 0)
        rest = [places for places in sets if common not in places]
    if not rest:
        return operand, steps
    other, more = _product(rest, register + 1)
    return (out, 0), [*steps, *more, PlaneStep("and", operand, other, out)]


def _sum(places: frozenset[int], register: int) -> tuple[Operand, list[PlaneStep]]:
    """Steps for "one of the places is vacant", and the operand with their result."""
    first, *rest = (("vacant", place) for place in sorted(places))
    steps = []
    for operand in rest:
        steps.append(PlaneStep("or", first, operand, f"t{register}"))
        first = (f"t{register}", 0)
    return first, steps


def first_of_clash(kind: TrominoKind, width: int, *, backwards: bool) -> list[PlaneStep]:
    """Steps that write into plane `clash` the anchors that clash with a proposal at an earlier
    place of the plane (with `backwards`: at a later place); see `TrominoKind.clashes`.

    They read the proposals from `good` and use scratch planes `r2`, `r3`... In `r<length>` every
    proposal is spread over `length` neighbouring places, so that a run of neighbouring
    displacements is read at once.
    """
    sign = 1 if backwards else -1
    ahead = [(dx, dy) for dx, dy in kind.clashes if (dy, dx) > (0, 0)]
    runs = []
    for row in sorted({dy for _, dy in ahead}):
        columns = sorted(dx for dx, dy in ahead if dy == row)
        assert columns == list(range(columns[0], columns[-1] + 1))
        runs.append((columns[0] + row * width, len(columns)))
    steps: list[PlaneStep] = []
    spread = {1: "good"}
    for length in sorted({length for _, length in runs}):
        while max(spread) < length:
            longest = max(spread)
            reach = min(longest, length - longest)
            name = f"r{longest + reach}"
            shifted = (spread[longest], sign * reach)
            steps.append(PlaneStep("or", (spread[longest], 0), shifted, name))
            spread[longest + reach] = name
    first, *rest = [(spread[length], sign * distance) for distance, length in runs]
    if not rest:
        return [*steps, PlaneStep("or", first, first, "clash")]
    for operand in rest:
        steps.append(PlaneStep("or", first, operand, "clash"))
        first = ("clash", 0)
    return steps
