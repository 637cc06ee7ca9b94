"""Where on a board some cells lie, in words."""

from collections.abc import Sequence

import numpy as np

from termgames.core.text import listed
from termgames.core.topology import Cell, Topology
from termgames.go.board import groups

_FEW = 3
"""So many cells are named one by one."""
_MUCH = 0.5
"""A part of the board that is no longer called by one of its places."""
_OFF = 1 / 3
"""Cells whose middle is as far from that of the board, as a part of the way to its edge, lie on one
of its sides."""


def place(topology: Topology, cells: Sequence[Cell]) -> str:
    """`c4 and c5`, `the upper left corner`, `the left side`, `the centre`, `much of the board`."""
    return _place(topology, cells)[1]


def at(topology: Topology, cells: Sequence[Cell]) -> str:
    """Where something on these cells is: `on c4 and c5`, `in the upper left corner`."""
    return " ".join(_place(topology, cells))


def around(topology: Topology, cells: Sequence[Cell]) -> str:
    """Roughly where a few cells are, without the name of one: `on the left side`, and a place each
    for those that do not touch, `in the upper left corner and in the centre`."""
    marked = bytes(cell in cells for cell in range(topology.cells))
    parts = (part.cells for part in groups(topology, marked))
    return listed(list(dict.fromkeys(" ".join(_region(topology, part)) for part in parts)))


def _place(topology: Topology, cells: Sequence[Cell]) -> tuple[str, str]:
    """The preposition, and the place."""
    if len(cells) <= _FEW:
        return "on", listed([topology.names[cell] for cell in cells])
    if len(cells) > _MUCH * topology.cells:
        return "on", "much of the board"
    return _region(topology, cells)


def _region(topology: Topology, cells: Sequence[Cell]) -> tuple[str, str]:
    """The same by the middle of the cells, however few or many they are."""
    low, high = topology.xy.min(axis=0), topology.xy.max(axis=0)
    middle = topology.xy[list(cells)].mean(axis=0)
    x, y = ((2 * middle - low - high) / np.maximum(high - low, 1)).tolist()
    across = "left" if x < -_OFF else "right" if x > _OFF else ""
    up = "upper" if y < -_OFF else "lower" if y > _OFF else ""
    if across and up:
        # Only square boards have corners there.
        return "in", f"the {up} {across}{' corner' if topology.whole_square else ''}"
    return ("on", f"the {across or up} side") if across or up else ("in", "the centre")
