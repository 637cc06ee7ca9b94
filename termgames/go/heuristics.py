"""What bots of Go assume about a board without a search: dead groups, and points to avoid."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Flags, Floats
from termgames.core.topology import Cell, Topology
from termgames.go.board import Blocs, groups

ALIVE = 0.3
"""A group is dead when its side owns its points in a smaller part of the playouts than this."""
FIRST_LINE, SECOND_LINE = -0.08, -0.02
"""The prior, in reward, of a stone on the first and second line. While there is room elsewhere
little is gained there, which playouts hardly show."""


def dead(
    topology: Topology, stones: bytes, owner: NDArray[np.floating], blocs: Blocs = None
) -> tuple[Cell, ...]:
    """The cells of dead groups, ascending: groups whose side seldom owns their points after
    playouts.

    `owner` (cells, colours): in which part of the playouts each colour owned each cell at the
    end. For a group of a bloc all colours of the bloc count.
    """
    bloc_of = range(owner.shape[1]) if blocs is None else blocs
    dead_stones: list[Cell] = []
    for group in groups(topology, stones, blocs):
        cells = list(group.cells)
        bloc = bloc_of[stones[cells[0]] - 1]
        side = [colour for colour, other in enumerate(bloc_of) if other == bloc]
        if owner[cells][:, side].sum(axis=1).mean() < ALIVE:
            dead_stones += cells
    return tuple(sorted(dead_stones))


def far_from_stones(topology: Topology, stones: Flags) -> Flags:
    """(cells,): which points have no stone within two steps; `stones` (cells,) are flags."""
    return np.asarray(~_within_two(topology)[stones].any(axis=0))


@lru_cache(maxsize=32)
def edge_penalty(topology: Topology) -> Floats:
    """(cells,): FIRST_LINE where a direction leads off the board, SECOND_LINE next to such a
    point, else 0."""
    near = _near(topology)
    ways = near.sum(axis=0)
    first = ways < ways.max()
    second = near[first].any(axis=0) & ~first
    worth = np.where(first, FIRST_LINE, np.where(second, SECOND_LINE, 0)).astype(np.float32)
    worth.setflags(write=False)
    return worth


@lru_cache(maxsize=32)
def _within_two(topology: Topology) -> Flags:
    """(cells, cells): which points are at most two steps from each other."""
    near = _near(topology).astype(np.float32)
    return np.asarray(near @ near > 0)


def _near(topology: Topology) -> Flags:
    """(cells, cells): which points are the same or next to each other."""
    near = np.eye(topology.cells, dtype=bool)
    for cell, others in enumerate(topology.adjacent):
        near[cell, list(others)] = True
    return near
