"""Decisions that all searches take alike: when the leader is safe, how a move is drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

REPORT = 0.2
"""Seconds between two calls of `on_progress`."""


def out_of_reach(visits: NDArray[Any], playouts: int, progress: float) -> bool:
    """Whether the second of all answers cannot catch up with the first any more.

    `visits` (k,), two at least; `playouts` so far have used up the part `progress`, above
    0, of what the search is allowed.
    """
    left = playouts * (1 / progress - 1)
    second, best = np.partition(visits, -2)[-2:]
    return bool(second + left < best)


def drawn(worth: NDArray[np.float64], temperature: float, rng: np.random.Generator) -> int:
    """One of several answers by its place, weighed exp(worth / temperature)."""
    weights = np.exp((worth - worth.max()) / temperature)
    return int(rng.choice(len(worth), p=weights / weights.sum()))
