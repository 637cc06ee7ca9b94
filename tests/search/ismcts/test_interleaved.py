"""Searches that share one determinized game, or ask it by turns, answer as on their own."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from termgames.core.chance import draw
from termgames.core.game import CHANCE, OVER, Hidden
from termgames.games.mitropia.determinized import DeterminizedMitropia
from termgames.search.ismcts.search import Ismcts
from termgames.search.limits import Limit, Thought
from termgames.search.settings import suited
from tests.games.mitropia.play import PLAIN, at, make
from tests.search.coins import Coins, CoinWorlds, Table

LIMIT = Limit(playouts=60)
WALLS = """
    ...bw..
    ...bw..
    ...bw..
    ...bw..
    ...bw..
    ...b.w.
    ...b.w.
    """


class Marked(CoinWorlds):
    """The game of the coin, with a prior that depends on the judgement alone."""

    def judge(self, s: Table) -> int:
        return int(s.told)

    def prior(self, s: Table, actions: np.ndarray, judgement: int) -> np.ndarray:
        return np.float32(0.1) * ((actions + judgement) % 3).astype(np.float32)


def coins() -> tuple[Any, Any, list[Any]]:
    game = Coins(sure=0.4)
    return game, Marked, [Table(coin=1, asked=0, told=True), Table(coin=2, asked=0)]


def mitropia() -> tuple[Any, Any, list[Any]]:
    game = make(2, PLAIN)
    return game, DeterminizedMitropia, [at(game, WALLS), game.start()]


def mitropia_with_luck() -> tuple[Any, Any, list[Any]]:
    """A position with a third of the board taken, and the first question of the game."""
    game, rng = make(3), np.random.default_rng(5)
    states, s = [], game.start()
    while game.to_act(s) != OVER and len(s.stones) - s.stones.count(0) < 18:
        seat = game.to_act(s)
        if seat == CHANCE:
            s = game.apply(s, draw(game.chances(s), rng))
            continue
        states.append(s)
        legal = game.legal_moves(s)
        s = game.apply(s, legal[int(rng.integers(len(legal)))])
    asked = [s for s in states if len(game.legal_moves(s)) > 10]
    return game, DeterminizedMitropia, [asked[-1], asked[0]]


class Between:
    """Another search on the same object, which goes on whenever the first one asks whether to
    stop."""

    def __init__(self, search: Ismcts, state: Any) -> None:
        self.search, self.state = search, state
        self.thoughts: list[Thought] = []

    def __call__(self) -> bool:
        self.thoughts.append(self.search.think(self.state, LIMIT))
        return False


def search(game: Any, form: Any, seed: int) -> Ismcts:
    def imagine(s: Any, seat: int, rng: np.random.Generator) -> Any:
        return game.imagine(game.view(s, seat), seat, rng) if isinstance(game, Hidden) else s

    # A temperature keeps it from stopping before the limit.
    settings = replace(suited(form), lanes=4, leaves=4, overture=16)
    return Ismcts(game, form, imagine, seed=seed, settings=settings, temperature=0.1)


def compared(thought: Thought) -> Any:
    owner = None if thought.owner is None else thought.owner.tolist()
    return thought.move, thought.value, thought.visits, thought.line, thought.playouts, owner


@pytest.mark.parametrize("setup", [coins, mitropia, mitropia_with_luck])
def test_two_searches_on_one_object_answer_as_on_two(setup: Any) -> None:
    game, form, (first, second) = setup()
    expected = search(game, form(game), 1).think(first, LIMIT)
    other = search(game, form(game), 2)
    shared = form(game)
    between = Between(search(game, shared, 2), second)
    thought = search(game, shared, 1).think(first, LIMIT, should_stop=between)
    assert compared(thought) == compared(expected)
    assert between.thoughts
    for thought in between.thoughts:
        assert compared(thought) == compared(other.think(second, LIMIT))
