"""The legal shapes of many boards at once, 64 in a word, by the programs of `patterns`."""

import numpy as np

from termgames.core.arrays import Bytes, Flags
from termgames.core.regions import plane
from termgames.games.plurality.geometry import Geometry
from termgames.games.plurality.playing import TrominoBoards
from termgames.games.plurality.results import pack, unpack


class Legality:
    """Finds the legal shapes of a board's positions. Only one thread may use it, since it keeps its
    working memory between calls."""

    def __init__(self, geometry: Geometry) -> None:
        self._geometry = geometry
        self._boards: dict[int, TrominoBoards] = {}

    def flags(self, stones: Bytes) -> Flags:
        """(shapes, n): whether each shape may be placed (rules 2, 3 and 8).

        `stones` (n, cells): not 0 where a cell is occupied.
        """
        words = -(-len(stones) // 64)
        if words not in self._boards:
            self._boards[words] = TrominoBoards(self._geometry, words)
        occupied = np.zeros((plane(self._geometry.topology).length, words), np.uint64)
        occupied[plane(self._geometry.topology).places] = pack(stones.T != 0, words)
        legal = self._boards[words].legal(occupied)
        return unpack(legal)[:, : len(stones)].view(np.bool_)

    def bits(self, stones: Bytes) -> Bytes:
        """(n, ceil(shapes / 8)): `flags` as bits for each board, little-endian."""
        return np.packbits(self.flags(stones).T, axis=1, bitorder="little")
