"""A toy game with many moves and sudden ends: five of one's own in a row win.

Without a packed form, without a kernel: how a game is searched that offers nothing but its
rules. Full boards are drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.errors import IllegalMove
from termgames.core.game import OVER, Refusal, Score
from termgames.core.topology import Topology, square

WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass(frozen=True)
class Board:
    stones: bytes
    seat: int = 0
    winner: int | None = None


class Gomoku:
    id = "gomoku"
    options: Mapping[str, Any] = {}
    marks = "bw"
    resigns = True
    seats = 2

    def __init__(self, size: int) -> None:
        self.size = size
        self.topology: Topology = square(size)

    def start(self) -> Board:
        return Board(bytes(self.size**2))

    def position(self, rows: Sequence[str], position_text: Mapping[str, str]) -> Board:
        """Rows from the top; who is to act follows from the numbers of stones."""
        stones = self.topology.read(rows, "." + self.marks)
        return Board(stones, int(stones.count(1) > stones.count(2)))

    def to_act(self, s: Board) -> int:
        return s.seat if s.winner is None and 0 in s.stones else OVER

    def colour(self, s: Board, seat: int) -> int:
        return seat

    def seat_name(self, s: Board, seat: int) -> str:
        return ("black", "white")[seat]

    def stones(self, s: Board) -> bytes:
        return s.stones

    def legal_moves(self, s: Board) -> Sequence[int]:
        if s.winner is not None:
            return ()
        return [cell for cell, stone in enumerate(s.stones) if not stone]

    def refuse(self, s: Board, m: int) -> Refusal | None:
        free = s.winner is None and 0 <= m < len(s.stones) and not s.stones[m]
        return None if free else Refusal("occupied", "there is a stone")

    def apply(self, s: Board, m: int) -> Board:
        refusal = self.refuse(s, m)
        if refusal is not None:
            raise IllegalMove(refusal)
        stones = s.stones[:m] + bytes([1 + s.seat]) + s.stones[m + 1 :]
        return Board(stones, 1 - s.seat, s.seat if self._five(stones, m) else None)

    def _five(self, stones: bytes, cell: int) -> bool:
        row, column = divmod(cell, self.size)
        return any(
            1
            + self._run(stones, row, column, down, right)
            + self._run(stones, row, column, -down, -right)
            >= 5
            for down, right in WAYS
        )

    def _run(self, stones: bytes, row: int, column: int, down: int, right: int) -> int:
        stone, length = stones[row * self.size + column], 0
        row, column = row + down, column + right
        while 0 <= row < self.size and 0 <= column < self.size:
            if stones[row * self.size + column] != stone:
                break
            length, row, column = length + 1, row + down, column + right
        return length

    def score(self, s: Board) -> Score:
        shares = tuple(float(share) for share in self.utilities(s))
        winners = (0, 1) if s.winner is None else (s.winner,)
        return Score(shares, (), winners)

    def utilities(self, s: Board) -> NDArray[np.float32]:
        if s.winner is None:
            return np.full(2, 0.5, np.float32)
        return np.eye(2, dtype=np.float32)[s.winner]

    def ending(self, s: Board) -> str | None:
        return None if self.to_act(s) != OVER else "five in a row"

    def parse(self, s: Board, text: str) -> int:
        return self.topology.names.index(text)

    def format(self, m: int) -> str:
        return self.topology.names[m]

    def cells_of(self, m: int) -> tuple[int, ...]:
        return (m,)

    def report_fields(self, s: Board) -> Mapping[str, Any]:
        return {}

    def prompt(self, s: Board) -> str:
        return "put a stone"
