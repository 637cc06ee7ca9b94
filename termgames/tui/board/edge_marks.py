"""Marks around the board, for displays that have them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from termgames.core.display import Display, Rim, Rimmed
from termgames.core.game import NEUTRAL, Game


def has_rim(display: Display[Any, Any]) -> bool:
    """Whether a display knows marks around the board."""
    return isinstance(display, Rimmed)


def marks_of(game: Game[Any, Any], display: Display[Any, Any], state: Any) -> list[Rim]:
    """The marks of a position, their owners as colours; none without a rim."""
    if not isinstance(display, Rimmed):
        return []
    return [
        mark if mark.owner == NEUTRAL else replace(mark, owner=game.colour(state, mark.owner))
        for mark in display.rim(state)
    ]
