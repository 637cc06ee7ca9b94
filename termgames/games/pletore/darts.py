"""The first turns of random play, by throwing darts instead of listing legal points.

A *dart* is a point drawn at random from the whole board. If the mover may put a stone there,
he does; else the board waits for its next dart. So all legal points are equally likely, and to
judge a point takes its row and its column only. This is fast while many points are legal.

Boards take different numbers of turns. At the end, `Darts.play` exchanges FIRST and SECOND on
the boards where SECOND is to move; `playing.play` exchanges them back in the results.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Flags, Indices, ShortInts
from termgames.games.pletore.bit_boards import NOTHING, BitBoards, exchanged, may_put

_ROUND = 8
"""Darts in a round, for each board."""
_ACCEPTED = 0.35
"""Another round follows if at least this part of a round's darts was legal. A step of
`BitBoards`, which looks at all points, takes two to three times as long as a dart."""
_EMPTY = 0.6
"""Darts are used if at least this part of all points is empty. With fewer, too few turns are
saved to pay for setting up all planes afterwards."""
_EXPONENT = np.int32(0x7F800000)
"""The bits of the exponent in a float32."""


def possible(boards: BitBoards, mirror: Indices) -> bool:
    """Whether play may begin with darts. They handle neither passes and the end of games nor
    the mirror rule (rule 4), which forbids a point now (`boards.barred`) or, on the boards `mirror`
    (n,), in the second step."""
    return not (boards.careful or boards.barred or mirror.size)


def worth_while(boards: BitBoards) -> bool:
    """Whether darts save time: on large boards that are empty enough, all taken together. On
    smaller boards, setting up all planes afterwards costs as much as is gained."""
    if boards.size < 16:
        return False
    empty = int(np.bitwise_count(boards.planes[2]).sum())
    return empty >= _EMPTY * boards.size**2 * len(boards.lanes)


class Darts:
    """Throws darts at `boards`, which it changes in place. They must be `possible` there, and
    FIRST is to move on all boards. B is the number of boards."""

    def __init__(self, boards: BitBoards) -> None:
        size, count = boards.size, len(boards.lanes)
        self._boards, self._count = boards, count
        row, column = np.divmod(np.arange(size * size), size)
        self._places = np.stack([row, column])
        """(2, cells): the row and the column of each point."""
        self._at = np.stack([row, size + column]) * count
        """(2, cells): the index of each point's row and of its column in flattened
        `BitBoards.lines`, on the first board."""
        self._bits = boards.bits[np.stack([column, row])]
        """(2, cells): the bit of each point in its row and in its column."""
        self._second = np.zeros(count, bool)
        """(B,): whether SECOND is to move."""
        self._played = np.zeros(size * count, boards.pair)
        """(size * B,): the points of each row where either side has put stones, packed as in
        `BitBoards.lines`."""
        self._turns = np.zeros(count, np.int16)

    def play(self) -> ShortInts:
        """Play until fewer than `_ACCEPTED` of a round's darts are legal; (B,): turns played.

        Boards with an odd number of turns end with their sides exchanged, so that FIRST is to move
        on all boards.
        """
        enough, accepted = _ACCEPTED * _ROUND * self._count, True
        while accepted:
            before = int(self._turns.sum())
            self._play_round()
            accepted = int(self._turns.sum()) - before >= enough
        self._hand_over()
        return self._turns

    def _hand_over(self) -> None:
        """Exchange the sides where SECOND is to move, and set up `boards` for their next step."""
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
        """Draw `_ROUND` points for each board, and propose them one after the other."""
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
            legal = self._throw(at[:, step], bits[:, step])
            if boards.logs is not None:
                turns = self._places[:, cell[step]].astype(np.uint8)
                turns[1, ~legal] = NOTHING
                boards.logs[-1].turns.append(turns)

    def _throw(self, at: Indices, bit: NDArray[Any]) -> Flags:
        """Put the mover's stone on each board's point if that is legal; (B,): whether it
        is.

        `at` (2, B): the index of the point's row and of its column in flattened
        `BitBoards.lines`; `bit` (2, B): the point's bit in each of these words.
        """
        boards, lines = self._boards, self._boards.lines.reshape(-1)
        line = lines.take(at)
        sides = boards.sides(line).reshape(2, *line.shape).astype(np.int32)
        point = bit.astype(np.int32)
        stones = sides[0] | sides[1]
        # The nearest stone on either side: the highest bit below the point's bit, and the lowest
        # bit above it. The highest bit is what remains of a float when its fraction is cleared. At
        # most 24 bits lie below a point, and a float32 holds such numbers exactly.
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
        # `b ^ (a ^ b) & c` selects a where c is set, and b elsewhere.
        one = first_pinches ^ second_pinches
        swapped = one & self._second
        legal: Flags = second_pinches ^ swapped
        enemy = first_holds ^ second_holds
        empty = ~enemy
        enemy &= self._second
        enemy ^= second_holds
        may_put(empty, enemy, first_pinches ^ swapped, legal, one)

        bit = bit * legal
        # The shift of the mover's word in a packed one.
        half = self._second * boards.shift
        self._played[at[0]] |= bit[0] << half
        line |= bit * boards.twice
        line ^= bit << (boards.shift - half)
        lines[at] = line
        self._second ^= legal
        self._turns += legal
        return legal
