"""The stones of captured groups divided among those who stand next to them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def divide(
    stones: NDArray[np.intp], captors: NDArray[np.bool_], turn: NDArray[np.intp]
) -> NDArray[np.intp]:
    """(G, colours, colours): of each of G groups the prisoners by holder and colour.

    `stones` (G, colours): the group's stones by colour; `captors` (G, colours): who stands
    next to it; `turn` (G, colours): 0 for the killer, who is among them, then counting on
    in order of play. Every captor gets the same whole number of stones, the killer what is
    left as well: the stones are laid out by colour, the captors take their shares from
    the front one after the other, and the killer takes the rest.
    """
    colours = stones.shape[1]
    total = stones.sum(axis=1)
    share = total // np.maximum(captors.sum(axis=1), 1)
    # How many captors take before each colour.
    earlier = (turn[:, :, None] > turn[:, None, :]) & captors[:, None, :]
    begin = share[:, None] * earlier.sum(axis=2)
    end = np.where(captors, begin + share[:, None], begin)
    ends = stones.cumsum(axis=1)
    begins = ends - stones
    taken = np.minimum(end[:, :, None], ends[:, None]) - np.maximum(
        begin[:, :, None], begins[:, None]
    )
    found: NDArray[np.intp] = np.maximum(taken, 0)
    rest = stones - found.sum(axis=1)
    found += (turn == 0)[:, :, None] * rest[:, None]
    assert found.shape == (len(stones), colours, colours)
    return found
