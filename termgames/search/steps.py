"""Moves that take several actions (`core.packed.Stepwise`), for those who need whole ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from termgames.core.packed import PackedGame, Stepwise


def steps(game: PackedGame[Any, Any]) -> int:
    """The most actions of a move."""
    return game.steps if isinstance(game, Stepwise) else 1


def complete_move(game: PackedGame[Any, Any], position: Any, actions: Sequence[int]) -> Any:
    """The move that begins in `position` with `actions`, None while one is missing."""
    if isinstance(game, Stepwise):
        return game.complete_move(position, actions)
    return game.move(position, actions[0])
