"""A toy game with many moves and sudden ends: five of one's own in a row win.

Without a packed form, without a kernel: how a game is searched that offers nothing but its
rules. Full boards are drawn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from termgames.core.game import OVER
from termgames.core.topology import square
from tests.search.toy import Toy

WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass(frozen=True)
class Board:
    stones: bytes
    seat: int = 0
    winner: int | None = None


class Gomoku(Toy):
    id, resigns = "gomoku", True

    def __init__(self, size: int) -> None:
        self.size = size
        self.topology = square(size)

    def start(self) -> Board:
        return Board(bytes(self.size**2))

    def position(self, rows: Sequence[str], position_text: Mapping[str, str]) -> Board:
        """Rows from the top; who is to act follows from the numbers of stones."""
        stones = self.topology.read(rows, "." + self.marks)
        return Board(stones, int(stones.count(1) > stones.count(2)))

    def to_act(self, s: Board) -> int:
        return s.seat if s.winner is None and 0 in s.stones else OVER

    def stones(self, s: Board) -> bytes:
        return s.stones

    def legal_moves(self, s: Board) -> Sequence[int]:
        if s.winner is not None:
            return ()
        return [cell for cell, stone in enumerate(s.stones) if not stone]

    def after(self, s: Board, m: int) -> Board:
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

    def utilities(self, s: Board) -> NDArray[np.float32]:
        if s.winner is None:
            return np.full(2, 0.5, np.float32)
        return np.eye(2, dtype=np.float32)[s.winner]

    def parse(self, s: Board, text: str) -> int:
        return self.topology.names.index(text)

    def format(self, m: int) -> str:
        return self.topology.names[m]

    def cells_of(self, m: int) -> tuple[int, ...]:
        return (m,)
