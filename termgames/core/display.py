"""What a front end may draw over a board, and moves in the making; no colours here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar, runtime_checkable

from termgames.core.errors import Refusal
from termgames.core.game import M_co, Seat
from termgames.core.topology import Cell

S_contra = TypeVar("S_contra", contravariant=True)
M = TypeVar("M")


@dataclass(frozen=True)
class Overlay:
    """A tint of the empty points.

    owner[cell]: Seat, NEUTRAL or NOBODY; firm[cell]: whether that is settled for good.
    `legend` is one line that says what is seen.
    """

    name: str
    legend: str
    owner: tuple[int, ...]
    firm: tuple[bool, ...]
    marked: tuple[Cell, ...] = ()
    """Stones that stand out, such as those that may be taken."""


@dataclass(frozen=True)
class Pick:
    """A cell chosen for a move in the making and the colour (from 0) of its stone."""

    cell: Cell
    colour: int


@dataclass(frozen=True)
class Draft(Generic[M]):
    """A move in the making.

    `status` "incomplete": more cells are needed, `follow` holds those that can lead to a
    legal move; "complete": `move` may be submitted; "refused": `refusal` says why not.
    `prompt` says what to do next, `missing` what is still needed ("own 1/2, enemy 0/1").
    `next_colour` is the colour the next pick gets when the player does not choose.
    `cleared` are cells whose stones the picks take off the board.

    A draft that is complete without any pick *marks* stones: each pick adds the whole group
    of a stone to `cleared`, picking a stone of `cleared` takes its group back, and the move
    is made by saying so, not by picking.
    """

    picks: tuple[Pick, ...]
    status: Literal["incomplete", "complete", "refused"]
    prompt: str
    missing: str = ""
    follow: frozenset[Cell] = frozenset()
    next_colour: int | None = None
    move: M | None = None
    refusal: Refusal | None = None
    cleared: frozenset[Cell] = frozenset()


@dataclass(frozen=True)
class Question(Generic[M]):
    """A question that is answered beside the board: a number, or one of some answers.

    The first answer is one that risks nothing: where an answer ends the game or gives it
    away, it stands behind one that does not.
    """

    text: str
    answers: tuple[tuple[str, M], ...] = ()
    number: tuple[int, int, int] | None = None
    """Lowest, highest and proposed number; the answer is the text `template % number`."""
    template: str = "%d"
    private: bool = False
    """Whether the answers tell what the player who is asked has in his hand."""


class Display(Protocol[S_contra, M]):
    """How a front end lets a player see a game and make its moves, without its rules."""

    def overlays(self, s: S_contra) -> Sequence[Overlay]:
        """The overlays a player can switch through, the most useful first."""

    def draft(self, s: S_contra, picks: Sequence[Pick]) -> Draft[M]:
        """What the cells picked so far amount to. `picks` may be empty."""

    def question(self, s: S_contra) -> Question[M] | None:
        """The question open beside the board (a komi, a side), or None."""

    def buttons(self, s: S_contra) -> Sequence[tuple[str, M]]:
        """Moves without a cell that are legal now: label and move ("pass")."""

    def status(self, s: S_contra) -> Sequence[tuple[str, str]]:
        """Facts for the side panel: label and value ("open", "119")."""

    def player_line(self, s: S_contra, seat: Seat) -> str:
        """What stands beside a player's name, as a rule the score."""


@dataclass(frozen=True)
class Token:
    """A thing beside the board that a player can take; `holder` None while it lies there.

    Taking it is one of the display's `buttons`, labelled with the token's name.
    """

    name: str
    holder: Seat | None


@runtime_checkable
class Tokens(Protocol[S_contra]):
    """Capability of a Display: things beside the board."""

    def tokens(self, s: S_contra) -> Sequence[Token]:
        """Those of the position, taken or not."""


@dataclass(frozen=True)
class Stamp(Generic[M]):
    """A whole move laid on the board at one cell, to be moved, turned and reshaped.

    `form` counts the shapes ("straight", "bent"), `turn` the rotations of the form,
    `variant` which of its stones is the odd one; all are taken modulo what exists.
    """

    picks: tuple[Pick, ...]
    draft: Draft[M]
    form_name: str


@runtime_checkable
class Stamping(Protocol[S_contra, M]):
    """Capability of a Display: moves of several stones as one ghost that moves."""

    def stamp(self, s: S_contra, at: Cell, form: int, turn: int, variant: int) -> Stamp[M]:
        """The ghost at `at`; where part of it would lie off the board, `picks` holds the
        cells on the board and `draft` is refused."""


class Ordered(Protocol):
    """Capability of a Display: picks in another order may be another move, and a cell that
    is picked already may be picked again where the draft's `follow` has it."""

    ordered: bool


@dataclass(frozen=True)
class Rim:
    """A mark beside the board, as a rule at the end of a line of cells.

    (x, y) is its place on the topology's drawing grid, next to the outermost cells.
    `count` None: what the mark speaks of is `owner`'s for good; else it still takes so
    many stones, and `owner` (Seat or NEUTRAL) is the nearest to it.
    """

    x: int
    y: int
    owner: int
    count: int | None


@runtime_checkable
class Rimmed(Protocol[S_contra]):
    """Capability of a Display: marks around the board."""

    def rim(self, s: S_contra) -> Sequence[Rim]:
        """The marks, at most one a place; always at the same places."""


@dataclass(frozen=True)
class Origin:
    """A point that is marked as long as it is empty, such as a start point; `owner` None
    while it belongs to nobody."""

    cell: Cell
    owner: Seat | None


@runtime_checkable
class Originating(Protocol[S_contra]):
    """Capability of a Display: marked points."""

    def origins(self, s: S_contra) -> Sequence[Origin]:
        """The marked points of the position, at most one a cell."""


@runtime_checkable
class Ranging(Protocol[S_contra]):
    """Capability of a Display: stones within a range."""

    def within(self, s: S_contra) -> frozenset[Cell]:
        """The cells that the next stone can reach by its range, free or not, whoever is to
        put it; empty where nothing limits it, or no stone is asked for."""


@runtime_checkable
class Reactive(Protocol[S_contra, M_co]):
    """Capability of a Display: questions out of turn, put to every other player."""

    def let(self, s: S_contra) -> M_co | None:
        """The answer that lets stand what was done, where the open question is such a one;
        else None."""


@runtime_checkable
class Rolling(Protocol[S_contra]):
    """Capability of a Display: dice."""

    def rolled(self, s: S_contra) -> tuple[int, ...]:
        """The dice of the turn as they lie; empty before they were thrown."""


@dataclass(frozen=True)
class Card(Generic[M]):
    """A card in a player's hand.

    `plays` are the ways to play (or discard) it now, each with what it says; `why` tells
    why there is none.
    """

    name: str
    about: str = ""
    plays: tuple[tuple[str, M], ...] = ()
    why: str = ""


@runtime_checkable
class Holding(Protocol[S_contra, M]):
    """Capability of a Display: cards in hands."""

    def hand(self, s: S_contra, seat: Seat) -> Sequence[Card[M]] | int:
        """The cards of a seat; their number where `s` is a view that does not show them."""


@dataclass(frozen=True)
class SeatTable:
    """Numbers by two seats, such as prisoners by holder and colour."""

    name: str
    columns: tuple[Seat, ...]
    rows: tuple[tuple[Seat, tuple[int, ...]], ...]
    """Holder and one number a column."""


@runtime_checkable
class Tabled(Protocol[S_contra]):
    """Capability of a Display: numbers by two seats."""

    def tables(self, s: S_contra) -> Sequence[SeatTable]:
        """The tables of the position; none where there is nothing to tell."""


@runtime_checkable
class Allied(Protocol[S_contra]):
    """Capability of a Display: players who have come under others."""

    def bonds(self, s: S_contra) -> Sequence[tuple[Seat, Seat]]:
        """Occupied player and his occupier, each pair once."""


class DeadStoneAgreement(Protocol):
    """Who proposed which stones as dead, and who has agreed so far."""

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in the order in which they are asked, the proposer first."""

    @property
    def dead(self) -> tuple[Cell, ...] | None:
        """The cells of the groups proposed; None before there is a proposal."""

    @property
    def agreed(self) -> int:
        """How many have agreed, the proposer among them."""


@runtime_checkable
class Settling(Protocol[S_contra]):
    """Capability of a Display: an agreement on dead stones."""

    def agreement(self, s: S_contra) -> DeadStoneAgreement | None:
        """The agreement that is being asked for in `s`, else None. `Game.score` counts
        without the stones that are proposed as dead."""


@dataclass(frozen=True)
class Step:
    """One step of the count at the end.

    `stones` (cells,) as they lie after it; `marked` the cells it speaks of; `owner` by cell
    as in Overlay, empty where no territory is told; `totals` by seat so far, empty at first.
    """

    title: str
    text: str
    stones: bytes
    marked: tuple[Cell, ...] = ()
    owner: tuple[int, ...] = ()
    totals: tuple[float, ...] = ()


@runtime_checkable
class Explaining(Protocol[S_contra]):
    """Capability of a Display: how a score comes about."""

    def walkthrough(self, s: S_contra) -> Sequence[Step]:
        """The count of the position as it stands, step by step; the last has the totals."""
