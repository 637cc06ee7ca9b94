"""Endgames of Majorities, solved exhaustively; on size 3 from the first stone.

A cell *matters* if it lies on a line that nobody has won, in a direction that nobody holds. A
stone never harms its owner. So it is enough to look at stones on cells that matter, while there are
any, until somebody holds two directions. The positions of an endgame fall into levels by their
number of stones. They are valued from the last level to the first; `scoring.py` finds which of
them are won, many thousands at once.
"""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np

from termgames.core.arrays import Flags, Indices, SmallInts
from termgames.core.exact import Outcome, Solved, Watch, Worth, unwatched
from termgames.core.topology import Cell
from termgames.games.majorities.rules import Majorities, State, Turn
from termgames.games.majorities.scoring import FULL, LineCounter, Words, game, standing

_HORIZON = 100
"""More than the turns of any game; a win in t turns is worth _HORIZON - t."""
_KEPT = 4
"""How many solved endgames are kept: later positions of a game lie in endgames solved before."""


@dataclass(frozen=True)
class EndgameLevel:
    """Positions at the end of a turn, with the same number of stones on the endgame's cells."""

    stones: int
    """The number of stones on the endgame's cells."""
    black: int
    """How many of them are Black's."""
    mover: int
    """The colour to move."""
    due: int
    """How many stones the mover's turn puts on these cells; 0 if none is empty."""

    def states(self, cells: int) -> int:
        """How many positions the level of an endgame on `cells` cells has."""
        return comb(cells, self.stones) * comb(self.stones, self.black)


def levels(cells: int, mover: int, due: int) -> list[EndgameLevel]:
    """The levels of an endgame on `cells` cells in which colour `mover` places `due` stones first,
    from the fewest stones to the most."""
    ladder, stones, black = [], 0, 0
    while True:
        due = min(due, cells - stones)
        ladder.append(EndgameLevel(stones, black, mover, due))
        if due == 0:
            return ladder
        stones += due
        black += due * (1 - mover)
        mover, due = 1 - mover, 2


class Endgame:
    """The endgame of one position: the values of all positions that can follow.

    The endgame's cells are those that matter in the position. A position of the endgame has the
    number sum(3 ** i * (0 empty, 1 white, 2 black)) over these cells. Its value is
    `_HORIZON - turns` if Black wins in so many turns, and minus that if White does.
    """

    def __init__(self, rules: Majorities, s: State, watch: Watch = unwatched) -> None:
        self.rules = rules
        self.root = s
        self.cells = live_cells(rules, s)
        self.levels = levels(len(self.cells), s.turn, rules.stones_due(s))
        self.states = sum(level.states(len(self.cells)) for level in self.levels)
        self.power = 3 ** np.arange(len(self.cells))
        self.value = np.zeros(3 ** len(self.cells), np.int8)
        done = 0
        for level in reversed(self.levels):
            sets = comb(len(self.cells), level.stones)
            for first in range(0, sets, _BOARDS):
                watch(done + level.states(len(self.cells)) * first // sets, self.states)
                self._solve(level, first)
            done += level.states(len(self.cells))

    def _solve(self, level: EndgameLevel, first: int) -> None:
        """Value the positions on `_BOARDS` of a level's sets of occupied cells, from number `first`
        on. The next level must have its values."""
        occupied = _subsets(len(self.cells), level.stones)[first : first + _BOARDS]
        black = _subsets(level.stones, level.black)
        pattern = np.zeros((len(black), level.stones), bool)
        np.put_along_axis(pattern, black, True, axis=1)
        # Whole numbers below 2 ** 53: exact in floating point, and much faster.
        powers = self.power[occupied].astype(float)
        number = (powers.sum(axis=1)[:, None] + powers @ pattern.T).astype(np.intp)
        won = self._won(occupied, pattern)
        if level.due:
            best = self._best(level, occupied, number)
            # One turn further from the end than the best position of the next level.
            won = np.where(won != 0, won, best - np.sign(best))
        self.value[number] = won

    def _won(self, occupied: Indices, pattern: Flags) -> SmallInts:
        """(n, k): _HORIZON where Black holds two directions, minus that for White, else 0.

        `occupied` (n, stones): the cells with stones; `pattern` (k, stones): Black's.
        """
        n, k = len(occupied), len(pattern)
        words = -(-n * k // 64)
        base = np.frombuffer(self.root.stones, np.uint8)
        counter = LineCounter(self.rules.geometry, words)
        result = np.zeros((n, k), np.int8)
        for colour, marks, worth in ((1, pattern, _HORIZON), (2, ~pattern, -_HORIZON)):
            planes = np.zeros((len(base) + 2, words), np.uint64)
            planes[:-2][base == colour] = FULL
            planes[-1] = FULL
            stones = np.zeros((len(self.cells), n, k), bool)
            for place in range(occupied.shape[1]):
                stones[occupied[:, place], np.arange(n)] = marks[:, place]
            planes[list(self.cells)] = _packed(stones.reshape(len(self.cells), -1), words)
            held = game(counter.directions(counter.lines(planes)))
            bits = np.unpackbits(held.view(np.uint8), bitorder="little")[: n * k]
            result[bits.reshape(n, k) == 1] = worth
        return result

    def _best(self, level: EndgameLevel, occupied: Indices, number: Indices) -> SmallInts:
        """(n, k): the best value that the mover can reach with one turn, for n sets of cells
        `occupied` (n, stones) and the numbers (n, k) of k positions on each."""
        cells = len(self.cells)
        free = np.ones((len(occupied), cells), bool)
        np.put_along_axis(free, occupied, False, axis=1)
        empty = np.nonzero(free)[1].reshape(len(occupied), cells - level.stones)
        weight = self.power * (2 if level.mover == 0 else 1)
        choose = np.maximum if level.mover == 0 else np.minimum
        best: SmallInts | None = None
        for turn in combinations(range(empty.shape[1]), level.due):
            step = weight[empty[:, turn]].sum(axis=1)
            there = self.value.take(number + step[:, None])
            best = there if best is None else choose(best, there, out=best)
        assert best is not None
        return best

    # -- asking -----------------------------------------------------------------------------

    def locate(self, s: State) -> int | None:
        """The number of a position in this endgame, or None if it does not belong to it."""
        number = 0
        inside = dict(zip(self.cells, self.power.tolist(), strict=True))
        for cell, (stone, before) in enumerate(zip(s.stones, self.root.stones, strict=True)):
            if cell in inside:
                number += (0, 2, 1)[stone] * inside[cell]
            elif before and stone != before:
                return None
        count = sum(1 for cell in self.cells if s.stones[cell])
        due = self.rules.stones_due(s)
        for level in self.levels:
            same = (level.stones, level.mover) == (count, s.turn)
            if same and min(due, len(self.cells) - count) == level.due:
                own = sum(s.stones[cell] == 1 for cell in self.cells)
                return number if own == level.black else None
        return None

    def turns(self, s: State) -> Iterator[tuple[Turn, int]]:
        """The turns on the endgame's cells, each with the value of the position it leads to."""
        number = self.locate(s)
        assert number is not None
        weight = dict(zip(self.cells, (self.power * (2 - s.turn)).tolist(), strict=True))
        open_cells = [cell for cell in self.cells if not s.stones[cell]]
        due = self.rules.stones_due(s)
        others = [cell for cell, stone in enumerate(s.stones) if not stone and cell not in weight]
        # If only one cell of the endgame is left, the turn's other stone goes on any other cell.
        spare = others[: max(0, due - len(open_cells))]
        for cells in combinations(open_cells, min(due, len(open_cells))):
            there = int(self.value[number + sum(weight[cell] for cell in cells)])
            yield self.rules.turn_of([*cells, *spare]), there

    def solved(self, s: State) -> Solved[Turn]:
        """The solution of a position of this endgame."""
        sign = 1 if s.turn == 0 else -1
        ranked = sorted(self.turns(s), key=lambda turn_and_value: -sign * turn_and_value[1])
        outcomes = tuple(
            Outcome(turn, Worth(int(value < 0), 1 if value > 0 else -1, _HORIZON - abs(value) + 1))
            for turn, value in ranked
        )
        return Solved(outcomes, tuple(self._line(s)), self.states)

    def _line(self, s: State) -> Iterator[Turn]:
        """Best turns of both sides until the game is won."""
        while standing(self.rules.geometry, s.claims).winner is None:
            sign = 1 if s.turn == 0 else -1
            turn, _ = max(self.turns(s), key=lambda turn_and_value: sign * turn_and_value[1])
            yield turn
            s = self.rules.apply(s, turn)


_BOARDS = 1 << 11
"""How many sets of occupied cells are valued in one go."""


@lru_cache(maxsize=64)
def _subsets(cells: int, count: int) -> Indices:
    """(n, count): all sets of `count` numbers below `cells`, each ascending."""
    subsets = np.array(list(combinations(range(cells), count)), np.intp)
    return subsets.reshape(comb(cells, count), count)


def _packed(bits: Flags, words: int) -> Words:
    """(n, words): `bits` (n, lanes) as planes; the bits after the last lane are 0."""
    whole = np.zeros((len(bits), words * 64), bool)
    whole[:, : bits.shape[1]] = bits
    return np.packbits(whole, axis=1, bitorder="little").view(np.uint64)


def live_cells(rules: Majorities, s: State) -> tuple[Cell, ...]:
    """The empty cells that matter: see the top of this module."""
    geometry = rules.geometry
    held = standing(geometry, s.claims).directions
    return tuple(
        cell
        for cell, stone in enumerate(s.stones)
        if not stone
        and any(
            not s.claims[line] and held[direction] is None
            for direction, line in enumerate(geometry.lines_of[cell])
        )
    )


class MajoritiesSolver:
    """Implements `core.exact.Solver`; keeps the last endgames that it solved."""

    def __init__(self, rules: Majorities) -> None:
        self.rules = rules
        self._solved: OrderedDict[State, Endgame] = OrderedDict()

    def effort(self, s: State) -> int:
        """The number of positions to look at; 0 for a position of an endgame that it keeps."""
        if self._solved_endgame(s) is not None:
            return 0
        cells = len(live_cells(self.rules, s))
        return sum(level.states(cells) for level in levels(cells, s.turn, self.rules.stones_due(s)))

    def solve(self, s: State, watch: Watch = unwatched) -> Solved[Turn]:
        """The solution of `s`, from an endgame solved before or solved now."""
        endgame = self._solved_endgame(s)
        if endgame is None:
            endgame = self._solved[s] = Endgame(self.rules, s, watch)
            while len(self._solved) > _KEPT:
                self._solved.popitem(last=False)
        return endgame.solved(s)

    def _solved_endgame(self, s: State) -> Endgame | None:
        return next(
            (endgame for endgame in self._solved.values() if endgame.locate(s) is not None), None
        )


def solver(rules: Majorities) -> MajoritiesSolver | None:
    """The solver; None for the variants of rule 6, where claims depend on the order of stones."""
    return None if rules.capture or not rules.voids else MajoritiesSolver(rules)
