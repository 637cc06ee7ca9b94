"""Games of Pletore as its tests set them up."""

from typing import Any

from termgames import games
from termgames.games.pletore.rules import Pletore


def pletore(**options: Any) -> Pletore:
    game = games.create("pletore", options)
    assert isinstance(game, Pletore)
    return game
