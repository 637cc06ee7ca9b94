"""Games of Plurality as the tests of its rules set them up and play them."""

from __future__ import annotations

from typing import Any

from termgames import games
from termgames.games.plurality.rules import Plurality


def plurality(**options: Any) -> Plurality:
    game = games.create("plurality", options)
    assert isinstance(game, Plurality)
    return game


FIVE = plurality(size=5, komi=5.5)
HEX = plurality(hex=3, komi=5.5)


def play(game: Plurality, state: Any, *texts: str) -> Any:
    for text in texts:
        state = game.apply(state, game.parse(state, text))
    return state
