"""Games of Plurality as the tests of its rules set them up and play them."""

from typing import Any

from termgames import games
from termgames.core.game import NEUTRAL
from termgames.games.plurality.rules import Plurality
from tests import scenes


def plurality(**options: Any) -> Plurality:
    game = games.create("plurality", options)
    assert isinstance(game, Plurality)
    return game


FIVE = plurality(size=5, komi=5.5)
HEX = plurality(hex=3, komi=5.5)


class Scene(scenes.Scene):
    """A scene of Plurality: it adds which territories it `owns`: first cell, whose, points."""

    game_id = "plurality"

    def on_owns(self, text: str) -> None:
        names = {0: "black", 1: "white", NEUTRAL: "neutral"}
        parts = [part for part in self.game.score(self.state).parts if part.cells]
        told = [(self.game.topology.names[p.cells[0]], names[p.seat], p.points) for p in parts]
        found = {f"{first} {who} {points:g}" for first, who, points in told}
        assert found >= set(scenes.parts(text)), found
