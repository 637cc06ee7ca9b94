"""Where things lie on a picture of a board, in units of which two neighbours are 32 apart."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from termgames.core.text import column_name
from termgames.core.topology import Cell, Topology

PITCH = 32.0
"""How far neighbours of a row are from each other."""
_MARGIN = 24.0
"""Around everything."""
_ROW_OF_HEXAGONS = PITCH * math.sqrt(3) / 2
CORNER = PITCH / math.sqrt(3)
"""From the middle of a hexagon to its corners."""

Point = tuple[float, float]


@dataclass(frozen=True)
class BoardPlan:
    """The drawing of a board without stones."""

    width: float
    height: float
    points: tuple[Point, ...]
    """By cell, where its stone lies."""
    labels: tuple[tuple[Point, str], ...]
    """Coordinates: the middle of each, and its text."""


@lru_cache(maxsize=16)
def board_plan(topology: Topology) -> BoardPlan:
    """The drawing of a board."""
    step = PITCH / 2, _ROW_OF_HEXAGONS if topology.hexagonal else PITCH
    places = [(int(x), int(y)) for x, y in topology.xy]
    labels = [*_labels(topology)]
    every = [*places, *(place for place, _ in labels)]
    left, top = min(x for x, _ in every), min(y for _, y in every)
    right, bottom = max(x for x, _ in every), max(y for _, y in every)
    origin = _MARGIN - left * step[0], _MARGIN - top * step[1]

    def at(x: float, y: float) -> Point:
        return round(origin[0] + x * step[0], 2), round(origin[1] + y * step[1], 2)

    points = tuple(at(*place) for place in places)
    return BoardPlan(
        width=round(2 * _MARGIN + (right - left) * step[0], 2),
        height=round(2 * _MARGIN + (bottom - top) * step[1], 2),
        points=points,
        labels=tuple((at(*place), text) for place, text in labels),
    )


def ways_ahead(topology: Topology, cell: Cell) -> int:
    """Whither lines lead from a cell: 1 up, 2 right, 4 down, 8 left, summed."""
    x, y = topology.lattice[cell].tolist()
    ways = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return sum(
        1 << way for way, (dx, dy) in enumerate(ways) if (x + dx, y + dy) in topology.at_lattice
    )


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


def _labels(topology: Topology) -> Iterator[tuple[tuple[float, float], str]]:
    """The coordinates with their places on the drawing grid: letters and numbers on all four sides
    where lines cross, else the name of each row's first and last cell beside it."""
    places = [(int(x), int(y)) for x, y in topology.xy]
    left, right = min(x for x, _ in places) - 2, max(x for x, _ in places) + 2
    if topology.ruled:
        top, bottom = min(y for _, y in places) - 1, max(y for _, y in places) + 1
        for x in range(0, right, 2):
            yield from (((x, at), column_name(x // 2)) for at in (top, bottom))
        for y in range(bottom):
            yield from (((at, y), str(bottom - y)) for at in (left, right))
        return
    rows_of: dict[int, list[tuple[int, str]]] = {}
    for (x, y), name in zip(places, topology.names, strict=True):
        rows_of.setdefault(y, []).append((x, name))
    for y, row in rows_of.items():
        yield (min(row)[0] - 2, y), min(row)[1]
        yield (max(row)[0] + 2, y), max(row)[1]
