"""Who wins lines, directions and the game (rule 4), on words that hold 64 boards each.

The solver counts here with one word and the kernels with hundreds. A *plane* is an array of words:
bit l of word w belongs to board 64 * w + l. Where it is known who has won which lines (`decided`)
only they are counted, board by board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes
from termgames.games.majorities.geometry import Geometry

Words = NDArray[np.uint64]
FULL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)

_Operation = tuple[Any, Words, Words, Words]


class BitCounter:
    """Counts set bits over the first axis of `stack` and compares the counts with a number.

    The operations are bound to their arrays once, since on small batches making slices would
    cost as much as counting.
    """

    def __init__(self, stack: Words, need: int) -> None:
        """`stack` (k, ...): the planes to count; `run` destroys it. 0 < need <= k."""
        self._steps: list[_Operation] = []
        scratch = np.empty_like(stack[: max(1, len(stack) // 3)])
        bits = []
        level = stack
        while len(level):
            above = np.empty((len(level) // 2, *stack.shape[1:]), np.uint64)
            bits.append(self._add(level, above, scratch))
            level = above
        self.result = self._compare(bits, need)
        """(...): where at least `need` planes are set, after `run`."""

    def _add(self, level: Words, above: Words, scratch: Words) -> Words:
        """Steps that add the planes of one weight: carries go to `above`, the answer is the plane
        of the sum. Three planes become a sum and a carry, many triples at once."""
        steps = self._steps
        carried = 0
        while len(level) >= 3:
            k = len(level) // 3
            a, b, c = level[:k], level[k : 2 * k], level[2 * k : 3 * k]
            carry, part = above[carried : carried + k], scratch[:k]
            steps += [
                (np.bitwise_xor, a, b, part),
                (np.bitwise_and, a, b, carry),
                (np.bitwise_and, part, c, a),
                (np.bitwise_or, carry, a, carry),
                (np.bitwise_xor, part, c, c),
            ]
            carried += k
            level = level[2 * k :]
        if len(level) == 2:
            a, b = level
            steps += [(np.bitwise_and, a, b, above[carried]), (np.bitwise_xor, a, b, b)]
            level = level[1:]
        total: Words = level[0]
        return total

    def _compare(self, bits: Sequence[Words], need: int) -> Words:
        """Steps for "the number with these bits, least first, is at least `need`"."""
        result: Words | None = None
        for place, bit in enumerate(bits):
            if result is None:
                # So far every number passes, up to the first bit that is asked for.
                result = bit if need >> place & 1 else None
            else:
                compare = np.bitwise_and if need >> place & 1 else np.bitwise_or
                self._steps.append((compare, bit, result, bit))
                result = bit
        assert result is not None
        return result

    def run(self) -> Words:
        """Count what is in the stack now; the next run overwrites the answer."""
        for operation, left, right, out in self._steps:
            operation(left, right, out)
        return self.result


def game(directions: NDArray[Any]) -> NDArray[Any]:
    """(n,): where at least two of the three `directions` (3, n), words or flags, are set."""
    a, b, c = directions
    won: NDArray[Any] = (a & b) | (c & (a | b))
    return won


class LineCounter:
    """Winners of lines and directions on planes of a fixed number of words, on boards whose lines
    are all odd (rule 2)."""

    def __init__(self, geometry: Geometry, words: int) -> None:
        longest = max(len(line) for line in geometry.lines)
        cells = geometry.topology.cells
        # Half of the missing cells of a shorter line count as set: then the same number
        # wins every line, and all of them are counted in one go.
        padded = []
        for line in geometry.lines:
            missing, odd = divmod(longest - len(line), 2)
            assert not odd, "lines of even and odd length together"
            padded.append([*line, *[cells] * missing, *[cells + 1] * missing])
        self._index = np.array(padded, np.intp).T.copy()
        self._stack = np.empty((longest, len(padded), words), np.uint64)
        self._lines = BitCounter(self._stack, (longest + 1) // 2)
        self._own = np.empty((geometry.per_direction, 3, words), np.uint64)
        self._directions = BitCounter(self._own, geometry.size)

    def lines(self, planes: Words) -> Words:
        """(L, words): where a colour has more than half of a line's cells.

        `planes` (cells + 2, words): its stones; the last two planes must be zeros and
        ones, in this order.
        """
        np.take(planes, self._index, axis=0, out=self._stack, mode="clip")
        return self._lines.run()

    def directions(self, lines: Words) -> Words:
        """(3, words): where a colour that has won `lines` (L, words) holds a direction."""
        span = len(self._own)
        self._own[...] = lines.reshape(3, span, -1).transpose(1, 0, 2)
        return self._directions.run()


def decided(geometry: Geometry, claims: Bytes) -> tuple[Bytes, Bytes]:
    """Who holds directions (B, 3) and the game (B,) on boards with `claims` (B, lines).

    0 nobody, 1 Black, 2 White, in claims and answers.
    """
    held = np.zeros((len(claims), 3), np.uint8)
    winner = np.zeros(len(claims), np.uint8)
    for colour in (1, 2):
        won = (claims == colour).astype(np.float32) @ geometry.along
        own = won >= geometry.size
        held[own] = colour
        winner[game(own.T)] = colour
    return held, winner


@dataclass(frozen=True)
class Standing:
    """Directions and the game as claims decide them."""

    directions: tuple[int | None, int | None, int | None]
    """Who holds each direction for good: 0 Black, 1 White, None nobody yet."""
    winner: int | None
    """Who holds two of them."""


@lru_cache(maxsize=1024)
def standing(geometry: Geometry, claims: bytes) -> Standing:
    """`decided` for one board with `claims` (lines,)."""
    held, winner = decided(geometry, np.frombuffer(claims, np.uint8)[None])
    a, b, c = (int(owner) - 1 if owner else None for owner in held[0])
    return Standing((a, b, c), int(winner[0]) - 1 if winner[0] else None)
