"""How many steps apart the cells of a board are."""

from functools import lru_cache

import numpy as np

from termgames.core.arrays import Bytes
from termgames.core.topology import Topology

NO_WAY = 255
"""In place of a number of steps where no path leads."""


@lru_cache(maxsize=32)
def distances(topology: Topology) -> Bytes:
    """(cells, cells): steps of the shortest path from cell to cell, NO_WAY where there is
    none, 254 for 254 or more. Stones do not block, gaps do. Read-only."""
    cells = topology.cells
    table = np.full((cells, cells), NO_WAY, np.uint8)
    reached = np.zeros((cells, cells + 1), bool)  # the sentinel's column stays empty
    fresh = reached.copy()
    np.fill_diagonal(fresh[:, :cells], True)
    neighbours = topology.neighbours[:cells]
    steps = 0
    while fresh.any():
        table[fresh[:, :cells]] = min(steps, NO_WAY - 1)
        reached |= fresh
        fresh[:, :cells] = fresh[:, neighbours].any(axis=2)
        fresh &= ~reached
        steps += 1
    table.setflags(write=False)
    return table
