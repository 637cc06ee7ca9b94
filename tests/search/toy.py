"""A tiny game for the search: take one to three matches; who takes the last one wins.

With two seats the win goes to the taker of the last match. Three seats show that a search
follows everybody's own interest: there the last taker wins three quarters of the win and
the seat before him the rest.
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
class Matches:
    left: int
    seat: int


class Nim:
    id = "nim"
    options: Mapping[str, Any] = {}
    marks = "012"
    resigns = True

    def __init__(self, matches: int, seats: int = 2) -> None:
        self.matches, self.seats = matches, seats
        self.topology: Topology = square(1)

    def start(self) -> Matches:
        return Matches(self.matches, 0)

    def position(self, rows: Sequence[str], position_text: Mapping[str, str]) -> Matches:
        raise NotImplementedError

    def to_act(self, s: Matches) -> int:
        return s.seat if s.left else OVER

    def colour(self, s: Matches, seat: int) -> int:
        return seat

    def seat_name(self, s: Matches, seat: int) -> str:
        return str(seat)

    def stones(self, s: Matches) -> bytes:
        return bytes([s.left % 256])

    def legal_moves(self, s: Matches) -> Sequence[int]:
        return range(1, min(3, s.left) + 1)

    def refuse(self, s: Matches, m: int) -> Refusal | None:
        return None if m in self.legal_moves(s) else Refusal("number", "take one to three")

    def apply(self, s: Matches, m: int) -> Matches:
        refusal = self.refuse(s, m)
        if refusal is not None:
            raise IllegalMove(refusal)
        return Matches(s.left - m, (s.seat + 1) % self.seats)

    def score(self, s: Matches) -> Score:
        shares = tuple(float(share) for share in self.utilities(s))
        return Score(shares, (), (int(np.argmax(shares)),))

    def utilities(self, s: Matches) -> NDArray[np.float32]:
        shares = np.zeros(self.seats, np.float32)
        shares[(s.seat - 1) % self.seats] = 1 if self.seats == 2 else 0.75
        if self.seats > 2:
            shares[(s.seat - 2) % self.seats] = 0.25
        return shares

    def ending(self, s: Matches) -> str | None:
        return None if s.left else "no match left"

    def parse(self, s: Matches, text: str) -> int:
        return int(text)

    def format(self, m: int) -> str:
        return str(m)

    def cells_of(self, m: int) -> tuple[int, ...]:
        return (0,)

    def report_fields(self, s: Matches) -> Mapping[str, Any]:
        return {}

    def prompt(self, s: Matches) -> str:
        return "take one to three"
