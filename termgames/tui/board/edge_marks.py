"""Marks around the board, for displays that have them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from termgames.core.display import Display, EdgeMark
from termgames.core.game import NEUTRAL, Game


def marks_of(game: Game[Any, Any], display: Display[Any, Any], state: Any) -> list[EdgeMark]:
    """The marks of a position, their owners as colours."""
    return [
        mark if mark.owner == NEUTRAL else replace(mark, owner=game.colour(state, mark.owner))
        for mark in display.edge_marks(state)
    ]
