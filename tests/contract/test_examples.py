"""What players are told to type, as `c4`, is on the board on which they play."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from termgames import games
from termgames.core.errors import OptionError, UnreadableMove
from termgames.core.game import OVER, Game
from tests.contract.support import BASE

MISTYPED = ("", "x y", "x y z w", "pass", "resign", "dead", "1", "agree")
EXAMPLE = re.compile(r"\bas ((?:[a-z]+ )?[a-z]{1,2}[0-9]+(?:[,>][a-z]{1,2}[0-9]+)*)")
POINT = re.compile(r"[a-z]{1,2}[0-9]+")


def small(game_id: str) -> Game[Any, Any]:
    """The game on its smallest board, on which few points have the names of larger ones."""
    chosen = dict(BASE.get(game_id, {}))
    for option in games.info(game_id).options:
        if option.name == "size" and option.low is not None:
            chosen["size"] = option.low
        if option.name == "dead-stones":
            chosen["dead-stones"] = "agree"
    try:
        games.info(game_id).settle(chosen)
    except OptionError:  # no size beside another board
        chosen.pop("size")
    return games.create(game_id, chosen)


def positions(game: Game[Any, Any], seed: int) -> Iterator[Any]:
    rng, state = random.Random(seed), game.start()
    for _ in range(120):
        yield state
        if game.to_act(state) == OVER:
            return
        state = game.apply(state, rng.choice(game.legal_moves(state)))


def told(game: Game[Any, Any], state: Any, others: list[Any]) -> Iterator[str]:
    """What is said of the position, and of moves that cannot be made in it."""
    yield game.prompt(state)
    for text in MISTYPED:
        try:
            game.parse(state, text)
        except UnreadableMove as error:
            yield str(error)
    for move in others:
        refusal = game.refuse(state, move)
        if refusal is not None:
            yield refusal.text


def seen(game: Game[Any, Any], seed: int) -> Iterator[tuple[Any, str]]:
    """Every example of a random game, with the position in which it is given."""
    states = list(positions(game, seed))
    others = [move for state in states[::7] for move in game.legal_moves(state)[:2]]
    for state in states:
        for text in told(game, state, others):
            yield from ((state, example) for example in EXAMPLE.findall(text))


@pytest.mark.parametrize("game_id", games.GAMES)
def test_examples_are_points_of_the_board_and_free(game_id: str) -> None:
    game = small(game_id)
    examples = [each for seed in range(3) for each in seen(game, seed)]
    assert examples, "without any this says nothing"
    for state, example in examples:
        points, stones = POINT.findall(example), game.stones(state)
        assert set(points) <= set(game.topology.names), example
        taken = [bool(stones[game.topology.cell(name)]) for name in points]
        room = 0 if len(points) == 1 else 3 * len(stones) // 4
        if example.startswith("dead "):
            assert all(taken), example
        elif ">" not in example and stones.count(0) > room:
            assert not any(taken), example
