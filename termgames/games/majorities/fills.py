"""Random fills of many boards: exactly so many black stones on so many cells.

A fill of m empty cells with k black stones is a row of m bits with k ones. A reservoir
holds thousands of them for each (m, k) that came up, each exactly uniform, bit-sliced: a
word is one place of 64 fills. A position takes a run of its fills at a random offset and
spreads their places over its empty cells by a random permutation of its own; so positions
of any kind are filled together, with a few table look-ups.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from termgames.games.majorities.scoring import FULL, Words

_WORDS = 128
"""Words of fills for each (m, k): 8,192 fills."""
_SHUFFLES = 3
"""Networks of random swaps that a new block goes through."""
_PERMUTATIONS = 256
"""Permutations of each length to draw from."""
_LIFE = 8 * 64 * _WORDS
"""Fills taken from a block before it is shuffled once more."""


class Fills:
    """The reservoir of one board; its memory grows with the (m, k) that are asked for."""

    def __init__(self, cells: int) -> None:
        self.cells = cells
        self.rng = np.random.Generator(np.random.SFC64(2007))
        """Fills the reservoir; which of it is used, the caller's generator says."""
        self.rows: Words = np.zeros((2, _WORDS), np.uint64)
        """(rows, words): row 0 is empty, row 1 full, then a row for each place of a block."""
        self.rows[1] = FULL
        self.used = 2
        self._first = np.full((cells + 1, cells + 1), -1, np.intp)
        """First row of the block for (m, k), -1 before there is one."""
        self._taken = np.zeros((cells + 1, cells + 1), np.intp)
        self._orders = np.zeros((cells + 1, 0, cells), np.int16)
        self._ordered = np.zeros(cells + 1, bool)

    def take(
        self,
        stones: NDArray[np.uint8],
        blacks: NDArray[np.intp],
        lanes: int,
        rng: np.random.Generator,
    ) -> Words:
        """Full boards: Black's stones, `lanes` boards for each of P positions.

        `stones` (P, cells): 0 empty, 1 black, 2 white; `blacks` (P,): how many of the
        empty cells become black. `lanes` is 8, 16, 32 or a multiple of 64, at most half
        of the reservoir. The answer is (cells, ceil(P * lanes / 64)), position-major; bits
        beyond P * lanes hold fills as well, of the last positions' kind.
        """
        count = len(stones)
        empty = stones == 0
        places = np.add.accumulate(empty, axis=1, dtype=np.int16)
        empties = places[:, -1].astype(np.intp)
        first = self._blocks(empties, blacks, lanes)
        order = rng.integers(0, _PERMUTATIONS, count)
        slots = self._orders[empties, order]
        spread = np.take_along_axis(slots, np.maximum(places - 1, 0), axis=1)
        rows = np.where(empty, spread + first[:, None], stones == 1)
        if lanes < 64:
            narrow = self.rows.view(f"u{lanes // 8}")
            offsets = rng.integers(0, narrow.shape[1], count)
            picked = narrow.reshape(-1)[rows.T * narrow.shape[1] + offsets]
            per_word = 64 // lanes
            if count % per_word:
                whole = np.zeros((self.cells, -(-count // per_word) * per_word), picked.dtype)
                whole[:, :count] = picked
                picked = whole
            return np.ascontiguousarray(picked).view(np.uint64)
        words = lanes // 64
        offsets = rng.integers(0, _WORDS - words + 1, count)
        start = rows.T * _WORDS + offsets
        run = self.rows.reshape(-1)[start[:, :, None] + np.arange(words)]
        return run.reshape(self.cells, -1)

    def _blocks(
        self, empties: NDArray[np.intp], blacks: NDArray[np.intp], lanes: int
    ) -> NDArray[np.intp]:
        """(P,): first rows of the blocks for (m, k), made or renewed where it is time."""
        taken = self._taken
        np.add.at(taken, (empties, blacks), lanes)
        first = self._first[empties, blacks]
        if (first < 0).any() or (taken[empties, blacks] > _LIFE).any():
            for m, k in sorted(set(zip(empties.tolist(), blacks.tolist(), strict=True))):
                if self._first[m, k] < 0:
                    self._make(m, k)
                elif taken[m, k] > _LIFE:
                    self._shuffle(self.rows[self._first[m, k] :][:m])
                    self._order(m)
                    taken[m, k] = 0
            first = self._first[empties, blacks]
        return first

    def _make(self, m: int, k: int) -> None:
        """A new block: k full rows and m - k empty ones, shuffled."""
        if self.used + m > len(self.rows):
            more = np.zeros((max(len(self.rows), m), _WORDS), np.uint64)
            self.rows = np.concatenate([self.rows, more])
        block = self.rows[self.used : self.used + m]
        block[:k] = FULL
        for _ in range(_SHUFFLES):
            self._shuffle(block)
        self._first[m, k] = self.used
        self.used += m
        if not self._ordered[m]:
            self._order(m)

    def _order(self, m: int) -> None:
        """Fresh permutations of m places."""
        if not self._orders.shape[1]:
            self._orders = np.zeros((self.cells + 1, _PERMUTATIONS, self.cells), np.int16)
        keys = self.rng.random((_PERMUTATIONS, m), np.float32)
        self._orders[m, :, :m] = np.argsort(keys, axis=1)
        self._ordered[m] = True

    def _shuffle(self, block: Words) -> None:
        """Swap places of each fill at random, by a network over the places in random
        order: that order makes every fill uniform, the swaps make fills differ. The
        number of ones stays."""
        m = len(block)
        x = block[self.rng.permutation(m)]
        step = 1
        while step < m:
            lower = np.flatnonzero(np.arange(m) // step % 2 == 0)
            lower = lower[lower + step < m]
            a, b = x[lower], x[lower + step]
            swap = self.rng.integers(0, FULL, a.shape, np.uint64, endpoint=True)
            swap &= a ^ b
            x[lower] = a ^ swap
            x[lower + step] = b ^ swap
            step *= 2
        block[...] = x
