"""The rules of Majorities, readable. Numbers refer to RULES.md.

`Majorities.refuse` alone decides what is legal; tests replay playouts of the kernels through it.
Rules and kernels share the code that says who holds directions and the game (`scoring.py`).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from termgames.core.errors import IllegalMove, OptionError, Refusal, UnreadableMove
from termgames.core.game import NEUTRAL, Score, ScorePart
from termgames.core.options import Value
from termgames.core.position_text import read_to_move, refuse_unknown
from termgames.core.text import quoted
from termgames.core.topology import Cell, Topology
from termgames.core.two_player import BLACK, COLOURS, TwoPlayer
from termgames.games.majorities.geometry import Geometry, geometry, of_cube
from termgames.games.majorities.scoring import standing

_MARKS = ".bw"


@dataclass(frozen=True)
class Turn:
    """The cells of one turn's stones, one or two (rule 3).

    Two cells ascend. With `--capture` they are in the order in which the stones are placed.
    """

    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class State:
    """A position at the end of a turn; `turn` is the colour to move.

    `stones` (cells,): 0 empty, 1 black, 2 white; `claims` (lines,): who has won each line, 0
    nobody, 1 Black, 2 White. `opening`: whether the next turn is the first, which has one stone.
    """

    stones: bytes
    claims: bytes
    turn: int
    opening: bool = False
    ending: str | None = None


class Majorities(TwoPlayer[State]):
    """The game set up with its options; see `options.INFO` for what they are."""

    id = "majorities"
    position_names = ("to move", "lines")

    def __init__(self, options: Mapping[str, Value]) -> None:
        self.options: Mapping[str, Any] = dict(options)
        self.voids = not self.options["no-voids"]
        self.capture = bool(self.options["capture"])
        self.play_out = bool(self.options["play-out"])
        edge, size = self.options["cube"], self.options["size"]
        self.geometry: Geometry = of_cube(edge) if edge else geometry(size, self.voids)
        self.topology: Topology = self.geometry.topology

    def start(self) -> State:
        """An empty board, Black to place one stone."""
        return State(
            bytes(self.topology.cells), bytes(len(self.geometry.lines)), BLACK, opening=True
        )

    def position(self, rows: Sequence[str], position_text: Mapping[str, str]) -> State:
        """A state from a diagram, rows from the top with `.`, `b`, `w`.

        `position_text`, each optional: `to move` (black or white; by default it follows from the
        number of stones) and `lines` (who has won each line: `.`, `b` or `w`, direction by
        direction; by default it follows from the stones). Raises OptionError when the diagram does
        not fit the board, a text cannot be read, or both players have half of a line and `lines`
        is missing.
        """
        refuse_unknown("Majorities", position_text, self.position_names)
        stones = self.topology.read(rows)
        placed = len(stones) - stones.count(0)
        turn = read_to_move(position_text, (placed + 1) // 2 % 2)
        given = position_text.get("lines")
        claims = self._claims_of(stones) if given is None else self._read_lines(given)
        ending = self._ending_of(stones, claims)
        return State(stones, claims, turn, not placed and not any(claims), ending)

    def position_text(self, s: State) -> Mapping[str, str]:
        """Who is to move; and who has won each line, if that does not follow from the stones."""
        texts = {"to move": COLOURS[s.turn]}
        try:
            follows = self._claims_of(s.stones) == s.claims
        except OptionError:
            follows = False
        if not follows:
            span = self.geometry.per_direction
            marks = "".join(_MARKS[claim] for claim in s.claims)
            texts["lines"] = " ".join(marks[at : at + span] for at in range(0, len(marks), span))
        return texts

    def impossible(self, s: State) -> Refusal | None:
        """Why the numbers of stones and the turn do not fit rule 3 (Black places one stone, then
        the players place two each in turn), or None. With `--capture` always None."""
        if self.capture:
            return None
        placed = len(s.stones) - s.stones.count(0)
        turns = (placed + 1) // 2
        black = placed and 1 + sum(min(2, placed - n) for n in range(3, placed, 4))
        if placed % 2 == 0 and 0 < placed < len(s.stones):
            return Refusal(
                "odd", f"{placed} stones: after each turn there is an odd number of them"
            )
        if s.stones.count(1) != black:
            there = f"{s.stones.count(1)} of {placed} stones are black"
            return Refusal("colours", f"{there}: black put {black} of so many")
        if s.ending is None and s.turn != turns % 2:
            return Refusal("turn", f"with {placed} stones it is {COLOURS[turns % 2]}'s turn")
        return None

    # -- whose turn, what is legal ------------------------------------------------------

    def stones_due(self, s: State) -> int:
        """How many stones the next turn has (rules 3 and 6): 1 or 2; 0 on a full board."""
        return min(1 if s.opening else 2, s.stones.count(0))

    def legal_moves(self, s: State) -> Sequence[Turn]:
        """All whole turns, in the order of their cells."""
        if s.ending is not None:
            return []
        empty = [cell for cell, stone in enumerate(s.stones) if not stone]
        if self.stones_due(s) == 1:
            return [Turn((cell,)) for cell in empty]
        if not self.capture:
            return [Turn(pair) for pair in combinations(empty, 2)]
        moves = []
        for first in empty:
            stones, _ = self.place(s, first)
            moves += [Turn((first, cell)) for cell, stone in enumerate(stones) if not stone]
        return moves

    def refuse(self, s: State, m: Turn) -> Refusal | None:
        """Why `m` may not be played, or None (rules 2, 3, 6)."""
        if s.ending is not None:
            return Refusal("over", f"the game is over: {s.ending}")
        for cell in m.cells:
            if not 0 <= cell < self.topology.cells:
                return Refusal("off-board", "there is no such cell on this board")
        stones = s.stones
        for number, cell in enumerate(m.cells):
            if stones[cell]:
                name = self.topology.names[cell]
                if cell in m.cells[:number]:
                    text = f"{name} is named twice: choose two different cells"
                    return Refusal("repeated", text, (cell,))
                return Refusal("occupied", f"{name} is occupied", (cell,))
            stones, _ = self.place(State(stones, s.claims, s.turn), cell)
        due = self.stones_due(s)
        if len(m.cells) != due:
            return Refusal("count", self._count_text(s), m.cells)
        if not self.capture and list(m.cells) != sorted(m.cells):
            return Refusal("order", "without capture the two cells ascend", m.cells)
        return None

    def apply(self, s: State, m: Turn) -> State:
        """The state after `m`; IllegalMove with the refusal when it may not be played."""
        refusal = self.refuse(s, m)
        if refusal is not None:
            raise IllegalMove(refusal)
        stones, claims = s.stones, s.claims
        for cell in m.cells:
            stones, claims = self.place(State(stones, claims, s.turn), cell)
        return State(stones, claims, 1 - s.turn, ending=self._ending_of(stones, claims))

    def place(self, s: State, cell: Cell) -> tuple[bytes, bytes]:
        """Stones and claims after the colour to move has put one stone on an empty cell.

        The stone claims the lines that it wins; with `--capture` it also clears them (rule 6).
        Legality is not checked.
        """
        stones = bytearray(s.stones)
        stones[cell] = s.turn + 1
        lines, needed = self.geometry.lines, self.geometry.needed
        won = [
            number
            for number in self.geometry.lines_of[cell]
            if not s.claims[number]
            and sum(stones[other] == s.turn + 1 for other in lines[number]) >= needed[number]
        ]
        if not won:
            return bytes(stones), s.claims
        claims = bytearray(s.claims)
        for number in won:
            claims[number] = s.turn + 1
            if self.capture:
                for other in lines[number]:
                    stones[other] = 0
        return bytes(stones), bytes(claims)

    def _ending_of(self, stones: bytes, claims: bytes) -> str | None:
        """How the game has ended, for a position at the end of a turn, or None (rule 4)."""
        if 0 not in stones:
            return "the board is full"
        winner = standing(self.geometry, claims).winner
        if winner is None or self.play_out:
            return None
        return f"{COLOURS[winner]} holds two directions"

    def _count_text(self, s: State) -> str:
        if s.opening:
            return f"the first turn is a single stone: {self._what_to_name(s)}"
        if self.stones_due(s) == 1:
            return "one cell is left: this turn is a single stone"
        return f"a turn is two stones: {self._what_to_name(s)}"

    def _what_to_name(self, s: State) -> str:
        """How the turn is typed: `name two cells, as d3,e3`."""
        due = self.stones_due(s)
        cells = "one cell" if due == 1 else "two cells"
        return f"name {cells}, as {self.topology.example(s.stones, due or 2)}"

    # -- counting -----------------------------------------------------------------------

    def score(self, s: State) -> Score:
        """Directions held for good, by seat. The player who holds more is ahead; if both hold as
        many, the player who has won more lines."""
        totals = [0.0, 0.0]
        parts = []
        for direction, holder in enumerate(standing(self.geometry, s.claims).directions):
            black, white = self.lines_won(s, direction)
            text = f"{self.geometry.directions[direction]}: {black} to {white} lines"
            if holder is None:
                parts.append(ScorePart(NEUTRAL, 1.0, text))
            else:
                totals[holder] += 1
                parts.append(ScorePart(holder, 1.0, text))
        lines = [s.claims.count(1), s.claims.count(2)]
        ahead = max(zip(totals, lines, strict=True))
        winners = tuple(
            seat for seat, own in enumerate(zip(totals, lines, strict=True)) if own == ahead
        )
        return Score((totals[0], totals[1]), tuple(parts), winners)

    def lines_won(self, s: State, direction: int) -> tuple[int, int]:
        """How many lines of a direction Black and White have won (rule 5)."""
        span = self.geometry.per_direction
        claims = s.claims[direction * span : (direction + 1) * span]
        return claims.count(1), claims.count(2)

    # -- notation -----------------------------------------------------------------------

    def turn_of(self, cells: Sequence[Cell]) -> Turn:
        """The turn on `cells`, sorted unless their order matters (`--capture`)."""
        return Turn(tuple(cells) if self.capture else tuple(sorted(cells)))

    def parse(self, s: State, text: str) -> Turn:
        """Read `e4` or `e4,f5`. Raises UnreadableMove."""
        words = [word for word in re.split(r"[\s,]+", text.strip().lower()) if word]
        if words == ["pass"]:
            raise UnreadableMove(f"there is no passing in this game: {self._what_to_name(s)}")
        if len(words) not in (1, 2):
            raise UnreadableMove(f"{quoted(text.strip())} is no turn: {self._what_to_name(s)}")
        return self.turn_of([self.topology.cell(word) for word in words])

    def format(self, m: Turn) -> str:
        """The text that `parse` reads."""
        return ",".join(self.topology.names[cell] for cell in m.cells)

    def cells_of(self, m: Turn) -> tuple[Cell, ...]:
        """The cells of the turn's stones."""
        return m.cells

    def report_fields(self, s: State) -> Mapping[str, Any]:
        """For each direction: its lines in their order (`.`, `b`, `w`), how many each player has
        won, who holds it. Then how many stones the turn has, and the ending."""
        span = self.geometry.per_direction
        held = standing(self.geometry, s.claims).directions
        lines, lines_won, directions = {}, {}, {}
        for direction, name in enumerate(self.geometry.directions):
            own = s.claims[direction * span : (direction + 1) * span]
            holder = held[direction]
            lines[name] = "".join(_MARKS[claim] for claim in own)
            lines_won[name] = {"black": own.count(1), "white": own.count(2), "open": own.count(0)}
            directions[name] = None if holder is None else COLOURS[holder]
        return {
            "lines": lines,
            "tally": lines_won,
            "directions": directions,
            "stones_due": 0 if s.ending else self.stones_due(s),
            "ending": s.ending,
        }

    def prompt(self, s: State) -> str:
        """What the seat to act is asked, one sentence."""
        if s.ending is not None:
            return f"The game is over: {s.ending}."
        if s.opening:
            return "Place the first stone."
        if self.stones_due(s) == 1:
            return "Place the last stone."
        return "Place two stones."

    # -- reading positions --------------------------------------------------------------

    def _claims_of(self, stones: bytes) -> bytes:
        """(lines,): who has won each line, by the stones alone; OptionError if both players have
        half of one."""
        claims = bytearray()
        for line, need in zip(self.geometry.lines, self.geometry.needed, strict=True):
            owners = [
                colour for colour in (1, 2) if sum(stones[cell] == colour for cell in line) >= need
            ]
            if len(owners) == 2:
                raise OptionError(
                    "both players have half of a line: tell with lines who won it first"
                )
            claims.append(owners[0] if owners else 0)
        return bytes(claims)

    def _read_lines(self, text: str) -> bytes:
        marks = "".join(text.split())
        if len(marks) != len(self.geometry.lines) or set(marks) - set(_MARKS):
            raise OptionError(
                f"lines: {len(self.geometry.lines)} marks of . b w are needed, in three groups"
            )
        return bytes(_MARKS.index(mark) for mark in marks)


create = Majorities
"""The game with settled options."""
