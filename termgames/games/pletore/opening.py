"""The first turns of random games of Pletore, played by proposals.

While most points are legal, the legal points need not be known: any point of the board is drawn,
and a stone put there if that is legal, which the point's row and column tell. Where it is not, the
board waits for its next proposal. So every legal point is as likely as any other, as it is where
one of them is drawn, and boards differ in how many turns were played when the opening ends.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Flags, Indices, ShortInts
from termgames.games.pletore.bit_boards import NOTHING, BitBoards

_ROUND = 8
"""Proposals that are drawn at once for a board, ..."""
_ACCEPTED = 0.35
"""... and the part of them that has to be legal for another round to be played: looking at all
points takes about three times as long as a proposal."""
_EMPTY = 0.6
"""The part of the points that is empty where so many proposals are legal, in random games."""


def worth_while(boards: BitBoards) -> bool:
    """Whether beginning with proposals saves time: where boards are large and open. On smaller
    ones setting up all planes afterwards takes what is gained."""
    if boards.word is not np.uint32 or boards.careful or boards.barred:
        return False
    empty = int(np.bitwise_count(boards.planes[2]).sum())
    return empty >= _EMPTY * boards.size**2 * len(boards.lanes)


class Opening:
    """Boards whose opening is being played; `FIRST` moves first on all of them."""

    def __init__(self, boards: BitBoards) -> None:
        size, count = boards.size, len(boards.lanes)
        self._boards, self._count = boards, count
        row, column = np.divmod(np.arange(size * size), size)
        self._places = np.stack([row, column])
        self._at = np.stack([row, size + column]) * count
        """By cell: where its row and its column begin in `lines`."""
        self._bits = boards.bits[np.stack([column, row])]
        self._second = np.zeros(count, bool)
        """(B,): whether SECOND is to move."""
        self._shift = np.zeros(count, boards.pair)
        """(B,): how far the stones of who is to move are shifted in a packed line."""
        self._played = np.zeros(size * count, boards.pair)
        """Rows: where stones have been put, packed as lines are."""
        self._turns = np.zeros(count, np.int16)

    def play(self) -> ShortInts:
        """Play until fewer than `_ACCEPTED` of the proposals are legal; (B,): the turns taken.

        On boards with an odd number of them, sides are exchanged: FIRST is to move everywhere.
        """
        enough, accepted = _ACCEPTED * _ROUND * self._count, True
        while accepted:
            before = int(self._turns.sum())
            self._play_round()
            accepted = int(self._turns.sum()) - before >= enough
        self._hand_over()
        return self._turns

    def _hand_over(self) -> None:
        """Exchange sides where SECOND is to move, and bring the boards up to date."""
        boards = self._boards
        for packed in (boards.lines, self._played):
            words = packed.reshape(-1, self._count)
            exchanged = words << boards.shift
            exchanged |= words >> boards.shift
            np.copyto(words, exchanged, where=self._second)
        boards.played[...] = boards.sides(self._played).reshape(boards.played.shape)
        holder = boards.button
        boards.button = np.where(self._second & (holder >= 0), 1 - holder, holder)
        boards.look_anew()

    def _play_round(self) -> None:
        """Draw `_ROUND` points for each board, and propose one after the other."""
        boards, cells = self._boards, self._bits.shape[1]
        raw = boards.source.random_raw((_ROUND * self._count + 1) // 2).view(np.uint32)
        drawn = raw[: _ROUND * self._count].astype(np.uint64)
        drawn *= np.uint64(cells)
        drawn >>= np.uint64(32)
        cell = drawn.view(np.int64).reshape(_ROUND, self._count)
        at = self._at.take(cell, axis=1)
        at += np.arange(self._count)
        bits = self._bits.take(cell, axis=1)
        for step in range(_ROUND):
            legal = self._propose(at[:, step], bits[:, step])
            if boards.logs is not None:
                turns = self._places[:, cell[step]].astype(np.uint8)
                turns[1, ~legal] = NOTHING
                boards.logs[-1].turns.append(turns)

    def _propose(self, at: Indices, bit: NDArray[Any]) -> Flags:
        """Put stones on the points proposed where that is legal; (B,): where it is.

        Both (2, B), of the point's row and its column: where they are in `lines`, and the bit of
        the point in them.
        """
        boards, lines = self._boards, self._boards.lines.reshape(-1)
        line = lines.take(at)
        sides = boards.sides(line).reshape(2, *line.shape).astype(np.int32)
        point = bit.astype(np.int32)
        stones = sides[0] | sides[1]
        # The nearest stone on either side: the highest bit below the point's, which the exponent
        # of a floating-point number tells (of 24 bits, exactly), and the lowest bit above it.
        below = point - 1
        below &= stones
        exponent = below.astype(np.float32).view(np.int32)
        exponent &= 0x7F800000
        nearest = exponent.view(np.float32).astype(np.int32)
        stones &= -(point + point)
        stones &= -stones
        nearest |= stones
        seen = (sides & nearest) != 0
        first, second = seen[:, 0] & seen[:, 1]
        of_first, of_second = (sides[:, 0] & point[0]) != 0
        # Who alone pinches a point may put a stone there unless his own stands there, and the
        # other may not; where both do or neither does, an empty point is legal (rule 3).
        empty = ~(of_first | of_second)
        legal: Flags = second == self._second
        legal ^= empty
        legal &= first ^ second
        legal ^= empty
        own = of_first ^ of_second
        own &= self._second
        own ^= of_first
        legal &= ~own

        bit = bit * legal
        self._played[at[0]] |= bit[0] << self._shift
        line |= bit * boards.twice
        line ^= bit << (boards.shift - self._shift)
        lines[at] = line
        self._second ^= legal
        self._shift ^= legal * boards.shift
        self._turns += legal
        return legal
