"""The questions that a game of Mitropia asks, one at a time.

Everything that happens out of turn (reactions, an offer of surrender, discards) is a question
like the turn itself. A question holds what is needed to go on after its answer; what follows an
answer is in `turns`.
"""

from dataclasses import dataclass

from termgames.core.game import CHANCE, Seat
from termgames.core.topology import Cell
from termgames.games.mitropia.cards import Kind
from termgames.games.mitropia.stones.prisoners import Prisoners
from termgames.go.dead_stones import Agreement
from termgames.go.superko import History


@dataclass(frozen=True)
class Board:
    """What a rejection restores: stones, prisoners, the history (for superko), and how long nothing
    has been put. Whoever puts a stone makes a new board, so that `idle` and `disputed` begin
    anew."""

    stones: bytes
    """(cells,): 0 empty, else 1 + the number of the colour, which is its seat's."""
    history: History
    prisoners: Prisoners
    idle: int = 0
    """How many turns in a row have put, moved or replaced no stone (rule 9)."""
    disputed: bool = False
    """Whether the players disagreed on the dead stones of this very board (rule 18)."""


@dataclass(frozen=True)
class Throw:
    """Chance: the first of `waiting` rolls for the opening (rule 2).

    `totals[seat]` are the totals that the seat has rolled so far; seats with equal ones roll again.
    """

    waiting: tuple[Seat, ...]
    totals: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Lots:
    """Chance: who gets the next start point, clockwise, and plays after those of `drawn`."""

    drawn: tuple[Seat, ...]


@dataclass(frozen=True)
class ChooseStart:
    """The first of `waiting` picks his start point (rule 2); all are in opening order."""

    waiting: tuple[Seat, ...]
    opening: tuple[Seat, ...]


@dataclass(frozen=True)
class Starter:
    """The first of `waiting` places a starter stone (rule 3)."""

    waiting: tuple[Seat, ...]


@dataclass(frozen=True)
class Turn:
    """`seat` begins his turn: pass, roll or surrender; without dice also a stone or a card."""

    seat: Seat


@dataclass(frozen=True)
class Roll:
    """Chance: two dice for `seat` (rule 4)."""

    seat: Seat


@dataclass(frozen=True)
class MayDraw:
    """`seat` has rolled a pair: does he draw a card (rule 4)? With `last` his turn ends then."""

    seat: Seat
    last: bool = False


@dataclass(frozen=True)
class Draw:
    """Chance: a card for `seat`. With `passing` he has passed, and the card ends his turn;
    otherwise he has rolled a pair (rule 4). `last` as in `MayDraw`."""

    seat: Seat
    passing: bool
    last: bool = False


@dataclass(frozen=True)
class Act:
    """`seat` has rolled: a stone, a card, or nothing (rule 4)."""

    seat: Seat


@dataclass(frozen=True)
class Stones:
    """`seat` has played `card` and puts its stones one by one (rule 16).

    `before` is the board at the start of the turn, `put` the points of the card's stones so far,
    `earlier` those of an Extra Move played before it in the same turn.
    """

    seat: Seat
    card: Kind
    before: Board
    put: tuple[Cell, ...] = ()
    earlier: tuple[Cell, ...] = ()

    @property
    def whole(self) -> tuple[Cell, ...]:
        """The points of all stones put in this turn."""
        return (*self.earlier, *self.put)


@dataclass(frozen=True)
class Reaction:
    """`mover` has placed stones on `put`; the first of `waiting` accepts or rejects them
    (rule 16). `before` is the board at the start of the turn."""

    mover: Seat
    waiting: tuple[Seat, ...]
    before: Board
    put: tuple[Cell, ...]


@dataclass(frozen=True)
class ReplaceAt:
    """`seat` has rejected `mover`'s stones and puts his own on one of `cells` (rule 16)."""

    seat: Seat
    mover: Seat
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Discard:
    """`seat` holds too many cards and chooses one to give up (rule 4). With `under` it goes under
    the stack, otherwise to the discards."""

    seat: Seat
    under: bool


@dataclass(frozen=True)
class Surrender:
    """`seat` offers to surrender to `host`, who accepts or declines (rule 11)."""

    seat: Seat
    host: Seat


@dataclass(frozen=True)
class Leave:
    """A turn is over, and by a house rule the first of `waiting`, who are occupied, may declare
    independence now."""

    waiting: tuple[Seat, ...]


@dataclass(frozen=True)
class Settle:
    """All have passed: which stones are dead (rule 18)?"""

    agreement: Agreement


Question = (
    Throw
    | Lots
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
    | Leave
    | Settle
)


def asked(question: Question) -> int:
    """The seat that is to answer, or CHANCE."""
    match question:
        case Throw() | Lots() | Roll() | Draw():
            return CHANCE
        case ChooseStart(waiting) | Starter(waiting) | Leave(waiting):
            return waiting[0]
        case Reaction(waiting=waiting):
            return waiting[0]
        case Surrender(host=host):
            return host
        case Settle(agreement):
            return agreement.asked
        case _:
            return question.seat
