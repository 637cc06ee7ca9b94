"""Boards in plain characters, for pipes, screen readers and other programs."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from termgames.core.display import AnyDisplay
from termgames.core.game import AnyGame
from termgames.core.text import column_name
from termgames.core.topology import Cell, fitted

EMPTY, GAP = ".", "-"
_ORIGIN = "+"
_NONE: Mapping[Cell, int | None] = MappingProxyType({})
_WIDTH = 70
"""Characters of a row between its names, at most, where a board can be drawn in several parts."""
_Places = Sequence[Sequence[int]]
"""Column and row of each cell on the drawing grid."""
_BARE: Mapping[Cell, str] = MappingProxyType({})


def marks(game: AnyGame, state: Any) -> list[str]:
    """One character a cell: `.` empty, else the mark of the stone's colour."""
    signs = (EMPTY, *game.marks)
    return [signs[stone] for stone in game.stones(state)]


def rows(game: AnyGame, state: Any) -> list[str]:
    """One string a row from the top, as in JSON: `.`, colour letters, `-` gap."""
    return game.topology.rows(marks(game, state), GAP)


def origins(game: AnyGame, display: AnyDisplay, state: Any) -> dict[Cell, int | None]:
    """The start points, and what else a display marks on the empty board, with the colour of
    their owner."""
    return {
        origin.cell: None if origin.owner is None else game.colour(state, origin.owner)
        for origin in display.origins(state)
    }


def draw(
    game: AnyGame,
    state: Any,
    last: Collection[Cell] = (),
    starts: Mapping[Cell, int | None] = _NONE,
    labels: Mapping[Cell, str] = _BARE,
) -> str:
    """The board with coordinates, several lines without an empty one among them.

    Stones are capital letters; the cells of `last` have a `*` before them. Empty cells of
    `starts` have a `+`, or the small letter of the colour they belong to. What is written on
    cells (`labels`) stands behind them, and the columns are twice as far apart then.
    """
    signs = [mark.upper() for mark in marks(game, state)]
    for cell, colour in starts.items():
        if signs[cell] == EMPTY:
            signs[cell] = _ORIGIN if colour is None else game.marks[colour]
    apart = 2 if labels else 1
    topology = fitted(game.topology, _WIDTH // apart)
    places = (topology.xy.astype(int) * (apart, 1)).tolist()
    written = [f"{sign}{labels.get(cell, '')}" for cell, sign in enumerate(signs)]
    field = _field(places, written, last)
    if topology.ruled:
        return "\n".join(_square_labels(field, max(places)[0], 2 * apart))
    return "\n".join(_row_labels(topology.names, places, field))


def _field(places: _Places, written: list[str], last: Collection[Cell]) -> list[str]:
    """The cells at their places, each with the blank before it."""
    width, height = (max(ends) + 1 for ends in zip(*places, strict=True))
    lines = [[" "] * (width + 3) for _ in range(height)]
    for cell, (x, y) in enumerate(places):
        lines[y][x + 1 : x + 1 + len(written[cell])] = written[cell]
        if cell in last:
            lines[y][x] = "*"
    return ["".join(line).rstrip() for line in lines]


def _square_labels(field: list[str], right: int, apart: int) -> list[str]:
    """Letters below and above the columns, which end at `right`; numbers beside the rows."""
    width = right + 1
    head = [" "] * (width + 2)
    for column, x in enumerate(range(0, width, apart)):
        name = column_name(column)
        head[x + 1 : x + 1 + len(name)] = name
    height = len(field)
    side = len(str(height))
    letters_line = " " * side + "".join(head).rstrip()
    body = [f"{height - y:>{side}}{line:<{width + 1}} {height - y}" for y, line in enumerate(field)]
    return [letters_line, *body, letters_line]


def _row_labels(names: Sequence[str], places: _Places, field: list[str]) -> list[str]:
    """The name of the first and of the last cell beside each row."""
    ends: dict[int, tuple[str, str]] = {}
    for name, (_, y) in zip(names, places, strict=True):
        ends[y] = (ends[y][0] if y in ends else name, name)
    lines = []
    width = max(3, *(len(first) for first, _ in ends.values()))
    for y, line in enumerate(field):
        if y not in ends:
            lines.append("")
            continue
        inner = line.lstrip(" *")
        indent = len(line) - len(inner)
        first, last = ends[y]
        # A mark before the first cell stands between the label and the cell.
        start = line[indent - 1 : indent] if "*" in line[:indent] else " "
        label = " " * (indent - 1) + f"{first:>{width}}"
        lines.append(f"{label}{start}{inner} {last}")
    return lines
