"""What a painter draws: the position, and the highlights, which change at every key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rich.style import Style

from termgames.core.display import Pick
from termgames.core.topology import Cell
from termgames.tui.board.tints import Tint

Spot = tuple[str, Style]
"""One character of the drawing and its style."""
Drawing = list[list[Spot]]
"""By row and column."""


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
    inviting: frozenset[Cell] = frozenset()
    """Cells that may be picked next, where they are worth pointing out."""
    cleared: frozenset[Cell] = frozenset()
    """Cells whose stones the picks take off the board."""

    def pointed(self, stones: bytes) -> frozenset[Cell]:
        """The `inviting` and the `hints` on which a stone lies and stays, of all `stones`."""
        both = (self.inviting | self.hints) - self.cleared
        return frozenset(cell for cell in both if stones[cell])
