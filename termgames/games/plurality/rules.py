"""The rules of Plurality, readable. Numbers refer to RULES.md.

`Plurality.refuse` alone decides what is legal; tests replay playouts of the kernel (`kernel.py`)
through it. Rules and kernel share the code that counts (`scoring.py`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from termgames.core import komi_offer
from termgames.core.errors import IllegalMove, OptionError, Refusal, UnreadableMove
from termgames.core.game import NEUTRAL, Score, ScorePart, Seat
from termgames.core.komi_offer import KomiOffer, NameKomi, PickSide, Stage
from termgames.core.options import Value, number_text
from termgames.core.position_text import read_passes, read_to_move, refuse_unknown
from termgames.core.regions import regions
from termgames.core.text import quoted
from termgames.core.topology import Cell, Topology, hexhex, square
from termgames.core.two_player import BLACK, COLOURS, PASS, WHITE, Pass
from termgames.games.plurality import tiling
from termgames.games.plurality.geometry import Geometry, geometry
from termgames.games.plurality.options import measured_komi
from termgames.games.plurality.scoring import owners


@dataclass(frozen=True)
class Place:
    """A tromino: two stones of the mover, kept in ascending order, and one of the opponent."""

    own: tuple[Cell, Cell]
    enemy: Cell

    def __post_init__(self) -> None:
        low, high = sorted(self.own)
        object.__setattr__(self, "own", (low, high))

    @property
    def shape(self) -> tuple[Cell, Cell, Cell]:
        """The three cells, ascending."""
        low, middle, high = sorted((*self.own, self.enemy))
        return low, middle, high


Move = Place | Pass | NameKomi | PickSide


@dataclass(frozen=True)
class State:
    """A position. `stones` is (cells,): 0 empty, 1 black, 2 white; `turn` a colour."""

    stones: bytes
    turn: int
    komi: float
    passes: int = 0
    black_seat: Seat = 0
    stage: Stage = "play"
    ending: str | None = None


class Plurality(KomiOffer[State]):
    """The game set up with its options; see `options.settle` for what they are."""

    id = "plurality"
    position_names = ("to move", "passes")

    def __init__(self, options: Mapping[str, Value]) -> None:
        self.options: Mapping[str, Any] = dict(options)
        edge, size = self.options["hex"], self.options["size"]
        self.topology: Topology = square(size) if edge is None else hexhex(edge)
        self.geometry: Geometry = geometry(self.topology)
        self.parity = self.options["ties"] == "parity"
        measured = measured_komi(self.topology.size, hexagonal=self.topology.hexagonal)
        self.fair_offer = int(measured - 0.5)
        """The komi that an offer names for an even game: half a point is added to it."""
        self.block_name = "diamond" if self.topology.hexagonal else "2x2 square"
        self.placements = lru_cache(maxsize=256)(self._placements)

    def start(self) -> State:
        """An empty board, Black (or the first player, who names komi) to act."""
        empty = bytes(self.topology.cells)
        if self.options["pie"]:
            return State(empty, BLACK, 0.0, stage="komi")
        return State(empty, BLACK, float(self.options["komi"]))

    def position(self, rows: Sequence[str], position_text: Mapping[str, str]) -> State:
        """A state from a diagram, rows from the top with `.`, `b`, `w`.

        `position_text`: `to move` (black or white), `passes` (0 or 1); both optional. Komi is the
        option's; under `--pie` the first player names one for this position. Raises
        OptionError when the diagram does not fit the board or holds a full block.
        """
        stones = self.topology.read(rows)
        for block in self.topology.blocks.tolist():
            if all(stones[cell] for cell in block):
                raise OptionError(
                    f"the {self.block_name} {self.topology.listing(block)} of the diagram is full"
                )
        refuse_unknown("Plurality", position_text, self.position_names)
        turn, passes = read_to_move(position_text, BLACK), read_passes(position_text)
        state = replace(self.start(), stones=stones, turn=turn, passes=passes)
        return state if self.placements(stones) else replace(state, ending="no placement left")

    def position_text(self, s: State) -> Mapping[str, str]:
        """Who is to move, and whether the last turn was a pass."""
        passed = {"passes": str(s.passes)} if s.passes == 1 else {}
        return {"to move": COLOURS[s.turn], **passed}

    def impossible(self, s: State) -> Refusal | None:
        """Why the stones cannot be whole trominoes, or None; see `tiling`."""
        return tiling.refuse(self.topology, self.geometry.shapes, s.stones)

    # -- whose turn, what is legal ------------------------------------------------------

    def legal_moves(self, s: State) -> Sequence[Move]:
        """Placements in the order of their shapes, then the pass; before play, the komi to name or
        the sides to pick."""
        if s.ending is not None:
            return []
        if s.stage != "play":
            return komi_offer.answers(s.stage, self.topology.cells)
        moves: list[Move] = []
        for number in self.placements(s.stones):
            a, b, c = self.geometry.shapes[number]
            moves += (Place((a, b), c), Place((a, c), b), Place((b, c), a))
        moves.append(PASS)
        return moves

    def refuse(self, s: State, m: Move) -> Refusal | None:
        """Why `m` may not be played, or None (rules 2, 3, 4, 6, 8)."""
        if s.ending is not None:
            return Refusal("over", f"the game is over: {s.ending}")
        if s.stage != "play":
            return komi_offer.refuse(s.stage, m, self.topology.cells)
        if isinstance(m, Pass):
            return None
        if isinstance(m, Place):
            return self._refuse_placement(s.stones, m)
        return Refusal("stage", "komi and sides are settled: place a tromino or pass")

    def apply(self, s: State, m: Move) -> State:
        """The state after `m`; IllegalMove with the refusal when it may not be played."""
        refusal = self.refuse(s, m)
        if refusal is not None:
            raise IllegalMove(refusal)
        match m:
            case NameKomi(points):
                return replace(s, komi=points + 0.5, stage="side")
            case PickSide():
                return replace(s, black_seat=m.black_seat, stage="play")
            case Pass():
                ending = "both passed" if s.passes else None
                return replace(s, turn=1 - s.turn, passes=s.passes + 1, ending=ending)
            case Place(own, enemy):
                board = bytearray(s.stones)
                board[own[0]] = board[own[1]] = s.turn + 1
                board[enemy] = 2 - s.turn
                stones = bytes(board)
                # Decided in rule 4: when both could only pass the game ends at once.
                ending = (
                    None if next(self._placeable(stones), None) is not None else "no placement left"
                )
                return replace(s, stones=stones, turn=1 - s.turn, passes=0, ending=ending)

    def _placements(self, stones: bytes) -> tuple[int, ...]:
        """The numbers of the shapes that may be placed, ascending. Use `placements`, which caches
        it."""
        return tuple(self._placeable(stones))

    def _placeable(self, stones: bytes) -> Iterator[int]:
        shapes = range(len(self.geometry.shapes))
        if not any(stones):
            return iter(shapes)  # No tromino alone fills a block.
        return (n for n in shapes if self.geometry.may_place(stones, n))

    def _refuse_placement(self, stones: bytes, m: Place) -> Refusal | None:
        names = self.topology.names
        shape = m.shape
        off = [cell for cell in shape if not 0 <= cell < self.topology.cells]
        if off:
            return Refusal("off-board", "the tromino would lie partly off the board")
        if len(set(shape)) < 3:
            twice = next(cell for cell in shape if shape.count(cell) > 1)
            return Refusal(
                "repeated",
                f"{names[twice]} is named twice: choose three points",
                (twice,),
            )
        taken = tuple(cell for cell in shape if stones[cell])
        if taken:
            verb = "is" if len(taken) == 1 else "are"
            return Refusal("occupied", f"{self.topology.listing(taken)} {verb} occupied", taken)
        number = self.geometry.number.get(shape)
        if number is None:
            return Refusal(
                "apart",
                f"{self.topology.listing(shape)} do not connect: a tromino is one piece",
                shape,
            )
        if self.geometry.may_place(stones, number):
            return None
        block = self._filled_block(stones, shape)
        return Refusal(
            "block", f"the {self.block_name} {self.topology.listing(block)} would be full", block
        )

    def _filled_block(self, stones: bytes, shape: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """The first block that stones and shape fill together, its cells ascending."""
        for block in self.topology.blocks.tolist():
            if not set(block).isdisjoint(shape) and all(c in shape or stones[c] for c in block):
                return tuple(block)
        raise AssertionError("the shape fills no block")

    # -- counting -----------------------------------------------------------------------

    def score(self, s: State) -> Score:
        """Territories and komi as they stand (rules 5 to 7), by seat. Komi is left out while komi
        and sides are open."""
        white_seat = 1 - s.black_seat
        seat_of = {BLACK: s.black_seat, WHITE: white_seat, NEUTRAL: NEUTRAL}
        board = np.frombuffer(s.stones, np.uint8)[None]
        owner = owners(self.topology, board, parity=self.parity)[0]
        empty_regions = regions(self.topology, board)
        parts = []
        totals = [0.0, 0.0]
        for region in empty_regions.listing(0):
            colour = int(owner[region.cells[0]])
            black, white = region.touching
            size = len(region.cells)
            parts.append(
                ScorePart(
                    seat_of[colour],
                    size,
                    f"{size} at {self.topology.names[region.cells[0]]} "
                    f"({black} black, {white} white)",
                    region.cells,
                )
            )
            if colour != NEUTRAL:
                totals[seat_of[colour]] += size
        if s.stage == "play":
            totals[white_seat] += s.komi
            parts.append(ScorePart(white_seat, s.komi, f"komi {number_text(s.komi)}"))
        return Score.of(totals, parts)

    # -- notation -----------------------------------------------------------------------

    def parse(self, s: State, text: str) -> Move:
        """Read `c4,c5,d5` (two own cells, then the enemy's), `pass`, `komi 5`, `black`, `white`.
        Raises UnreadableMove."""
        answer = komi_offer.read(s.stage, text)
        if answer is not None:
            return answer
        plain = text.strip().lower()
        if plain == "pass":
            return PASS
        words = [word for word in re.split(r"[\s,]+", plain) if word]
        if len(words) != 3:
            raise UnreadableMove(
                f"{quoted(text.strip())} is no move: name two own points and the enemy's, "
                f"as {self.topology.example(s.stones, 3)}, or pass"
            )
        one, two, enemy = (self.topology.cell(word) for word in words)
        return Place((one, two), enemy)

    def format(self, m: Move) -> str:
        """The text that `parse` reads."""
        match m:
            case Pass():
                return "pass"
            case NameKomi() | PickSide():
                return komi_offer.write(m)
            case Place(own, enemy):
                return ",".join(self.topology.names[cell] for cell in (*own, enemy))

    def cells_of(self, m: Move) -> tuple[Cell, ...]:
        """The tromino's cells, the mover's two first; none for other moves."""
        return (*m.own, m.enemy) if isinstance(m, Place) else ()

    def report_fields(self, s: State) -> Mapping[str, Any]:
        """Komi, the number of legal placements, the stage and the ending."""
        return {
            "komi": s.komi if s.stage != "komi" else None,
            "placements": 3 * len(self.placements(s.stones)),
            "stage": s.stage,
            "ending": s.ending,
        }

    def prompt(self, s: State) -> str:
        """What the seat to act is asked, one sentence."""
        if s.ending is not None:
            return f"The game is over: {s.ending}."
        if s.stage != "play":
            most = self.topology.cells
            return komi_offer.prompt(
                s.stage, number_text(s.komi), most=most, usual=self.fair_offer, half=True
            )
        return "Place a tromino: two of your stones and one of the opponent's, or pass."


create = Plurality
"""The game with settled options."""
