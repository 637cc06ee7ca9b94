"""The rules of Flip. The numbers are those of RULES.md."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from termgames.core.errors import IllegalMove, OptionError, Refusal, UnreadableMove
from termgames.core.game import CHANCE, OVER, BoardRules, Score, ScorePart, Seat
from termgames.core.topology import Cell, square


@dataclass(frozen=True)
class Put:
    """A stone on a cell; `colour` is that of the coin, None in a player's move."""

    cell: Cell
    colour: int | None = None


@dataclass(frozen=True)
class State:
    stones: bytes

    @property
    def ending(self) -> str | None:
        return None if 0 in self.stones else "the board is full"


class Flip(BoardRules[State]):
    """Implements `core.game.Game` and Chancy."""

    id, seats, marks, resigns = "flip", 2, "bw", False

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = dict(options)
        self.topology = square(2)

    def start(self) -> State:
        return State(bytes(4))

    def position(self, rows: Sequence[str], position_text: Mapping[str, str]) -> State:
        if position_text:
            raise OptionError("a position of Flip is a board alone")
        return State(bytes(self.topology.read(rows, "." + self.marks)))

    def to_act(self, s: State) -> int:
        empty = s.stones.count(0)
        return OVER if not empty else CHANCE if empty == 1 else empty % 2

    def seat_name(self, s: State, seat: Seat) -> str:
        return ("black", "white")[seat]

    def chances(self, s: State) -> Sequence[tuple[Put, int]]:
        if self.to_act(s) != CHANCE:
            return []
        return [(Put(s.stones.index(0), colour), 1) for colour in (0, 1)]

    def legal_moves(self, s: State) -> Sequence[Put]:
        if self.to_act(s) < 0:
            return [put for put, _ in self.chances(s)]
        return [Put(cell) for cell, stone in enumerate(s.stones) if not stone]

    def refuse(self, s: State, m: Put) -> Refusal | None:
        return None if m in self.legal_moves(s) else Refusal("cell", "no stone can be put there")

    def apply(self, s: State, m: Put) -> State:
        if refusal := self.refuse(s, m):
            raise IllegalMove(refusal)
        stones = bytearray(s.stones)
        stones[m.cell] = 1 + (self.to_act(s) if m.colour is None else m.colour)
        return State(bytes(stones))

    def score(self, s: State) -> Score:
        parts = []
        for seat in range(self.seats):
            cells = tuple(cell for cell, stone in enumerate(s.stones) if stone == seat + 1)
            parts.append(ScorePart(seat, len(cells), f"{len(cells)} cells", cells))
        return Score.of([float(part.points) for part in parts], parts)

    def parse(self, s: State, text: str) -> Put:
        if not (found := re.fullmatch(r"\s*(?:([bw])\s+)?(\w+)\s*", text.lower())):
            raise UnreadableMove(f"{text.strip()!r} is no move of Flip: name a cell, as a1")
        return Put(self.topology.cell(found[2]), found[1] and self.marks.index(found[1]))

    def format(self, m: Put) -> str:
        names = self.topology.names
        name = names[m.cell] if 0 <= m.cell < len(names) else f"cell {m.cell}"
        return name if m.colour is None else f"{self.marks[m.colour % 2]} {name}"

    def cells_of(self, m: Put) -> tuple[Cell, ...]:
        return (m.cell,)

    def report_fields(self, s: State) -> Mapping[str, Any]:
        return {}

    def prompt(self, s: State) -> str:
        return "Put a stone on an empty cell."


def create(settled: Mapping[str, Any]) -> Flip:
    return Flip(settled)
