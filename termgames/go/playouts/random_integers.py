"""Random integers, drawn in bulk."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_BULK = 1 << 16


class Draws:
    """Random 32-bit words out of a pool that is filled again when it is used up."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = np.random.Generator(np.random.SFC64(rng.integers(2**63)))
        self._pool = np.empty(0, np.int64)
        self._at = 0

    def words(self, count: int) -> NDArray[np.int64]:
        """(count,): uniform below 2**32; to be read only."""
        if self._at + count > self._pool.size:
            size = max(_BULK, count)
            self._pool = self._rng.integers(1 << 32, size=size, dtype=np.uint32).astype(np.int64)
            self._at = 0
        self._at += count
        return self._pool[self._at - count : self._at]

    def below(self, bounds: NDArray[np.intp]) -> NDArray[np.intp]:
        """(n,): uniform below the bounds (n,), 0 where these are. They are below 2**16, so
        that no number is favoured by more than one part in 2**16."""
        drawn: NDArray[np.intp] = self.words(bounds.size) * bounds
        drawn >>= 32
        return drawn
