"""Random games of Flip."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from termgames_flip.rules import Flip, State


def rollout(game: Flip) -> Callable[[State, Any], Any]:
    def play(s: State, rng: Any) -> Any:
        while moves := game.legal_moves(s):
            s = game.apply(s, moves[rng.integers(len(moves))])
        return game.utilities(s)

    return play
