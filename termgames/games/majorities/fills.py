"""Random fills of many boards, each with a given number of black stones.

A *fill* of m empty cells with k black stones is a row of m bits, its *places*, of which k are ones.
A reservoir holds thousands of fills for each (m, k) that was asked for. Each of them is exactly
uniform. They are bit-sliced: a word holds the same place of 64 fills. A position takes consecutive
fills from a random offset, and a random permutation of its own assigns their places to its empty
cells. So positions with all kinds of (m, k) are filled together, with a few table look-ups.
"""

import numpy as np

from termgames.core.arrays import Bytes, Indices, Rng
from termgames.games.majorities.scoring import FULL, Words

_WORDS = 64
"""Words a place in each block, the fills of one (m, k): 4,096 fills."""
_SHUFFLES = 3
"""How often a new block is shuffled; see `Fills._shuffle`."""
_PERMUTATIONS = 256
"""How many permutations of each length there are to draw from."""
_LIFE = 16 * 64 * _WORDS
"""Each time this many fills have been taken, one of the blocks in use is shuffled again."""


class Fills:
    """The reservoir of one board size; its memory grows with each new (m, k)."""

    def __init__(self, cells: int) -> None:
        self.cells = cells
        self.rng = np.random.Generator(np.random.SFC64(2007))
        """Fills the reservoir; the generator that a caller passes chooses what is taken from it."""
        self.rows: Words = np.zeros((2, _WORDS), np.uint64)
        """(rows, _WORDS): row 0 has no bit set, row 1 has all; then a row for each place of each
        block."""
        self.rows[1] = FULL
        self.used = 2
        self._first = np.full((cells + 1) ** 2, -1, np.intp)
        """At m * (cells + 1) + k, the first row of the block for (m, k), -1 before it exists."""
        self._taken = 0
        self._orders = np.zeros((cells + 1) * _PERMUTATIONS * cells + 1, np.intp)
        """The permutations of m places begin at entry m * _PERMUTATIONS * cells + 1 and follow one
        another at distances of `cells`."""
        self._ordered = np.zeros(cells + 1, bool)

    def take(self, stones: Bytes, blacks: Indices, lanes: int, rng: Rng) -> Words:
        """Fill the boards of P positions at random, `lanes` times each.

        `stones` (P, cells): 0 empty, 1 black, 2 white; `blacks` (P,): how many of the
        empty cells become black. `lanes` is 8, 16, 32 or a multiple of 64, at most half
        of a block's fills. Returns Black's stones on the full boards (cells, ceil(P * lanes /
        64)), one bit a board, position-major; bits beyond P * lanes repeat boards of the first
        position.
        """
        count = len(stones)
        # Cells first, so that the operations below run over contiguous memory.
        board = np.ascontiguousarray(stones.T)
        empty = board == 0
        places = np.add.accumulate(empty, axis=0, dtype=np.intp)
        empties = places[-1]
        first = self._blocks(empties, blacks, lanes * count)
        luck = rng.random((2, count))
        # Empty cells have the places 1, 2, 3...; hence `_orders` begins at entry 1.
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
        """(P,): the first rows of the blocks for (m, k) = (`empties` (P,), `blacks` (P,)). Makes
        missing blocks. `fills` is the number of fills that will be taken; every `_LIFE` of them,
        one block is shuffled again and its permutations are drawn anew."""
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
        """Make the block for (m, k): k full rows and m - k empty ones, shuffled."""
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
        """Draw new permutations of m places."""
        keys = self.rng.random((_PERMUTATIONS, m), np.float32)
        orders = self._orders[1:].reshape(self.cells + 1, _PERMUTATIONS, self.cells)
        orders[m, :, :m] = np.argsort(keys, axis=1)
        self._ordered[m] = True

    def _shuffle(self, block: Words) -> None:
        """Shuffle the places of each fill of a block (m, _WORDS): put the rows in a random order,
        then go through a network of pairs of places and swap each pair or not, at random for each
        fill. The order makes every fill uniform, the swaps make the fills differ."""
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
