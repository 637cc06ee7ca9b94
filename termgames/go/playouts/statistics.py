"""What playouts tell a search: means by position, and who was the first on which point."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from termgames.core.packed import Evaluation


def evaluation(
    reward: NDArray[np.float32],
    share: NDArray[np.float32],
    owner: NDArray[np.int8],
    first: NDArray[np.uint8],
    lanes: int,
) -> Evaluation:
    """L = P * lanes playouts, position-major, added up by position.

    `reward` and `share` are (L, seats); `owner` (L, cells) the seat that owns each cell at
    the end, below 0 for none; `first` (L, cells) 1 + the seat whose stone was the first on
    the cell, 0 where there was none. Feature seat * cells + cell: that seat was the first.
    """
    seats, cells = reward.shape[1], first.shape[1]
    by_lane = reward.reshape(-1, lanes, seats)
    count = len(by_lane)
    stones = first.reshape(count, lanes, cells)
    # Ones and rewards: two sums over the lanes in one product.
    weights = np.ones((count, 2, lanes), np.float32)
    sums = np.empty((count, 2, seats, cells), np.float32)
    for seat in range(seats):
        weights[:, 1] = by_lane[:, :, seat]
        sums[:, :, seat] = weights @ (stones == seat + 1).astype(np.float32)
    owned = np.stack([(owner == seat).sum(axis=0) for seat in range(seats)], axis=1)
    return Evaluation(
        reward=by_lane.mean(axis=1),
        share=share.reshape(count, lanes, seats).mean(axis=1),
        owner=owned.astype(np.float32),
        amaf_count=sums[:, 0].reshape(count, -1),
        amaf_reward=sums[:, 1].reshape(count, -1),
    )
