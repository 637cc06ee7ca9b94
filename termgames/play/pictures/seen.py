"""What is seen of a position: what lies on the board, how areas are tinted, and the highlights,
which change at every key. Screens and pictures draw the same values, see `faces`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.display import Overlay, Pick
from termgames.core.game import NEUTRAL, NOBODY, AnyGame
from termgames.core.topology import Cell

_EVEN = 0.08
"""Estimates closer to even than this are not shown."""
_LIKELY = 0.5
"""Estimates above this get a glyph where colours are missing."""
_ESTIMATE = 0.7
"""An estimate is painted lighter than what is settled."""
_STEPS = 8
"""Strengths of an estimate: one that hardly changes is not painted anew."""


@dataclass(frozen=True)
class Tint:
    """What an empty cell looks like for its owner, a colour or NEUTRAL.

    `strength` 0 to 1; `firm` is settled for good; `mark` asks for a glyph besides the
    background.
    """

    owner: int
    strength: float
    firm: bool = False
    mark: bool = True

    @property
    def unsettled(self) -> bool:
        """Whether a point is nobody's as yet. Such points are most of a young board: they stay as
        they are, in range or not."""
        return self.owner == NEUTRAL and not self.firm


def overlay_tints(overlay: Overlay, game: AnyGame, state: Any) -> dict[Cell, Tint]:
    """The tints of an overlay over a position."""
    return {
        cell: Tint(game.colour(state, owner) if owner >= 0 else owner, 1.0 if firm else 0.5, firm)
        for cell, (owner, firm) in enumerate(zip(overlay.owner, overlay.firm, strict=True))
        if owner != NOBODY
    }


def estimate_tints(owner: NDArray[np.floating[Any]], *, plain: bool) -> dict[Cell, Tint]:
    """The tints of an estimate: (cells,) 1 for the first colour to -1 for the second, or
    (cells, colours) shares. `plain` asks for glyphs where an estimate is likely enough."""
    if owner.ndim == 1:
        best = np.where(owner > 0, 0, 1)
        lead = np.abs(owner)
    else:
        even = 1 / owner.shape[1]
        best = owner.argmax(axis=1)
        lead = (owner.max(axis=1) - even) / (1 - even)
    return {
        int(cell): Tint(
            int(best[cell]),
            _ESTIMATE * round(min(float(lead[cell]), 1.0) * _STEPS) / _STEPS,
            mark=plain and bool(lead[cell] > _LIKELY),
        )
        for cell in np.flatnonzero(lead > _EVEN)
    }


@dataclass(frozen=True)
class Position:
    """What lies on the board until the next move; owners are colours."""

    stones: bytes
    """(cells,): 0 empty, else 1 + colour"""
    last: frozenset[Cell] = frozenset()
    """Stones played last."""
    tints: Mapping[Cell, Tint] = field(default_factory=dict)
    marked: tuple[Cell, ...] = ()
    """Stones that an overlay points out."""
    origins: Mapping[Cell, int | None] = field(default_factory=dict)
    within: frozenset[Cell] = frozenset()
    """Cells that a range reaches."""
    labels: Mapping[Cell, str] = field(default_factory=dict)
    """What is written on cells, one or two characters."""


@dataclass(frozen=True)
class Scene:
    """The highlights: everything that may change at a key while the position stays."""

    cursor: Cell | None = None
    active: bool = True
    """Whether keys go to the board; the cursor is fainter otherwise."""
    framed: bool = True
    """Whether the cursor needs brackets; with a stamp under it, it does not."""
    picks: tuple[Pick, ...] = ()
    hover: Pick | None = None
    """The stone that the next pick would place under the cursor."""
    refused: bool = False
    """Whether the picks as they lie may not be played."""
    faults: frozenset[Cell] = frozenset()
    hints: frozenset[Cell] = frozenset()
    proposed: tuple[Pick, ...] = ()
    """Stones of a proposed move, or of several in the order of a line of play."""
    labels: Mapping[Cell, Sequence[str]] = field(default_factory=dict)
    """What is written on cells: lines of text, the first of one character. Where there is room for
    no more, the others are left out."""
    faded: frozenset[Cell] = frozenset()
    """Empty cells that lead to no legal move."""
    along: frozenset[Cell] = frozenset()
    """Cells in line with the cursor, where that is hard to see."""
    inviting: frozenset[Cell] = frozenset()
    """Cells that may be picked next, where they are worth pointing out."""
    cleared: frozenset[Cell] = frozenset()
    """Cells whose stones the picks take off the board."""

    def pointed(self, stones: bytes) -> frozenset[Cell]:
        """The `inviting` and the `hints` on which a stone lies and stays, of all `stones`."""
        both = (self.inviting | self.hints) - self.cleared
        return frozenset(cell for cell in both if stones[cell])
