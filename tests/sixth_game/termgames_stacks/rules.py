"""The rules of Stacks. The numbers are those of RULES.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from termgames.core import position_text as texts
from termgames.core.errors import IllegalMove, OptionError, Refusal
from termgames.core.game import NEUTRAL, Score, ScorePart
from termgames.core.topology import Cell, hexhex
from termgames.core.two_player import BLACK, COLOURS, PASS, WHITE, Pass, TwoPlayer

NOBODYS = 3
"""The stone of the stack that belongs to no player: 1 + its colour."""


@dataclass(frozen=True)
class Build:
    cell: Cell


Move = Build | Pass


@dataclass(frozen=True)
class State:
    """A position; a cell without a stone has height 0."""

    stones: bytes
    heights: bytes
    turn: int = BLACK
    passed: bool = False
    ending: str | None = None


class Stacks(TwoPlayer[State]):
    """Implements `core.game.Game`, with a colour more than players."""

    id = "stacks"
    marks = "bwn"

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = dict(options)
        self.topology = hexhex(self.options["size"])

    def start(self) -> State:
        stones, heights = bytearray(self.topology.cells), bytearray(self.topology.cells)
        middle = self.topology.cells // 2
        for cell, stone, height in ((0, 1, 1), (-1, 2, 1), (middle, NOBODYS, 2)):
            stones[cell], heights[cell] = stone, height
        return State(bytes(stones), bytes(heights))

    def position(self, rows: Sequence[str], position_text: Mapping[str, str]) -> State:
        texts.refuse_unknown("Stacks", position_text, ("to move", "heights"))
        stones = self.topology.read(rows, "." + self.marks)
        heights = bytearray(map(bool, stones))
        for part in filter(None, position_text.get("heights", "").split(",")):
            name, _, height = part.strip().partition(" ")
            cell = self.topology.by_name.get(name)
            if cell is None or not stones[cell] or height not in "123456":
                raise OptionError(f"heights: {part.strip()!r} is no stack with a height up to 6")
            heights[cell] = int(height)
        return State(stones, bytes(heights), texts.read_to_move(position_text, BLACK))

    def seen(self, s: State, cell: Cell, colour: int) -> int:
        many = 0
        for ray in self.topology.rays[cell].tolist():
            line = [s.stones[other] for other in ray if other != self.topology.cells]
            many += next(filter(None, line), 0) == colour + 1
        return many

    def legal_moves(self, s: State) -> Sequence[Move]:
        if s.ending is not None:
            return ()
        builds = [Build(cell) for cell in range(self.topology.cells)]
        return [*(m for m in builds if self.refuse(s, m) is None), PASS]

    def refuse(self, s: State, m: Move) -> Refusal | None:
        if s.ending is not None:
            return Refusal("over", f"the game is over: {s.ending}")
        if isinstance(m, Pass):
            return None
        if not 0 <= m.cell < self.topology.cells:
            return Refusal("outside", f"cell {m.cell} is not on the board")
        many, name = self.seen(s, m.cell, s.turn), self.topology.names[m.cell]
        if many <= s.heights[m.cell]:
            text = f"{name} has height {s.heights[m.cell]}, and {many} of your stacks see it"
            return Refusal("height", text, (m.cell,))
        return None

    def apply(self, s: State, m: Move) -> State:
        if refusal := self.refuse(s, m):
            raise IllegalMove(refusal)
        if isinstance(m, Pass):
            ending = "both passed" if s.passed else None
            return replace(s, turn=1 - s.turn, passed=True, ending=ending)
        stones, heights = bytearray(s.stones), bytearray(s.heights)
        stones[m.cell], heights[m.cell] = s.turn + 1, self.seen(s, m.cell, s.turn)
        return State(bytes(stones), bytes(heights), 1 - s.turn)

    def score(self, s: State) -> Score:
        cells: dict[int, list[Cell]] = {BLACK: [], WHITE: [], NEUTRAL: []}
        for cell, stone in enumerate(s.stones):
            lead = self.seen(s, cell, BLACK) - self.seen(s, cell, WHITE)
            sight = NEUTRAL if lead == 0 else BLACK if lead > 0 else WHITE
            cells[sight if not stone else NEUTRAL if stone == NOBODYS else stone - 1].append(cell)
        parts = [
            ScorePart(seat, len(own), f"{len(own)} cells", tuple(own))
            for seat, own in cells.items()
            if own
        ]
        return Score.of([float(len(cells[seat])) for seat in (BLACK, WHITE)], parts)

    def parse(self, s: State, text: str) -> Move:
        plain = text.strip().lower()
        return PASS if plain == "pass" else Build(self.topology.cell(plain))

    def format(self, m: Move) -> str:
        return "pass" if isinstance(m, Pass) else self.topology.names[m.cell]

    def cells_of(self, m: Move) -> tuple[Cell, ...]:
        return () if isinstance(m, Pass) else (m.cell,)

    def report_fields(self, s: State) -> Mapping[str, Any]:
        names = self.topology.names
        return {"heights": {names[at]: height for at, height in enumerate(s.heights) if height}}

    def prompt(self, s: State) -> str:
        if s.ending is not None:
            return f"The game is over: {s.ending}."
        return f"Build a {COLOURS[s.turn]} stack, or pass."


def create(settled: Mapping[str, Any]) -> Stacks:
    return Stacks(settled)
