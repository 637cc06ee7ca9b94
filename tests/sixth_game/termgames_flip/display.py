"""Flip on the screen: every cell is a point."""

from __future__ import annotations

from typing import Any

from termgames_flip.rules import Flip, Put, State

from termgames.core.display import Display


class FlipDisplay(Display[State, Put]):
    counts_cells = True


def display(game: Flip) -> Display[Any, Any]:
    return FlipDisplay(game)
