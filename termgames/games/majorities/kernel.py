"""Batched playouts of Majorities: random fills, counted (rules 3 to 5).

Under random play to the full board, all fills with the right numbers of stones are equally likely.
A player who wins early also wins on the full board, since a direction that is held stays held. So
whole playouts are drawn at once (`fills.py`) and counted at once (`scoring.py`). They go on to
the full board even where the rules end the game earlier. The variants in which the order of stones
matters are played stone by stone (`sequential.py`).
"""

from dataclasses import dataclass

import numpy as np

from termgames.core.arrays import Bytes, Floats, Indices, Rng, SmallInts
from termgames.games.majorities.fills import Fills
from termgames.games.majorities.rules import Majorities
from termgames.games.majorities.scoring import FULL, LineCounter, Words, game
from termgames.games.majorities.sequential import SequentialKernel

_CHUNK = 2048
"""The most lanes of one position that share a permutation of its cells."""


def to_come(empties: Indices, turn: SmallInts, due: SmallInts) -> Indices:
    """(P,): how many of the `empties` (P,) empty cells Black fills. Colour `turn` (P,) places
    `due` (P,) more stones, then the players place two each in turn."""
    own = np.minimum(due, empties)
    rest = empties - own
    # The other player begins the rest, with two stones.
    other = rest // 4 * 2 + np.minimum(rest % 4, 2)
    return np.where(turn == 0, empties - other, other)


def lanes_for(least: int) -> int:
    """The smallest of 8, 16, 32 and the multiples of 64 that is at least `least`."""
    return next(n for n in (8, 16, 32, -(-least // 64) * 64) if n >= least)


@dataclass(frozen=True, eq=False)
class CountedFills:
    """`lanes` playouts from each of P `positions`, on planes with 64 playouts a word.

    Playout l of position p is bit p * lanes + l; the bits after the last playout mean nothing.
    """

    positions: int
    lanes: int
    black: Words
    """(cells, words): Black's stones on the full boards."""
    directions: Words
    """(3, words): the directions Black holds."""
    won: Words
    """(words,): where Black holds two of them."""

    def counts(self, planes: Words) -> Floats:
        """(P, ...): in how many playouts of each position the bits of planes (..., words) are
        set."""
        if self.lanes < 64:
            counts = np.bitwise_count(planes.view(f"u{self.lanes // 8}"))[..., : self.positions]
        else:
            by_word = np.bitwise_count(planes).reshape(*planes.shape[:-1], self.positions, -1)
            counts = np.add.reduce(by_word, axis=-1, dtype=np.uint32)
        result: Floats = np.moveaxis(counts, -1, 0).astype(np.float32)
        return result

    def bits(self, planes: Words) -> Bytes:
        """(..., P * lanes): planes (..., words) as 0 and 1."""
        whole = np.ascontiguousarray(planes).view(np.uint8)
        bits = np.unpackbits(whole, axis=-1, bitorder="little")
        return bits[..., : self.positions * self.lanes]


class FillKernel:
    """Playouts of the game without variants, to the full board.

    There are 2 * cells features: Black filled the cell in the playout, then the same for White.
    Only one thread may use a kernel, since it keeps its reservoir between calls.
    """

    def __init__(self, rules: Majorities) -> None:
        assert rules.voids
        assert not rules.capture
        self.geometry = rules.geometry
        self.features = 2 * rules.topology.cells
        self._fills = Fills(rules.topology.cells)
        self._counters: dict[int, tuple[LineCounter, Words]] = {}

    def run(
        self, stones: Bytes, turn: SmallInts, due: SmallInts, lanes: int, rng: Rng
    ) -> CountedFills:
        """`lanes` playouts from each position, without making states.

        `stones` (P, cells): 0 empty, 1 black, 2 white; `turn` (P,): the colour to move and
        `due` (P,): how many stones it still has to place. `lanes` is 8, 16, 32 or a
        multiple of 64. Positions need not be reachable.
        """
        count = len(stones)
        empties = np.add.reduce(stones == 0, axis=1, dtype=np.intp)
        blacks = to_come(empties, turn, due)
        parts = -(-lanes // _CHUNK)
        while lanes % parts or (parts > 1 and lanes // parts % 64):
            parts += 1
        if parts > 1:
            stones, blacks = np.repeat(stones, parts, axis=0), np.repeat(blacks, parts)
        black = self._fills.take(stones, blacks, lanes // parts, rng)
        words = black.shape[1]
        counter, planes = self._counter(words)
        planes[:-2] = black
        directions = counter.directions(counter.lines(planes)).copy()
        return CountedFills(count, lanes, black, directions, game(directions))

    def _counter(self, words: int) -> tuple[LineCounter, Words]:
        """Working memory for `words` words of boards: a counter, and planes (cells + 2, words)
        whose last two are zeros and ones, as `LineCounter.lines` asks for."""
        if words not in self._counters:
            planes = np.zeros((self.geometry.topology.cells + 2, words), np.uint64)
            planes[-1] = FULL
            self._counters[words] = LineCounter(self.geometry, words), planes
        return self._counters[words]


def kernel(rules: Majorities) -> FillKernel | SequentialKernel:
    """The kernel for a set-up game: fills where they are exact, else stone by stone."""
    return SequentialKernel(rules) if rules.capture or not rules.voids else FillKernel(rules)
