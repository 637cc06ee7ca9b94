"""A tiny game for the search: take one to three matches; who takes the last one wins.

With two seats the win goes to the taker of the last match. Three seats show that a search
follows everybody's own interest: there the last taker wins three quarters of the win and
the seat before him the rest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from termgames.core.errors import IllegalMove, Refusal
from termgames.core.game import OVER, Score
from termgames.core.topology import Topology, square


@dataclass(frozen=True)
class Matches:
    left: int
    seat: int


class Toy:
    """What most toys have alike of `core.game.Game`: their moves follow from `legal_moves`, `after`
    and `utilities`."""

    options: ClassVar[dict[str, Any]] = {}
    marks, resigns, seats = "bw", False, 2
    topology: Topology = square(1)

    def position(self, rows: Sequence[str], position_text: Mapping[str, str]) -> Any:
        return self.start()

    def colour(self, s: Any, seat: int) -> int:
        return seat

    def seat_name(self, s: Any, seat: int) -> str:
        return self.marks[seat]

    def stones(self, s: Any) -> bytes:
        return bytes(self.topology.cells)

    def refuse(self, s: Any, m: Any) -> Refusal | None:
        return None if m in self.legal_moves(s) else Refusal("move", "not now")

    def apply(self, s: Any, m: Any) -> Any:
        if refusal := self.refuse(s, m):
            raise IllegalMove(refusal)
        return self.after(s, m)

    def score(self, s: Any) -> Score:
        shares = self.utilities(s)
        winners = np.flatnonzero(shares == shares.max()).tolist()
        return Score(tuple(map(float, shares)), (), tuple(winners))

    def ending(self, s: Any) -> str | None:
        return "over" if self.to_act(s) == OVER else None

    def parse(self, s: Any, text: str) -> Any:
        (found,) = [move for move in self.legal_moves(s) if self.format(move) == text]
        return found

    def format(self, m: Any) -> str:
        return str(m)

    def cells_of(self, m: Any) -> tuple[int, ...]:
        return (0,)

    def report_fields(self, s: Any) -> Mapping[str, Any]:
        return {}

    def prompt(self, s: Any) -> str:
        return "Move."


class Nim(Toy):
    id, marks, resigns = "nim", "012", True

    def __init__(self, matches: int, seats: int = 2) -> None:
        self.matches, self.seats = matches, seats

    def start(self) -> Matches:
        return Matches(self.matches, 0)

    def to_act(self, s: Matches) -> int:
        return s.seat if s.left else OVER

    def stones(self, s: Matches) -> bytes:
        return bytes([s.left % 256])

    def legal_moves(self, s: Matches) -> Sequence[int]:
        return range(1, min(3, s.left) + 1)

    def after(self, s: Matches, m: int) -> Matches:
        return Matches(s.left - m, (s.seat + 1) % self.seats)

    def utilities(self, s: Matches) -> NDArray[np.float32]:
        shares = np.zeros(self.seats, np.float32)
        shares[(s.seat - 1) % self.seats] = 1 if self.seats == 2 else 0.75
        if self.seats > 2:
            shares[(s.seat - 2) % self.seats] = 0.25
        return shares
