"""What a position of Mitropia is: the board, who holds what, and one open question.

`Table` holds what does not change in a game: the map, the players and the rules in play.
Everything that happens out of turn (reactions, an offer of surrender, discards) is a
question like the turn itself. A question holds what is needed to go on after its answer;
what follows an answer is in `turns`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from termgames.core import maps
from termgames.core.game import CHANCE, Seat
from termgames.core.topology import Cell, Topology
from termgames.games.mitropia.cards import DECKS, Cards, Kind
from termgames.games.mitropia.options import AGREE, AREA, UNLIMITED
from termgames.games.mitropia.stones.alliance import Occupiers
from termgames.games.mitropia.stones.distance import NO_WAY, distances
from termgames.games.mitropia.stones.prisoners import Prisoners
from termgames.go.dead_stones import Agreement
from termgames.go.superko import History


@dataclass(frozen=True, eq=False)
class Table:
    """What is fixed before a game: map, players and rules, from settled options."""

    topology: Topology
    players: int
    starts: tuple[Cell, ...]
    """The start points, clockwise."""
    dice: bool
    fixed_reach: int | None
    """Without dice: steps from one's stones, None for no limit."""
    deck: tuple[int, ...] | None
    """Cards by kind; None without cards."""
    surrender: bool
    area: bool
    """Whether stones and territory count, and prisoners do not."""
    agree: bool
    """Whether the players agree on dead stones at the end."""
    handicaps: tuple[int, ...]
    """By seat."""

    @staticmethod
    def of(options: Mapping[str, Any]) -> Table:
        """The table of settled options."""
        board = maps.find(options["map"])
        players: int = options["players"]
        reach, handicap, deck = options["range"], options["handicap"], options["deck"]
        return Table(
            topology=board.topology,
            players=players,
            starts=tuple(map(board.topology.cell, board.start_points(players))),
            dice=not options["no-dice"],
            fixed_reach=None if reach == UNLIMITED else reach,
            deck=None if deck is None else DECKS[deck],
            surrender=players > 2 and not options["no-surrender"],
            area=options["scoring"] == AREA,
            agree=options["dead-stones"] == AGREE,
            handicaps=tuple(map(int, handicap.split(","))) if handicap else (0,) * players,
        )

    def reach(self, s: State) -> int | None:
        """The range of this turn in steps (rules 4 and 5), None for no limit.

        Only for states in which a stone may be placed.
        """
        if not self.dice:
            return self.fixed_reach
        assert s.dice is not None
        return max(s.dice)

    def ball(self, steps: int) -> tuple[tuple[Cell, ...], ...]:
        """ball(steps)[cell]: the cells at most `steps` steps from a cell, itself among them."""
        return _balls(self.topology, steps)


@lru_cache(maxsize=64)
def _balls(topology: Topology, steps: int) -> tuple[tuple[Cell, ...], ...]:
    near = distances(topology) <= min(steps, NO_WAY - 1)
    return tuple(tuple(np.flatnonzero(row).tolist()) for row in near)


# -- what changes in a game ------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """What a rejection restores: stones, prisoners, and the earlier positions (for superko)."""

    stones: bytes
    """(cells,): 0 empty, else 1 + the number of the colour, which is its seat's."""
    history: History
    prisoners: Prisoners


@dataclass(frozen=True)
class Throw:
    """Chance: the first of `waiting` rolls for the opening (rule 2).

    `totals[seat]` are the totals rolled so far; those with equal ones roll again.
    """

    waiting: tuple[Seat, ...]
    totals: tuple[tuple[int, ...], ...]

    @property
    def asked(self) -> int:
        """Chance."""
        return CHANCE


@dataclass(frozen=True)
class ChooseStart:
    """The first of `waiting` picks his start point (rule 2); all are in opening order."""

    waiting: tuple[Seat, ...]
    opening: tuple[Seat, ...]

    @property
    def asked(self) -> int:
        """Who picks."""
        return self.waiting[0]


@dataclass(frozen=True)
class Starter:
    """The first of `waiting` places a starter stone (rule 3)."""

    waiting: tuple[Seat, ...]

    @property
    def asked(self) -> int:
        """Who places."""
        return self.waiting[0]


@dataclass(frozen=True)
class Turn:
    """`seat` begins his turn: pass, roll or surrender; without dice also a stone or a card."""

    seat: Seat

    @property
    def asked(self) -> int:
        """Whose turn it is."""
        return self.seat


@dataclass(frozen=True)
class Roll:
    """Chance: two dice for `seat` (rule 4)."""

    seat: Seat

    @property
    def asked(self) -> int:
        """Chance."""
        return CHANCE


@dataclass(frozen=True)
class MayDraw:
    """`seat` has rolled a pair: does he draw a card (rule 4)?"""

    seat: Seat

    @property
    def asked(self) -> int:
        """Who rolled."""
        return self.seat


@dataclass(frozen=True)
class Draw:
    """Chance: a card for `seat`; `passing`: he has passed, and his turn ends with it."""

    seat: Seat
    passing: bool

    @property
    def asked(self) -> int:
        """Chance."""
        return CHANCE


@dataclass(frozen=True)
class Act:
    """`seat` has rolled: a stone, a card, or nothing (rule 4)."""

    seat: Seat

    @property
    def asked(self) -> int:
        """Who rolled."""
        return self.seat


@dataclass(frozen=True)
class Stones:
    """`seat` has played `card` and puts its stones one by one (rule 16).

    `before` is the board at the start of the turn, `put` the points of the stones so far.
    """

    seat: Seat
    card: Kind
    before: Board
    put: tuple[Cell, ...] = ()

    @property
    def asked(self) -> int:
        """Who plays the card."""
        return self.seat


@dataclass(frozen=True)
class Reaction:
    """`mover` has placed stones on `put`; the first of `waiting` accepts or rejects them
    (rule 16). `before` is the board at the start of the turn."""

    mover: Seat
    waiting: tuple[Seat, ...]
    before: Board
    put: tuple[Cell, ...]

    @property
    def asked(self) -> int:
        """Who reacts."""
        return self.waiting[0]


@dataclass(frozen=True)
class ReplaceAt:
    """`seat` has rejected `mover`'s stones and puts his own on one of `cells` (rule 16)."""

    seat: Seat
    mover: Seat
    cells: tuple[Cell, ...]

    @property
    def asked(self) -> int:
        """Who rejected."""
        return self.seat


@dataclass(frozen=True)
class Discard:
    """`seat` holds too many cards; `under`: what he chooses goes under the stack."""

    seat: Seat
    under: bool

    @property
    def asked(self) -> int:
        """Who holds them."""
        return self.seat


@dataclass(frozen=True)
class Surrender:
    """`seat` offers to surrender to `host`, who accepts or declines (rule 11)."""

    seat: Seat
    host: Seat

    @property
    def asked(self) -> int:
        """The host."""
        return self.host


@dataclass(frozen=True)
class Settle:
    """All have passed: which stones are dead (rule 18)?"""

    agreement: Agreement

    @property
    def asked(self) -> int:
        """Who proposes or answers."""
        return self.agreement.asked


Question = (
    Throw
    | ChooseStart
    | Starter
    | Turn
    | Roll
    | MayDraw
    | Draw
    | Act
    | Stones
    | Reaction
    | ReplaceAt
    | Discard
    | Surrender
    | Settle
)


@dataclass(frozen=True)
class State:
    """A position; tuples are by seat unless they say otherwise."""

    board: Board
    question: Question | None
    """The open question; None when the game is over."""
    occupiers: Occupiers
    cards: Cards
    order: tuple[Seat, ...]
    """The seats in order of play; by number until the opening rolls have decided it."""
    starts: tuple[Cell | None, ...]
    """Start points; None until it is chosen."""
    turn: Seat
    """Whose turn it is, also while another player is asked; before play the first in order."""
    dice: tuple[int, int] | None = None
    """The roll of this turn, the last one thrown in the opening."""
    passes: int = 0
    """Turns in a row in which no stone was put (rule 9)."""
    resumed: bool = False
    """Whether the players once disagreed on dead stones: then at the next end all stones are
    alive and the count is by area (rule 18)."""
    dead: tuple[Cell, ...] = ()
    """The stones agreed dead."""
    ending: str | None = None

    @property
    def stones(self) -> bytes:
        """(cells,): 0 empty, else 1 + the number of the colour."""
        return self.board.stones
