"""Pletore on 3x3 and 4x4, solved whole: the difference of points in every position.

A placement adds a stone for good, and a replacement lowers the number of pairs of unlike stones
that see each other (rule 8). A *level* is the boards with the same numbers of stones and of such
pairs. Stones lead to levels with more stones, or as many stones and fewer pairs. So the levels
are solved in order from the full boards to the empty one, each in one go.

A board has the number sum(3 ** cell * (0 empty, 1 the mover's, 2 the other's)): who is Black does
not matter. It has two values, in half points and for the mover, both without a pass before: one
with the button gone or not in play, one with the button free. Of a board's rotations and
reflections only one is solved. Positions after a pass, under the mirror rule or with an open komi
offer have no value here: `PointSolver` finds theirs by playing their moves.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import SmallInts
from termgames.core.exact import PointSolver, Watch
from termgames.core.topology import symmetries
from termgames.core.two_player import BLACK, WHITE
from termgames.games.pletore.bit_boards import may_put
from termgames.games.pletore.rules import FREE, Move, Pletore, State

LARGEST = 4
"""The largest size that is solved: on 5x5 there are 20,000 times as many boards."""
GONE, THERE = 0, 1
"""Indices of a board's two values: the button is gone or not in play; it is free."""
_CHUNK = 1 << 19
"""The most boards that are handled in one go."""
_ILLEGAL = np.int8(-100)
"""Less than any value."""
_OTHER_SHIFT = 16
"""Two sets of cells in one number: the mover's in the low bits, the other's above, shifted so."""

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Lookup:
    """A function of boards that is a sum over their rows, as two tables: `low`, indexed by the
    contents of the lower rows, and `high`, by those of the upper rows."""

    low: Numbers
    high: Numbers

    def __call__(self, boards: Numbers) -> Numbers:
        """(n,): the value of the function for each board number in `boards` (n,)."""
        upper, lower = np.divmod(boards, len(self.low))
        result: Numbers = self.low[lower] + self.high[upper]
        return result


class Boards:
    """Facts about the boards of one size, looked up by board numbers."""

    def __init__(self, game: Pletore) -> None:
        size = self.size = game.size
        self.cells = size * size
        self.count = 3**self.cells
        powers = 3 ** np.arange(self.cells)
        cells = np.arange(self.cells).reshape(size, size)
        rows = np.arange(3**size)[:, None] // 3 ** np.arange(size) % 3
        seen = np.array([_seen(row) for row in rows.tolist()])
        pairs = np.array([_unlike_pairs(row) for row in rows.tolist()])

        def bits(of: NDArray[np.bool_], at: Numbers) -> Numbers:
            answer: Numbers = of @ (1 << at)
            return answer

        def sets(of: NDArray[np.bool_], at: Numbers) -> Numbers:
            """(3 ** size,): the cells `at` (size,) of a row where `of` (3 ** size, 2, size) is set,
            two sets of cells in one number."""
            return bits(of[:, 0], at) + (bits(of[:, 1], at) << _OTHER_SHIFT)

        stones = np.stack([rows == 1, rows == 2], axis=1)
        self.stones = self._lookup(lambda row: sets(stones, cells[row]))
        self.images = [
            self._lookup(lambda row, to=turn: rows @ powers[to[cells[row]]])  # type: ignore[misc]
            for turn in symmetries(game.topology)
        ]
        self.swapped = self._lookup(lambda row: -rows % 3 @ powers[cells[row]])
        self._upright = self._lookup(lambda row: rows @ powers[cells.T[row]])
        self._across = self._lookup(lambda row: sets(seen, cells[row]))
        self._along = self._lookup(lambda row: sets(seen, cells.T[row]))
        self._pairs = self._lookup(lambda row: pairs)

    def _lookup(self, of_row: Callable[[int], Numbers]) -> Lookup:
        """The tables of a sum over rows; `of_row(row)` (3 ** size,) is the row's summand by the
        row's contents."""
        halves = []
        for part in (range(self.size // 2), range(self.size // 2, self.size)):
            total = np.zeros(1, np.int64)
            for row in part:
                total = (total + of_row(row)[:, None]).reshape(-1)
            halves.append(total)
        return Lookup(*halves)

    def pinched(self, boards: Numbers) -> Numbers:
        """(n,): the cells that the mover pinches and those that the other pinches (rule 2), two
        sets of cells in one number, for board numbers (n,)."""
        return self._across(boards) & self._along(self._upright(boards))

    def levels(self) -> tuple[Numbers, Numbers]:
        """The boards with the smallest number among their images, in the order in which they are
        solved; and the indices where levels begin, with the end as the last."""
        firsts = []
        for start in range(0, self.count, _CHUNK):
            boards = np.arange(start, min(start + _CHUNK, self.count))
            for image in self.images[1:]:
                boards = boards[image(boards) >= boards]
            firsts.append(boards)
        boards = np.concatenate(firsts)
        pairs = self._pairs(boards) + self._pairs(self._upright(boards))
        empty = self.cells - np.bitwise_count(self.stones(boards)).astype(np.int64)
        level = empty << 8 | pairs
        order = np.argsort(level, kind="stable")
        starts = np.flatnonzero(np.diff(level[order], prepend=-1))
        return boards[order], np.append(starts, len(boards))


def _seen(row: list[int]) -> list[list[bool]]:
    """(2, size): for stones 1 and stones 2, whether each cell of a row sees one in the row."""
    first = [
        {next((x for x in way if x), 0) for way in (row[:cell][::-1], row[cell + 1 :])}
        for cell in range(len(row))
    ]
    return [[stone in stones for stones in first] for stone in (1, 2)]


def _unlike_pairs(row: list[int]) -> int:
    """How many pairs of unlike stones see each other in a row."""
    stones = [stone for stone in row if stone]
    return sum(one != other for one, other in pairwise(stones))


class ValueTable:
    """The values of all boards of one size."""

    def __init__(self, game: Pletore) -> None:
        self.boards = Boards(game)
        self.done = 0
        """How many levels are solved."""
        self.values: SmallInts = np.zeros((self.boards.count, 2), np.int8)
        """(boards, 2): half points for the mover, by board number and GONE or THERE; valid for
        boards of solved levels."""

    @cached_property
    def levels(self) -> tuple[Numbers, Numbers]:
        """See `Boards.levels`."""
        return self.boards.levels()

    @property
    def solved(self) -> int:
        """How many boards are solved, images not counted."""
        return int(self.levels[1][self.done]) if self.done else 0

    def run(self, watch: Watch) -> None:
        """Solve the levels that are not solved yet; what `watch` raises stops it between two
        levels."""
        order, starts = self.levels
        while self.done < len(starts) - 1:
            watch(2 * self.solved, 2 * len(order))
            level = order[starts[self.done] : starts[self.done + 1]]
            self._fill(level, GONE, self._button_gone)
            self._fill(level, THERE, self._button_there)
            self.done += 1
        watch(2 * len(order), 2 * len(order))

    def _fill(self, level: Numbers, where: int, solve: Callable[[Numbers], SmallInts]) -> None:
        for start in range(0, len(level), _CHUNK):
            part = level[start : start + _CHUNK]
            self.put(part, where, solve(part))

    def put(self, boards: Numbers, where: int, values: SmallInts) -> None:
        """Set the values of boards (n,), and the same for all their images."""
        for image in self.boards.images:
            self.values[image(boards), where] = values

    def _button_gone(self, boards: Numbers) -> SmallInts:
        """(n,): the values of `boards` (n,) with the button gone or not in play."""
        best = self._best_stone(boards, GONE)
        # Rule 3: a pass is legal when every empty point is controlled. The other then plays a
        # stone or passes too, which ends the game.
        pinched, stones = self.boards.pinched(boards), self.boards.stones(boards)
        everywhere = (1 << self.boards.cells) - 1
        one, other = pinched & everywhere, pinched >> _OTHER_SHIFT
        own, enemy = stones & everywhere, stones >> _OTHER_SHIFT
        passes = (own | enemy | (one ^ other)) == everywhere
        empty = ~(own | enemy)
        mine = np.bitwise_count(own | (empty & one & ~other)).astype(np.int8)
        others = np.bitwise_count(enemy | (empty & other & ~one)).astype(np.int8)
        reply = -self._best_stone(self.boards.swapped(boards[passes]), GONE)
        ended = 2 * (mine - others)[passes]
        best[passes] = np.maximum(best[passes], np.minimum(reply, ended))
        return best

    def _button_there(self, boards: Numbers) -> SmallInts:
        """(n,): the values of `boards` (n,) with the button free; needs those without it."""
        # Taking the button gains half a point, the unit here, and then the other moves.
        taken = 1 - self.values[self.boards.swapped(boards), GONE]
        best: SmallInts = np.maximum(self._best_stone(boards, THERE), taken)
        return best

    def _best_stone(self, boards: Numbers, where: int) -> SmallInts:
        """(n,): the value of the mover's best placement or replacement, _ILLEGAL without any."""
        everywhere = (1 << self.boards.cells) - 1
        pinched, stones = self.boards.pinched(boards), self.boards.stones(boards)
        one, legal = pinched & everywhere, pinched >> _OTHER_SHIFT
        enemy = stones >> _OTHER_SHIFT
        empty = ~(stones | enemy) & everywhere
        may_put(empty, enemy, one, legal, one ^ legal)
        swapped = self.boards.swapped(boards)
        best = np.full(len(boards), _ILLEGAL)
        for cell in range(self.boards.cells):
            at = np.flatnonzero(legal >> cell & 1)
            # In the numbers of the other, who moves next, the point becomes 2: from 0 if it was
            # empty, from 1 if his own stone was there.
            after = swapped[at] + (3**cell << (empty[at] >> cell & 1))
            best[at] = np.maximum(best[at], -self.values[after, where])
        return best


class PletoreSolver(PointSolver[State, Move]):
    """Implements `core.exact.Solver`."""

    def __init__(self, game: Pletore) -> None:
        self.game = game
        self.rules = game
        self._power = [3**cell for cell in range(game.topology.cells)]

    @cached_property
    def table(self) -> ValueTable:
        """The values of all boards; nothing is solved at first."""
        return ValueTable(self.rules)

    @property
    def states(self) -> int:
        """See `PointSolver`."""
        return 2 * self.table.solved if "table" in self.__dict__ else 0

    def effort(self, s: State) -> float:
        """The number of positions of the board, or 0 when they are solved."""
        if "table" in self.__dict__ and self.table.done == len(self.table.levels[1]) - 1:
            return 0
        return 2 * float(3**self.rules.topology.cells)

    def prepare(self, s: State, watch: Watch) -> None:
        """Solve all positions of the board, whatever `s` is."""
        self.table.run(watch)

    def difference(self, s: State) -> float | None:
        """See `PointSolver`."""
        if s.stage != "play" or s.passes or self._mirror_rule_matters(s):
            return None
        digits = (0, 1, 2) if s.turn == BLACK else (0, 2, 1)
        number = sum(
            power * digits[stone] for power, stone in zip(self._power, s.stones, strict=True)
        )
        value = int(self.table.values[number, THERE if s.button == FREE else GONE]) / 2
        value = value if s.turn == BLACK else -value
        button = {BLACK: 0.5, WHITE: -0.5}.get(s.button, 0.0)
        return value + button - s.komi

    def _mirror_rule_matters(self, s: State) -> bool:
        """Whether rule 4 forbids a stone here, or may forbid one after the next move."""
        first = s.turn == BLACK and s.button < 0 and not any(s.stones)
        return self.rules.size % 2 == 0 and (first or self.rules.barred(s) is not None)


def solver(rules: Pletore) -> PletoreSolver | None:
    """The solver, or None for boards larger than `LARGEST`."""
    return PletoreSolver(rules) if rules.size <= LARGEST else None
