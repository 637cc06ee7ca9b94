"""Random play on bit planes: one word holds one place of 64 boards.

Legality does not ask for colours and only shrinks (rule 3), so uniform random play is
this: every tromino gets a random time, and in the order of times each is placed that is
still legal. Time runs here in *sweeps*. In a sweep every legal tromino comes up with a
probability that rises from sweep to sweep; the kinds take their turns in random order,
and of two trominoes of one kind that come up together and have a block in common, the one
that lies first on the plane (or last, by a coin) is placed and the other waits for a later
sweep. The last sweeps let everything come up until nothing is legal. Who placed what is
decided in the end: trominoes of one sweep are ordered at random.

That is uniform but for the ties inside a sweep, which are few; `test_rollout.py` compares
with play that is exactly uniform. Boards of one call share the coins that order kinds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.areas import plane
from termgames.games.plurality.geometry import Geometry
from termgames.games.plurality.kinds import Step, first_of_clash, kinds, legality

Words = NDArray[np.uint64]

SCHEDULE = (6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1)
"""The sweeps that thin: a legal tromino comes up with probability 2 ** -rate."""

_ORDERS = 256
"""Random orders of the cells to draw from."""


class Chance:
    """Random words, thinned ones and enemy choices, from a fixed reservoir.

    Fresh random words would cost as much as the play itself. The reservoir is filled
    once; callers enter it at places they draw.
    """

    size = 1 << 17

    def __init__(self) -> None:
        source = np.random.Generator(np.random.SFC64(20_11))
        full = np.uint64(0xFFFF_FFFF_FFFF_FFFF)

        def words() -> Words:
            return source.integers(0, full, self.size, np.uint64, endpoint=True)

        self.thin: dict[int, Words] = {1: words()}
        """thin[rate] (size,): words whose bits are set with probability 2 ** -rate."""
        self.thin[2] = words() & words()
        self.thin[3] = words() & words() & words()
        picks = source.integers(0, 3, (self.size // 2, 64), np.uint8)
        self.choice: tuple[Words, ...] = tuple(
            np.packbits(picks == pick, axis=1, bitorder="little").view(np.uint64).ravel()
            for pick in range(3)
        )
        """choice[k] (size // 2,): bits of which exactly one is set over the three k."""


@lru_cache(maxsize=1)
def chance() -> Chance:
    """The reservoir, filled on first use (some 30 ms)."""
    return Chance()


@dataclass(frozen=True, eq=False)
class Played:
    """What was placed on 64 * words boards; shapes are (…, length, words) of bits."""

    anchors: Words
    """(kinds, length, words): the anchors of the placements, by kind."""
    even: Words
    """(length, words): the anchors of the first, third… placement of each board."""
    sweeps: Words
    """(sweeps, length, words): the anchors of each sweep's placements."""
    order: NDArray[np.intp]
    """(sweeps, cells): the order of places in which a sweep's placements were made."""


@dataclass(frozen=True, eq=False)
class Coloured:
    """The stones that `Played` stands for; (length, words) each."""

    black: Words
    """Placed stones that are black."""
    by_black: Words
    """Stones that Black placed, of either colour."""
    mover: Words
    """Among anchors, the placements Black made."""
    enemy: tuple[Words, ...]
    """enemy[k]: at an anchor, whether the opponent's stone is on the shape's cell k."""


_Bound = tuple[Any, Words, Words, Words]


@dataclass(frozen=True, eq=False)
class _Turn:
    """A kind's programs, bound to the planes of a table."""

    legality: list[_Bound]
    clash: tuple[list[_Bound], list[_Bound]]
    vacant: list[Words]
    """Plane `vacant` as seen from the anchor, at the three cells."""


class Table:
    """The planes on which `64 * words` boards are played, used again for every call."""

    def __init__(self, geometry: Geometry, words: int) -> None:
        self.geometry = geometry
        self.words = words
        self.lying = plane(geometry.topology)
        self.kinds = kinds(geometry)
        width = self.lying.width
        self._margin = 5 * width
        self._planes: dict[str, Words] = {}
        for name in ("empty", "vacant", "new"):
            self._plane(name)
        self._turns = [
            _Turn(
                self._bind(legality(kind, width)),
                (
                    self._bind(first_of_clash(kind, width, backwards=False)),
                    self._bind(first_of_clash(kind, width, backwards=True)),
                ),
                [self.view("vacant", x + y * width) for x, y in kind.cells],
            )
            for kind in self.kinds
        ]
        board = np.zeros((self.lying.length, words), np.uint64)
        board[self.lying.places] = ~np.uint64(0)
        self._board = board.ravel()
        self._sweeps = np.zeros((len(SCHEDULE) + 6, self._board.size), np.uint64)
        orders = np.random.default_rng(words)
        self._orders = np.stack(
            [orders.permutation(self.lying.places) for _ in range(_ORDERS)]
        )

    def _plane(self, name: str) -> Words:
        whole = (self.lying.length + 2 * self._margin) * self.words
        return self._planes.setdefault(name, np.zeros(whole, np.uint64))

    def view(self, name: str, distance: int = 0) -> Words:
        """(length * words,): plane `name` as read `distance` places further on."""
        begin = (self._margin + distance) * self.words
        return self._plane(name)[begin : begin + self.lying.length * self.words]

    def _bind(self, steps: Sequence[Step]) -> list[_Bound]:
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

    def play(
        self, occupied: Words, rng: np.random.Generator, schedule: Sequence[int] = SCHEDULE
    ) -> Played:
        """Play boards `occupied` (length, words) until nothing is legal on any of them."""
        vacant, empty = self.view("vacant"), self.view("empty")
        self._planes["vacant"].fill(~np.uint64(0))
        np.bitwise_xor(vacant, occupied.ravel(), out=vacant)
        np.bitwise_and(self._board, vacant, out=empty)
        anchors = np.zeros((len(self._turns), self._board.size), np.uint64)
        alive = list(range(len(self._turns)))
        sweep = 0
        while alive:
            if sweep == len(self._sweeps):
                self._sweeps = np.concatenate([self._sweeps, np.zeros_like(self._sweeps)])
            placed = self._sweeps[sweep]
            placed.fill(0)
            turns = rng.permutation(alive).tolist()
            backwards = int(rng.integers(2))
            rate = schedule[sweep] if sweep < len(schedule) else 0
            if rate:
                entries = rng.integers(0, Chance.size - placed.size, (len(turns), 2)).tolist()
                for number, entry in zip(turns, entries, strict=True):
                    self._turn(number, backwards, anchors[number], placed, rate, entry)
            else:
                for number in turns:
                    if not self._turn(number, backwards, anchors[number], placed):
                        alive.remove(number)
            sweep += 1
        shape = (-1, self.lying.length, self.words)
        sweeps = self._sweeps[:sweep].reshape(shape)
        order = self._orders[rng.integers(0, _ORDERS, sweep)]
        even = self._even(sweeps, order)
        return Played(anchors.reshape(shape), even, sweeps, order)

    def _turn(
        self,
        number: int,
        backwards: int,
        anchors: Words,
        placed: Words,
        rate: int = 0,
        entry: Sequence[int] = (),
    ) -> bool:
        """Place what comes up of one kind; with rate 0 answer whether any stays legal."""
        turn = self._turns[number]
        good, clash, new = self.view("good"), self.view("clash"), self.view("new")
        for ufunc, left, right, out in turn.legality:
            ufunc(left, right, out)
        if rate:
            self._thin(good, rate, entry)
        elif not good.any():
            return False
        for ufunc, left, right, out in turn.clash[backwards]:
            ufunc(left, right, out)
        np.bitwise_or(good, clash, new)
        np.bitwise_xor(new, clash, new)
        for vacant in turn.vacant:
            np.bitwise_xor(vacant, new, vacant)
        np.bitwise_and(self._board, self.view("vacant"), self.view("empty"))
        np.bitwise_or(anchors, new, anchors)
        np.bitwise_or(placed, new, placed)
        return rate > 0 or not np.array_equal(good, new)

    def _thin(self, good: Words, rate: int, entry: Sequence[int]) -> None:
        thin = chance().thin
        first = rate // 2
        for share, place in zip((first, rate - first), entry, strict=True):
            if share:
                np.bitwise_and(good, thin[share][place : place + good.size], good)

    def occupied(self) -> Words:
        """(length, words): the boards' occupied cells after the last play."""
        shape = (self.lying.length, self.words)
        return (self._board ^ self.view("empty")).reshape(shape)

    def _even(self, sweeps: Words, order: NDArray[np.intp]) -> Words:
        """The placements with an even number of others before them on their board."""
        rows = (order + np.arange(len(sweeps))[:, None] * self.lying.length).ravel()
        flat = sweeps.reshape(-1, self.words)
        lined = flat.take(rows, axis=0, mode="clip")
        odd = np.bitwise_xor.accumulate(lined, axis=0)
        np.bitwise_and(odd, lined, out=odd)
        even = np.zeros_like(flat)
        even[rows] = odd
        result: Words = np.bitwise_or.reduce(even.reshape(sweeps.shape), axis=0)
        return result

    def colour(self, played: Played, black_first: Words, rng: np.random.Generator) -> Coloured:
        """Give the placements their movers and their opponent's stones (rule 2).

        `black_first` (words,): the boards on which Black made the first placement.
        """
        shape = (self.lying.length, self.words)
        size = self._board.size
        entry = int(rng.integers(Chance.size // 2 - size))
        turn = rng.permutation(3)
        enemy = tuple(chance().choice[pick][entry : entry + size] for pick in turn)
        mover = (played.even ^ ~black_first).ravel()
        flipped = [mover ^ choice for choice in enemy]
        black, by_black = self.view("black"), self.view("by_black")
        black.fill(0)
        by_black.fill(0)
        stone = np.empty(size, np.uint64)
        for kind, anchors in zip(self.kinds, played.anchors.reshape(-1, size), strict=True):
            blacks = anchors & mover
            for (x, y), colour in zip(kind.cells, flipped, strict=True):
                distance = x + y * self.lying.width
                np.bitwise_and(anchors, colour, stone)
                there = self.view("black", distance)
                np.bitwise_or(there, stone, there)
                there = self.view("by_black", distance)
                np.bitwise_or(there, blacks, there)
        return Coloured(
            black.reshape(shape),
            by_black.reshape(shape),
            mover.reshape(shape),
            tuple(choice.reshape(shape) for choice in enemy),
        )
