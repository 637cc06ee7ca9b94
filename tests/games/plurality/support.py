"""Games of Plurality as the tests of its rules set them up and play them."""

from __future__ import annotations

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


def play(game: Plurality, state: Any, *texts: str) -> Any:
    for text in texts:
        state = game.apply(state, game.parse(state, text))
    return state


class Scene(scenes.Scene):
    """A scene of Plurality: it adds the number of `cells`, the `komi`, and which territories
    `owns FIRST CELL`: whose they are, and their points."""

    game_id = "plurality"

    def on_cells(self, text: str) -> None:
        assert self.game.topology.cells == int(text)

    def on_komi(self, text: str) -> None:
        assert self.state.komi == float(text)

    def on_owns(self, text: str) -> None:
        names = {0: "black", 1: "white", NEUTRAL: "neutral"}
        parts = [part for part in self.game.score(self.state).parts if part.cells]
        told = [(self.game.topology.names[p.cells[0]], names[p.seat], p.points) for p in parts]
        found = {f"{first} {who} {points:g}" for first, who, points in told}
        assert found >= set(scenes.parts(text)), found
