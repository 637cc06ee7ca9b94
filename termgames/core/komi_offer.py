"""Komi by offer: the first player names it, the second picks a side; and what goes with it.

Shared by the two-player games: colours and their names, passing, who is called what while
the offer is open. A state takes part by having the fields of `Seated`, a game by being
`TwoSided`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from termgames.core.display import Question
from termgames.core.errors import Refusal, UnreadableMove
from termgames.core.game import OVER, Score, Seat

BLACK, WHITE = 0, 1
COLOURS = ("black", "white")

Stage = Literal["komi", "side", "play"]
"""The first player is to name komi; the second is to pick a side; the offer is settled."""


@dataclass(frozen=True)
class Pass:
    """Nothing this turn."""


@dataclass(frozen=True)
class NameKomi:
    """The first player's offer, a whole number."""

    points: int


@dataclass(frozen=True)
class PickSide:
    """The second player's answer: the colour he will play."""

    colour: int

    @property
    def black_seat(self) -> Seat:
        """The seat that plays Black from now on."""
        return 1 if self.colour == BLACK else 0


OfferMove = NameKomi | PickSide
PASS = Pass()


class Seated(Protocol):
    """What a state tells of sides and turns."""

    @property
    def stones(self) -> bytes:
        """(cells,): 0 empty, 1 black, 2 white."""

    @property
    def ending(self) -> str | None:
        """How the game ended, in words, or None."""

    @property
    def turn(self) -> int:
        """The colour to move."""

    @property
    def black_seat(self) -> Seat:
        """Who plays Black; the first player until a side is picked."""

    @property
    def stage(self) -> Stage:
        """How far the offer has come; "play" where there is none."""


S = TypeVar("S", bound=Seated)


class TwoSided(ABC, Generic[S]):
    """The part of `core.game.Game` that is the same in all games of black and white with a
    komi offer: who is who, who is to act, who shares the win."""

    seats = 2
    marks = "bw"
    resigns = True

    @abstractmethod
    def score(self, s: S) -> Score:
        """The count as it stands, totals by seat."""

    def to_act(self, s: S) -> int:
        """The seat to act, or OVER."""
        if s.ending is not None:
            return OVER
        if s.stage != "play":
            return 0 if s.stage == "komi" else 1
        return s.black_seat if s.turn == BLACK else 1 - s.black_seat

    def colour(self, s: S, seat: Seat) -> int:
        """BLACK or WHITE."""
        return BLACK if seat == s.black_seat else WHITE

    def seat_name(self, s: S, seat: Seat) -> str:
        """`black` or `white`; `first` and `second` while the offer is open."""
        if s.stage != "play":
            return ("first", "second")[seat]
        return COLOURS[self.colour(s, seat)]

    def stones(self, s: S) -> bytes:
        """(cells,): 0 empty, 1 black, 2 white."""
        return s.stones

    def utilities(self, s: S) -> NDArray[np.float32]:
        """(2,): 1 for the winner, a half each while the score is level."""
        shares = np.zeros(2, np.float32)
        winners = list(self.score(s).winners)
        shares[winners] = 1 / len(winners)
        return shares

    def ending(self, s: S) -> str | None:
        """How the game ended, in words, or None."""
        return s.ending


def answers(stage: Stage, most: int) -> list[OfferMove]:
    """All answers to the open question; komi lies in -most..most."""
    if stage == "komi":
        return [NameKomi(points) for points in range(-most, most + 1)]
    return [PickSide(BLACK), PickSide(WHITE)]


def refuse(stage: Stage, m: object, most: int) -> Refusal | None:
    """Why `m` does not answer the open question, or None."""
    if stage == "side":
        if isinstance(m, PickSide) and m.colour in (BLACK, WHITE):
            return None
        return Refusal("stage", "komi is named: pick a side, black or white")
    if not isinstance(m, NameKomi):
        return Refusal("stage", "no komi yet: name a whole number, as komi 5")
    if abs(m.points) > most:
        return Refusal("komi", f"komi {m.points} is more than the board holds: {-most} to {most}")
    return None


def read(stage: Stage, text: str) -> OfferMove | None:
    """The offer or answer that a text stands for, or None when it may be another move.

    Raises UnreadableMove for a komi that is no whole number.
    """
    plain = text.strip().lower()
    if plain in COLOURS:
        return PickSide(COLOURS.index(plain))
    offer = re.fullmatch(r"(komi\s+)?([+-]?[0-9]{1,9})", plain)
    if offer and (offer[1] or stage == "komi"):
        return NameKomi(int(offer[2]))
    if plain.startswith("komi") or (stage == "komi" and plain != "pass"):
        raise UnreadableMove(f"{text.strip()!r} names no komi: a whole number is needed, as komi 5")
    return None


def write(m: OfferMove) -> str:
    """The text that `read` reads."""
    return f"komi {m.points}" if isinstance(m, NameKomi) else COLOURS[m.colour]


def prompt(stage: Stage, komi: str) -> str:
    """What the seat to act is asked, one sentence; `komi` as it was named."""
    if stage == "komi":
        return "Name a komi for White; the other player then picks a side."
    return f"Komi is {komi} for White. Play black or white?"


def question(stage: Stage, text: str, most: int, usual: int) -> Question[Any]:
    """The open question beside the board; `usual` is the komi proposed."""
    if stage == "side":
        sides = tuple((name, PickSide(number)) for number, name in enumerate(COLOURS))
        return Question(text, sides)
    return Question(text, number=(-most, most, usual), template="komi %d")
