"""A toy for three in which the middle score wins: each in turn adds 0 to 3 to his pile.

Who moves last decides much, and to be ahead is to lose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.errors import IllegalMove, Refusal
from termgames.core.game import OVER, Score
from termgames.core.topology import Topology, square


@dataclass(frozen=True)
class Piles:
    points: tuple[int, int, int]
    turn: int


class Middle:
    id = "middle"
    options: Mapping[str, Any] = {}
    marks = "abg"
    resigns = False
    seats = 3

    def __init__(
        self,
        points: tuple[int, int, int] = (0, 0, 0),
        rounds: int = 2,
        order: tuple[int, ...] = (0, 1, 2),
    ) -> None:
        """`order`: whose turn it is, again and again."""
        self.points, self.turns, self.order = points, 3 * rounds, order
        self.topology: Topology = square(1)

    def start(self) -> Piles:
        return Piles(self.points, 0)

    def position(self, rows: Sequence[str], position_text: Mapping[str, str]) -> Piles:
        raise NotImplementedError

    def to_act(self, s: Piles) -> int:
        return self.order[s.turn % len(self.order)] if s.turn < self.turns else OVER

    def colour(self, s: Piles, seat: int) -> int:
        return seat

    def seat_name(self, s: Piles, seat: int) -> str:
        return "abg"[seat]

    def stones(self, s: Piles) -> bytes:
        return bytes(s.points)

    def legal_moves(self, s: Piles) -> Sequence[int]:
        return range(4) if s.turn < self.turns else ()

    def refuse(self, s: Piles, m: int) -> Refusal | None:
        return None if m in self.legal_moves(s) else Refusal("number", "add 0 to 3")

    def apply(self, s: Piles, m: int) -> Piles:
        refusal = self.refuse(s, m)
        if refusal is not None:
            raise IllegalMove(refusal)
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

    def ending(self, s: Piles) -> str | None:
        return None if s.turn < self.turns else "all rounds are played"

    def parse(self, s: Piles, text: str) -> int:
        return int(text)

    def format(self, m: int) -> str:
        return str(m)

    def cells_of(self, m: int) -> tuple[int, ...]:
        return (0,)

    def report_fields(self, s: Piles) -> Mapping[str, Any]:
        return {}

    def prompt(self, s: Piles) -> str:
        return "add 0 to 3"
