"""Who wins lines, directions and the game (rule 4), on words that hold 64 boards each.

The solver and the kernel of fills count stones on *planes*, which are arrays of words: bit l of
word w belongs to board 64 * w + l. `decided` and `standing` begin instead from claims, which say
who has won each line.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Indices, Ints
from termgames.games.majorities.geometry import Geometry

Words = NDArray[np.uint64]
FULL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


@dataclass(frozen=True, eq=False)
class LineBoards:
    """Stones and lines of B boards; `put` changes these arrays."""

    stones: Bytes
    """(B, cells + 1): 0 empty, 1 black, 2 white. The last entry belongs to no cell; it pads the
    lines of `Geometry.padded_lines`."""
    claims: Bytes
    """(B, L): who has won each line, as in `rules.State`."""
    inside: Bytes
    """(B, 2, L): how many stones either colour has on each line."""


_Operation = tuple[Any, Words, Words, Words]


class BitCounter:
    """Counts the set bits along the first axis of a stack of planes, and compares each count with a
    number.

    The operations are bound to their arrays once. On small batches, making slices for each run
    would cost as much as the counting.
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
        """(...): after `run`, the bits that are set in at least `need` planes."""

    def _add(self, level: Words, above: Words, scratch: Words) -> Words:
        """Append the steps that add the planes of one binary place. Carries go to `above`; returns
        the plane of the sum. Each three planes become a sum and a carry, many triples at once."""
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
        """Append the steps that find where the number with these bits, lowest first, is at least
        `need`; returns the plane of the result."""
        result: Words | None = None
        for place, bit in enumerate(bits):
            if result is None:
                # Below the lowest bit of `need`, all numbers are large enough.
                result = bit if need >> place & 1 else None
            else:
                compare = np.bitwise_and if need >> place & 1 else np.bitwise_or
                self._steps.append((compare, bit, result, bit))
                result = bit
        assert result is not None
        return result

    def run(self) -> Words:
        """Count what is in the stack now, and destroy it; the next run overwrites the result."""
        for operation, left, right, out in self._steps:
            operation(left, right, out)
        return self.result


def game(directions: NDArray[Any]) -> NDArray[Any]:
    """(n,): who holds the game: the bits that are set in at least two of the three `directions`
    (3, n), words or flags."""
    a, b, c = directions
    won: NDArray[Any] = (a & b) | (c & (a | b))
    return won


class LineCounter:
    """Finds the lines and directions that a colour wins, on planes of a fixed number of words. All
    lines must have an odd number of cells (rule 2)."""

    def __init__(self, geometry: Geometry, words: int) -> None:
        longest = max(len(line) for line in geometry.lines)
        cells = geometry.topology.cells
        # Pad shorter lines, half with the plane of zeros, half with the plane of ones. Then the
        # same number of stones wins every line, and all lines are counted in one go.
        padded = []
        for line in geometry.lines:
            missing, odd = divmod(longest - len(line), 2)
            assert not odd, "lines of even and odd length together"
            padded.append([*line, *[cells] * missing, *[cells + 1] * missing])
        self._index = np.array(padded, np.intp).T.copy()
        self._stack = np.empty((longest, len(padded), words), np.uint64)
        self._lines = BitCounter(self._stack, (longest + 1) // 2)
        self._own = np.empty((geometry.per_direction, 3, words), np.uint64)
        self._directions = BitCounter(self._own, geometry.majority)

    def lines(self, planes: Words) -> Words:
        """(L, words): where a colour has more than half of a line's cells; the next call overwrites
        it.

        `planes` (cells + 2, words): the colour's stones; the last two planes must be all zeros and
        all ones, in this order.
        """
        np.take(planes, self._index, axis=0, out=self._stack, mode="clip")
        return self._lines.run()

    def directions(self, lines: Words) -> Words:
        """(3, words): where a colour that has won `lines` (L, words) holds a direction; the next
        call overwrites it."""
        span = len(self._own)
        self._own[...] = lines.reshape(3, span, -1).transpose(1, 0, 2)
        return self._directions.run()


def inside(geometry: Geometry, stones: Bytes) -> Bytes:
    """(B, 2, L): how many stones Black and White have on each line, for `stones` (B, cells)."""
    counts = [(stones == colour).astype(np.float32) @ geometry.member for colour in (1, 2)]
    return np.stack(counts, axis=1).astype(np.uint8)


def put(
    geometry: Geometry,
    boards: LineBoards,
    which: Indices,
    cell: Indices | Ints,
    colour: Indices,
    *,
    capture: bool,
) -> Indices:
    """Put a stone of `colour` (n,), 0 or 1, on `cell` (n,) of the boards with the indices `which`
    (n,), all different; returns the indices of the boards on which it won lines.

    The stone claims the lines that it wins; with `capture` it also clears them (rules 4 and 6).
    This is `Majorities.place` for many boards (`test_kernel.py` and `test_packed.py` replay games
    by it).
    """
    boards.stones[which, cell] = colour + 1
    lines = geometry.line_table[cell]
    at = which[:, None]
    own = boards.inside[at, colour[:, None], lines] + np.uint8(1)
    boards.inside[at, colour[:, None], lines] = own
    rows, line = ((own >= geometry.needs[lines]) & (boards.claims[at, lines] == 0)).nonzero()
    won: Indices = which[rows]
    line = lines[rows, line]
    boards.claims[won, line] = colour[rows] + 1
    if capture and won.size:
        boards.stones[won[:, None], geometry.padded_lines[line]] = 0
        boards.inside[won] = inside(geometry, boards.stones[won, :-1])
    return won


def decided(geometry: Geometry, claims: Bytes) -> tuple[Bytes, Bytes]:
    """Who holds directions (B, 3) and the game (B,) on boards with `claims` (B, lines).

    0 nobody, 1 Black, 2 White, in claims and answers.
    """
    held = np.zeros((len(claims), 3), np.uint8)
    winner = np.zeros(len(claims), np.uint8)
    for colour in (1, 2):
        won = (claims == colour).astype(np.float32) @ geometry.along
        own = won >= geometry.majority
        held[own] = colour
        winner[game(own.T)] = colour
    return held, winner


@dataclass(frozen=True)
class Standing:
    """Who holds the directions and the game, by the claims of one position."""

    directions: tuple[int | None, int | None, int | None]
    """The colour that holds each direction for good; None while undecided."""
    winner: int | None
    """The colour that holds two directions; None while undecided."""


@lru_cache(maxsize=1024)
def standing(geometry: Geometry, claims: bytes) -> Standing:
    """Like `decided`, for one board with `claims` (lines,)."""
    held, winner = decided(geometry, np.frombuffer(claims, np.uint8)[None])
    a, b, c = (int(owner) - 1 if owner else None for owner in held[0])
    return Standing((a, b, c), int(winner[0]) - 1 if winner[0] else None)
