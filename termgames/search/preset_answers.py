"""Answers to questions that are not searched: offers before play, agreements after it."""

from __future__ import annotations

from typing import Any

import numpy as np

from termgames.core.packed import PackedGame, TableTalk


def answer(game: PackedGame[Any, Any], state: Any, rng: np.random.Generator) -> Any:
    """What the seat to act answers out of the book or from judging the board; None where
    a search, or chance, is to choose a move."""
    known = game.preset_answer(state)
    if known is None and isinstance(game, TableTalk):
        known = game.answer(state, rng)
    return known


def proposal(game: PackedGame[Any, Any], state: Any, value: tuple[float, ...] | None) -> Any:
    """What the seat to act, which expects these win shares, says before it moves; None
    for nothing, also where the game knows no such talk."""
    if value is None or not isinstance(game, TableTalk):
        return None
    return game.propose(state, value)
