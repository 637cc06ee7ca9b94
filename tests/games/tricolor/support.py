"""Games of Tri-Color as its tests set them up and play them."""

from __future__ import annotations

from typing import Any

from termgames import games
from termgames.games.tricolor.rules import TriColor
from tests import diagrams


def tricolor(**options: Any) -> TriColor:
    """A game; `dead_stones` stands for the option with a hyphen."""
    game = games.create("tricolor", {name.replace("_", "-"): v for name, v in options.items()})
    assert isinstance(game, TriColor)
    return game


FIVE = tricolor(size=5)
ASKING = tricolor(size=5, dead_stones="agree")


def play(game: TriColor, state: Any, *texts: str) -> Any:
    for text in texts:
        state = game.apply(state, game.parse(state, text))
    return state


def code(game: TriColor, state: Any, text: str) -> str | None:
    """The code of the refusal of a move, or None."""
    refusal = game.refuse(state, game.parse(state, text))
    return refusal.code if refusal else None


def named(game: TriColor, cells: Any) -> str:
    return " ".join(game.topology.names[cell] for cell in cells)


def acting(game: TriColor, state: Any) -> str:
    return game.seat_name(state, game.to_act(state))


def position(text: str, *, game: TriColor = FIVE, **position_text: str) -> Any:
    return diagrams.position(game, text, **position_text)


def show(state: Any, *, game: TriColor = FIVE) -> str:
    return " ".join(diagrams.show(game, state))
