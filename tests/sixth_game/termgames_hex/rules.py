"""The rules of Hex. The numbers are those of RULES.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from termgames.core import position_text as texts
from termgames.core.errors import IllegalMove, OptionError, Refusal, UnreadableMove
from termgames.core.game import Score, ScorePart, Seat
from termgames.core.topology import Cell, rhombus
from termgames.core.two_player import BLACK, COLOURS, WHITE, TwoPlayer

EDGES = ("top and bottom", "left and right")
"""What Black joins, and what White joins."""


@dataclass(frozen=True)
class Place:
    cell: Cell


@dataclass(frozen=True)
class Swap:
    """The second player takes the first player's side."""


Move = Place | Swap
SWAP = Swap()


@dataclass(frozen=True)
class State:
    stones: bytes
    turn: int = BLACK
    black_seat: Seat = 0
    ending: str | None = None


class Hex(TwoPlayer[State]):
    """Implements `core.game.Game`."""

    id = "hex"

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = dict(options)
        self.topology = rhombus(self.options["size"])

    def start(self) -> State:
        return State(bytes(self.topology.cells))

    def position(self, rows: Sequence[str], position_text: Mapping[str, str]) -> State:
        texts.refuse_unknown("Hex", position_text, ("to move",))
        stones = self.topology.read(rows)
        usual = WHITE if stones.count(1) > stones.count(2) else BLACK
        state = State(stones, texts.read_to_move(position_text, usual))
        joined = [colour for colour in (BLACK, WHITE) if self._chain(stones, colour)]
        if len(joined) > 1:
            raise OptionError("both players cannot have joined their edges")
        return replace(state, ending=f"{EDGES[joined[0]]} are joined") if joined else state

    def black_seat(self, s: State) -> Seat:
        return s.black_seat

    def legal_moves(self, s: State) -> Sequence[Move]:
        if s.ending is not None:
            return ()
        moves: list[Move] = [Place(cell) for cell, stone in enumerate(s.stones) if not stone]
        return [*moves, SWAP] if self._may_swap(s) else moves

    def refuse(self, s: State, m: Move) -> Refusal | None:
        if s.ending is not None:
            return Refusal("over", f"the game is over: {s.ending}")
        if isinstance(m, Swap):
            if self._may_swap(s):
                return None
            return Refusal("swap", "sides are swapped only in answer to the first stone (rule 3)")
        if not 0 <= m.cell < self.topology.cells:
            return Refusal("outside", f"cell {m.cell} is not on the board")
        if s.stones[m.cell]:
            name = self.topology.names[m.cell]
            return Refusal("occupied", f"{name} is occupied", (m.cell,))
        return None

    def apply(self, s: State, m: Move) -> State:
        if refusal := self.refuse(s, m):
            raise IllegalMove(refusal)
        if isinstance(m, Swap):
            # White is still to move, and that is now the first player.
            return replace(s, black_seat=1)
        stones = bytearray(s.stones)
        stones[m.cell] = s.turn + 1
        ending = f"{EDGES[s.turn]} are joined" if self._chain(stones, s.turn) else None
        return replace(s, stones=bytes(stones), turn=1 - s.turn, ending=ending)

    def _may_swap(self, s: State) -> bool:
        one_stone = len(s.stones) - s.stones.count(0) == 1
        return bool(self.options["swap"]) and one_stone and s.turn == WHITE and s.black_seat == 0

    def score(self, s: State) -> Score:
        for colour in (BLACK, WHITE):
            chain = self._chain(s.stones, colour)
            if chain:
                seat = s.black_seat if colour == BLACK else 1 - s.black_seat
                part = ScorePart(seat, 1, f"{EDGES[colour]} are joined", tuple(sorted(chain)))
                return Score((1.0 - seat, float(seat)), (part,), (seat,))
        return Score((0.0, 0.0), (), (0, 1))

    def _chain(self, stones: Sequence[int], colour: int) -> set[Cell]:
        last = self.topology.size - 1
        along = self.topology.lattice[:, 1 - colour].tolist()
        own = colour + 1
        reached = {cell for cell, place in enumerate(along) if place == 0 and stones[cell] == own}
        open_cells = list(reached)
        while open_cells:
            for cell in self.topology.adjacent[open_cells.pop()]:
                if stones[cell] == own and cell not in reached:
                    reached.add(cell)
                    open_cells.append(cell)
        return reached if any(along[cell] == last for cell in reached) else set()

    def parse(self, s: State, text: str) -> Move:
        plain = text.strip().lower()
        if plain == "swap":
            return SWAP
        if plain in self.topology.by_name:
            return Place(self.topology.by_name[plain])
        raise UnreadableMove(f"{text.strip()!r} is no move of Hex: name a point, as a1, or swap")

    def format(self, m: Move) -> str:
        return "swap" if isinstance(m, Swap) else self.topology.names[m.cell]

    def cells_of(self, m: Move) -> tuple[Cell, ...]:
        return () if isinstance(m, Swap) else (m.cell,)

    def report_fields(self, s: State) -> Mapping[str, Any]:
        return {}

    def prompt(self, s: State) -> str:
        if s.ending is not None:
            return f"The game is over: {s.ending}."
        offer = ", or swap sides" if self._may_swap(s) else ""
        return f"Place a {COLOURS[s.turn]} stone; you join {EDGES[s.turn]}{offer}."


def create(settled: Mapping[str, Any]) -> Hex:
    return Hex(settled)
