"""What a front end shows of a game, and moves in the making. No screens, rules or colours here."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from termgames.core.errors import Refusal, UnreadableMove
from termgames.core.game import NEUTRAL, NOBODY, Game, Seat
from termgames.core.options import number_text
from termgames.core.text import listed, sentence
from termgames.core.topology import Cell

S = TypeVar("S")
M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)

OTHER_COLOUR = Refusal("colour", "you put stones of your own colour only")

_MOST_BUTTONS = 12
"""More moves without cells than that are typed, unless a game's display shows them."""
_TELLING = 1 / 3
"""The part of the cells that is occupied when a score as if the game ended now tells something."""


@dataclass(frozen=True)
class Overlay:
    """A tint of the empty points.

    owner[cell]: Seat, NEUTRAL or NOBODY; firm[cell]: whether that is settled for good.
    `legend` is one line that explains it.
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
    """Whether the answers reveal what the player who is asked has in his hand."""


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
class Line:
    """A line of cells that is won for good by whoever has enough stones in it."""

    way: str
    """What it runs along, as "horizontal": a word of the legend."""
    cells: tuple[Cell, ...]
    owner: int
    """The seat that has won it, or NOBODY."""
    needed: tuple[int, ...] = ()
    """By seat, how many more stones win it; empty once it is won."""


@dataclass(frozen=True)
class Origin:
    """A point that is marked as long as it is empty, such as a start point; `owner` None
    while it belongs to nobody."""

    cell: Cell
    owner: Seat | None


@dataclass(frozen=True)
class Card(Generic[M]):
    """A card in a player's hand.

    `plays` are the ways to play (or discard) it now, each with its label; `why` says why there
    is none.
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

    `stones` (cells,) as they lie after it; `marked` the cells it is about; `owner` by cell
    as in Overlay, empty if no territory is shown; `totals` by seat so far, empty at first.
    """

    title: str
    text: str
    stones: bytes
    marked: tuple[Cell, ...] = ()
    owner: tuple[int, ...] = ()
    totals: tuple[float, ...] = ()


class Display(Generic[S, M]):
    """What a front end needs to show a game and to make its moves, without knowing its rules.

    The methods of this class use the rules alone, so `Display(game)` serves a game that has no
    display of its own: moves with cells are picked on the board, a few others are buttons, the
    rest are typed. A game's `display.py` overrides what it can do better. What a game does not
    have (cards, dice, marks) is empty by default.
    """

    can_stamp = False
    """Whether `stamp` lays whole moves on the board."""
    counts_cells = False
    """Whether each cell that a player owns at the end is a point of his."""
    reactive = False
    """Whether players are asked out of turn, see `let`."""
    idle_words: Sequence[str] = ("pass",)
    """Moves of who does nothing, the first choice first, see `idle`."""
    endings: Mapping[str, str] = MappingProxyType({})
    """How players are told why a game ended, where `Game.ending` has no plain words for it."""
    most_wins = True
    """Whether the player with the highest total wins, so that players lead by points."""
    unit = "point"
    """What totals are made of, in a word."""
    turn_facts: Collection[str] = ()
    """The labels of `status` that tell of the turn; the others tell how the game would count."""
    legend: Mapping[str, str] = MappingProxyType({})
    """Explanations: of each label of `status` and each name of an overlay, of the
    "lines" where there are any, and of the "score", which is shown beside a player's name."""

    def __init__(self, game: Game[S, M]) -> None:
        self.game = game
        self._listed_moves = lru_cache(maxsize=8)(self._listed_moves_of)

    # -- a move in the making -----------------------------------------------------------

    def draft(self, s: S, picks: Sequence[Pick]) -> Draft[M]:
        """What the cells picked so far amount to. `picks` may be empty.

        By default the picks stand for the legal moves whose cells include them, in any order;
        where several moves have the same cells, the order of the picks decides; where it does not
        decide either, the move is to be typed.
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
        ordered = [m for m, on in fitting if on == cells] or [m for m, _ in fitting]
        if len(ordered) > 1:
            texts = [self.game.format(m) for m in ordered[:_MOST_BUTTONS]]
            told = f"Type the move: {listed(texts, 'or')}."
            return Draft(chosen, "incomplete", told, "", follow, colour)
        move = ordered[0]
        ready = f"Ready: {self.game.format(move)}."
        return Draft(chosen, "complete", ready, "", follow, colour, move)

    def stamp(self, s: S, at: Cell, form: int, turn: int, variant: int) -> Stamp[M] | None:
        """The whole move laid at `at`; where part of it would lie off the board, `picks` holds
        the cells on the board and `draft` is refused. None without `can_stamp`."""
        return None

    def question(self, s: S) -> Question[M] | None:
        """The question open beside the board (a komi, a side), or None."""
        return None

    def buttons(self, s: S) -> Sequence[tuple[str, M]]:
        """Moves without a cell that are legal now, but for the answers to a question: label and
        move ("pass"). By default none if they are too many for buttons; they can be typed."""
        if self.game.to_act(s) < 0:
            return ()
        asked = set[str]()
        if question := self.question(s):
            low, high, _ = question.number or (0, -1, 0)
            asked = {self.game.format(m) for _, m in question.answers}
            asked |= {question.template % number for number in range(low, high + 1)}
        moves = [(self.game.format(m), m) for m, on in self._listed_moves(s) if not on]
        moves = [(text, m) for text, m in moves if text not in asked]
        return moves if len(moves) <= _MOST_BUTTONS else ()

    def let(self, s: S) -> M | None:
        """The answer that lets another player's move stand, if that is the open question and every
        other player is asked it out of turn; else None."""
        return None

    def idle(self, s: S) -> M:
        """The move of a seat that is to act and does nothing, as one whose time is over: what lets
        another player's move stand, else the first of the `idle_words` that is legal, else an
        answer without a cell, else the first legal move."""
        let = self.let(s)
        if let is not None:
            return let
        for word in self.idle_words:
            with suppress(UnreadableMove):
                move = self.game.parse(s, word)
                if self.game.refuse(s, move) is None:
                    return move
        moves = self.game.legal_moves(s)
        return next((move for move in moves if not self.game.cells_of(move)), moves[0])

    # -- what is seen on the board ------------------------------------------------------

    def overlays(self, s: S) -> Sequence[Overlay]:
        """The overlays a player can switch through, the most useful first. By default at most
        one: for each empty cell the seat for which the score counts it."""
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

    def labels(self, s: S) -> Mapping[Cell, str]:
        """What is written on cells, on their stones if there are any, as the height of a stack: one
        or two letters, digits or signs. Lines of text name it after the stone: `black 3`."""
        return {}

    def lines(self, s: S) -> Sequence[Line]:
        """The lines of cells that decide the game, way by way; the same in all states."""
        return ()

    def origins(self, s: S) -> Sequence[Origin]:
        """Points that are marked while they are empty, at most one a cell."""
        return ()

    def within(self, s: S) -> frozenset[Cell]:
        """The cells within range of the next stone, occupied or not, whoever is to put it; empty
        if its range is not limited, or no stone is asked for."""
        return frozenset()

    # -- what is seen beside the board --------------------------------------------------

    def status(self, s: S) -> Sequence[tuple[str, str]]:
        """Facts for the side panel: label and value ("open", "119")."""
        return ()

    def player_line(self, s: S, seat: Seat) -> str:
        """What stands beside a player's name, as a rule the score."""
        return number_text(self.game.score(s).totals[seat])

    def is_early(self, s: S) -> bool:
        """Whether a score as if the game ended now would tell nothing yet: cells count, the game
        goes on, and few of them are occupied. One stone may then own the whole board."""
        if not self.counts_cells or self.game.ending(s) is not None:
            return False
        stones = self.game.stones(s)
        return len(stones) - stones.count(0) < _TELLING * len(stones)

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

    def from_hand(self, s: S, seat: Seat) -> list[M]:
        """The moves that the cards of a seat allow now; none where they are not seen."""
        hand = self.hand(s, seat)
        cards = () if hand is None or isinstance(hand, int) else hand
        return [move for card in cards for _, move in card.plays]

    def tables(self, s: S) -> Sequence[SeatTable]:
        """Numbers by two seats; empty where there is nothing to show."""
        return ()

    def bonds(self, s: S) -> Sequence[tuple[Seat, Seat]]:
        """Which players are occupied by others: occupied player and occupier, each pair once."""
        return ()

    # -- what was played ----------------------------------------------------------------

    def turn(self, s: S) -> object:
        """A value that is the same for all moves of one turn, and another for the next turn. None,
        as by default, if every move is a turn of its own."""
        return None

    def named(self, move: M) -> str:
        """A move as a player would type it; `parse` reads it. By default its text in records; a
        game overrides this where that is hard to guess."""
        return self.game.format(move)

    def brief(self, before: S, move: M) -> str:
        """A move in the list of turns, which shows the moves of a turn side by side; empty for a
        move not worth listing. State and move may be views that hide what a player does not
        know, here and in `happened`."""
        return self.game.format(move)

    def happened(self, before: S, move: M, after: S) -> str:
        """What a move did, in a sentence; empty for a move not worth one. By default: who played
        what."""
        actor, text = self.game.to_act(before), self.game.format(move)
        if actor < 0:
            return f"Chance decided: {text}."
        name = self.game.seat_name(before, actor).capitalize()
        if text == "pass":
            return f"{name} passed."
        return f"{name} {'played' if self.game.cells_of(move) else 'chose'} {text}."

    def largest_lead(self, s: S) -> float | None:
        """The largest lead in `Score.totals` that is still possible; None if it is not limited."""
        return None

    # -- the end ------------------------------------------------------------------------

    def agreement(self, s: S) -> DeadStoneAgreement | None:
        """The agreement on dead stones about which players are being asked in `s`, else None.
        `Game.score` leaves out the stones that are proposed as dead."""
        return None

    def why(self, s: S) -> str:
        """Why the winner of a game that is over has won, where that does not go without saying: a
        part of a sentence, as `beta has the middle score`."""
        return ""

    def walkthrough(self, s: S) -> Sequence[Step]:
        """The count of the position as it stands, step by step; the last has the totals."""
        return ()

    # -- moves put together from the list of legal ones --------------------------------------

    def _listed_moves_of(self, s: S) -> tuple[tuple[M, tuple[Cell, ...]], ...]:
        """The legal moves, each with its cells."""
        return tuple((m, tuple(self.game.cells_of(m))) for m in self.game.legal_moves(s))

    def _fits_listed(self, s: S, m: M, picks: tuple[Pick, ...]) -> bool:
        """Whether the stones that a legal move puts on the picked cells have the colours of the
        picks; a cell that it leaves empty, or as it was, goes with any."""
        before, after = self.game.stones(s), self.game.stones(self.game.apply(s, m))
        return all(
            after[cell] in (0, before[cell], pick.colour + 1)
            for pick in picks
            for cell in [pick.cell]
        )

    def _why_unlisted(self, s: S, cells: tuple[Cell, ...]) -> Refusal:
        """Why no legal move has all of these cells. For a single cell in the words of the rules, if
        the name of a point is the text of a move."""
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


AnyDisplay: TypeAlias = Display[Any, Any]
"""The display of any game."""


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
    """The draft in a game whose moves put one stone. `colour` is its colour, None while none may
    be put; `move` makes the move on a cell; `follow` are the cells of the legal moves."""
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
