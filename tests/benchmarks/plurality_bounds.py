"""A bound on Plurality without komi, on boards that cannot be solved.

    python -m tests.benchmarks.plurality_bounds --size 6 --most 24 --answers 12

Shows, if it ends with "proved", that Black cannot get more than `--most` points above White. In
every line Black may do what the rules allow; White passes or takes one of few placements, those
that leave Black the least at once, so the bound holds when she may take any. A line ends where
Black cannot get more any longer: all that is open his, what is settled as it is. Nothing follows
where it is not proved. Plain Python, one processor.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import lru_cache

from termgames import games
from termgames.core.topology import symmetries
from termgames.core.two_player import BLACK, WHITE

_ALIKE = 15
"""With so many stones at the most, images of a position are looked up as one."""
_OPTIMISM = 0.5
"""Placements of White are tried in an order between what Black has (0) and might get (1)."""


class OutOfNodes(Exception):
    """More positions than allowed."""


class Bound:
    """The search for one size and one bound. A position is the occupied cells and White's stones,
    as bits."""

    def __init__(self, size: int, most: int, answers: int, nodes: int = 10**9) -> None:
        rules = games.create("plurality", {"size": size, "komi": 0})
        board = rules.topology
        self.most, self.answers, self.left = most, answers, nodes
        self.nodes = 0
        self.full = (1 << board.cells) - 1
        self.beside = [sum(1 << near for near in around) for around in board.adjacent]
        self.turns = symmetries(board).tolist()
        blocks = [sum(1 << cell for cell in block) for block in board.blocks.tolist()]
        shapes = rules.geometry.shapes  # type: ignore[attr-defined]
        self.shapes: list[tuple[int, list[int], list[int]]] = []
        """Each with its stones, and with what else may not fill a block with it."""
        for cells in shapes:
            shape = sum(1 << cell for cell in cells)
            rests = [block & ~shape for block in blocks if block & shape]
            self.shapes.append((shape, [1 << cell for cell in cells], rests))
        self.memo: dict[tuple[int, int, int, bool], bool] = {}
        self.regions = lru_cache(1 << 16)(self._regions)

    def allowed(self, occupied: int, among: list[int] | None = None) -> list[int]:
        """The shapes that may be placed."""
        return [
            number
            for number in (range(len(self.shapes)) if among is None else among)
            if not occupied & self.shapes[number][0]
            and all(occupied & rest != rest for rest in self.shapes[number][2])
        ]

    def _regions(self, occupied: int) -> tuple[tuple[int, int, int], ...]:
        """Empty regions: their cells, how many they are, and the stones beside them."""
        rest, found = self.full & ~occupied, []
        while rest:
            region = new = rest & -rest
            beside = 0
            while new:
                around = 0
                while new:
                    low = new & -new
                    around |= self.beside[low.bit_length() - 1]
                    new ^= low
                beside |= around & occupied
                new = around & ~occupied & ~region
                region |= new
            found.append((region, region.bit_count(), beside))
            rest &= ~region
        return tuple(found)

    def points(self, occupied: int, white: int, open_cells: int = 0) -> int:
        """Black's points less White's if regions with `open_cells` are Black's, the others whose
        stones beside them are more."""
        total = 0
        for region, size, beside in self.regions(occupied):
            if region & open_cells:
                total += size
                continue
            lead = (beside & ~white).bit_count() - (beside & white).bit_count()
            total += size if lead > 0 else -size if lead < 0 else 0
        return total

    def more(
        self, occupied: int = 0, white: int = 0, turn: int = BLACK, passed: bool = False
    ) -> bool:
        """Whether Black gets more than the bound, White being restricted. OutOfNodes."""
        self.nodes += 1
        if self.nodes > self.left:
            raise OutOfNodes
        may = self.allowed(occupied)
        now = self.points(occupied, white) > self.most
        if not may:
            return now
        if passed and now == (turn == BLACK):
            return now
        if self.points(occupied, white, self._touched(may)) <= self.most:
            return False
        key = (*self._image(occupied, white), turn, passed)
        known = self.memo.get(key)
        if known is None:
            go_on = self._black if turn == BLACK else self._white
            known = self.memo[key] = go_on(occupied, white, may, now, passed)
        return known

    def _black(self, occupied: int, white: int, may: list[int], now: bool, passed: bool) -> bool:
        if not passed and self.more(occupied, white, WHITE, True):
            return True
        after = [
            (occupied | shape, white | other)
            for shape, stones, _ in (self.shapes[number] for number in may)
            for other in stones
        ]
        after.sort(key=lambda position: (-self.points(*position), position))
        return any(self.more(*position, WHITE) for position in after)

    def _white(self, occupied: int, white: int, may: list[int], now: bool, passed: bool) -> bool:
        if not now and not passed and not self.more(occupied, white, BLACK, True):
            return False
        after = []
        for number in may:
            shape, stones, _ = self.shapes[number]
            filled = occupied | shape
            left = self.allowed(filled, may)
            touched = self._touched(left)
            for other in stones:
                mine = white | shape & ~other
                has, gets = self.points(filled, mine), self.points(filled, mine, touched)
                order = (1 - _OPTIMISM) * has + _OPTIMISM * gets + 0.02 * len(left)
                after.append((order, filled, mine))
        after.sort()
        return all(self.more(*position, BLACK) for _, *position in after[: self.answers])

    def _touched(self, shapes: list[int]) -> int:
        touched = 0
        for number in shapes:
            touched |= self.shapes[number][0]
        return touched

    def _image(self, occupied: int, white: int) -> tuple[int, int]:
        """The image of a position that comes first."""
        if occupied.bit_count() > _ALIKE:
            return occupied, white
        return min((_turned(occupied, turn), _turned(white, turn)) for turn in self.turns)


def _turned(bits: int, turn: list[int]) -> int:
    turned = 0
    while bits:
        low = bits & -bits
        turned |= 1 << turn[low.bit_length() - 1]
        bits ^= low
    return turned


def main() -> None:
    """Try one bound."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=6)
    parser.add_argument("--most", type=int, required=True)
    parser.add_argument("--answers", type=int, default=12)
    parser.add_argument("--nodes", type=int, default=5_000_000)
    chosen = parser.parse_args()
    sys.setrecursionlimit(10_000)
    search = Bound(chosen.size, chosen.most, chosen.answers, chosen.nodes)
    began = time.process_time()
    try:
        said = "not proved" if search.more() else f"proved: at most {chosen.most}"
    except OutOfNodes:
        said = "open"
    print(
        f"{said}; {search.nodes:,} positions, {len(search.memo):,} kept, "
        f"{time.process_time() - began:.1f} s of the processor"
    )


if __name__ == "__main__":
    main()
