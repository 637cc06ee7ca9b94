"""Points that displays point out: start points, and what a range reaches."""

from __future__ import annotations

from typing import Any, cast

from termgames.core.game import Game
from termgames.core.overlay import Display, Originating, Ranging
from termgames.core.topology import Cell


def origins_of(
    game: Game[Any, Any], display: Display[Any, Any], state: Any
) -> dict[Cell, int | None]:
    """The marked points of a position with the colour of their owner; empty for displays
    without."""
    if not hasattr(display, "origins"):
        return {}
    return {
        origin.cell: None if origin.owner is None else game.colour(state, origin.owner)
        for origin in cast(Originating[Any], display).origins(state)
    }


def within_of(display: Display[Any, Any], state: Any) -> frozenset[Cell]:
    """The cells that the next stone can reach; empty where there is no range."""
    if not hasattr(display, "within"):
        return frozenset()
    return cast(Ranging[Any], display).within(state)
