"""The lanes of a batch that are still being played.

*Lane* always means one board of a batch; *flat* arrays hold the boards of all lanes one after
the other (see `layout`).
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from termgames.go.playouts.layout import Codes


@dataclass
class LiveLanes:
    """What changes from turn to turn in the n lanes still being played; all arrays (n,)."""

    row: NDArray[np.intp]
    """The number of the lane in the batch."""
    end: NDArray[np.intp]
    """Where the lane's part of the flat list of empty points ends."""
    turn: NDArray[np.intp]
    """The lane's next turn, an index of the table of players."""
    limit: NDArray[np.intp]
    """The turn at which the lane is stopped."""
    passed: NDArray[np.uint8]
    """The colours, as bits, that have passed since the last stone."""
    ko: NDArray[np.intp]
    """The point, in flat arrays, that the ko forbids to one colour, or NOWHERE."""
    ko_colour: NDArray[np.uint16]
    """That colour, from 1."""
    barred: NDArray[np.intp]
    """The same point while that colour is to play, else NOWHERE."""
    effort: NDArray[np.intp]
    """An index of `uniform.TRIES`: how many points to look at in the next step."""
    distance: NDArray[np.intp]
    """How far from its own stones this turn's colour may play."""

    def keep(self, which: NDArray[np.intp]) -> None:
        """Drop all lanes but those numbered `which`."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name).take(which))


@dataclass
class LaneTurns:
    """The turns that the n live lanes are at; all arrays (n,)."""

    colour: NDArray[np.uint16]
    """Who plays, from 1."""
    side: NDArray[np.uint16]
    """The colour's side, as in codes."""
    slots: NDArray[np.intp]
    """Where their lists of empty points begin."""
    base: NDArray[np.intp]
    """Where their boards begin in flat arrays."""
    count: NDArray[np.intp]
    """Empty points on the board."""


@dataclass
class ChosenPoints:
    """The points that m of the n live lanes will play on in this step."""

    some: NDArray[np.bool_]
    """(n,): which lanes these are."""
    taker: NDArray[np.intp]
    """(m,): the numbers of these lanes among the live ones."""
    slot: NDArray[np.intp]
    """(m,), as in `NewStones`; so are the next three."""
    place: NDArray[np.uint16]
    at: NDArray[np.intp]
    around: Codes
    passing: NDArray[np.intp]
    """The numbers of the lanes that must pass: no point may be played."""


@dataclass
class NewStones:
    """Stones to put, at most one a lane; all arrays have one entry a stone, (m,)."""

    lane: NDArray[np.intp]
    """The lane's number among the live lanes."""
    row: NDArray[np.intp]
    """The lane's number in the batch."""
    base: NDArray[np.intp]
    """Where its board begins in flat arrays."""
    slot: NDArray[np.intp]
    """Where the point is in the flat list of empty points."""
    place: NDArray[np.uint16]
    """The point on its board."""
    at: NDArray[np.intp]
    """The point in flat arrays."""
    around: Codes
    """(directions, m): the codes of the neighbouring points."""
    colour: NDArray[np.uint16]
    """From 1."""
    side: NDArray[np.uint16]
    """The colour's side, as in codes."""
    following: NDArray[np.uint16]
    """The colour of the next turn, from 1."""
