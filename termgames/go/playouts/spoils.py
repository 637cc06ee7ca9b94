"""The stones of captured groups divided among those who stand next to them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def divide(
    stones: NDArray[np.intp], captors: NDArray[np.bool_], killer: NDArray[np.intp]
) -> NDArray[np.intp]:
    """(G, players, players): of each of G groups the prisoners by holder and colour.

    Players are numbered in order of play here. `stones` (G, players): the group's stones
    by colour; `captors` (G, players): who stands next to it; `killer` (G,): one of them.
    Every captor gets the same whole number of stones, the killer what is left as well:
    the stones lie in a row by colour, and the captors take from its front, beginning with
    the killer and going on in order of play.
    """
    players = stones.shape[1]
    turn = (np.arange(players) - killer[:, None]) % players
    share = stones.sum(axis=1) // captors.sum(axis=1)
    earlier = (turn[:, :, None] > turn[:, None]) & captors[:, None]
    begin = share[:, None] * earlier.sum(axis=2)
    end = begin + share[:, None] * captors
    ends = stones.cumsum(axis=1)
    common = np.minimum(end[:, :, None], ends[:, None])
    common -= np.maximum(begin[:, :, None], (ends - stones)[:, None])
    found: NDArray[np.intp] = np.maximum(common, 0)
    found[np.arange(len(killer)), killer] += stones - found.sum(axis=1)
    return found
