"""The ways in which a board lies on itself when it is turned or mirrored."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from termgames.core.topology import Topology


@lru_cache(maxsize=32)
def symmetries(topology: Topology) -> NDArray[np.intp]:
    """(n, cells): for each way the cell on which each cell comes to lie; the first way
    leaves all as it is. 8 for a square, 12 for a hexagon, 1 where there are none."""
    points = topology.lattice.astype(int)
    steps = set(topology.steps)
    images = [np.arange(topology.cells)]
    for a, b, c, d in product((-1, 0, 1), repeat=4):
        if {(a * x + b * y, c * x + d * y) for x, y in steps} != steps:
            continue
        moved = points @ np.array([[a, c], [b, d]])
        moved += points.min(axis=0) - moved.min(axis=0)
        cells = [topology.at_lattice.get((int(x), int(y))) for x, y in moved]
        if None not in cells and cells != images[0].tolist():
            images.append(np.array(cells, np.intp))
    result = np.array(images, np.intp)
    result.setflags(write=False)
    return result
