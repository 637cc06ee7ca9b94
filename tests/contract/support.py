"""Every game of the registry in several settings, and random games of each."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from termgames import games
from termgames.core.game import OVER
from termgames.core.options import Option, Value

every_game = pytest.mark.parametrize("game_id", list(games.GAMES))


def other_values(option: Option) -> tuple[Value, ...]:
    """Values of an option that are not its default."""
    if option.kind == "flag":
        return (not option.default,)
    if option.kind == "choice":
        return tuple(choice for choice in option.choices if choice != option.default)
    if option.kind == "float":
        return (0.0,)
    return option.choices if option.low is None else (option.low, *option.choices)


def settings() -> Iterator[tuple[str, tuple[tuple[str, Value], ...]]]:
    """Each game as it comes and with each of its options changed."""
    for game_id in games.GAMES:
        yield game_id, ()
        for option in games.info(game_id).options:
            for value in other_values(option):
                yield game_id, ((option.name, value),)


SETTINGS = list(settings())


def label(setting: tuple[str, tuple[tuple[str, Value], ...]]) -> str:
    game_id, chosen = setting
    return " ".join([game_id, *(f"{name}={value}" for name, value in chosen)])


every_setting = pytest.mark.parametrize("setting", SETTINGS, ids=label)


@cache
def game_of(setting: tuple[str, tuple[tuple[str, Value], ...]]) -> Any:
    """The game of a setting; one object, since games are values."""
    game_id, chosen = setting
    return games.create(game_id, dict(chosen))


@cache
def random_game(
    setting: tuple[str, tuple[tuple[str, Value], ...]], seed: int
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """States and moves of a uniformly random game to its end: one more state than moves."""
    game = game_of(setting)
    rng = random.Random(seed)
    states, moves = [game.start()], []
    while game.to_act(states[-1]) != OVER:
        assert len(moves) <= 4 * game.topology.cells, "the game does not end"
        moves.append(rng.choice(game.legal_moves(states[-1])))
        states.append(game.apply(states[-1], moves[-1]))
    return tuple(states), tuple(moves)


def sample(setting: tuple[str, tuple[tuple[str, Value], ...]], seed: int, many: int) -> list[Any]:
    """The first states of a random game, its end, and some between, `many` at most."""
    states, _ = random_game(setting, seed)
    if len(states) <= many:
        return list(states)
    rng = random.Random(seed)
    between = sorted(rng.sample(range(2, len(states) - 1), many - 3))
    return [states[0], states[1], *(states[ply] for ply in between), states[-1]]


def mutations(move: Any, rng: random.Random, cells: int) -> Iterator[Any]:
    """Moves like `move` with one whole number in it changed, as a rule to nonsense."""
    for field in dataclasses.fields(move):
        value = getattr(move, field.name)
        if isinstance(value, int):
            yield dataclasses.replace(move, **{field.name: rng.randint(-2, cells + 1)})
        elif isinstance(value, tuple):
            for index in range(len(value)):
                changed = list(value)
                changed[index] = rng.randint(-2, cells + 1)
                yield dataclasses.replace(move, **{field.name: tuple(changed)})
