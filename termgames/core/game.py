"""What a game is to everyone else: search, front ends, records and tests.

Rules are values: a state is frozen, `apply` is pure, and `refuse` is the only door a move
passes through. Anything a game can do beyond that is a *capability*, a small protocol in
this module that a game or its display implements.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

import numpy as np

from termgames.core.arrays import Floats, Rng
from termgames.core.errors import Refusal
from termgames.core.topology import Cell, Topology

Seat = int
"""A player's number from 0, the same throughout a game. The state decides who moves next:
usually seats move in the order of their numbers, but they need not."""

CHANCE, OVER = -1, -2
"""What `to_act` returns when dice or cards are next, and when the game has ended."""

NEUTRAL, NOBODY = -1, -2
"""In place of a cell's owner. NEUTRAL: several contest the cell evenly, or none touches it.
NOBODY: no owner applies, as to a stone."""

S = TypeVar("S")
M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)
M_contra = TypeVar("M_contra", contravariant=True)
S_contra = TypeVar("S_contra", contravariant=True)


@dataclass(frozen=True)
class ScorePart:
    """One line of a score: a territory, a bonus.

    `seat` is a Seat or NEUTRAL; `points` count for that seat only; `cells` are the cells
    the line is about, none for a bonus.
    """

    seat: int
    points: float
    text: str
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Score:
    """A position's count as it stands.

    `totals` by seat; `parts` add up to them; `winners` are the seats ahead by the game's
    own rule of winning (all of them in a draw), meaningful during play as "would win now".
    """

    totals: tuple[float, ...]
    parts: tuple[ScorePart, ...]
    winners: tuple[Seat, ...]

    @staticmethod
    def of(totals: Sequence[float], parts: Sequence[ScorePart]) -> Score:
        """The score of a game in which the most points win."""
        best = max(totals)
        winners = (seat for seat, total in enumerate(totals) if total == best)
        return Score(tuple(totals), tuple(parts), tuple(winners))

    @property
    def draw(self) -> bool:
        """Whether more than one seat shares the win."""
        return len(self.winners) > 1


class Game(Protocol[S, M]):
    """Rules of one game, set up with its options; S and M are frozen, picklable values."""

    @property
    def id(self) -> str:
        """The game's name on the command line and in records."""

    @property
    def options(self) -> Mapping[str, Any]:
        """Every option of the game by name, with its value; enough to set it up again."""

    @property
    def seats(self) -> int:
        """Number of players."""

    @property
    def marks(self) -> str:
        """One small letter a colour, in the order of the colours: its stones on boards of
        plain text, and the seat that plays it in short ("bw"). Colours after those of the seats
        belong to nobody: their stones are neutral. Five colours at most."""

    @property
    def resigns(self) -> bool:
        """Whether a player may give the game up by himself."""

    @property
    def topology(self) -> Topology:
        """The board."""

    def start(self) -> S:
        """The position before the first move."""

    def position(self, rows: Sequence[str], position_text: Mapping[str, str]) -> S:
        """A state from a diagram, rows from the top, and the texts beside it by name, such
        as `to move`; raises OptionError when they do not fit the board or the rules. The diagram
        of the start alone gives its stones."""

    def to_act(self, s: S) -> int:
        """The one seat to act, or CHANCE or OVER."""

    def colour(self, s: S, seat: Seat) -> int:
        """The number of the colour a seat plays, from 0; seats may change colours when a
        side is chosen, colours never change their order."""

    def seat_name(self, s: S, seat: Seat) -> str:
        """What the seat is called in this state, lower case ("black", "first")."""

    def stones(self, s: S) -> bytes:
        """(cells,): 0 empty, else 1 + the number of the stone's colour."""

    def legal_moves(self, s: S) -> Sequence[M]:
        """All answers to the open question, table talk left out; the outcomes at CHANCE;
        empty when OVER."""

    def refuse(self, s: S, m: M) -> Refusal | None:
        """Why `m` may not be played in `s`, or None: the only legality door."""

    def apply(self, s: S, m: M) -> S:
        """The state after `m`; raises IllegalMove with the refusal. Pure."""

    def score(self, s: S) -> Score:
        """The count as it stands, also before the end."""

    def utilities(self, s: S) -> Floats:
        """(seats,) shares of the win that sum to at most 1; only meaningful when OVER."""

    def ending(self, s: S) -> str | None:
        """How the game ended, in words ("both passed"), or None while it goes on."""

    def parse(self, s: S, text: str) -> M:
        """The move a text stands for; raises UnreadableMove. Says nothing of legality."""

    def format(self, m: M) -> str:
        """The move's text; `parse(s, format(m)) == m`."""

    def cells_of(self, m: M) -> tuple[Cell, ...]:
        """The cells that a player picks to make a move, and that are marked when it was the last
        one: as a rule those it puts stones on; may be empty."""

    def report_fields(self, s: S) -> Mapping[str, Any]:
        """What `termgames-state` adds for this game: JSON values by name."""

    def prompt(self, s: S) -> str:
        """What is expected of the seat to act, one sentence in the game's own words."""


State: TypeAlias = Any
"""A state, in code that does not look into it."""
Move: TypeAlias = Any
"""A move, in code that does not look into it."""
AnyGame: TypeAlias = Game[State, Move]
"""Any game at all."""


class BoardState(Protocol):
    """The fields that the states of most games have."""

    @property
    def stones(self) -> bytes:
        """(cells,): 0 empty, else 1 + the number of the stone's colour."""

    @property
    def ending(self) -> str | None:
        """How the game ended, in words, or None."""


B = TypeVar("B", bound=BoardState)
P = TypeVar("P")


class BoardRules(ABC, Generic[B]):
    """The part of `Game` that is the same in most games: those in which seat i plays colour i."""

    seats: int

    @abstractmethod
    def score(self, s: B) -> Score:
        """The count as it stands, totals by seat."""

    def colour(self, s: B, seat: Seat) -> int:
        """The seat itself."""
        return seat

    def stones(self, s: B) -> bytes:
        """(cells,): 0 empty, else 1 + colour."""
        return s.stones

    def ending(self, s: B) -> str | None:
        """How the game ended, in words, or None."""
        return s.ending

    def utilities(self, s: B) -> Floats:
        """(seats,): equal shares of the win for the winners that the score names."""
        shares = np.zeros(self.seats, np.float32)
        winners = list(self.score(s).winners)
        shares[winners] = 1 / len(winners)
        return shares


def lacking(game: object) -> list[str]:
    """The members of `Game` that an object does not have, by name."""
    members = [name for name in vars(Game) if not name.startswith("_")]
    return [name for name in members if not hasattr(game, name)]


@runtime_checkable
class Chancy(Protocol[S_contra, M_co]):
    """Capability of a Game: dice and cards. `to_act` returns CHANCE where they are next."""

    def chances(self, s: S_contra) -> Sequence[tuple[M_co, int]]:
        """The outcomes at CHANCE, each with its weight, a whole number from 1; only the
        ratios of weights mean anything. `legal_moves` lists the same outcomes."""


def has_chance(game: AnyGame) -> bool:
    """Whether chance decides anything in a game. A game with the capability that can be set up
    without dice and cards says by an attribute `chancy` whether it has them."""
    return isinstance(game, Chancy) and bool(getattr(game, "chancy", True))


@runtime_checkable
class Hidden(Protocol[S]):
    """Capability of a Game: states contain what some players may not know.

    A view is a state of the same class in which everything that its player does not know is
    marked as unknown. A front end can ask the view of the seat to act everything that it asks a
    state. Views hide the same things after the end of the game; a front end that shows all of
    it then uses the state itself.
    """

    def view(self, s: S, seat: Seat | None) -> S:
        """What `seat` (None: a spectator) may know of `s`; `view(view(s, x), x)` equals
        `view(s, x)`. The legal moves of the seat to act are the same in its view."""

    def imagine(self, view: S, seat: Seat | None, rng: Rng) -> S:
        """A random complete state that looks like `view` to `seat`, and agrees with all that the
        seat knows: `view(imagine(v, seat, rng), seat) == v`."""


def drawn_marks(game: AnyGame) -> str:
    """The marks of the colours in which stones are drawn: by an attribute `drawn`, or `marks`."""
    return str(getattr(game, "drawn", game.marks))


def has_secrets(game: AnyGame) -> bool:
    """Whether some players may know more than others. A game with the capability that can be
    set up without anything hidden says by an attribute `secretive` whether something is."""
    return isinstance(game, Hidden) and bool(getattr(game, "secretive", True))


def has_talk(game: AnyGame) -> bool:
    """Whether `refuse` accepts moves that `legal_moves` does not list: questions to other players,
    proposals of dead stones. They leave all stones as they are. Such a game says so by an attribute
    `talks`."""
    return bool(getattr(game, "talks", False))


def has_captures(game: AnyGame) -> bool:
    """Whether stones are captured as in Go: groups of one colour without liberties leave the board,
    by no other way, and a player may always pass instead. Such a game says so by an attribute
    `captures`."""
    return bool(getattr(game, "captures", False))


@runtime_checkable
class Redacting(Protocol[S_contra, M]):
    """Capability of a Game with hidden parts: records for spectators.

    Redacted moves are moves of the game. Replayed from the redacted position, they lead through
    states that look to a spectator exactly like those of the full game. A player cannot make
    them: `refuse` refuses a move that hides something wherever nothing is hidden. A game whose
    states do not tell where that is replays them by `RedactedReplay`.
    """

    def redact(self, s: S_contra, m: M, seat: Seat | None) -> M:
        """The move `m`, legal in `s`, as `seat` (None: a spectator) may know it: a card that
        another player drew is "card ?", most moves are unchanged. Records redact for None."""

    def redact_position_text(
        self, position_text: Mapping[str, str], seat: Seat | None
    ) -> Mapping[str, str]:
        """The texts beside a diagram as `Game.position` takes them, with values that are hidden
        from `seat` (None: a spectator) replaced by unknown ones."""


@runtime_checkable
class RedactedReplay(Protocol[S, M_contra]):
    """Capability of a game that is Redacting: redacted records are replayed by a way of their own,
    so that `refuse` and `apply` know the moves of players alone."""

    def apply_redacted(self, s: S, m: M_contra) -> S:
        """The state after a move of a redacted record, one that hides something or any other;
        raises IllegalMove."""


@runtime_checkable
class Editable(Protocol[S_contra]):
    """Capability of a Game: positions can be set up by hand and checked for plausibility."""

    @property
    def position_names(self) -> Sequence[str]:
        """The names of all texts that `position` takes beside the diagram."""

    def position_text(self, s: S_contra) -> Mapping[str, str]:
        """The texts from which, with the diagram, `position` makes the state again, as at the
        beginning of its turn. Texts that equal the defaults of `position` may be left out."""

    def impossible(self, s: S_contra) -> Refusal | None:
        """Why no game can reach this position, as far as the rules can tell, or None. `position`
        accepts it nevertheless."""


@runtime_checkable
class Counting(Protocol[S_contra]):
    """Capability of a Game whose count has more steps than the parts of a score."""

    def count(self, s: S_contra) -> Mapping[str, Any]:
        """Every step of the count of the position as it stands: JSON values by name."""


def draw(outcomes: Sequence[tuple[M, int]], rng: Rng) -> M:
    """One of the outcomes of chance, each (outcome, weight), with a probability in
    proportion to its weight."""
    upto = list(accumulate(weight for _, weight in outcomes))
    return outcomes[bisect_right(upto, rng.random() * upto[-1])][0]


def after_chance(game: Game[S, Any], state: S, rng: Rng) -> S:
    """The state after a drawn outcome; `state` is one in which chance is to act."""
    assert isinstance(game, Chancy)
    return game.apply(state, draw(game.chances(state), rng))
