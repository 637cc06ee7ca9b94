"""Who owns the empty cells (rules 5 to 7), for one board or for thousands at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from termgames.core import areas
from termgames.core.game import NEUTRAL, NOBODY
from termgames.core.topology import Topology

_SIZE = 10
"""Bits for a region's size in a packed sum; no board has 1,024 cells."""


def owners(
    topology: Topology, stones: NDArray[np.uint8], *, parity: bool
) -> NDArray[np.int8]:
    """The owner of every cell of boards `stones` (B, cells): 0 empty, 1 black, 2 white.

    The answer is (B, cells): colour 0 black, 1 white, NEUTRAL for empty cells of a tied
    region, NOBODY for stones. With `parity`, regions with equal counts are Black's when
    their size is even and White's when it is odd; a region that touches no stone stays
    neutral.
    """
    lain = areas.lay(topology, stones)
    signs = (lain == 1).view(np.int8) - (lain == 2).view(np.int8)
    owner = owner_planes(topology, signs, parity=parity)
    return np.ascontiguousarray(owner[areas.plane(topology).places].T)


def owner_planes(
    topology: Topology, signs: NDArray[np.int8], *, parity: bool
) -> NDArray[np.int8]:
    """`owners` on planes: `signs` (length, lanes) is 1 at black stones, -1 at white ones.

    The answer is (length, lanes), NOBODY at guards.
    """
    lanes = signs.shape[1]
    labels = areas.label_planes(topology, signs != 0)
    charges = areas.charge(labels, signs).reshape(-1)
    label = labels.inner.reshape(-1)
    at = np.flatnonzero(label != labels.wall)
    region = label[at].astype(np.intp)
    lane = at % lanes
    region *= lanes
    region += lane
    # One scatter counts both: cells in the low bits, black less white stones above them.
    packed = charges[at].astype(np.int32)
    packed <<= _SIZE
    packed += 1
    sums = np.zeros(topology.cells * lanes, np.int32)
    np.add.at(sums, region, packed)
    lead = sums >> _SIZE
    who = np.select([lead > 0, lead < 0], [0, 1], NEUTRAL).astype(np.int8)
    if parity:
        # A tied region touches stones unless its whole board is empty.
        stones = np.logical_or.reduce(signs, axis=0)
        tied = (lead == 0).reshape(-1, lanes) & stones
        who = np.where(tied.reshape(-1), (sums & 1).astype(np.int8), who)
    owner = np.full(label.size, NOBODY, np.int8)
    owner[at] = who[region]
    return owner.reshape(-1, lanes)


def totals(owner: NDArray[np.int8]) -> NDArray[np.int32]:
    """(B, 2): cells owned by Black and by White, from owners (B, cells)."""
    return np.stack([(owner == colour).sum(axis=1, dtype=np.int32) for colour in (0, 1)], axis=1)
