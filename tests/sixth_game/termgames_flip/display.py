"""Flip on the screen: every cell is a point."""

from __future__ import annotations

from typing import Any

from termgames_flip.rules import Flip, Put, State

from termgames.core.display import Display


class FlipDisplay(Display[State, Put]):
    """What the rules tell, which is nothing of a full board."""

    counts_cells = True


def display(game: Flip) -> Display[Any, Any]:
    """How Flip is shown."""
    return FlipDisplay(game)
