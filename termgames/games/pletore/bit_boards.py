"""Random play of Pletore on bit planes: many boards at once, each step one turn on every board.

A board has a word for each row, with a bit for each column; planes are (size, B), boards last.
A stone changes what points see along its row and its column only, so only these two lines are
computed again: the row's words are replaced, and the column's bits are written into the words of
all rows. The legal points follow from these planes by Boolean algebra, and one of them is drawn
by counting bits. The side that moves first on a board is called `FIRST`, whatever its colour.

For each line it is computed which of its points see a stone of FIRST and which one of SECOND, all
points at once. Points above a stone are found by addition: the stones, shifted up by one, are added
to the empty points, and the carry runs through each gap up to the next stone. No carry runs
downwards; for the points below, the stones are shifted down through the gaps in steps, each at most
twice as long as the one before.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Flags, Indices, SmallInts
from termgames.games.pletore.rules import FREE
from termgames.games.pletore.words import nth_bit, transposed, word_of

FIRST, SECOND = 0, 1

PASS, BUTTON, NOTHING = 253, 254, 255
"""In a log these stand instead of a column, for a turn without a stone. NOTHING: there was no turn,
because the game was over."""

_POOL = 64
"""The number of steps for which random words are drawn at once."""


@dataclass(frozen=True)
class TurnLog:
    """The turns played on B boards."""

    lanes: Indices
    """(B,): the numbers of these boards in the batch."""
    turns: list[Bytes] = field(default_factory=list)
    """(2, B) for each step: row and column of the stone.
    PASS, BUTTON and NOTHING stand in place of columns."""


class BitBoards:
    """B boards being played.

    `stones` (2, size, B): words of the stones of FIRST and SECOND; `button` (B,): FIRST or SECOND
    if that side took it, else `rules.FREE` or `rules.NO_BUTTON`; `passes` (B,): passes in a row so
    far. All are copied.
    """

    def __init__(
        self,
        size: int,
        stones: NDArray[Any],
        button: SmallInts,
        passes: Bytes,
        source: np.random.SFC64,
    ) -> None:
        count = stones.shape[2]
        self.size, self.source = size, source
        self.word: Any = word_of(size)
        narrow = self.word is np.uint16
        self.pair: Any = np.uint32 if narrow else np.uint64
        """The type of *packed* words, which hold two words of a line: FIRST's in the low half,
        SECOND's in the high half."""
        width = 16 if narrow else 32
        self.shift = self.pair(width)
        """The shift of SECOND's word in a packed one."""
        self.twice = self.pair(1 | 1 << width)
        """A word times this is the packed word with that word in both halves."""
        self._full = self.pair((1 << size) - 1)
        self.bits: NDArray[Any] = (1 << np.arange(size)).astype(self.pair)
        """(size,): the bit of each point of a line, in the low half of a packed word."""
        self._one = np.array(1, self.pair)
        self._strides = _strides(size - 1, self.pair)
        self._to_top = (1 << np.arange(width - 1, width - 1 - size, -1)).astype(self.word)
        self._draw_bits = 24 if narrow else 22
        """Bits used of each random word: so few that their number times the number of legal
        points fits 32 bits."""

        self._pool = np.empty((0, 0), np.uint32)
        """Random words (_POOL, at least B): a row for each step."""
        self._allot(count)
        self._fill(stones)
        self.button, self.passes = button.copy(), passes.copy()
        self.lanes = np.arange(count)
        self.careful = bool(passes.any())
        """Whether some board may be finished, since the last turn of some board was a pass."""
        self.barred: tuple[Indices, NDArray[Any], NDArray[Any]] | None = None
        """Three arrays (n,): numbers of boards, and the row and the column on each of them of the
        point where no stone may be put in this step (rule 4). None: no board has such a point."""
        self.plies = np.zeros(count, np.int16)
        """(B,): turns played on finished boards."""
        self.step = 0
        self.logs: list[TurnLog] | None = None

    # -- memory -------------------------------------------------------------------------

    def _allot(self, count: int) -> None:
        """Working memory for `count` boards."""
        size = self.size
        self.planes = np.empty((5, size, count), self.word)
        """FIRST's stones, SECOND's stones, the empty points, and the points that see a stone of
        FIRST, of SECOND, along their row. In the last two, and in `_upright`, bits beyond the line
        mean nothing."""
        self.played = np.zeros((2, size, count), self.word)
        """The points where FIRST and SECOND have put stones, whether these still stand or not."""
        self._upright = np.empty((2, size, count), self.word)
        """The points that see a stone of FIRST, of SECOND, along their column."""
        self.lines = np.empty((2, size, count), self.pair)
        """The stones as packed words: of each row, then of each column."""
        self.legal = np.empty((size, count), self.word)
        """See `find_legal`."""
        self._scratch = np.empty((2, size, count), self.word)
        narrow = size < 16
        self._octets = np.empty((size, count), np.uint16)
        self._count = np.empty((size, count), np.uint16 if narrow else np.uint8)
        self._below = np.zeros((size + 1, count), np.uint16)
        self._sums = [(self._below[r], self._count[r], self._below[r + 1]) for r in range(size)]
        self._passed = np.empty((size, count), bool)
        self._rank = np.empty(count, np.uint16)
        self._last = np.full(count, size - 1, np.uint8)
        self._random = np.empty(count, np.uint32)
        self._place = np.empty((2, count), np.intp)
        self._index = np.empty((2, count), np.intp)
        self._flat_offsets = np.arange(count) + np.array([[0], [size * count]])
        self._planes_at = size * count * np.arange(5)[:, None]
        self._fresh = np.empty((5, count), self.word)
        self._five = np.empty((5, count), np.intp)
        self._work = np.empty((5, 2, count), self.pair)

    def _fill(self, stones: NDArray[Any]) -> None:
        """Set up `lines` and all planes for `stones` (2, size, B)."""
        for axis, words in enumerate((stones, transposed(stones))):
            packed = words.astype(self.pair)
            self.lines[axis] = packed[0] | packed[1] << self.shift
        self.look_anew()

    def look_anew(self) -> None:
        """Set up `planes` and `_upright` for the stones in `lines`."""
        size, count = self.size, self.lines.shape[2]
        work = np.empty((5, 2, size * count), self.pair)
        seen, empty = self._look(self.lines.reshape(2, -1), work)
        self.planes[:2] = self.sides(self.lines[0]).reshape(2, size, count)
        self.planes[2] = empty[0].reshape(size, count)
        self.planes[3:] = self.sides(seen[0]).reshape(2, size, count)
        for column, words in enumerate(seen[1].reshape(size, count)):
            self._lay_upright(words, self.word(1 << column))

    def copies(self, each: int, *, log: bool = False) -> None:
        """Replace every board by `each` copies and number the boards from 0; with `log`, keep a
        log of turns from here on."""
        self._take(np.repeat(np.arange(len(self.lanes)), each))
        self.lanes = np.arange(len(self.lanes))
        self.logs = [TurnLog(self.lanes)] if log else None

    def keep(self, which: Indices) -> None:
        """Drop all boards but those at the indices `which`."""
        self._take(which)
        if self.logs is not None:
            self.logs.append(TurnLog(self.lanes))

    def _take(self, which: Indices) -> None:
        old = (self.planes, self.played, self._upright, self.lines)
        self._allot(len(which))
        new = (self.planes, self.played, self._upright, self.lines)
        for after, before in zip(new, old, strict=True):
            np.take(before, which, axis=2, out=after, mode="clip")
        self.lanes, self.button = self.lanes[which], self.button[which]
        self.passes, self.plies = self.passes[which], self.plies[which]

    # -- a step -------------------------------------------------------------------------

    def find_legal(self, mover: int) -> NDArray[Any]:
        """(size, B): words of the points where `mover` may place a stone, or replace one (rule 3).
        Returns `legal`, from which `advance` draws."""
        stones, empty, along, upright = (
            self.planes[:2],
            self.planes[2],
            self.planes[3:],
            self._upright,
        )
        other = 1 - mover
        turned: NDArray[Any] = np.bitwise_and(along[other], upright[other], self.legal)
        own = np.bitwise_and(along[mover], upright[mover], self._scratch[0])
        one = np.bitwise_xor(turned, own, self._scratch[1])
        may_put(empty, stones[other], own, turned, one)
        if self.barred is not None:
            lanes, rows, columns = self.barred
            boards = np.searchsorted(self.lanes, lanes)
            turned[rows, boards] &= ~(self.word(1) << columns.astype(self.word))
        return turned

    def advance(self, mover: int) -> None:
        """Play one turn of `mover` on every board: a stone on a point drawn from `legal`; if there
        is none, the button if it is free, else a pass."""
        total = self._draw()
        moved = total != 0 if self.careful or not total.all() else None
        if moved is not None:
            # A board on which both sides passed may still have legal points.
            moved &= self.passes < 2
        self._put(mover, moved)
        took = None if moved is None else self._without_stones(mover, moved)
        if self.logs is not None:
            self.logs[-1].turns.append(self._turns(moved, took))
        self.barred = None
        self.step += 1

    def last_place(self, lanes: Indices) -> Indices:
        """(2, n): row and column of the stones put in the last step on the boards with the numbers
        `lanes` (n,)."""
        place: Indices = self._place[:, np.searchsorted(self.lanes, lanes)]
        return place

    def _draw(self) -> NDArray[Any]:
        """Draw a legal point for each board. `_place` gets its row and column, `_index` the indices
        of these two in flattened `lines`. Returns (B,): how many legal points there are; where
        there are none, the entries mean nothing."""
        self._count_legal()
        for before, count, after in self._sums:
            np.add(before, count, after)
        total: NDArray[Any] = self._below[-1]
        rank, index, boards = self._rank, self._index, len(self.lanes)
        rank[...] = self._random_below(total)
        np.less_equal(self._below[1:], rank, self._passed)
        row = np.add.reduce(self._passed.view(np.uint8), axis=0, dtype=np.uint8)
        self._place[0] = np.minimum(row, self._last)
        at = np.multiply(self._place[0], boards, index[0])
        at += self._flat_offsets[0]
        rank -= self._below.reshape(-1).take(at)
        self._place[1] = nth_bit(self.legal.reshape(-1).take(at), rank, self.size)
        np.multiply(self._place[1], boards, index[1])
        index[1] += self._flat_offsets[1]
        return total

    def _count_legal(self) -> None:
        """Count the legal points of each row, into `_count`."""
        if self.word is not np.uint16:
            np.bitwise_count(self.legal, self._count)
            return
        # numpy counts the bits of bytes much faster than those of wider words.
        octets, count = self._octets, self._count
        np.bitwise_count(self.legal.view(np.uint8), octets.view(np.uint8))
        np.right_shift(octets, np.uint16(8), count)
        count += octets
        count &= np.uint16(255)

    def _random_below(self, total: NDArray[Any]) -> NDArray[np.uint32]:
        """(B,): random numbers from 0 to total - 1, all equally likely; 0 where `total` is 0."""
        at, count = self.step % _POOL, len(total)
        if at == 0 or self._pool.shape[1] < count:
            words = self.source.random_raw(_POOL * (count + 1) // 2).view(np.uint32)
            self._pool = words[: _POOL * count].reshape(_POOL, count)
            self._pool >>= np.uint32(32 - self._draw_bits)
        self._random[...] = total
        self._random *= self._pool[at, :count]
        self._random >>= np.uint32(self._draw_bits)
        return self._random

    def _put(self, mover: int, moved: Flags | None) -> None:
        """Put `mover`'s stones on the drawn points of the boards in `moved` (B,) (None: of all),
        and update what the points of their rows and columns see."""
        index = self._index
        # Set the column's bit in the row's word, and the row's bit in the column's word.
        bit = self.bits.take(self._place[::-1])
        if moved is not None:
            bit *= moved
        lines = self.lines.reshape(-1)
        line = lines[index]
        line |= bit * self.twice
        line ^= bit if mover == SECOND else bit << self.shift
        lines[index] = line
        seen, empty = self._look(line, self._work)

        fresh = self._fresh
        fresh[:2] = self.sides(line[0])
        fresh[2] = empty[0]
        fresh[3:] = self.sides(seen[0])
        self.planes.reshape(-1)[np.add(index[0], self._planes_at, self._five)] = fresh

        column_bit = bit[0].astype(self.word)
        self._lay_upright(seen[1], column_bit)
        played = self.played[mover].reshape(-1)
        played[index[0]] |= column_bit

    def _lay_upright(self, seen: NDArray[Any], column_bit: Any) -> None:
        """Write what the points of one column of each board see along it into `_upright`. `seen`
        (B,): packed words of the column; `column_bit`: the column's bit in a row's word, (B,) or
        one for all boards."""
        # For row r, shift bit r of the column's word to the top, copy it to all bits of a word,
        # and keep it at the column's bit.
        column = np.ascontiguousarray(self.sides(seen))
        spread = np.multiply(column[:, None], self._to_top[:, None], self._scratch)
        signed = spread.view(f"i{spread.itemsize}")
        signed >>= 8 * spread.itemsize - 1
        spread ^= self._upright
        spread &= column_bit
        self._upright ^= spread

    def _look(self, line: NDArray[Any], work: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Which points see a stone of FIRST and of SECOND along lines, and which points are empty.

        `line` (2, n): packed words of the stones. Returns two arrays (2, n) of packed words: the
        points that see a stone, where bits beyond the line mean nothing; and the empty points, in
        both halves. Both are views of `work` (5, 2, n), which the next call overwrites.
        """
        empty, seen, down, gaps, moved = work
        np.right_shift(line, self.shift, empty)
        empty |= line
        empty &= self._full
        empty ^= self._full
        empty *= self.twice
        np.left_shift(line, self._one, seen)
        np.bitwise_and(seen, empty, moved)
        moved += empty
        moved ^= empty
        seen |= moved

        np.right_shift(line, self._one, down)
        gaps[...] = empty
        for stride, grown in self._strides:
            if grown is not None:
                # Keep the points that begin a gap of `stride` empty points, counted downwards.
                np.left_shift(gaps, grown, moved)
                gaps &= moved
            np.bitwise_and(down, gaps, moved)
            moved >>= stride
            down |= moved
        seen |= down
        return seen, empty

    def sides(self, packed: NDArray[Any]) -> NDArray[Any]:
        """(2, n): the words of FIRST and of SECOND in n `packed` words, of any shape."""
        words: NDArray[Any] = packed.view(self.word).reshape(-1, 2).T
        return words

    def _without_stones(self, mover: int, moved: Flags) -> Flags:
        """Play the turns of the boards that are not in `moved` (B,): those on which no stone may be
        put. Finished boards stay as they are. Returns (B,): where `mover` took the button.

        Where no stone may be put, the other side controls every empty point, so passing is allowed
        (rule 3) unless the button is free (rule 6).
        """
        took: Flags = (self.button == FREE) & ~moved
        self.button[took] = mover
        ended = self.passes >= 2
        self.passes += 1
        self.passes[moved | took] = 0
        self.plies[(self.passes == 2) & ~ended] = self.step + 1
        self.passes[ended] = 2
        self.careful = bool(self.passes.any())
        return took

    def _turns(self, moved: Flags | None, took: Flags | None) -> Bytes:
        """(2, B): this step's entry of the log."""
        turns = self._place.astype(np.uint8)
        if moved is not None and took is not None:
            turns[1, ~moved] = PASS
            turns[1, took] = BUTTON
            # On boards that ended in an earlier step `plies` is not above `step`.
            turns[1, (self.passes >= 2) & (self.plies <= self.step)] = NOTHING
        return turns


def may_put(empty: Any, enemy: Any, own: Any, other: Any, one: Any) -> None:
    """Rule 3 on sets of points, all arrays of one shape, of words or flags: change `other` to the
    points where the mover may place a stone or replace one.

    `empty` and `enemy`: the empty points, and the opponent's stones; `own` and `other`: the points
    that the mover pinches and that the opponent pinches; `one`: those that one side alone pinches.
    `own` is overwritten. Says the same as `scoring.placeable` and `scoring.replaceable`
    (`test_rules_on_words_are_those_of_the_game`).
    """
    # Where one side alone pinches a point: it is not legal if it is empty and the enemy pinches it;
    # it is legal if it holds an enemy stone and the mover pinches it.
    other &= empty
    own &= enemy
    other |= own
    other &= one
    other ^= empty


def exchanged(holder: SmallInts, which: Any) -> SmallInts:
    """(B,): the `holder` (B,) of the button after the two sides, or colours, were exchanged on the
    boards where `which` is 1. Negative entries, held by nobody, stay as they are."""
    result: SmallInts = np.where(holder >= 0, holder ^ which, holder).astype(np.int8)
    return result


def _strides(distance: int, word: Any) -> list[tuple[NDArray[Any], NDArray[Any] | None]]:
    """The steps (stride, grown) in which `BitBoards._look` shifts stones down until they have
    reached all points that see them, up to `distance` points away.

    The stones have been shifted down by one before. A step shifts them by `stride` more points,
    through gaps of `stride` empty points. If `grown` is not None, the step first combines gaps of
    `grown` points to gaps of twice as many.
    """
    strides, reached = [(1, 0)], 2
    while reached < distance:
        length = strides[-1][0]
        strides.append((length, 0) if reached + length >= distance else (2 * length, length))
        reached += strides[-1][0]
    return [
        (np.array(stride, word), np.array(grown, word) if grown else None)
        for stride, grown in strides
    ]
