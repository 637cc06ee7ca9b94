"""Komi by offer: the first player names it, the second picks a side.

A game with such an offer extends `KomiOffer`, and its states have the fields of `OfferedState`.
The functions list, refuse, read and write the moves of the offer, and word its questions.
"""

import re
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar

from termgames.core.display import Question
from termgames.core.errors import Refusal, UnreadableMove
from termgames.core.game import Seat
from termgames.core.text import quoted
from termgames.core.two_player import BLACK, COLOURS, WHITE, TwoPlayer, TwoPlayerState

Stage = Literal["komi", "side", "play"]
"""`komi`: the first player is to name one; `side`: the second is to pick a side; `play`: the
offer is settled, or there is none."""


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


class OfferedState(TwoPlayerState, Protocol):
    """The fields of the states of a game with an offer."""

    @property
    def black_seat(self) -> Seat:
        """The seat that plays Black; 0 until a side is picked."""

    @property
    def stage(self) -> Stage:
        """How far the offer has come; "play" where there is none."""


S = TypeVar("S", bound=OfferedState)


class KomiOffer(TwoPlayer[S]):
    """A two-player game in which sides may be chosen by an offer: the first player is asked for
    a komi, then the second for a side; until then they are called first and second."""

    def black_seat(self, s: S) -> Seat:
        """The seat that plays Black; 0 until a side is picked."""
        return s.black_seat

    def to_act(self, s: S) -> int:
        """The seat to act, or OVER."""
        if s.ending is None and s.stage != "play":
            return 0 if s.stage == "komi" else 1
        return super().to_act(s)

    def seat_name(self, s: S, seat: Seat) -> str:
        """`black` or `white`; `first` and `second` while the offer is open."""
        return ("first", "second")[seat] if s.stage != "play" else super().seat_name(s, seat)


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
        raise UnreadableMove(
            f"{quoted(text.strip())} names no komi: a whole number is needed, as komi 5"
        )
    return None


def write(m: OfferMove) -> str:
    """The text that `read` reads."""
    return f"komi {m.points}" if isinstance(m, NameKomi) else COLOURS[m.colour]


def prompt(stage: Stage, komi: str, *, most: int, usual: int, half: bool = False) -> str:
    """The open question, to the seat to act. For the stage `komi`: which komis may be named (up to
    `most` for either side), that `usual` is fair, and whether a `half` point is added. After it:
    which side to play at `komi`, the text of the komi named."""
    if stage == "komi":
        added = f"; half a point is added, so {usual} means {usual}.5" if half else ""
        return (
            f"Name a komi for White, {-most} to {most}{added}. The other player then picks a side: "
            f"name one that is fair, about {usual}."
        )
    return f"Komi is {komi} for White. Play black or white?"


def happened(m: OfferMove, komi: str) -> str:
    """What an answer did, in a sentence; `komi` is the text of the komi that now holds."""
    if isinstance(m, NameKomi):
        return f"Komi is {komi} for White."
    one, other = COLOURS[m.colour], COLOURS[1 - m.colour]
    return f"The second player chose {one}; the first plays {other}."


def question(s: OfferedState, text: str, most: int, usual: int) -> Question[Any] | None:
    """The open question, worded as `text`, or None; `usual` is the komi proposed."""
    if s.ending is not None or s.stage == "play":
        return None
    if s.stage == "side":
        sides = tuple((name, PickSide(number)) for number, name in enumerate(COLOURS))
        return Question(text, sides)
    return Question(text, number=(-most, most, usual), template="komi %d")
