"""The rules of Pletore, readable. Numbers refer to RULES.md.

`Pletore.refuse` alone decides what is legal; tests replay playouts of the kernel (`kernel.py`)
through it. Rules and kernel share the code that says who pinches and who owns a point
(`scoring.py`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from termgames.core import komi_offer
from termgames.core.arrays import Bytes
from termgames.core.errors import IllegalMove, OptionError, Refusal, UnreadableMove
from termgames.core.game import NEUTRAL, Score, ScorePart, Seat
from termgames.core.komi_offer import KomiOffer, NameKomi, PickSide, Stage
from termgames.core.options import Value
from termgames.core.position_text import read_passes, read_to_move, refuse_unknown
from termgames.core.text import counted, quoted
from termgames.core.topology import Cell, Topology, square
from termgames.core.two_player import BLACK, COLOURS, PASS, WHITE, Pass
from termgames.games.pletore import scoring
from termgames.games.pletore.options import OFFER, default_komi

NO_BUTTON, FREE = -2, -1
"""Values of `State.button` when no colour holds it: it is not in play; it can be taken (rule 6)."""


@dataclass(frozen=True)
class Place:
    """The mover puts a stone on an empty point."""

    cell: Cell


@dataclass(frozen=True)
class Replace:
    """The mover replaces the enemy's stone on a point by one of his own."""

    cell: Cell


@dataclass(frozen=True)
class Button:
    """The mover takes the button, which is his whole turn."""


Move = Place | Replace | Button | Pass | NameKomi | PickSide
BUTTON = Button()


@dataclass(frozen=True)
class State:
    """A position. `stones` is (cells,): 0 empty, 1 black, 2 white; `turn` a colour."""

    stones: bytes
    turn: int
    komi: int
    button: int = NO_BUTTON
    """NO_BUTTON, FREE, or the colour that took it."""
    passes: int = 0
    black_seat: Seat = 0
    stage: Stage = "play"
    ending: str | None = None


REPLACE = "replace"
"""`replace c4` is another text for the move that records write `c4x`."""
_BUTTON_WORDS = {"none": NO_BUTTON, "free": FREE, "black": BLACK, "white": WHITE}


class Pletore(KomiOffer[State]):
    """The game set up with its options; see `options.settle` for what they are."""

    id = "pletore"
    position_names = ("to move", "button", "passes")

    def __init__(self, options: Mapping[str, Value]) -> None:
        self.options: Mapping[str, Any] = dict(options)
        self.size: int = self.options["size"]
        self.topology: Topology = square(self.size)
        self.pinched = lru_cache(maxsize=512)(self._pinched)

    def button_at_start(self, komi: int) -> int:
        """FREE when komi and board size are both odd or both even, else NO_BUTTON (rule 6)."""
        return FREE if (komi - self.size) % 2 == 0 else NO_BUTTON

    def start(self) -> State:
        """An empty board, Black (or the first player, who names komi) to act."""
        empty = bytes(self.topology.cells)
        komi = self.options["komi"]
        if komi == OFFER:
            return State(empty, BLACK, 0, stage="komi")
        return State(empty, BLACK, komi, self.button_at_start(komi))

    def position(self, rows: Sequence[str], position_text: Mapping[str, str]) -> State:
        """A state from a diagram, rows from the top with `.`, `b`, `w`.

        `position_text`, each optional: `to move` (black or white), `button` (none, free, black or
        white), `passes` (0 or 1). Komi is the option's; under `--komi offer` the first player
        names one for this position. Raises OptionError when a text cannot be read, or when the
        button is in play by one of komi and `button` but not by the other.
        """
        stones = self.topology.read(rows)
        refuse_unknown("Pletore", position_text, self.position_names)
        turn, passes = read_to_move(position_text, BLACK), read_passes(position_text)
        start = self.start()
        button = start.button
        if "button" in position_text:
            word = position_text["button"]
            if word not in _BUTTON_WORDS:
                raise OptionError(
                    f"button: {quoted(word)} is not one of {', '.join(_BUTTON_WORDS)}"
                )
            button = _BUTTON_WORDS[word]
            if (button == NO_BUTTON) != (start.button == NO_BUTTON):
                raise OptionError(
                    f"button: {word} does not go with komi {self.options['komi']} on a board of "
                    f"size {self.size}: the button is in play when both are odd or both are even"
                )
        return replace(start, stones=stones, turn=turn, button=button, passes=passes)

    def position_text(self, s: State) -> Mapping[str, str]:
        """Who is to move, where the button is, and whether the last turn was a pass."""
        word = next(word for word, at in _BUTTON_WORDS.items() if at == s.button)
        passed = {"passes": str(s.passes)} if s.passes == 1 else {}
        return {"to move": COLOURS[s.turn], "button": word, **passed}

    def impossible(self, s: State) -> Refusal | None:
        """None: nothing is examined. Since stones may be replaced and turns passed, their numbers
        say little about what can come about."""
        return None

    # -- whose turn, what is legal ------------------------------------------------------

    def legal_moves(self, s: State) -> Sequence[Move]:
        """Placements and replacements in the order of their points, then the button or the pass;
        before play, the komi to name or the sides to pick."""
        if s.ending is not None:
            return []
        if s.stage != "play":
            return komi_offer.answers(s.stage, self.topology.cells)
        stones, pinched = self._arrays(s.stones)
        may = scoring.placeable(stones, pinched, s.turn + 1)
        barred = self.barred(s)
        if barred is not None:
            may[barred] = False
        may |= scoring.replaceable(stones, pinched, s.turn + 1)
        moves: list[Move] = [self.put(s, cell) for cell in np.flatnonzero(may).tolist()]
        if s.button == FREE:
            moves.append(BUTTON)
        elif not self.uncontrolled(s.stones):
            moves.append(PASS)
        return moves

    def refuse(self, s: State, m: Move) -> Refusal | None:
        """Why `m` may not be played, or None (rules 3, 4, 6, 7)."""
        if s.ending is not None:
            return Refusal("over", f"the game is over: {s.ending}")
        if s.stage != "play":
            return komi_offer.refuse(s.stage, m, self.topology.cells)
        match m:
            case Place(cell) | Replace(cell):
                if not 0 <= cell < self.topology.cells:
                    return Refusal("off-board", "that point is off the board")
                if isinstance(m, Place):
                    return self._refuse_place(s, cell)
                return self._refuse_replace(s, cell)
            case Pass():
                return self._refuse_pass(s)
            case Button():
                return self._refuse_button(s)
            case _:
                return Refusal("stage", "komi and sides are settled: place, replace or pass")

    def apply(self, s: State, m: Move) -> State:
        """The state after `m`; IllegalMove with the refusal when it may not be played."""
        refusal = self.refuse(s, m)
        if refusal is not None:
            raise IllegalMove(refusal)
        match m:
            case NameKomi(komi):
                return replace(s, komi=komi, button=self.button_at_start(komi), stage="side")
            case PickSide():
                return replace(s, black_seat=m.black_seat, stage="play")
            case Pass():
                ending = "both passed" if s.passes else None
                return replace(s, turn=1 - s.turn, passes=s.passes + 1, ending=ending)
            case Button():
                return replace(s, turn=1 - s.turn, passes=0, button=s.turn)
            case Place(cell) | Replace(cell):
                board = bytearray(s.stones)
                board[cell] = s.turn + 1
                return replace(s, stones=bytes(board), turn=1 - s.turn, passes=0)

    def uncontrolled(self, stones: bytes) -> tuple[Cell, ...]:
        """The empty points that neither side controls; while there are any, passing is forbidden
        (rule 3)."""
        return tuple(np.flatnonzero(scoring.uncontrolled(*self._arrays(stones))).tolist())

    def barred(self, s: State) -> Cell | None:
        """The point on which rule 4 forbids White's first stone, or None; see `scoring.barred`."""
        if self.size % 2 or s.stones.count(0) != len(s.stones) - 1:
            return None
        stones = np.frombuffer(s.stones, np.uint8)[None]
        cell = int(scoring.barred(stones, np.array([s.turn]), np.array([s.button]))[0])
        return None if cell == scoring.NOWHERE else cell

    def pinchers(self, stones: bytes, cell: Cell, colour: int) -> tuple[Cell, ...]:
        """The stones of `colour` that a point sees, ascending, if they pinch it (rule 2); else
        none."""
        off = self.topology.cells
        seen: tuple[list[Cell], list[Cell]] = ([], [])
        for way, ray in enumerate(self.topology.rays[cell].tolist()):
            first = next((c for c in ray if c == off or stones[c]), off)
            if first != off and stones[first] == colour + 1:
                seen[way % 2].append(first)
        return tuple(sorted(seen[0] + seen[1])) if all(seen) else ()

    def _pinched(self, stones: bytes) -> bytes:
        """(cells,): the colours that pinch each point, as bits. Use `pinched`, which caches it."""
        return scoring.pinches(self._plane(stones)).tobytes()

    def _arrays(self, stones: bytes) -> tuple[Bytes, Bytes]:
        """Two arrays (cells,): the stones, and the colours that pinch each point."""
        return np.frombuffer(stones, np.uint8), np.frombuffer(self.pinched(stones), np.uint8)

    def _plane(self, stones: bytes) -> Bytes:
        return np.frombuffer(stones, np.uint8).reshape(self.size, self.size, 1)

    # -- refusals -----------------------------------------------------------------------

    def _refuse_place(self, s: State, cell: Cell) -> Refusal | None:
        name = self.topology.names[cell]
        if s.stones[cell]:
            whose = "your own" if s.stones[cell] == s.turn + 1 else COLOURS[1 - s.turn] + "'s"
            return Refusal("occupied", f"{name} holds {whose} stone", (cell,))
        if not scoring.placeable(s.stones[cell], self.pinched(s.stones)[cell], s.turn + 1):
            other = COLOURS[1 - s.turn]
            by = self.pinchers(s.stones, cell, 1 - s.turn)
            return Refusal(
                "controlled",
                f"{other} controls {name}: it is pinched from {self.topology.listing(by)} "
                f"and not by {COLOURS[s.turn]}",
                by,
            )
        if cell == self.barred(s):
            first = s.stones.index(BLACK + 1)
            return Refusal(
                "mirror",
                f"{name} mirrors black's first stone: on an even board white's first stone "
                "may not do so",
                (first,),
            )
        return None

    def _refuse_replace(self, s: State, cell: Cell) -> Refusal | None:
        name, mover = self.topology.names[cell], COLOURS[s.turn]
        if s.stones[cell] != 2 - s.turn:
            what = "your own stone" if s.stones[cell] else "no stone"
            return Refusal("replace", f"{name} holds {what}: only an enemy stone is replaced")
        pinched = self.pinched(s.stones)[cell]
        if scoring.replaceable(s.stones[cell], pinched, s.turn + 1):
            return None
        if not pinched & s.turn + 1:
            return Refusal(
                "unpinched",
                f"{mover} does not pinch {name}: it must see {mover} along its row and its column",
                (cell,),
            )
        by = self.pinchers(s.stones, cell, 1 - s.turn)
        return Refusal(
            "guarded",
            f"{COLOURS[1 - s.turn]} pinches {name} as well, from {self.topology.listing(by)}",
            by,
        )

    def _refuse_pass(self, s: State) -> Refusal | None:
        if s.button == FREE:
            return Refusal("button", "you cannot pass while the button is there: take it instead")
        loose = self.uncontrolled(s.stones)
        if loose:
            return Refusal(
                "uncontrolled",
                "you may pass once every empty point is controlled by a side: neither controls "
                + self.topology.listing(loose),
                loose,
            )
        return None

    def _refuse_button(self, s: State) -> Refusal | None:
        if s.button == FREE:
            return None
        if s.button == NO_BUTTON:
            return Refusal(
                "no-button",
                f"there is no button: komi {s.komi} and size {self.size} are not both odd "
                "or both even",
            )
        return Refusal("taken", f"{COLOURS[s.button]} has taken the button")

    # -- counting -----------------------------------------------------------------------

    def owner(self, s: State) -> bytes:
        """(cells,), to be read as int8: the colour that each point counts for, or NEUTRAL."""
        return scoring.owners(self._plane(s.stones)).tobytes()

    def score(self, s: State) -> Score:
        """Stones, controlled points, komi and button as they stand (rule 5), by seat. Komi is left
        out while komi and sides are open."""
        owner = scoring.owners(self._plane(s.stones))
        komi = s.komi if s.stage == "play" else 0
        black, white = scoring.points(
            owner, np.array([komi], np.float32), np.array([s.button], np.int8)
        )[0].tolist()
        seat_of = (s.black_seat, 1 - s.black_seat)
        colour_of = owner.reshape(-1).tolist()
        parts = []
        for colour in (BLACK, WHITE):
            mine = [cell for cell, who in enumerate(colour_of) if who == colour]
            empty = tuple(cell for cell in mine if not s.stones[cell])
            stones = len(mine) - len(empty)
            parts.append(ScorePart(seat_of[colour], stones, counted(stones, "stone")))
            controlled = f"{counted(len(empty), 'point')} controlled"
            parts.append(ScorePart(seat_of[colour], len(empty), controlled, empty))
        loose = self.uncontrolled(s.stones)
        if loose:
            parts.append(
                ScorePart(NEUTRAL, len(loose), f"{counted(len(loose), 'point')} open", loose)
            )
        if s.stage == "play":
            parts.append(ScorePart(seat_of[WHITE], komi, f"komi {komi}"))
        if s.button >= 0:
            parts.append(ScorePart(seat_of[s.button], 0.5, "button"))
        return Score.of((black, white) if s.black_seat == 0 else (white, black), parts)

    # -- notation -----------------------------------------------------------------------

    def parse(self, s: State, text: str) -> Move:
        """Read `c4` (a placement; on an enemy stone a replacement), `c4x` or `replace c4`,
        `button`, `pass`, `komi 7`, `black`, `white`. Raises UnreadableMove."""
        answer = komi_offer.read(s.stage, text)
        if answer is not None:
            return answer
        plain = text.strip().lower()
        if plain == "pass":
            return PASS
        if plain == "button":
            return BUTTON
        if plain.startswith(f"{REPLACE} "):
            return Replace(self.topology.cell(plain.removeprefix(REPLACE).strip()))
        if not plain or len(plain.split()) > 1:
            raise UnreadableMove(
                f"{quoted(text.strip())} is no move: name a point, as "
                f"{self.topology.example(s.stones)}, or button or pass"
            )
        if plain.endswith("x") and len(plain) > 1:
            return Replace(self.topology.cell(plain[:-1]))
        return self.put(s, self.topology.cell(plain))

    def put(self, s: State, cell: Cell) -> Place | Replace:
        """The move that puts a stone on a point: a replacement if the enemy's stone is there, else
        a placement. Does not look at legality."""
        return Replace(cell) if s.stones[cell] == 2 - s.turn else Place(cell)

    def format(self, m: Move) -> str:
        """The text that `parse` reads."""
        match m:
            case Pass():
                return "pass"
            case Button():
                return "button"
            case Place(cell):
                return self.topology.names[cell]
            case Replace(cell):
                return self.topology.names[cell] + "x"
            case NameKomi() | PickSide():
                return komi_offer.write(m)

    def cells_of(self, m: Move) -> tuple[Cell, ...]:
        """The point of a placement or replacement; none for other moves."""
        return (m.cell,) if isinstance(m, Place | Replace) else ()

    def report_fields(self, s: State) -> Mapping[str, Any]:
        """Komi, where the button is, the number of points each colour controls, the stones that can
        be replaced, the stage and the ending."""
        owner = np.frombuffer(self.owner(s), np.int8)
        empty = np.frombuffer(s.stones, np.uint8) == 0
        return {
            "komi": s.komi if s.stage != "komi" else None,
            "button": next(word for word, at in _BUTTON_WORDS.items() if at == s.button),
            "control": {
                name: int((empty & (owner == colour)).sum()) for colour, name in enumerate(COLOURS)
            },
            "replaceable": [self.topology.names[cell] for cell in self.replaceable(s.stones)],
            "stage": s.stage,
            "ending": s.ending,
        }

    def replaceable(self, stones: bytes) -> tuple[Cell, ...]:
        """The stones of either side that the other side may replace (rule 3)."""
        both = (scoring.replaceable(*self._arrays(stones), own) for own in (1, 2))
        return tuple(np.flatnonzero(np.logical_or(*both)).tolist())

    def prompt(self, s: State) -> str:
        """What the seat to act is asked, one sentence."""
        if s.ending is not None:
            return f"The game is over: {s.ending}."
        if s.stage != "play":
            usual, most = default_komi(self.size), self.topology.cells
            return komi_offer.prompt(s.stage, str(s.komi), most=most, usual=usual)
        if s.button == FREE:
            return "Place a stone, replace one, or take the button."
        if self.uncontrolled(s.stones):
            return "Place a stone or replace one."
        return "Place a stone, replace one, or pass."


create = Pletore
"""The game with settled options."""
