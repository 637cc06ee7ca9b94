"""Random play of Plurality on bit planes: a word holds the same place of 64 boards.

Whether a tromino may be placed does not depend on colours, and a tromino that is illegal stays
illegal (rule 3). So uniform random play is equivalent to this: give every tromino a random
time, and in the order of these times place each one that is still legal.

Here time runs in *sweeps*. In a sweep each legal tromino is proposed with a probability that
rises from sweep to sweep; the kinds of trominoes take their turns in random order. When two
trominoes of one kind are proposed together and touch the same block, the first on the plane is
placed (or the last, at random), and the other is proposed again in the next sweep. The last
sweeps propose everything, until nothing is legal. Who placed what is decided afterwards: the
trominoes of one sweep are put in random order, and the players alternate.

This is not exactly uniform: of trominoes that are proposed in one sweep and exclude each other,
those of one kind go before those of another. Compared with exactly uniform play from the empty
13x13 board, there are 0.03 % fewer placements, and the spread of scores is the same within half a
percent. In small positions a given final board comes up a few percent too often or too seldom
(`test_kernel.py`).

Playouts are not fully independent either: all boards of one call share the order of the kinds, and
the choice of the first or the last on the plane. The mean score of a thousand playouts from one
late position has up to twice the variance that it would have with independent playouts, their mean
length up to four times. With a few dozen playouts there is no such excess.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Indices, Rng
from termgames.core.regions import plane
from termgames.games.plurality.geometry import Geometry
from termgames.games.plurality.patterns import (
    PlaneStep,
    anchors_of,
    first_of_clash,
    kinds,
    legality,
)

Words = NDArray[np.uint64]

SCHEDULE = ((8, 0.13), (7, 0.24), (6, 0.35), (5, 0.43), (4, 0.49), (3, 0.53), (2, 1.0))
"""The sweeps that propose only some trominoes, as (rate, filled): a legal tromino is proposed with
probability 2 ** -rate. Low probabilities keep it rare that trominoes proposed together exclude each
other. A sweep is left out if more than the part `filled` of the emptiest board's cells is occupied.
Play from the empty board has occupied that part when the sweep after it is over."""

_ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)

_ORDERS = 256
"""How many random orders of the cells there are, of which each sweep gets one."""

_SWEEPS = 16
"""The number of sweeps for which memory is reserved at first; more are hardly ever needed."""

_LINE = 8
"""The number of words in a cache line."""


def _zeros(*shape: int) -> Words:
    """An array of zeros that begins at a cache line, which makes ufuncs on it a tenth faster."""
    room = np.zeros(math.prod(shape) + _LINE, np.uint64)
    first = -(room.ctypes.data // room.itemsize) % _LINE
    return room[first : first + math.prod(shape)].reshape(shape)


class BitReservoir:
    """A fixed reservoir of random words, from which callers read at random offsets.

    Drawing fresh random words would cost as much as the play itself.
    """

    size = 1 << 17

    def __init__(self) -> None:
        source = np.random.Generator(np.random.SFC64(20_11))

        def words() -> Words:
            return source.integers(0, _ALL, self.size, np.uint64, endpoint=True)

        thin = words()
        self.thin: dict[int, Words] = {}
        """thin[rate] (size,): words whose bits are set with probability 2 ** -rate."""
        for rate in range(1, 5):
            self.thin[rate] = _zeros(self.size)
            self.thin[rate][:] = thin
            thin = thin & words()
        picks = source.integers(0, 3, (self.size // 2, 64), np.uint8)
        self.choice: tuple[Words, ...] = tuple(
            np.packbits(picks == pick, axis=1, bitorder="little").view(np.uint64).ravel()
            for pick in range(3)
        )
        """Three arrays choice[k] (size // 2,): each bit is set in exactly one of them."""


@lru_cache(maxsize=1)
def bit_reservoir() -> BitReservoir:
    """The reservoir, filled on first use (some 30 ms)."""
    return BitReservoir()


@lru_cache(maxsize=32)
def _orders(geometry: Geometry) -> Indices:
    """(_ORDERS, cells): the places of a board's cells in random orders."""
    places = plane(geometry.topology).places
    source = np.random.default_rng(0)
    return np.stack([source.permutation(places) for _ in range(_ORDERS)])


@dataclass(frozen=True, eq=False)
class Placements:
    """What was placed on 64 * words boards, as bits; valid until the next `play`."""

    anchors: Words
    """(kinds, length, words): the anchors of the placements, by kind."""
    odd: Words
    """(length, words): the anchors of each board's first, third, fifth… placement."""
    sweeps: Words
    """(sweeps, length, words): the anchors of each sweep's placements."""
    order: Indices
    """(sweeps, cells): the places in the order in which each sweep's placements were made."""


@dataclass(frozen=True, eq=False)
class ColouredStones:
    """The stones of `Placements` with their colours; all arrays (length, words)."""

    black: Words
    """The placed stones that are black."""
    by_black: Words
    """The stones that Black placed, of either colour."""
    mover: Words
    """At an anchor, whether Black made the placement; elsewhere it means nothing."""
    enemy: tuple[Words, ...]
    """enemy[k]: at an anchor, whether the opponent's stone is on the shape's cell k; elsewhere it
    means nothing."""


_Bound = tuple[Any, Words, Words, Words]
"""A ufunc, its two operands, and the array for its result."""


@dataclass(frozen=True, eq=False)
class _KindPrograms:
    """The ufunc calls that propose and place one kind of tromino, bound to their planes."""

    propose: list[_Bound]
    """Leave the anchors of all legal placements in plane `good`."""
    place: list[list[_Bound]]
    """Place the proposals in `good` that clash with none at an earlier place (second list: at a
    later place). They are written into `new` and added to the kind's anchors; proposals that clash
    are written into `waits`."""
    waits: Words
    """Proposals to be made again in the next sweep."""


class TrominoBoards:
    """The bit planes on which `64 * words` boards are played; every call uses the same memory.

    Planes by name: `board`, the cells; `vacant`, all places without a stone, also those off the
    board; `empty`, the cells without a stone; `good`, first the anchors of all legal trominoes of
    one kind, then those that are proposed; `clash`, the proposals that must wait; `new`, those that
    are placed; `black` and `by_black`, see `ColouredStones`. The other names belong to the programs
    of `patterns`.
    """

    def __init__(self, geometry: Geometry, words: int) -> None:
        self.words = words
        self.board_plane = plane(geometry.topology)
        self.kinds = kinds(geometry)
        self._anchors_of = anchors_of(geometry)
        self._size = self.board_plane.length * words
        self._margin = 5 * self.board_plane.width
        self._planes: dict[str, Words] = {}
        board = self.view("board").reshape(-1, words)
        board[self.board_plane.places] = _ALL
        self._waits = _zeros(len(self.kinds), self._size)
        self._anchors = _zeros(len(self.kinds), self._size)
        self._programs = [self._programs_of(number) for number in range(len(self.kinds))]
        self._sweeps = _zeros(_SWEEPS, self._size)
        self._orders = _orders(geometry)

    def view(self, name: str, distance: int = 0) -> Words:
        """(length * words,): plane `name`, shifted so that index p reads place p + distance."""
        if name not in self._planes:
            whole = (self.board_plane.length + 2 * self._margin) * self.words
            self._planes[name] = _zeros(whole)
        begin = (self._margin + distance) * self.words
        return self._planes[name][begin : begin + self._size]

    def _programs_of(self, number: int) -> _KindPrograms:
        kind, width = self.kinds[number], self.board_plane.width
        waits, anchors = self._waits[number], self._anchors[number]
        good, clash, new = self.view("good"), self.view("clash"), self.view("new")
        stones = [self.view("vacant", x + y * width) for x, y in kind.cells]
        place: list[_Bound] = [
            # new = good and not clash
            (np.bitwise_or, good, clash, new),
            (np.bitwise_xor, new, clash, new),
            (np.bitwise_xor, good, new, waits),
            (np.bitwise_or, anchors, new, anchors),
            *((np.bitwise_xor, stone, new, stone) for stone in stones),
            (np.bitwise_and, self.view("board"), self.view("vacant"), self.view("empty")),
        ]
        return _KindPrograms(
            self._bind(legality(kind, width)),
            [
                self._bind(first_of_clash(kind, width, backwards=backwards)) + place
                for backwards in (False, True)
            ],
            waits,
        )

    def _bind(self, steps: Sequence[PlaneStep]) -> list[_Bound]:
        ufuncs = {"and": np.bitwise_and, "or": np.bitwise_or}
        return [
            (
                ufuncs[step.operation],
                self.view(*step.left),
                self.view(*step.right),
                self.view(step.out),
            )
            for step in steps
        ]

    def play(self, occupied: Words, filled: float, rng: Rng) -> Placements:
        """Play from boards with the `occupied` cells (length, words), until nothing is legal on any
        of them.

        `filled` is the part of the cells that is occupied on the emptiest board.
        """
        schedule = [rate for rate, most in SCHEDULE if filled <= most]
        self._occupy(occupied)
        self._anchors.fill(0)
        self._waits.fill(0)
        sweeps = len(schedule)
        self._thinned(schedule, rng)
        alive = list(range(len(self.kinds)))
        while alive:
            if sweeps == len(self._sweeps):
                self._sweeps = np.concatenate([self._sweeps, np.zeros_like(self._sweeps)])
            rng.shuffle(alive)
            alive = self._unthinned(alive, self._sweeps[sweeps], int(rng.integers(2)))
            sweeps += 1
        shape = (-1, self.board_plane.length, self.words)
        placed = self._sweeps[:sweeps].reshape(shape)
        order = self._orders[rng.integers(0, _ORDERS, sweeps)]
        anchors = self._anchors.reshape(shape)
        return Placements(anchors, self._odd(placed, order), placed, order)

    def legal(self, occupied: Words) -> Words:
        """(shapes, words): the shapes that may be placed on boards with the `occupied` cells
        (length, words)."""
        self._occupy(occupied)
        good = self.view("good")
        for anchors, programs in zip(self._anchors, self._programs, strict=True):
            for ufunc, left, right, out in programs.propose:
                ufunc(left, right, out)
            anchors[...] = good
        return self._anchors.reshape(-1, self.words).take(self._anchors_of, axis=0)

    def _occupy(self, occupied: Words) -> None:
        """Set up planes `vacant` and `empty` for `occupied` (length, words)."""
        vacant = self.view("vacant")
        self._planes["vacant"].fill(_ALL)
        np.bitwise_xor(vacant, occupied.ravel(), vacant)
        np.bitwise_and(self.view("board"), vacant, self.view("empty"))

    def _thinned(self, schedule: Sequence[int], rng: Rng) -> None:
        """Play a sweep for each rate of `schedule`, and record them in the first entries of
        `_sweeps`."""
        good, new = self.view("good"), self.view("new")
        size, count = self._size, len(self.kinds)
        thin = bit_reservoir().thin
        turns = rng.random((len(schedule), count)).argsort(axis=1).tolist()
        lines = rng.integers(0, (BitReservoir.size - size) // _LINE, (len(schedule), count, 2))
        entries = (lines * _LINE).tolist()
        sides = rng.integers(0, 2, len(schedule)).tolist()
        for rate, order, entry, side, placed in zip(
            schedule, turns, entries, sides, self._sweeps, strict=False
        ):
            placed.fill(0)
            low, high = thin[rate // 2], thin[rate - rate // 2]
            for number, (one, other) in zip(order, entry, strict=True):
                programs = self._programs[number]
                for ufunc, left, right, out in programs.propose:
                    ufunc(left, right, out)
                np.bitwise_and(high[one : one + size], low[other : other + size], new)
                np.bitwise_or(new, programs.waits, new)
                np.bitwise_and(good, new, good)
                for ufunc, left, right, out in programs.place[side]:
                    ufunc(left, right, out)
                np.bitwise_or(placed, new, placed)

    def _unthinned(self, alive: list[int], placed: Words, side: int) -> list[int]:
        """Play a sweep that proposes every legal tromino of the kinds `alive`, and record it in
        `placed`. Returns the kinds that may still have a legal tromino."""
        good, new = self.view("good"), self.view("new")
        placed.fill(0)
        more = []
        for number in alive:
            programs = self._programs[number]
            for ufunc, left, right, out in programs.propose:
                ufunc(left, right, out)
            if not good.any():
                continue
            for ufunc, left, right, out in programs.place[side]:
                ufunc(left, right, out)
            np.bitwise_or(placed, new, placed)
            # Only trominoes that wait may be legal still.
            if programs.waits.any():
                more.append(number)
        return more

    def occupied(self) -> Words:
        """(length, words): the occupied cells after the last `play`."""
        shape = (self.board_plane.length, self.words)
        return (self.view("board") ^ self.view("empty")).reshape(shape)

    def _odd(self, sweeps: Words, order: Indices) -> Words:
        """(length, words): the anchors of each board's first, third, fifth… placement, found by a
        running parity over all places in the order of placements."""
        rows = (order + np.arange(len(sweeps))[:, None] * self.board_plane.length).ravel()
        flat = sweeps.reshape(-1, self.words)
        lined = flat.take(rows, axis=0, mode="clip")
        running = np.bitwise_xor.accumulate(lined, axis=0)
        np.bitwise_and(running, lined, out=running)
        odd = np.zeros_like(flat)
        odd[rows] = running
        # Each anchor is used by one sweep at most.
        return np.asarray(np.bitwise_or.reduce(odd.reshape(sweeps.shape), axis=0))

    def colour(self, played: Placements, black_first: Words, rng: Rng) -> ColouredStones:
        """Decide who made each placement, and which of its stones is the opponent's (rule 2).

        `black_first` (words,): the boards on which Black makes the first placement.
        """
        shape = (self.board_plane.length, self.words)
        size = self._size
        entry = int(rng.integers(BitReservoir.size // 2 - size))
        turn = rng.permutation(3)
        enemy = tuple(bit_reservoir().choice[pick][entry : entry + size] for pick in turn)
        mover = (played.odd ^ ~black_first).ravel()
        flipped = [mover ^ choice for choice in enemy]
        black, by_black = self.view("black"), self.view("by_black")
        self._planes["black"].fill(0)
        self._planes["by_black"].fill(0)
        stone = np.empty(size, np.uint64)
        for kind, anchors in zip(self.kinds, played.anchors.reshape(-1, size), strict=True):
            blacks = anchors & mover
            for (x, y), colour in zip(kind.cells, flipped, strict=True):
                distance = x + y * self.board_plane.width
                np.bitwise_and(anchors, colour, stone)
                there = self.view("black", distance)
                np.bitwise_or(there, stone, there)
                there = self.view("by_black", distance)
                np.bitwise_or(there, blacks, there)
        return ColouredStones(
            black.reshape(shape),
            by_black.reshape(shape),
            mover.reshape(shape),
            tuple(choice.reshape(shape) for choice in enemy),
        )
