"""What a front end shows of a game, and moves in the making; no screen, no rules, no palette."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Generic, Literal, Protocol, TypeVar

from termgames.core.errors import Refusal, UnreadableMove
from termgames.core.game import NEUTRAL, NOBODY, Game, Seat
from termgames.core.options import number_text
from termgames.core.text import sentence
from termgames.core.topology import Cell

S = TypeVar("S")
M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)

OTHER_COLOUR = Refusal("colour", "you put stones of your own colour only")

_MOST_BUTTONS = 12
"""More moves without cells than that are typed, unless a game's display shows them."""


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
class Draft(Generic[M_co]):
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
    move: M_co | None = None
    refusal: Refusal | None = None
    cleared: frozenset[Cell] = frozenset()

    @property
    def marks(self) -> bool:
        """Of a draft without picks: whether picks will mark stones."""
        return not self.picks and self.status == "complete"


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


@dataclass(frozen=True)
class Token:
    """A thing beside the board that a player can take; `holder` None while it lies there.

    Taking it is one of the display's `buttons`, labelled with the token's name.
    """

    name: str
    holder: Seat | None


@dataclass(frozen=True)
class Stamp(Generic[M]):
    """A whole move laid on the board at one cell, to be moved, turned and reshaped.

    `form` counts the shapes ("straight", "bent"), `turn` the rotations of the form,
    `variant` which of its stones is the odd one; all are taken modulo what exists.
    """

    picks: tuple[Pick, ...]
    draft: Draft[M]
    form_name: str


@dataclass(frozen=True)
class EdgeMark:
    """A mark beside the board, as a rule at the end of a line of cells.

    (x, y) is its place on the topology's drawing grid, next to the outermost cells.
    `count` None: what the mark speaks of is `owner`'s for good; else it still takes so
    many stones, and `owner` (Seat or NEUTRAL) is the nearest to it.
    """

    x: int
    y: int
    owner: int
    count: int | None


@dataclass(frozen=True)
class Origin:
    """A point that is marked as long as it is empty, such as a start point; `owner` None
    while it belongs to nobody."""

    cell: Cell
    owner: Seat | None


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


@dataclass(frozen=True)
class SeatTable:
    """Numbers by two seats, such as prisoners by holder and colour."""

    name: str
    columns: tuple[Seat, ...]
    rows: tuple[tuple[Seat, tuple[int, ...]], ...]
    """Holder and one number a column."""


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


class Display(Generic[S, M]):
    """How a front end lets a player see a game and make its moves, without its rules.

    Every method answers from the rules alone, so that a game without a display of its own is
    shown by `Display(game)`: moves with cells are picked on the board, a few others are
    buttons, the rest are typed. A game's `display.py` extends this class with what it does
    better. What a game does not have (cards, dice, marks) is empty by default.
    """

    can_stamp = False
    """Whether `stamp` lays whole moves on the board."""
    tiles = False
    """Whether large cells are tiles in two tints instead of crossing lines or dots."""
    has_edge_marks = False
    """Whether `edge_marks` puts anything around the board."""
    reactive = False
    """Whether players are asked out of turn, see `let`."""
    endings: Mapping[str, str] = MappingProxyType({})
    """How players are told why a game ended, where `Game.ending` has no plain words for it."""
    most_wins = True
    """Whether the player with the highest total wins, so that players lead by points."""
    legend: Mapping[str, str] = MappingProxyType({})
    """What the figures mean: for each label of `status` and name of an overlay, for the "marks at
    the edge" where there are any, and for "score", what stands beside a player's name."""

    def __init__(self, game: Game[S, M]) -> None:
        self.game = game
        self._listed_moves = lru_cache(maxsize=8)(self._listed_moves_of)

    # -- a move in the making -----------------------------------------------------------

    def draft(self, s: S, picks: Sequence[Pick]) -> Draft[M]:
        """What the cells picked so far amount to. `picks` may be empty.

        From the rules alone: the picks belong to the legal moves whose cells they are among,
        in any order unless the order makes another move of them.
        """
        chosen, seat = tuple(picks), self.game.to_act(s)
        if seat < 0:
            return Draft(chosen, "incomplete", self.game.prompt(s))
        cells = tuple(pick.cell for pick in chosen)
        among = set(cells)
        ways = [(m, on) for m, on in self._listed_moves(s) if on and among <= set(on)]
        if chosen and (not ways or len(among) < len(cells)):
            return refused(chosen, self._why_unlisted(s, cells))
        follow = frozenset(cell for _, on in ways for cell in on if cell not in among)
        colour = self.game.colour(s, seat) if follow else None
        whole = [(m, on) for m, on in ways if chosen and among == set(on)]
        if not whole:
            return Draft(chosen, "incomplete", self.game.prompt(s), "", follow, colour)
        fitting = [(m, on) for m, on in whole if self._fits_listed(s, m, chosen)]
        if not fitting:
            return refused(chosen, Refusal("colours", "no move has these colours", cells))
        move = next((m for m, on in fitting if on == cells), None)
        if move is None and len(fitting) > 1:
            texts = " or ".join(self.game.format(m) for m, _ in fitting)
            return Draft(chosen, "incomplete", f"Type the move: {texts}.", "", follow, colour)
        move = fitting[0][0] if move is None else move
        ready = f"Ready: {self.game.format(move)}."
        return Draft(chosen, "complete", ready, "", follow, colour, move)

    def stamp(self, s: S, at: Cell, form: int, turn: int, variant: int) -> Stamp[M] | None:
        """The ghost at `at`; where part of it would lie off the board, `picks` holds the
        cells on the board and `draft` is refused. None without `can_stamp`."""
        return None

    def question(self, s: S) -> Question[M] | None:
        """The question open beside the board (a komi, a side), or None."""
        return None

    def buttons(self, s: S) -> Sequence[tuple[str, M]]:
        """Moves without a cell that are legal now: label and move ("pass"). From the rules
        alone none where they would be too many for buttons; they can be typed."""
        if self.game.to_act(s) < 0:
            return ()
        moves = [m for m, on in self._listed_moves(s) if not on]
        return [(self.game.format(m), m) for m in moves] if len(moves) <= _MOST_BUTTONS else ()

    def let(self, s: S) -> M | None:
        """The answer that accepts what another player did, where the open question is put to
        every other player out of turn; else None."""
        return None

    # -- what is seen on the board ------------------------------------------------------

    def overlays(self, s: S) -> Sequence[Overlay]:
        """The overlays a player can switch through, the most useful first. From the rules
        alone: whom the empty cells count for that the score names."""
        stones = self.game.stones(s)
        owner = [NOBODY] * len(stones)
        for part in self.game.score(s).parts:
            for cell in part.cells:
                if not stones[cell]:
                    owner[cell] = part.seat
        if set(owner) == {NOBODY}:
            return ()
        names = [(seat, self.game.seat_name(s, seat)) for seat in range(self.game.seats)]
        counts = ", ".join(f"{name} {owner.count(seat)}" for seat, name in names)
        legend = f"counted: {counts}; neutral {owner.count(NEUTRAL)}"
        firm = (self.game.ending(s) is not None,) * len(owner)
        return (Overlay("score", legend, tuple(owner), firm),)

    def edge_marks(self, s: S) -> Sequence[EdgeMark]:
        """The marks around the board, at most one a place; always at the same places."""
        return ()

    def origins(self, s: S) -> Sequence[Origin]:
        """Points that are marked while they are empty, at most one a cell."""
        return ()

    def within(self, s: S) -> frozenset[Cell]:
        """The cells that the next stone can reach by its range, free or not, whoever is to
        put it; empty where nothing limits it, or no stone is asked for."""
        return frozenset()

    # -- what is seen beside the board --------------------------------------------------

    def status(self, s: S) -> Sequence[tuple[str, str]]:
        """Facts for the side panel: label and value ("open", "119")."""
        return ()

    def player_line(self, s: S, seat: Seat) -> str:
        """What stands beside a player's name, as a rule the score."""
        return number_text(self.game.score(s).totals[seat])

    def tokens(self, s: S) -> Sequence[Token]:
        """The things beside the board that players can take, taken or not."""
        return ()

    def rolled(self, s: S) -> tuple[int, ...]:
        """The dice of the turn as they lie; empty before they were thrown."""
        return ()

    def hand(self, s: S, seat: Seat) -> Sequence[Card[M]] | int | None:
        """The cards of a seat; their number where `s` is a view that does not show them;
        None in games without cards."""
        return None

    def tables(self, s: S) -> Sequence[SeatTable]:
        """Numbers by two seats; none where there is nothing to tell."""
        return ()

    def bonds(self, s: S) -> Sequence[tuple[Seat, Seat]]:
        """Players who have come under others: occupied player and occupier, each pair once."""
        return ()

    # -- what was played ----------------------------------------------------------------

    def turn(self, s: S) -> object:
        """What the moves of one turn have in common, as a value that the next turn does not
        have. None, as here, where every move is a turn of its own."""
        return None

    def named(self, move: M) -> str:
        """A move as whoever plays it would say it; `parse` reads it. As records have it, unless
        that is hard to guess."""
        return self.game.format(move)

    def brief(self, before: S, move: M) -> str:
        """A move in the list of turns, where it stands beside the others of its turn; empty
        for one that is not worth a word. State and move are as one player knows them, which
        holds for `happened` too."""
        return self.game.format(move)

    def happened(self, before: S, move: M, after: S) -> str:
        """What a move did, in a sentence; empty for one that is not worth a word. From the
        rules alone: who played what."""
        actor, text = self.game.to_act(before), self.game.format(move)
        if actor < 0:
            return f"Chance decided: {text}."
        name = self.game.seat_name(before, actor).capitalize()
        if text == "pass":
            return f"{name} passed."
        return f"{name} {'played' if self.game.cells_of(move) else 'chose'} {text}."

    def largest_lead(self, s: S) -> float | None:
        """The largest lead that can still come about, None where nothing limits it."""
        return None

    # -- the end ------------------------------------------------------------------------

    def agreement(self, s: S) -> DeadStoneAgreement | None:
        """The agreement on dead stones that is being asked for in `s`, else None.
        `Game.score` counts without the stones that are proposed as dead."""
        return None

    def walkthrough(self, s: S) -> Sequence[Step]:
        """The count of the position as it stands, step by step; the last has the totals."""
        return ()

    # -- moves put together from the list of legal ones --------------------------------------

    def _listed_moves_of(self, s: S) -> tuple[tuple[M, tuple[Cell, ...]], ...]:
        """The legal moves, each with its cells."""
        return tuple((m, tuple(self.game.cells_of(m))) for m in self.game.legal_moves(s))

    def _fits_listed(self, s: S, m: M, picks: tuple[Pick, ...]) -> bool:
        """Whether the stones that a legal move leaves on the picked cells have the colours of
        the picks; a cell that it leaves empty goes with any."""
        after = self.game.stones(self.game.apply(s, m))
        return all(after[pick.cell] in (0, pick.colour + 1) for pick in picks)

    def _why_unlisted(self, s: S, cells: tuple[Cell, ...]) -> Refusal:
        """Why no legal move is made of these cells and perhaps others; in the words of the
        rules where the text of a move is the name of its point."""
        if len(cells) == 1:
            try:
                refusal = self.game.refuse(
                    s, self.game.parse(s, self.game.topology.names[cells[0]])
                )
            except UnreadableMove:
                refusal = None
            if refusal is not None:
                return refusal
        return Refusal("picks", f"no move is made on {self.game.topology.listing(cells)}", cells)


def refused(picks: tuple[Pick, ...], refusal: Refusal, missing: str = "") -> Draft[Any]:
    """The draft of picks that make up no move."""
    return Draft(picks, "refused", f"{sentence(refusal.text)}.", missing, refusal=refusal)


def one_stone(
    game: Game[S, M],
    s: S,
    picks: Sequence[Pick],
    colour: int | None,
    follow: frozenset[Cell],
    move: Callable[[Cell], M],
) -> Draft[M]:
    """The draft where a move is one stone of `colour`, None while none may be put: `move` is the
    move on a cell, and `follow` are the cells of legal ones."""
    chosen = tuple(picks)
    if not chosen:
        return Draft((), "incomplete", game.prompt(s), "", follow, colour)
    made = move(chosen[0].cell)
    refusal = game.refuse(s, made)
    if refusal is None and len(chosen) > 1:
        refusal = Refusal("one", "one stone a turn: choose one point")
    if refusal is None and chosen[0].colour != colour:
        refusal = OTHER_COLOUR
    if refusal is not None:
        return refused(chosen, refusal)
    return Draft(chosen, "complete", f"Ready: {game.format(made)}.", move=made)
