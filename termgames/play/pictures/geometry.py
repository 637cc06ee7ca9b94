"""Where things lie on a picture of a board, in units of which two neighbours are 32 apart."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from termgames.core.topology import Topology, name_parts

PITCH = 32.0
"""How far neighbours of a row are from each other."""
RADIUS = 14.6
"""Of a stone."""
_MARGIN = 24.0
"""Around everything."""
_ROW_OF_HEXAGONS = PITCH * math.sqrt(3) / 2
_CORNER = PITCH / math.sqrt(3)
"""From the middle of a hexagon to its corners."""
_STARS = 7
"""Squares from this size on have star points."""

Point = tuple[float, float]


@dataclass(frozen=True)
class BoardPlan:
    """The drawing of a board without stones."""

    width: float
    height: float
    points: tuple[Point, ...]
    """By cell, where its stone lies."""
    lines: tuple[tuple[Point, Point], ...]
    """Between points, where stones lie on crossings."""
    outlines: tuple[tuple[Point, ...], ...]
    """By cell its corners, where stones lie in cells; else empty."""
    voids: tuple[tuple[Point, ...], ...]
    """The corners of cells that are left out of the board."""
    stars: tuple[Point, ...]
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
        lines=() if topology.hexagonal else tuple(_lines(topology, points)),
        outlines=tuple(map(_hexagon, points)) if topology.hexagonal else (),
        voids=tuple(_hexagon(at(*place)) for place in topology.voids.values()),
        stars=tuple(points[cell] for cell in _stars(topology)),
        labels=tuple((at(*place), text) for place, text in labels),
    )


def _hexagon(middle: Point) -> tuple[Point, ...]:
    corners = [math.radians(60 * turn + 30) for turn in range(6)]
    x, y = middle
    return tuple(
        (round(x + _CORNER * math.cos(a), 2), round(y + _CORNER * math.sin(a), 2)) for a in corners
    )


def _lines(topology: Topology, points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Between neighbours; those in one straight run are one line."""
    if not topology.ruled:
        for cell, others in enumerate(topology.adjacent):
            yield from ((points[cell], points[other]) for other in others if other > cell)
        return
    off = topology.cells
    for way, back in ((0, 2), (1, 3)):
        for cell in range(off):
            if topology.neighbours[cell, back] != off:
                continue
            run = [int(each) for each in topology.rays[cell, way] if each != off]
            if run:
                yield points[cell], points[run[-1]]


def _stars(topology: Topology) -> list[int]:
    """The star points of a square board, as a Go board has them."""
    size = topology.size
    if not topology.whole_square or size < _STARS or size % 2 == 0:
        return []
    edge, middle = 3 if size > 12 else 2, size // 2
    lines = (edge, middle, size - 1 - edge) if size > 14 else (edge, size - 1 - edge)
    both = [(x, y) for x in lines for y in lines]
    return [topology.at_lattice[place] for place in dict.fromkeys([*both, (middle, middle)])]


def _labels(topology: Topology) -> Iterator[tuple[tuple[float, float], str]]:
    """The coordinates with their places on the drawing grid: letters and numbers on all four sides
    where lines cross, else the name of each row's first and last cell beside it."""
    places = [(int(x), int(y)) for x, y in topology.xy]
    left, right = min(x for x, _ in places) - 2, max(x for x, _ in places) + 2
    if topology.ruled:
        top, bottom = min(y for _, y in places) - 1, max(y for _, y in places) + 1
        columns = {x: name_parts(topology.names[cell])[0] for cell, (x, _) in enumerate(places)}
        rows = {y: name_parts(topology.names[cell])[1] for cell, (_, y) in enumerate(places)}
        for x, text in columns.items():
            yield from (((x, top), text), ((x, bottom), text))
        for y, text in rows.items():
            yield from (((left, y), text), ((right, y), text))
        return
    rows_of: dict[int, list[tuple[int, str]]] = {}
    for (x, y), name in zip(places, topology.names, strict=True):
        rows_of.setdefault(y, []).append((x, name))
    for y, row in rows_of.items():
        yield (min(row)[0] - 2, y), min(row)[1]
        yield (max(row)[0] + 2, y), max(row)[1]
