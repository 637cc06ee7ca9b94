"""Who owns the empty cells (rules 5 to 7), for one board or for thousands at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from termgames.core import areas
from termgames.core.game import NEUTRAL, NOBODY
from termgames.core.topology import Topology


def owners(
    topology: Topology, stones: NDArray[np.uint8], *, parity: bool
) -> NDArray[np.int8]:
    """The owner of every cell of boards `stones` (B, cells): 0 empty, 1 black, 2 white.

    The answer is (B, cells): colour 0 black, 1 white, NEUTRAL for empty cells of a tied
    region, NOBODY for stones. With `parity`, regions with equal counts are Black's when
    their size is even and White's when it is odd; a region that touches no stone stays
    neutral.
    """
    found = areas.regions(topology, stones, colours=2)
    black, white = found.touching[:, 0], found.touching[:, 1]
    owner = np.select([black > white, white > black], [0, 1], NEUTRAL).astype(np.int8)
    if parity:
        tied = (black == white) & (black > 0)
        owner = np.where(tied, (found.size & 1).astype(np.int8), owner)
    nobody = np.full((len(owner), 1), NOBODY, np.int8)
    by_region = np.concatenate([owner, nobody], axis=1)
    return np.take_along_axis(by_region, found.label, axis=1)


def totals(owner: NDArray[np.int8]) -> NDArray[np.int32]:
    """(B, 2): cells owned by Black and by White, from owners (B, cells)."""
    return np.stack([(owner == colour).sum(axis=1, dtype=np.int32) for colour in (0, 1)], axis=1)
