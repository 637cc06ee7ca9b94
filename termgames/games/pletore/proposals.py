"""The first turns of random games of Pletore, played by proposals.

While many points are legal, they need not be listed: any point of the board is drawn, and a stone
put there if that is legal, for which the point's row and column suffice. If not, the board waits
for its next proposal. So each legal point is as likely as every other. Boards get ahead of one
another; where SECOND is to move at the end, sides are exchanged, and `playing.play` exchanges them
back.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Flags, Indices, ShortInts
from termgames.games.pletore.bit_boards import NOTHING, BitBoards, exchanged

_ROUND = 8
"""Proposals that are drawn at once for a board, ..."""
_ACCEPTED = 0.35
"""... and the part of them that has to be legal for another round to be played: looking at all
points takes two to three times as long as a proposal."""
_EMPTY = 0.6
"""The part of the points that has to be empty to begin with proposals; with fewer, too few turns
are left to pay for setting up all planes afterwards."""
_EXPONENT = np.int32(0x7F800000)
"""The bits of the exponent in a float32."""


def possible(boards: BitBoards, mirror: Indices) -> bool:
    """Whether proposals may begin the games: they know neither passes and the end of games nor the
    mirror point (rule 4), which is barred now or, on the boards `mirror`, in the second step."""
    return not (boards.careful or boards.barred or mirror.size)


def worth_while(boards: BitBoards) -> bool:
    """Whether that saves time: where boards are large and open, taken together. On smaller ones
    setting up all planes afterwards takes what is gained."""
    if boards.size < 16:
        return False
    empty = int(np.bitwise_count(boards.planes[2]).sum())
    return empty >= _EMPTY * boards.size**2 * len(boards.lanes)


class Proposals:
    """Boards on which proposals are made, for which that is `possible`; they are played on in
    place. FIRST moves first on all of them."""

    def __init__(self, boards: BitBoards) -> None:
        size, count = boards.size, len(boards.lanes)
        self._boards, self._count = boards, count
        row, column = np.divmod(np.arange(size * size), size)
        self._places = np.stack([row, column])
        """(2, cells): the row and the column of each point."""
        self._at = np.stack([row, size + column]) * count
        """(2, cells): the index in flat `lines` of each point's row and of its column, on the
        first board."""
        self._bits = boards.bits[np.stack([column, row])]
        """(2, cells): the bit of each point in its row and in its column."""
        self._second = np.zeros(count, bool)
        """(B,): whether SECOND is to move."""
        self._half = np.zeros(count, boards.pair)
        """(B,): where the mover's word begins in a packed one: 0, or `boards.shift` for SECOND."""
        self._played = np.zeros(size * count, boards.pair)
        """(size * B,): where stones have been put in each row, packed as `lines` are."""
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
            turned = words << boards.shift
            turned |= words >> boards.shift
            np.copyto(words, turned, where=self._second)
        boards.played[...] = boards.sides(self._played).reshape(boards.played.shape)
        boards.button = exchanged(boards.button, self._second)
        boards.look_anew()

    def _play_round(self) -> None:
        """Draw `_ROUND` points for each board, and propose one after the other."""
        boards, cells = self._boards, self._bits.shape[1]
        raw = boards.source.random_raw(_ROUND // 2 * self._count).view(np.uint32)
        drawn = raw.astype(np.uint64)
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

        `at` (2, B): the index in flat `lines` of the row and of the column of the point
        proposed; `bit` (2, B): the point's bit in each of these words.
        """
        boards, lines = self._boards, self._boards.lines.reshape(-1)
        line = lines.take(at)
        sides = boards.sides(line).reshape(2, *line.shape).astype(np.int32)
        point = bit.astype(np.int32)
        stones = sides[0] | sides[1]
        # The nearest stone on either side: the highest bit below the point's and the lowest above
        # it. The highest is what is left of a float without its fraction; below a point are 24
        # bits at most, which a float32 keeps exactly.
        below = point - 1
        below &= stones
        power = below.astype(np.float32).view(np.int32)
        power &= _EXPONENT
        nearest = power.view(np.float32).astype(np.int32)
        stones &= -(point + point)
        stones &= -stones
        nearest |= stones
        seen = (sides & nearest) != 0
        first_pinches, second_pinches = seen[:, 0] & seen[:, 1]
        first_holds, second_holds = (sides[:, 0] & point[0]) != 0
        # Who alone pinches a point may put a stone there unless his own stands there, and the
        # other may not; where both do or neither does, an empty point is legal (rule 3).
        # Of two flags a and b, `b ^ (a ^ b) & c` is a where c is set, and b elsewhere.
        empty = ~(first_holds | second_holds)
        legal: Flags = second_pinches == self._second
        legal ^= empty
        legal &= first_pinches ^ second_pinches
        legal ^= empty
        own = first_holds ^ second_holds
        own &= self._second
        own ^= first_holds
        legal &= ~own

        bit = bit * legal
        self._played[at[0]] |= bit[0] << self._half
        line |= bit * boards.twice
        line ^= bit << (boards.shift - self._half)
        lines[at] = line
        self._second ^= legal
        self._half ^= legal * boards.shift
        self._turns += legal
        return legal
