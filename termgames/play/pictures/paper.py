"""The colours of a picture. Nothing relies on them: each player has a sign of his own as well."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from termgames.core.game import AnyGame, drawn_marks

Rgb = tuple[int, int, int]
BLACK: Rgb = (0, 0, 0)
WHITE: Rgb = (255, 255, 255)


class Paper(Protocol):
    """The colours of a board, as `#rrggbb`. The screens' looks of boards are such."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def board(self) -> str:
        """The ground."""

    @property
    def line(self) -> str:
        """Lines and outlines."""

    @property
    def label(self) -> str:
        """Coordinates."""

    @property
    def accent(self) -> str:
        """Candidates, and what is pointed out."""

    @property
    def warn(self) -> str:
        """The ring of the last move."""

    @property
    def neutral(self) -> str:
        """What belongs to nobody."""

    @property
    def players(self) -> Sequence[str]:
        """By the number of a colour."""

    @property
    def named(self) -> str:
        """The colours by the letters that games give them, where they look so."""


@dataclass(frozen=True)
class Book:
    """Black on white, as books have it."""

    players: tuple[str, ...]
    named: str
    name: str = "book"
    board: str = "#ffffff"
    line: str = "#404040"
    label: str = "#303030"
    accent: str = "#1546b0"
    warn: str = "#c62a2a"
    neutral: str = "#8a8a8a"


_INKS = ("#000000", "#ffffff", "#d62f2f", "#2f66d6", "#2c9a4b", "#e0b000")
_NAMED = dict(zip("bwrugy", _INKS, strict=True))
"""Colours by the letters that games give them, where they are called so."""
_OTHERS = ("#56b4e9", "#f0e442", "#d55e00", "#0072b2", "#cc79a7")
"""Those of Okabe and Ito, which stay apart for everybody."""


def book(game: AnyGame) -> Book:
    """The colours for the stones of a game: black and white for two players, and those that the
    colours are named after; others where they have no such names. Nobody's stones are grey."""
    marks = drawn_marks(game)[: game.seats]
    if set(marks) <= _NAMED.keys():
        own = [_NAMED[mark] for mark in marks]
    elif game.seats == 2:
        own = [_NAMED["b"], _NAMED["w"]]
    else:
        own = [*_OTHERS[: game.seats]]
    named = "bw" if own[:2] == [_NAMED["b"], _NAMED["w"]] else ""
    return Book((*own, *("#8a8a8a",) * (len(game.marks) - game.seats)), named)


def rgb(text: str) -> Rgb:
    """A colour that is written `#rrggbb`."""
    red, green, blue = bytes.fromhex(text[1:])
    return red, green, blue


def blend(one: Rgb, other: Rgb, much: float) -> Rgb:
    """The first colour with so much of the other, 0 to 1."""
    red, green, blue = (round(a + (b - a) * much) for a, b in zip(one, other, strict=True))
    return red, green, blue


def luminance(colour: Rgb) -> float:
    """Relative luminance, 0 for black to 1 for white."""
    parts = [part / 255 for part in colour]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Rgb, other: Rgb) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def ink_on(ground: Rgb) -> Rgb:
    """Black or white, whichever is read better on a colour."""
    return BLACK if luminance(ground) > 0.18 else WHITE


def apart(ink: Rgb, ground: Rgb, least: float = 3.0) -> Rgb:
    """An ink with as much black or white as it needs for a contrast to the ground."""
    moved = (blend(ink, ink_on(ground), step / 10) for step in range(10))
    return next((each for each in moved if contrast(each, ground) >= least), ink_on(ground))
