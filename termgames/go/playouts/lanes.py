"""The lanes of a batch that are still being played.

*Lane* always means one board of a batch; *flat* arrays hold the boards of all lanes one after
the other (see `layout`).
"""

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Flags, Indices
from termgames.go.playouts.layout import Codes


@dataclass
class LiveLanes:
    """The state of the n lanes still being played, beside their boards; all arrays (n,)."""

    row: Indices
    """The number of the lane in the batch."""
    end: Indices
    """Where the lane's part of the flat list of empty points ends."""
    turn: Indices
    """The lane's next turn, an index of the table of players."""
    limit: Indices
    """The turn at which the lane is stopped."""
    passed: Bytes
    """The colours, from 0, as bits, that have passed since the last stone."""
    ko: Indices
    """The point, in flat arrays, that the ko forbids to one colour, or NOWHERE."""
    ko_colour: NDArray[np.uint16]
    """That colour, from 1."""
    barred: Indices
    """The point `ko` while `ko_colour` is to play, else NOWHERE."""
    effort: Indices
    """An index of `UniformRun.tries`: how many points to look at in the next step."""
    distance: Indices
    """How far from its own stones this turn's colour may play."""

    def keep(self, which: Indices) -> None:
        """Drop all lanes but those at the indices `which`."""
        for name in _FIELDS:
            setattr(self, name, getattr(self, name).take(which))


_FIELDS = tuple(field.name for field in fields(LiveLanes))


@dataclass
class LaneTurns:
    """The present turns of the n live lanes; all arrays (n,)."""

    colour: NDArray[np.uint16]
    """Who plays, from 1."""
    side: NDArray[np.uint16]
    """The colour's side, as in codes."""
    slots: Indices
    """Where the lane's part of the flat list of empty points begins."""
    base: Indices
    """Where the lane's board begins in flat arrays."""
    count: Indices
    """Empty points on the board."""


@dataclass
class ChosenPoints:
    """The points that m of the n live lanes will play on in this step."""

    some: Flags
    """(n,): which lanes these are."""
    taker: Indices
    """(m,): the numbers of these lanes among the live ones."""
    slot: Indices
    """(m,), as in `NewStones`; so are the next three."""
    place: NDArray[np.uint16]
    at: Indices
    around: Codes
    passing: Indices
    """The numbers of the lanes that must pass: no point may be played."""


@dataclass
class NewStones:
    """Stones to put, at most one a lane; all arrays have one entry a stone, (m,)."""

    lane: Indices
    """The lane's number among the live lanes."""
    row: Indices
    """The lane's number in the batch."""
    base: Indices
    """Where its board begins in flat arrays."""
    slot: Indices
    """Where the point is in the flat list of empty points."""
    place: NDArray[np.uint16]
    """The point on its board."""
    at: Indices
    """The point in flat arrays."""
    around: Codes
    """(directions, m): the codes of the neighbouring points."""
    colour: NDArray[np.uint16]
    """From 1."""
    side: NDArray[np.uint16]
    """The colour's side, as in codes."""
    following: NDArray[np.uint16]
    """The colour of the next turn, from 1."""
