"""Whose the empty regions are (rule 19), on many boards at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from termgames.core.areas import regions
from termgames.core.game import NEUTRAL, NOBODY
from termgames.core.topology import Topology


def owners(
    topology: Topology, stones: NDArray[np.uint8], blocs: Sequence[int] | NDArray[np.intp]
) -> NDArray[np.int8]:
    """The owner of each cell of boards `stones` (B, cells): 0 empty, else 1 + colour.

    `blocs` (colours,), or (B, colours) where boards differ: the head of each colour's
    bloc. Answers (B, cells): for empty cells the colour that alone touches their region,
    the head of the bloc where several colours of one bloc do, NEUTRAL where different
    blocs or nobody touch it; NOBODY for stones. Prisoners are not looked at.
    """
    boards, cells = stones.shape
    heads = np.asarray(blocs, np.int8)
    colours = heads.shape[-1]
    heads = np.broadcast_to(heads, (boards, colours))[:, :, None]
    found = regions(topology, stones, colours=colours)
    touching = found.touching > 0
    alone = touching.argmax(axis=1)
    # The greatest and the least head around a region are the same where one bloc holds it.
    most = np.where(touching, heads, -1).max(axis=1)
    least = np.where(touching, heads, colours).min(axis=1)
    owner = np.where(touching.sum(axis=1) == 1, alone, np.where(most == least, most, NEUTRAL))
    spread = np.full((boards, cells + 1), NOBODY, np.int8)
    spread[:, :cells] = owner
    return np.take_along_axis(spread, found.label, axis=1)
