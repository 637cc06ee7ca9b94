"""The lanes of a batch that are still being played."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from termgames.go.playouts.layout import Codes


@dataclass
class Live:
    """What changes from turn to turn; all arrays (n,)."""

    row: NDArray[np.intp]
    """Which lane of the batch."""
    end: NDArray[np.intp]
    """Where its list of empty points ends."""
    turn: NDArray[np.intp]
    """Its place in the table of players."""
    limit: NDArray[np.intp]
    """The place at which it is stopped."""
    passed: NDArray[np.uint8]
    """Colours, as bits, in the run of passes just now."""
    ko: NDArray[np.intp]
    """The point, in flat arrays, that a colour may not play, or NOWHERE."""
    ko_colour: NDArray[np.uint16]
    """That colour, from 1."""
    barred: NDArray[np.intp]
    """The same point while it is the turn of that colour, else NOWHERE."""
    effort: NDArray[np.intp]
    """How hard it is to find a point, as experience goes; see `play.TRIES`."""
    distance: NDArray[np.intp]
    """The reach of this turn."""

    def keep(self, which: NDArray[np.intp]) -> None:
        """Go on with some lanes only."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name).take(which))


@dataclass
class Turns:
    """The turns that the live lanes are at; all arrays (n,)."""

    colour: NDArray[np.uint16]
    """Who plays, from 1."""
    side: NDArray[np.uint16]
    """As in codes."""
    slots: NDArray[np.intp]
    """Where their lists of empty points begin."""
    base: NDArray[np.intp]
    """Where their boards begin in flat arrays."""
    count: NDArray[np.intp]
    """Empty points."""


@dataclass
class Pick:
    """Points for as many of the live lanes as find one; m of n."""

    some: NDArray[np.bool_]
    """(n,): which these are."""
    taker: NDArray[np.intp]
    """(m,): their numbers."""
    slot: NDArray[np.intp]
    """(m,), as in `Put`; so are the next three."""
    place: NDArray[np.uint16]
    at: NDArray[np.intp]
    around: Codes
    passing: NDArray[np.intp]
    """Numbers of the lanes that know of no point to play."""


@dataclass
class Put:
    """Stones to put, at most one a lane; all arrays have one entry a stone, (m,)."""

    lane: NDArray[np.intp]
    """Number among the live lanes."""
    row: NDArray[np.intp]
    """Which lane of the batch."""
    base: NDArray[np.intp]
    """Where its board begins in flat arrays."""
    slot: NDArray[np.intp]
    """Of the point in the lists of empty points."""
    place: NDArray[np.uint16]
    """The point on its board."""
    at: NDArray[np.intp]
    """The point in flat arrays."""
    around: Codes
    """(directions, m): the codes beside it."""
    colour: NDArray[np.uint16]
    """From 1."""
    side: NDArray[np.uint16]
    """As in codes."""
    following: NDArray[np.uint16]
    """The colour of the next turn, from 1."""
