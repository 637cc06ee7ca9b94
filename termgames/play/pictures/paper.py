"""The colours of a picture. Nothing relies on them: each player has a sign of his own as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from termgames.core.game import AnyGame


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
    def neutral(self) -> str:
        """What belongs to nobody."""

    @property
    def players(self) -> Sequence[str]:
        """By the number of a colour."""


@dataclass(frozen=True)
class Book:
    """Black on white, as books have it."""

    players: tuple[str, ...]
    name: str = "book"
    board: str = "#ffffff"
    line: str = "#404040"
    label: str = "#303030"
    neutral: str = "#8a8a8a"


_NAMED = dict(zip("bwrug", ("#000000", "#ffffff", "#d62f2f", "#2f66d6", "#2c9a4b"), strict=True))
"""Colours by the letters that games give them, where they are called so."""
_OTHERS = ("#56b4e9", "#f0e442", "#d55e00", "#0072b2", "#cc79a7")
"""Those of Okabe and Ito, which stay apart for everybody."""


def book(game: AnyGame) -> Book:
    """The colours for the stones of a game: black and white for two players, and those that the
    colours are named after; others where they have no such names. Nobody's stones are grey."""
    marks = game.marks[: game.seats]
    if game.seats == 2:
        own = [_NAMED["b"], _NAMED["w"]]
    elif set(marks) <= _NAMED.keys():
        own = [_NAMED[mark] for mark in marks]
    else:
        own = [*_OTHERS[: game.seats]]
    return Book((*own, *("#8a8a8a",) * (len(game.marks) - game.seats)))


def ink_on(ground: str) -> str:
    """Black or white, whichever is read better on a colour."""
    red, green, blue = (int(ground[at : at + 2], 16) / 255 for at in (1, 3, 5))
    luminance = 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
    return "#000000" if luminance > 0.18 else "#ffffff"
