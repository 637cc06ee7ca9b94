"""The symmetries of a board: the ways to turn or mirror it onto itself."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from termgames.core.topology import Topology


@lru_cache(maxsize=32)
def symmetries(topology: Topology) -> NDArray[np.intp]:
    """(n, cells): for each symmetry the cell that each cell is moved to. The first is the
    identity. A square has 8, a hexagon 12, a board without any symmetry only the first."""
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
