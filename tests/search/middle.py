"""A toy for three in which the middle score wins: each in turn adds 0 to 3 to his pile.

Who moves last decides much, and to be ahead is to lose.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from termgames.core.game import OVER, Score
from tests.search.toy import Toy


@dataclass(frozen=True)
class Piles:
    points: tuple[int, int, int]
    turn: int


class Middle(Toy):
    id, marks, seats = "middle", "abg", 3

    def __init__(
        self,
        points: tuple[int, int, int] = (0, 0, 0),
        rounds: int = 2,
        order: tuple[int, ...] = (0, 1, 2),
    ) -> None:
        """`order`: whose turn it is, again and again."""
        self.points, self.turns, self.order = points, 3 * rounds, order

    def start(self) -> Piles:
        return Piles(self.points, 0)

    def to_act(self, s: Piles) -> int:
        return self.order[s.turn % len(self.order)] if s.turn < self.turns else OVER

    def stones(self, s: Piles) -> bytes:
        return bytes(s.points)

    def legal_moves(self, s: Piles) -> Sequence[int]:
        return range(4) if s.turn < self.turns else ()

    def after(self, s: Piles, m: int) -> Piles:
        points = list(s.points)
        points[self.to_act(s)] += m
        return Piles((points[0], points[1], points[2]), s.turn + 1)

    def score(self, s: Piles) -> Score:
        middle = sorted(s.points)[1]
        winners = tuple(seat for seat in range(3) if s.points[seat] == middle)
        return Score(tuple(map(float, s.points)), (), winners)

    def utilities(self, s: Piles) -> NDArray[np.float32]:
        shares = np.zeros(3, np.float32)
        winners = list(self.score(s).winners)
        shares[winners] = 1 / len(winners)
        return shares
