"""What a painter needs: the colours in use, and the highlights, which change at every key."""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style
from textual.color import Color

from termgames.core.display import Pick
from termgames.core.topology import Cell
from termgames.tui.themes import Look

Spot = tuple[str, Style]
"""One character of the drawing and its style."""


@dataclass(frozen=True)
class Ink:
    """The colours in use, resolved; `plain` is for terminals without colours."""

    board: Color
    line: Color
    label: Color
    accent: Color
    warn: Color
    neutral: Color
    players: tuple[Color, ...]
    plain: bool


def component_css(look: Look) -> str:
    """The component styles of a look; a style sheet may override any of them."""
    own = f"Canvas.-{look.name}"
    lines = [f"{own} {{ background: {look.board}; }}"]
    for part in ("line", "label", "accent", "warn", "neutral"):
        lines.append(f"{own} .board--{part} {{ color: {getattr(look, part)}; }}")
    for number, colour in enumerate(look.players, 1):
        lines.append(f"{own} .board--player-{number} {{ color: {colour}; }}")
    return "\n".join(lines)


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
    """Stones of a proposed move."""
    faded: frozenset[Cell] = frozenset()
    """Empty cells that lead to no legal move."""
    inviting: frozenset[Cell] = frozenset()
    """Cells that may be picked next, where they are worth pointing out."""
    cleared: frozenset[Cell] = frozenset()
    """Cells whose stones the picks take off the board."""
