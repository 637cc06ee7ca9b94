"""Random fills of many boards, each with a given number of black stones.

A fill of m empty cells with k black stones is a row of m bits of which k are ones. A reservoir
holds thousands of fills for each (m, k) that was asked for, each exactly uniform, and
bit-sliced: a word holds the same place of 64 fills. A position takes a run of fills from a
random offset, and a random permutation of its own assigns their places to its empty cells. So
positions of all kinds are filled together with a few table look-ups.
"""

from __future__ import annotations

import numpy as np

from termgames.core.arrays import Bytes, Indices, Rng
from termgames.games.majorities.scoring import FULL, Words

_WORDS = 64
"""Words of fills for each (m, k): 4,096 fills."""
_SHUFFLES = 3
"""How many networks of random swaps a new block goes through."""
_PERMUTATIONS = 256
"""Permutations of each length to draw from."""
_LIFE = 16 * 64 * _WORDS
"""After this many fills were taken, one of the blocks in use is shuffled again."""


class Fills:
    """The reservoir of one board size; its memory grows with each new (m, k)."""

    def __init__(self, cells: int) -> None:
        self.cells = cells
        self.rng = np.random.Generator(np.random.SFC64(2007))
        """Used to fill the reservoir; the caller's generator chooses what is taken from it."""
        self.rows: Words = np.zeros((2, _WORDS), np.uint64)
        """(rows, words): row 0 is empty, row 1 full, then a row for each place of a block."""
        self.rows[1] = FULL
        self.used = 2
        self._first = np.full((cells + 1) ** 2, -1, np.intp)
        """First row of the block for (m, k) at m * (cells + 1) + k, -1 before there is one."""
        self._taken = 0
        self._orders = np.zeros((cells + 1) * _PERMUTATIONS * cells + 1, np.intp)
        """Permutations of m places, one after the other from entry m * _PERMUTATIONS *
        cells + 1 on, each with room for all cells."""
        self._ordered = np.zeros(cells + 1, bool)

    def take(self, stones: Bytes, blacks: Indices, lanes: int, rng: Rng) -> Words:
        """Full boards: Black's stones, `lanes` boards for each of P positions.

        `stones` (P, cells): 0 empty, 1 black, 2 white; `blacks` (P,): how many of the
        empty cells become black. `lanes` is 8, 16, 32 or a multiple of 64, at most half
        of the reservoir. The answer is (cells, ceil(P * lanes / 64)), position-major; bits
        beyond P * lanes hold fills as well, of the last positions' kind.
        """
        count = len(stones)
        # Cells first, so that everything below runs along memory.
        board = np.ascontiguousarray(stones.T)
        empty = board == 0
        places = np.add.accumulate(empty, axis=0, dtype=np.intp)
        empties = places[-1]
        first = self._blocks(empties, blacks, lanes * count)
        luck = rng.random((2, count))
        # The n-th empty cell has place n, and the tables of orders begin at 1.
        order = empties * _PERMUTATIONS + (luck[0] * _PERMUTATIONS).astype(np.intp)
        places += order * self.cells
        at = self._orders.take(places, mode="clip")
        narrow = self.rows.view(f"u{min(lanes, 64) // 8}")
        width = narrow.shape[1]
        run = max(1, lanes // 64)
        at += first
        np.copyto(at, board == 1, where=~empty)
        at *= width
        at += (luck[1] * (width - run + 1)).astype(np.intp)
        if run > 1:
            at = at[:, :, None] + np.arange(run)
            return narrow.take(at).reshape(self.cells, -1)
        picked = narrow.take(at)
        if lanes == 64:
            return picked
        missing = -count % (64 // lanes)
        if missing:
            picked = np.concatenate([picked, picked[:, :1].repeat(missing, axis=1)], axis=1)
        return picked.view(np.uint64)

    def _blocks(self, empties: Indices, blacks: Indices, fills: int) -> Indices:
        """(P,): the first rows of the blocks for (m, k) = (`empties`, `blacks`); missing blocks
        are made. `fills` is how many fills will be taken: see `_LIFE`."""
        key = empties * (self.cells + 1) + blacks
        first = self._first.take(key)
        if first.min() < 0:
            for m, k in zip(empties.tolist(), blacks.tolist(), strict=True):
                if self._first[m * (self.cells + 1) + k] < 0:
                    self._make(m, k)
            first = self._first.take(key)
        self._taken += fills
        if self._taken > _LIFE:
            self._taken = 0
            worn = int(self.rng.integers(len(key)))
            self._shuffle(self.rows[first[worn] :][: empties[worn]])
            self._order(int(empties[worn]))
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
        self._first[m * (self.cells + 1) + k] = self.used
        self.used += m
        if not self._ordered[m]:
            self._order(m)

    def _order(self, m: int) -> None:
        """Fresh permutations of m places."""
        keys = self.rng.random((_PERMUTATIONS, m), np.float32)
        orders = self._orders[1:].reshape(self.cells + 1, _PERMUTATIONS, self.cells)
        orders[m, :, :m] = np.argsort(keys, axis=1)
        self._ordered[m] = True

    def _shuffle(self, block: Words) -> None:
        """Swap places of each fill at random, by a network over the places in a random order. The
        order makes every fill uniform, the swaps make the fills differ from each other; the
        number of ones stays the same."""
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
