"""All answers to the questions of Mitropia, their texts, and their numbers for the search."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from termgames.core.arrays import Indices, Ints
from termgames.core.errors import UnreadableMove
from termgames.core.game import Seat
from termgames.core.text import quoted
from termgames.core.topology import Cell, Topology
from termgames.games.mitropia.cards import NAMES, TRADES, Card, Kind
from termgames.games.mitropia.options import SEATS
from termgames.go import dead_stones
from termgames.go.dead_stones import AGREE, Agree, Dead, Decline


@dataclass(frozen=True)
class Say:
    """An answer that is a fixed word; the constants below are all of them."""

    word: str


@dataclass(frozen=True)
class Point:
    """A stone on a point; with Replace Any it replaces the stone there."""

    cell: Cell


@dataclass(frozen=True)
class Pair:
    """Two stones at once, the points ascending."""

    first: Cell
    second: Cell


@dataclass(frozen=True)
class Shift:
    """A stone lifted from `origin` and put on `target`."""

    origin: Cell
    target: Cell


@dataclass(frozen=True)
class Start:
    """A player chooses a start point."""

    cell: Cell


@dataclass(frozen=True)
class Dice:
    """Chance: two dice, the lower first."""

    low: int
    high: int


@dataclass(frozen=True)
class Lot:
    """Chance: who is drawn next by lot."""

    seat: Seat


@dataclass(frozen=True)
class Drawn:
    """Chance: a card; None in the view of a player who does not see it."""

    card: Card


@dataclass(frozen=True)
class Play:
    """A card from the hand, in turn or as a reaction; trades name the other player."""

    card: Kind
    other: Seat | None = None


@dataclass(frozen=True)
class Lose:
    """A card discarded from a hand that is too large; None in the view of a player who does
    not see it."""

    card: Card


@dataclass(frozen=True)
class SurrenderTo:
    """An offer to surrender to another player."""

    host: Seat


Move = (
    Say
    | Point
    | Pair
    | Shift
    | Start
    | Dice
    | Lot
    | Drawn
    | Play
    | Lose
    | SurrenderTo
    | Dead
    | Agree
    | Decline
)

PASS, PASS_AND_DRAW, ROLL = Say("pass"), Say("pass draw"), Say("roll")
FORFEIT, DRAW, NO_DRAW = Say("forfeit"), Say("draw"), Say("no draw")
DONE, LET, ACCEPT, INDEPENDENCE = Say("done"), Say("let"), Say("accept"), Say("independence")
DECLINE = dead_stones.DECLINE
"""Declines a surrender, or a proposal of dead stones."""

_WORDS = (
    PASS,
    PASS_AND_DRAW,
    ROLL,
    FORFEIT,
    DRAW,
    NO_DRAW,
    DONE,
    LET,
    ACCEPT,
    INDEPENDENCE,
)
_SAID = {say.word: say for say in _WORDS} | {
    "skip": FORFEIT,
    "pass and draw": PASS_AND_DRAW,
    "pass and draw a card": PASS_AND_DRAW,
    "declare independence": INDEPENDENCE,
}
"""The fixed words of records, and those that players see instead of them."""
_TRADE = re.compile(rf"({'|'.join(NAMES[kind] for kind in TRADES)}) (?:with )?(.+)")


def read(topology: Topology, stones: bytes, text: str) -> Move:
    """The answer that a text means; UnreadableMove when it means none.

    `stones` (cells,) is the present board, for the example in the error's message. Does not
    check whether the open question has this answer.
    """
    plain = " ".join(text.lower().split())
    if plain in _SAID:
        return _SAID[plain]
    if plain == "resign":
        raise UnreadableMove("nobody resigns in this game")
    if plain in NAMES and NAMES.index(plain) not in TRADES:
        return Play(NAMES.index(plain))
    if trade := _TRADE.fullmatch(plain):
        return Play(NAMES.index(trade[1]), _seat(trade[2]))
    word, _, rest = plain.partition(" ")
    if word == "surrender" and rest.startswith("to "):
        return SurrenderTo(_seat(rest.removeprefix("to ")))
    if word == "lot" and rest:
        return Lot(_seat(rest))
    if word == "start" and rest:
        return Start(topology.cell(rest))
    if word == "card" and rest:
        return Drawn(_card(rest))
    if word == "discard" and rest:
        return Lose(_card(rest))
    if dice := re.fullmatch(r"([1-6]) ?, ?([1-6])", plain):
        low, high = sorted((int(dice[1]), int(dice[2])))
        return Dice(low, high)
    answer = dead_stones.read(topology, stones, plain)
    if answer is not None:
        return answer
    return _stones(topology, stones, plain)


def write(topology: Topology, m: Move) -> str:
    """The text that `read` reads."""
    names = topology.names
    match m:
        case Say(word):
            return word
        case Point(cell):
            return names[cell]
        case Pair(first, second):
            return f"{names[first]},{names[second]}"
        case Shift(origin, target):
            return f"{names[origin]}>{names[target]}"
        case Start(cell):
            return f"start {names[cell]}"
        case Dice(low, high):
            return f"{low},{high}"
        case Lot(seat):
            return f"lot {SEATS[seat]}"
        case Drawn(card):
            return f"card {_card_name(card)}"
        case Play(card, other):
            return NAMES[card] if other is None else f"{NAMES[card]} {SEATS[other]}"
        case Lose(card):
            return f"discard {_card_name(card)}"
        case SurrenderTo(host):
            return f"surrender to {SEATS[host]}"
        case Dead() | Agree() | Decline():
            return dead_stones.write(topology, m)


def cells_of(m: Move) -> tuple[Cell, ...]:
    """The points on which a move puts stones; for a shift its origin and its target."""
    match m:
        case Point(cell):
            return (cell,)
        case Pair(first, second):
            return (first, second)
        case Shift(origin, target):
            return (origin, target)
        case _:
            return ()


def _stones(topology: Topology, stones: bytes, plain: str) -> Move:
    origin, arrow, target = plain.partition(">")
    if arrow:
        return Shift(topology.cell(origin), topology.cell(target))
    first, comma, second = plain.partition(",")
    if comma:
        low, high = sorted((topology.cell(first), topology.cell(second)))
        return Pair(low, high)
    if not plain or " " in plain:
        raise UnreadableMove(
            f"{quoted(plain)} is no answer: name a point, as {topology.example(stones)}, a card, "
            "or one of the words asked for"
        )
    return Point(topology.cell(plain))


def _card_name(card: Card) -> str:
    return "?" if card is None else NAMES[card]


def _card(name: str) -> Card:
    if name == "?":
        return None
    if name not in NAMES:
        raise UnreadableMove(f"there is no card {quoted(name)}: it is one of {', '.join(NAMES)}")
    return NAMES.index(name)


def _seat(name: str) -> Seat:
    if name not in SEATS:
        raise UnreadableMove(f"there is no player {quoted(name)}: {', '.join(SEATS)}")
    return SEATS.index(name)


# -- numbers for the search ---------------------------------------------------------------


class Numbers:
    """A number for each answer on one board; sets of dead stones and chance have none.

    An answer has the same number in all positions of a game. In ascending order: points by
    cell, words and cards in a fixed order, start points, pairs of adjacent points, and shifts
    by origin and target.
    """

    def __init__(self, topology: Topology, seats: int) -> None:
        self.cells = cells = topology.cells
        kinds = range(len(NAMES))
        self._said: list[Move] = [
            *_WORDS,
            DECLINE,
            AGREE,
            *(Play(kind) for kind in kinds if kind not in TRADES),
            *(Play(kind, seat) for kind in TRADES for seat in range(seats)),
            *map(Lose, kinds),
            *map(SurrenderTo, range(seats)),
        ]
        self._number = {move: cells + at for at, move in enumerate(self._said)}
        self.starts = cells + len(self._said)
        """The number of the choice of cell 0 as start point."""
        self.pairs = self.starts + cells
        """The number of the first pair."""
        self.edges: Indices = np.array(
            [
                (one, other)
                for one in range(cells)
                for other in topology.adjacent[one]
                if one < other
            ],
            np.intp,
        ).reshape(-1, 2)
        """(pairs, 2): the cells of each pair, ascending."""
        self._edge = {(int(a), int(b)): at for at, (a, b) in enumerate(self.edges)}
        self.shifts = self.pairs + len(self.edges)
        """The number of the first shift."""
        self.actions = self.shifts + cells * cells
        """All numbers are smaller than this one."""

    def number(self, move: Move) -> int:
        """The number of an answer; KeyError for one that has none."""
        match move:
            case Point(cell):
                return cell
            case Start(cell):
                return self.starts + cell
            case Pair(first, second):
                return self.pairs + self._edge[first, second]
            case Shift(origin, target):
                return self.shift(origin, target)
            case _:
                return self._number[move]

    def numbers(self, moves: Sequence[Move]) -> Ints:
        """(k,): the numbers of several answers."""
        return np.array([self.number(move) for move in moves], np.int32)

    def shift(self, origin: Cell, target: Cell) -> int:
        """The number of a shift."""
        return self.shifts + origin * self.cells + target

    def move(self, number: int) -> Move:
        """The answer that has the number."""
        if number < self.cells:
            return Point(number)
        if number < self.starts:
            return self._said[number - self.cells]
        if number < self.pairs:
            return Start(number - self.starts)
        if number < self.shifts:
            first, second = self.edges[number - self.pairs].tolist()
            return Pair(first, second)
        origin, target = divmod(number - self.shifts, self.cells)
        return Shift(origin, target)

    def target(self, numbers: Ints) -> Ints:
        """(k,): the cell on which each answer puts a stone, for a pair the first; -1 where it
        puts none."""
        cells = np.where(numbers < self.cells, numbers, np.int32(-1))
        if (numbers >= self.pairs).any():
            pair = (numbers >= self.pairs) & (numbers < self.shifts)
            cells[pair] = self.edges[numbers[pair] - self.pairs, 0]
            shift = numbers >= self.shifts
            cells[shift] = (numbers[shift] - self.shifts) % self.cells
        return cells
