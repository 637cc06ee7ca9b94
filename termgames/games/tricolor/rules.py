"""The rules of Tri-Color Balancing Go, readable. Numbers refer to RULES.md.

`TriColor.refuse` decides what is legal; tests replay the playouts of the kernel (`kernel.py`)
through it. Captures are those of `go.board`; `scoring` counts areas and finds the winners, for
the kernel too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from termgames.core import maps, regions
from termgames.core.arrays import Bytes, Floats
from termgames.core.errors import IllegalMove, Refusal, UnreadableMove
from termgames.core.game import NEUTRAL, OVER, BoardRules, Score, ScorePart, Seat
from termgames.core.options import AGREE as ASK
from termgames.core.options import Value
from termgames.core.text import counted, listed
from termgames.core.topology import Cell, Topology, hexhex, square
from termgames.core.two_player import PASS, Pass
from termgames.games.tricolor import scoring
from termgames.games.tricolor.options import NOBODYS, SEATS
from termgames.games.tricolor.position_text import (
    NAMES,
    position_text,
    prompt,
    read_position,
    report_fields,
)
from termgames.games.tricolor.state import Move, Place, Propose, State, next_seats, player
from termgames.go import dead_stones, superko
from termgames.go.board import Group, Placement, put_stones, trials
from termgames.go.dead_stones import AGREE, DECLINE, Agree, Agreement, Answer, Dead, Decline
from termgames.go.superko import NOBODY, History


class TriColor(BoardRules[State]):
    """The game set up with its options; see `options.settle` for what they are."""

    id = "tricolor"
    position_names = NAMES
    seats = len(SEATS)
    marks = "abg"
    resigns = False
    talks = True

    def __init__(self, options: Mapping[str, Value]) -> None:
        self.options: Mapping[str, Any] = dict(options)
        self.topology: Topology = board(options)
        self.order: str = self.options["order"]
        self.shared: str = self.options.get("shared") or NOBODYS
        self.captures: bool = self.options["dead-stones"] != ASK
        """Whether stones leave the board by capture alone; see `core.game.has_captures`."""
        self._around = lru_cache(maxsize=512)(self._around_of)

    def start(self) -> State:
        """An empty board, alpha to play."""
        empty = bytes(self.topology.cells)
        return State(empty, History.begin(superko.key(empty)))

    def position(self, rows: Sequence[str], position_text: Mapping[str, str]) -> State:
        """A state from a diagram, rows from the top with `.`, `a`, `b`, `g`, and the texts
        beside it; see `read_position`, also for errors. Earlier positions are unknown: superko
        forbids only those that moves from here on lead to."""
        stones, turn, passed = read_position(self.topology, self.order, rows, position_text)
        history = History.begin(superko.key(stones))
        return State(stones, history, turn, passed)

    def position_text(self, s: State) -> Mapping[str, str]:
        """Whose turn it is, its number, and who has passed."""
        return position_text(s, self.mover(s))

    def impossible(self, s: State) -> Refusal | None:
        """Always None: `position` refuses groups without liberties, and play can lead to all other
        boards."""
        return None

    # -- whose turn, what is legal ------------------------------------------------------

    def mover(self, s: State) -> Seat:
        """Whose turn it is, also while another seat is asked something."""
        return player(self.order, s.turn)

    def to_act(self, s: State) -> int:
        """The seat that is asked for a move or for an answer to a proposal, or OVER."""
        if s.ending is not None:
            return OVER
        if s.agreement is not None:
            return s.agreement.asked
        return s.proposed[-1] if s.asking else self.mover(s)

    def seat_name(self, s: State, seat: Seat) -> str:
        """`alpha`, `beta`, `gamma`."""
        return SEATS[seat]

    def legal_moves(self, s: State) -> Sequence[Move]:
        """Stones in the order of their points, then the pass; or the answers to an open
        question. Proposals to resign are left out, and of proposals of dead stones all
        but the empty one."""
        if s.ending is not None:
            return []
        if s.agreement is not None:
            return list(s.agreement.answers())
        if s.asking:
            return [AGREE, DECLINE]
        seat, history = self.mover(s), s.history
        moves: list[Move] = []
        for trial in trials(self.topology, s.stones, seat):
            if trial.suicide:
                continue
            key = self._key(s, trial.cell, trial.captured)
            if history.repeats(key, seat) is None:
                moves.append(Place(trial.cell))
        return [*moves, PASS]

    def refuse(self, s: State, m: Move) -> Refusal | None:
        """Why `m` may not be played, or None (rules 2, 3, 4, 7)."""
        if s.ending is not None:
            return Refusal("over", f"the game is over: {s.ending}")
        if s.agreement is not None:
            return s.agreement.refuse(self.topology, s.stones, m)
        if s.asking:
            if isinstance(m, Agree | Decline):
                return None
            proposer = SEATS[self.mover(s)]
            return Refusal("stage", f"{proposer} proposes to resign together: agree or decline")
        match m:
            case Place(cell):
                return self._refuse_place(s, cell)
            case Pass():
                return None
            case Propose(seat):
                return self._refuse_proposal(s, seat)
            case Dead():
                return Refusal("stage", "dead stones are agreed on when all have passed")
            case _:
                return Refusal("stage", "nothing was proposed: place a stone or pass")

    def apply(self, s: State, m: Move) -> State:
        """The state after `m`; IllegalMove with the refusal when it may not be played."""
        refusal = self.refuse(s, m)
        if refusal is not None:
            raise IllegalMove(refusal)
        match m:
            case Place(cell):
                return self._placed(s, cell)
            case Pass():
                return self._passed(s)
            case Propose(seat):
                asked = (*s.proposed, seat)
                return replace(s, proposed=asked, asking=True, history=s.history.unmoved())
        if s.agreement is not None:
            return self._agreed(s, s.agreement.answered(self.topology, s.stones, m))
        return self._answered(s, m)

    def _placement(self, s: State, cell: Cell) -> tuple[Placement, int]:
        """What the mover's stone does, and the key of the board afterwards."""
        placement = put_stones(self.topology, s.stones, (cell,), self.mover(s))
        return placement, self._key(s, cell, placement.captured)

    def _key(self, s: State, cell: Cell, captured: Sequence[Group]) -> int:
        """The key of the board after the mover's stone and what it captures."""
        return superko.after_stones(s.history.key, s.stones, (cell,), self.mover(s), captured)

    def _placed(self, s: State, cell: Cell) -> State:
        placement, key = self._placement(s, cell)
        history = s.history.extended(key, self.mover(s), cell)
        return State(placement.stones, history, s.turn + 1)

    def _passed(self, s: State) -> State:
        """A run of passes pauses the game once all three players are in it (rule 4)."""
        mover = self.mover(s)
        passed = tuple(sorted({*s.passed, mover}))
        after = replace(
            s,
            history=s.history.extended(s.history.key, mover),
            turn=s.turn + 1,
            passed=passed,
            proposed=(),
        )
        if len(passed) < self.seats:
            return after
        if self.options["dead-stones"] == ASK and not s.resumed:
            return replace(after, agreement=Agreement(next_seats(self.order, after.turn)))
        return replace(after, ending="all have passed")

    def _agreed(self, s: State, after: Agreement) -> State:
        """The state after one more answer about dead stones: the next seat is asked, the stones are
        removed and the game is over, or play is resumed."""
        history = s.history.unmoved()
        if after.outcome == "open":
            return replace(s, history=history, agreement=after)
        if after.outcome == "declined":
            return replace(s, history=history, agreement=None, resumed=True, passed=())
        dead = after.dead or ()
        key = superko.without(s.history.key, s.stones, dead)
        return replace(
            s,
            stones=_cleared(s.stones, dead),
            history=s.history.extended(key, NOBODY),
            agreement=None,
            dead=dead,
            ending="all agree on the dead stones",
        )

    def _answered(self, s: State, answer: Answer) -> State:
        """The state after the answer to a proposal to resign together (rule 7)."""
        after = replace(s, history=s.history.unmoved(), asking=False)
        if answer != AGREE:
            return after
        leaving = sorted((self.mover(s), s.proposed[-1]))
        (survivor,) = set(range(self.seats)).difference(leaving)
        names = listed([SEATS[seat] for seat in leaving])
        return replace(after, survivor=survivor, ending=f"{names} resigned together")

    # -- refusals -----------------------------------------------------------------------

    def _refuse_place(self, s: State, cell: Cell) -> Refusal | None:
        if not 0 <= cell < self.topology.cells:
            return Refusal("off-board", "that point is off the board")
        name, seat = self.topology.names[cell], self.mover(s)
        if s.stones[cell]:
            whose = s.stones[cell] - 1
            owner = "your own" if whose == seat else SEATS[whose] + "'s"
            return Refusal("occupied", f"{name} holds {owner} stone", (cell,))
        placement, key = self._placement(s, cell)
        if placement.suicide:
            what = "stone" if len(placement.suicide) == 1 else "group"
            return Refusal(
                "suicide",
                f"{name} is suicide: the {what} would have no liberty, and nothing is captured",
                placement.suicide,
            )
        ply = s.history.repeats(key, seat)
        if ply is None:
            return None
        captured = tuple(cell for group in placement.captured for cell in group.cells)
        return Refusal(
            "superko",
            f"{name} would repeat the position after move {ply}, which was {SEATS[seat]}'s, too",
            captured or (cell,),
        )

    def _refuse_proposal(self, s: State, seat: Seat) -> Refusal | None:
        if not 0 <= seat < self.seats:
            return Refusal("seat", "there is no such player")
        if seat == self.mover(s):
            return Refusal("seat", "nobody resigns alone: name one of the two others")
        if seat in s.proposed:
            return Refusal("declined", f"{SEATS[seat]} has already declined this turn")
        return None

    # -- counting -----------------------------------------------------------------------

    def counted(self, s: State) -> bytes:
        """(cells,): the board without the stones that are proposed as dead."""
        dead = s.agreement.dead if s.agreement is not None else None
        return _cleared(s.stones, dead) if dead else s.stones

    def owners(self, stones: bytes) -> tuple[int, ...]:
        """(cells,): the seat whose area each point of a board is, or NEUTRAL (rule 5)."""
        return tuple(scoring.owners(self._around(stones))[0].tolist())

    def _around_of(self, stones: bytes) -> Bytes:
        return regions.around(self.topology, np.frombuffer(stones, np.uint8)[None])

    def _areas(self, s: State) -> Floats:
        return scoring.points(self._around(self.counted(s)), self.shared)

    def score(self, s: State) -> Score:
        """Areas as they stand, and who would win by them (rules 5, 6); without the stones
        that are proposed as dead."""
        stones = self.counted(s)
        surrounded: dict[int, list[Cell]] = {owner: [] for owner in (NEUTRAL, *range(self.seats))}
        for cell, owner in enumerate(self.owners(stones)):
            if not stones[cell]:
                surrounded[owner].append(cell)
        areas, parts = self._areas(s)[0].tolist(), []
        for seat in range(self.seats):
            many, empty = stones.count(1 + seat), tuple(surrounded[seat])
            parts.append(ScorePart(seat, many, counted(many, "stone")))
            parts.append(
                ScorePart(seat, len(empty), f"{counted(len(empty), 'point')} surrounded", empty)
            )
            if joint := int(areas[seat]) - many - len(empty):
                parts.append(ScorePart(seat, joint, f"{counted(joint, 'point')} shared"))
        if loose := tuple(surrounded[NEUTRAL]):
            word = "neutral" if self.shared == NOBODYS else "shared"
            parts.append(
                ScorePart(NEUTRAL, len(loose), f"{counted(len(loose), 'point')} {word}", loose)
            )
        winners = tuple(np.flatnonzero(self.utilities(s)).tolist())
        return Score(tuple(areas), tuple(parts), winners)

    def utilities(self, s: State) -> Floats:
        """(3,): 1 divided among the winners; all 0 if there is none."""
        if s.survivor is not None:
            return np.asarray(np.eye(self.seats)[s.survivor], np.float32)
        return np.asarray(scoring.shares(self._areas(s))[0])

    # -- notation -----------------------------------------------------------------------

    def parse(self, s: State, text: str) -> Move:
        """`c4`, `pass`, `resign with beta`, `dead c4,f7`, `dead none`, `agree`,
        `decline`."""
        plain = " ".join(text.lower().split())
        if plain == "pass":
            return PASS
        if plain.split(" ")[0] == "resign":
            name = plain.removeprefix("resign").removeprefix(" with").strip()
            if name not in SEATS:
                raise UnreadableMove(
                    "nobody resigns alone: name the player, as resign with " + SEATS[1]
                )
            return Propose(SEATS.index(name))
        answer = dead_stones.read(self.topology, s.stones, text)
        return Place(self.topology.cell(plain)) if answer is None else answer

    def format(self, m: Move) -> str:
        """The text that `parse` reads."""
        match m:
            case Place(cell):
                return self.topology.names[cell]
            case Pass():
                return "pass"
            case Propose(seat):
                return f"resign with {SEATS[seat]}"
            case _:
                return dead_stones.write(self.topology, m)

    def cells_of(self, m: Move) -> tuple[Cell, ...]:
        """The point of a stone; none for other moves."""
        return (m.cell,) if isinstance(m, Place) else ()

    def report_fields(self, s: State) -> Mapping[str, Any]:
        """See `position_text.report_fields`."""
        return report_fields(self.topology, s, self.score(s), self.mover(s))

    def prompt(self, s: State) -> str:
        """What the seat to act is asked, one sentence."""
        return prompt(self.topology, s, self.mover(s))


def board(options: Mapping[str, Value]) -> Topology:
    """The board of settled options (rule 1); MapError for a map that cannot be read."""
    code = options["map"]
    if code is not None:
        return maps.find(str(code)).topology
    edge, size = options["hex"], options["size"]
    if edge is not None:
        assert isinstance(edge, int)
        return hexhex(edge)
    assert isinstance(size, int)
    return square(size)


def _cleared(stones: bytes, dead: Sequence[Cell]) -> bytes:
    left = bytearray(stones)
    for cell in dead:
        left[cell] = 0
    return bytes(left)


create = TriColor
"""The game with settled options."""
