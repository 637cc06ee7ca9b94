"""Plurality on small boards, solved whole: the difference of points in every position.

Colours do not matter to what may be placed (rules 2 and 3), and few trominoes fit on a small board.
So all positions with the same set of occupied cells are solved together: one array holds the values
of all colourings of the set, with an axis of length 2 for each stone. A placement leads from one
whole array to a part of another, in which the tromino's three stones have their colours. Sets are
solved from the fullest to the emptiest. Of a set's rotations and reflections only one is solved.

One position, the *root*, is solved with all that may follow from it. Its own stones have their
colours and no axes.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Flags, SmallInts
from termgames.core.exact import PointSolver, Watch
from termgames.core.topology import Cell, symmetries
from termgames.core.two_player import BLACK, WHITE
from termgames.games.plurality.legality import Legality
from termgames.games.plurality.rules import Move, Plurality, State

LARGEST = 25
"""The most cells of a board that is solved: on 6x6 there are a million times as many positions."""
MOST = 400_000_000
"""No such board has more positions, images not counted."""
_FEW = 30
"""If no more shapes than this are legal, it takes but a moment to count the positions to solve."""
_OWN = ((0, 0, 1), (0, 1, 0), (1, 0, 0))
"""The colours that a shape's stones may have if Black places it: two black, one white."""

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class EndgameLevel:
    """Sets of occupied cells, all of one size; none is an image of another."""

    sets: Numbers
    """(n,): the sets, cells as bits."""
    allowed: Flags
    """(shapes, n): which shapes may be placed on each set."""
    stones: int
    """The number of stones in each set, without the root's."""

    @cached_property
    def open(self) -> Flags:
        """(n,): the sets on which some shape may be placed, so that the game goes on."""
        result: Flags = np.logical_or.reduce(self.allowed)
        return result

    @cached_property
    def states(self) -> int:
        """How many positions the sets have: one for each colouring, or two where the game goes on,
        since either side may be to move."""
        return int(len(self.sets) + self.open.sum()) << self.stones


class Sets:
    """The sets of occupied cells to which trominoes lead from the set `root`, cells as bits."""

    def __init__(self, rules: Plurality, root: int) -> None:
        self.rules, self.root = rules, root
        self.shapes = [_bits(shape) for shape in rules.geometry.shapes]
        self._legality = Legality(rules.geometry)
        turns: list[list[Cell]] = symmetries(rules.topology).tolist()
        # Symmetries would move the colours of a root's stones: use the identity alone then.
        self.turns = turns[:1] if root else turns

    def allowed(self, sets: Numbers) -> Flags:
        """(shapes, n): which shapes may be placed on each of `sets` (n,) (rules 2 and 3)."""
        occupied = np.unpackbits(sets[:, None].view(np.uint8), axis=1, bitorder="little")
        return self._legality.flags(occupied[:, : self.rules.topology.cells])

    def first(self, sets: Numbers) -> tuple[Numbers, NDArray[np.intp]]:
        """The smallest image of each of `sets` (n,), and the index in `turns` of the symmetry that
        makes it of the set, both (n,)."""
        images = np.zeros((len(self.turns), len(sets)), np.int64)
        for image, turn in zip(images, self.turns, strict=True):
            for cell, to in enumerate(turn):
                image |= (sets >> cell & 1) << to
        way = images.argmin(axis=0)
        return images[way, np.arange(len(sets))], way

    @cached_property
    def levels(self) -> list[EndgameLevel]:
        """All levels, from the root to the fullest boards."""
        sets, levels = np.array([self.root], np.int64), list[EndgameLevel]()
        while len(sets):
            level = EndgameLevel(sets, self.allowed(sets), 3 * len(levels))
            levels.append(level)
            after = np.concatenate(
                [sets[may] | shape for may, shape in zip(level.allowed, self.shapes, strict=True)]
            )
            sets = np.unique(self.first(np.unique(after))[0])
        return levels

    def new(self, occupied: int) -> list[Cell]:
        """The cells of a set that are not in the root, ascending."""
        return _cells(occupied & ~self.root)


def _bits(cells: Iterable[Cell]) -> int:
    return sum(1 << cell for cell in cells)


def _cells(bits: int) -> list[Cell]:
    return [cell for cell in range(bits.bit_length()) if bits >> cell & 1]


class Endgame:
    """The values of all positions that follow from a root: Black's points less White's, no komi.

    `values[occupied]` is (2, 2, …, 2): the first axis is the colour to move, the others are the
    colours of the new stones, which are not the root's, cells ascending. It has only the smallest
    image of each set, and no sets on which the game is over.
    """

    def __init__(self, rules: Plurality, stones: bytes) -> None:
        self.rules, self.stones = rules, stones
        self.sets = Sets(rules, _bits(cell for cell, stone in enumerate(stones) if stone))
        self.values: dict[int, SmallInts] = {}
        self.done = 0
        """How many levels are solved, from the fullest on."""
        self._over: dict[int, SmallInts] = {}

    @property
    def states(self) -> int:
        """How many positions are solved."""
        if not self.done:
            return 0
        levels = self.sets.levels
        return sum(level.states for level in levels[len(levels) - self.done :])

    @property
    def complete(self) -> bool:
        """Whether the root is solved."""
        return self.done == len(self.sets.levels)

    def run(self, watch: Watch) -> None:
        """Solve the levels that are not solved yet. What `watch` raises stops it; the levels that
        are done are kept."""
        total = sum(level.states for level in self.sets.levels)
        while not self.complete:
            level = self.sets.levels[-1 - self.done]
            self._solve(level, lambda states: watch(self.states + states, total))
            self.done += 1
            self._over.clear()
        watch(total, total)

    def _solve(self, level: EndgameLevel, watch: Callable[[int], None]) -> None:
        """Value the sets of a level; the next level must have its values."""
        placed: list[list[tuple[int, int, int]]] = [[] for _ in level.sets]
        for number, shape in enumerate(self.sets.shapes):
            at = np.flatnonzero(level.allowed[number])
            after, way = self.sets.first(level.sets[at] | shape)
            for one, *step in zip(at.tolist(), after.tolist(), way.tolist(), strict=True):
                placed[one].append((number, step[0], step[1]))
        for number, (occupied, moves) in enumerate(zip(level.sets.tolist(), placed, strict=True)):
            if not number % _WATCHED:
                watch(number << level.stones)
            if moves:
                self.values[occupied] = self._value(occupied, moves)

    def _value(self, occupied: int, moves: list[tuple[int, int, int]]) -> SmallInts:
        """The values of a set. Each of `moves` is the number of a shape, the smallest image of the
        set after it, and the index of the symmetry that makes this image; its values are known."""
        new = self.sets.new(occupied)
        best = np.empty((2,) * (1 + len(new)), np.int8)
        # `...` makes these views even for the root, where each would be a single number.
        black, white = best[BLACK, ...], best[WHITE, ...]
        black[...], white[...] = -_FAR, _FAR
        for number, after, way in moves:
            turn, shape = self.sets.turns[way], self.rules.geometry.shapes[number]
            axis = {cell: at for at, cell in enumerate(self.sets.new(after), 1)}
            axes = [axis[turn[cell]] for cell in (*shape, *new)]
            there = self._values_after(after).transpose(0, *axes)
            for one, two, three in _OWN:
                np.maximum(black, there[WHITE, one, two, three], out=black)
                np.minimum(white, there[BLACK, 1 - one, 1 - two, 1 - three], out=white)
        # After a pass, the other side places, or ends the game by passing too.
        ended = self.ended(occupied)
        black_passes, white_passes = np.minimum(white, ended), np.maximum(black, ended)
        np.maximum(black, black_passes, out=black)
        np.minimum(white, white_passes, out=white)
        return best

    def _values_after(self, occupied: int) -> SmallInts:
        """The values of a set of the next level, whether the game goes on there or is over."""
        values = self.values.get(occupied)
        if values is None:
            values = self._over.get(occupied)
        if values is None:
            ended = self.ended(occupied)
            values = self._over[occupied] = np.broadcast_to(ended, (2, *ended.shape))
        return values

    def ended(self, occupied: int) -> SmallInts:
        """(2, …, 2): Black's points less White's if the game ends on this set, by the colours of
        the new stones (rules 5 and 7)."""
        axis = {cell: at for at, cell in enumerate(self.sets.new(occupied))}
        total = np.zeros((2,) * len(axis), np.int8)
        left = set(range(self.rules.topology.cells)) - set(_cells(occupied))
        while left:
            region, around = self._region(left.pop(), occupied)
            left -= region
            lead = np.full((1,) * len(axis), 0, np.int8)
            for cell in around:
                if cell in axis:
                    shape = [1] * len(axis)
                    shape[axis[cell]] = 2
                    lead = lead + np.array([1, -1], np.int8).reshape(shape)
                else:
                    lead = lead + np.int8(3 - 2 * self.stones[cell])
            owner = np.sign(lead)
            if self.rules.parity and around:
                owner = np.where(owner == 0, np.int8(1 - 2 * (len(region) % 2)), owner)
            total += np.int8(len(region)) * owner
        return total

    def _region(self, cell: Cell, occupied: int) -> tuple[set[Cell], set[Cell]]:
        """The region of an empty cell, and the cells of the stones around it."""
        region, around, todo = {cell}, set[Cell](), [cell]
        while todo:
            for other in self.rules.topology.adjacent[todo.pop()]:
                if occupied >> other & 1:
                    around.add(other)
                elif other not in region:
                    region.add(other)
                    todo.append(other)
        return region, around

    def value(self, stones: bytes, turn: int) -> int | None:
        """Black's points less White's, without komi, with colour `turn` to move and no pass before.
        None if the position does not follow from the root, is not solved, or the game is over."""
        cells = [cell for cell, stone in enumerate(stones) if stone]
        turns = self.sets.turns
        first, way = min((_bits(turn[cell] for cell in cells), at) for at, turn in enumerate(turns))
        values = self.values.get(first)
        pairs = zip(stones, self.stones, strict=True)
        if values is None or any(before and stone != before for stone, before in pairs):
            return None
        back = {to: cell for cell, to in enumerate(turns[way])}
        colours = [stones[back[cell]] - 1 for cell in self.sets.new(first)]
        return int(values[turn, *colours])


_FAR = np.int8(100)
"""More than any difference of points."""
_WATCHED = 50
"""The number of sets between two calls of the watch."""


class PluralitySolver(PointSolver[State, Move]):
    """Implements `core.exact.Solver`; keeps the values of one endgame."""

    def __init__(self, game: Plurality) -> None:
        self.game = game
        self.rules = game
        self._solved: Endgame | None = None

    @property
    def states(self) -> int:
        """See `PointSolver`."""
        return self._solved.states if self._solved is not None else 0

    def effort(self, s: State) -> float:
        """How many positions may follow, or a bound on it; 0 if they are solved."""
        if self._solved is not None and self._solved.value(s.stones, s.turn) is not None:
            return 0
        if len(self.rules.placements(s.stones)) > _FEW:
            return MOST
        return sum(level.states for level in Endgame(self.rules, s.stones).sets.levels)

    def prepare(self, s: State, watch: Watch) -> None:
        """Solve `s` and what follows from it, unless they are solved. Work on it that was stopped
        before goes on."""
        endgame = self._solved
        if endgame is None or endgame.value(s.stones, s.turn) is None:
            if endgame is None or endgame.complete or endgame.stones != s.stones:
                endgame = self._solved = Endgame(self.rules, s.stones)
            endgame.run(watch)

    def difference(self, s: State) -> float | None:
        """See `PointSolver`."""
        if s.stage != "play" or s.passes:
            return None
        assert self._solved is not None
        value = self._solved.value(s.stones, s.turn)
        assert value is not None
        return value - s.komi


def solver(rules: Plurality) -> PluralitySolver | None:
    """The solver, or None for boards with more than `LARGEST` cells."""
    return PluralitySolver(rules) if rules.topology.cells <= LARGEST else None
