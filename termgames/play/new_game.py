"""What is chosen for a new game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.game import Game
from termgames.core.options import GameInfo, Value
from termgames.play.bots.players import USUAL


@dataclass(frozen=True)
class NewGame:
    """What was chosen: the game, the options that differ from the defaults, the players."""

    game_id: str
    chosen: Mapping[str, Value] = field(default_factory=dict)
    players: tuple[str, ...] = ()


FIRST = "bot:1"
"""The opponent in a first game."""


def first_game(info: GameInfo) -> NewGame:
    """What a menu begins at once: the game's small board, a human against the weakest bots."""
    chosen = info.presets[0].chosen
    others = len(info.seated(info.settle(chosen))) - 1
    return NewGame(info.id, chosen, ("human", *(FIRST for _ in range(others))))


def seated(game_id: str, players: Sequence[str] = ()) -> tuple[str, ...]:
    """As many players as the game has seats: those given, then bots; a human comes first."""
    seats = len(games.info(game_id).seats)
    wanted = tuple(players) or ("human",)
    return (*wanted[:seats], *(USUAL for _ in range(seats - len(wanted))))


def chosen_of(game: Game[Any, Any]) -> dict[str, Value]:
    """The fewest options that set up a game like this one: what is derived is left out, and
    what depends on who plays is told."""
    info = games.info(game.id)
    full = dict(game.options)
    chosen = {name: value for name, value in full.items() if value is not None}
    for name in list(chosen):
        if info.option(name).played is not None:
            continue
        fewer = {other: value for other, value in chosen.items() if other != name}
        try:
            if info.settle(fewer) == full:
                chosen = fewer
        except OptionError:
            continue
    return chosen
