"""Limits of the distance between a new stone and the colour's other stones, as bit sets.

The cells that a colour counts distances from, its stones and its start point, are bits of a
few words; so are the cells within each distance of a cell. A cell is in reach when the two
sets have a cell in common.
"""

from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Flags, Indices
from termgames.core.topology import Topology

Dice = Literal["dice"]
DICE: Dice = "dice"
"""The distance is the higher of two dice, thrown anew each turn."""

_THROWS = np.array([max(a, b) for a in range(1, 7) for b in range(1, 7)], np.intp)
_WORD = 64


class Reach:
    """A limit of distance on one topology: a fixed one, or DICE.

    Distances are those of the shortest path over the cells; stones do not block it.
    """

    def __init__(self, topology: Topology, distance: int | Dice) -> None:
        cells = topology.cells
        self.dice = distance == DICE
        self.least, self.most = (1, 6) if distance == DICE else (min(int(distance), cells),) * 2
        self.words = -(-cells // _WORD)
        number = np.arange(cells)
        self.word: Indices = number // _WORD
        """(cells,): the word of each cell."""
        self.bit: NDArray[np.uint64] = np.uint64(1) << (number % _WORD).astype(np.uint64)
        """(cells,): the bit of each cell in its word."""
        self.cells = cells
        self.balls: NDArray[np.uint64] = self._balls(topology)
        """(words, (most + 1 - least) * cells): by distance and cell, the cells within it."""

    def _balls(self, topology: Topology) -> NDArray[np.uint64]:
        cells = self.cells
        near = np.zeros((cells + 1, self.words * _WORD), bool)
        near[np.arange(cells), np.arange(cells)] = True
        balls = np.empty((self.most + 1 - self.least, cells, self.words), np.uint64)
        for distance in range(self.most + 1):
            if distance >= self.least:
                packed = np.packbits(near[:cells], axis=1, bitorder="little")
                balls[distance - self.least] = packed.view("<u8")
            # The sentinel cell has only itself as neighbour, so its row stays empty.
            near = near | near[topology.neighbours].any(axis=1)
        return np.ascontiguousarray(balls.reshape(-1, self.words).T)

    def thrown(self, words: NDArray[np.int64]) -> Indices:
        """(n,): throws of the higher of two dice, one for each random word (n,) below 2**32."""
        distances: Indices = _THROWS[(words * len(_THROWS)) >> 32]
        return distances

    def bits_of(
        self, stones: Bytes, origins: Indices | None, colours: int
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """(words, B * colours) each: the cells that the colours count distances from on boards
        (B, cells), their start points `origins` (B, colours) included; and these alone."""
        count = len(stones)
        start = np.zeros((self.words, count, colours), np.uint64)
        if origins is not None:
            board, colour = np.nonzero(origins >= 0)
            cell = origins[board, colour]
            start[self.word[cell], board, colour] = self.bit[cell]
        here = start.copy()
        board, cell = np.nonzero(stones)
        np.bitwise_or.at(here, (self.word[cell], board, stones[board, cell] - 1), self.bit[cell])
        return here.reshape(self.words, -1), start.reshape(self.words, -1)

    def holds(
        self, here: NDArray[np.uint64], player: Indices, distance: Indices, cells: Indices
    ) -> Flags:
        """(n,) or (k, n): whether `cells` of that shape are within `distance` (n,) of the players
        `player` (n,), which are columns of `here`, the first array that `bits_of` returns."""
        balls = self.balls.take((distance - self.least) * self.cells + cells, axis=1)
        mine = here.take(player, axis=1)
        balls &= mine if cells.ndim == 1 else mine[:, None]
        in_reach: Flags = np.logical_or.reduce(balls, axis=0)
        return in_reach


@lru_cache(maxsize=32)
def reach_of(topology: Topology, distance: int | Dice) -> Reach:
    """The limit of that distance on a topology."""
    return Reach(topology, distance)
