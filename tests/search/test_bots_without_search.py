"""random, greedy and the plain UCT yardstick."""

from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.game import OVER
from termgames.games.plurality.packed import PackedPlurality
from termgames.games.plurality.rules import PASS, Plurality
from termgames.search.baseline import GreedyBot, RandomBot
from termgames.search.generic import GenericGame
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from termgames.search.settings import PLAIN
from tests.search.toy import Nim


def small() -> Plurality:
    game = games.create("plurality", {"size": 5})
    assert isinstance(game, Plurality)
    return game


def test_random_never_passes_while_there_is_a_placement() -> None:
    game = small()
    bot = RandomBot(PackedPlurality(game), seed=1)
    state = game.start()
    while game.to_act(state) != OVER:
        move = bot.think(state).move
        assert move != PASS
        state = game.apply(state, move)


def test_greedy_takes_the_best_score_after_one_move() -> None:
    game = small()
    bot = GreedyBot(PackedPlurality(game), seed=2)
    state = game.start()
    while game.to_act(state) != OVER:
        seat = game.to_act(state)

        def lead(move: object, state: object = state, seat: int = seat) -> float:
            totals = game.score(game.apply(state, move)).totals
            return totals[seat] - totals[1 - seat]

        move = bot.think(state).move
        best = max(map(lead, game.legal_moves(state)))
        assert lead(move) == best
        if move == PASS:
            others = [other for other in game.legal_moves(state) if other != PASS]
            assert all(lead(other) < best for other in others)
        state = game.apply(state, move)


@pytest.mark.parametrize("rollout", [None, lambda state, rng: np.array([0.5, 0.5], np.float32)])
def test_plain_search_finds_a_short_win_and_repeats_itself(rollout: Any) -> None:
    """Through the rules, or by what a game offers for playouts."""
    game = Nim(6)
    thoughts = [
        Mcts(GenericGame(game, None, rollout), seed=4, settings=PLAIN).think(
            game.start(), Limit(playouts=600)
        )
        for _ in range(2)
    ]
    assert thoughts[0].move == thoughts[1].move == 2
    assert thoughts[0].playouts == thoughts[1].playouts <= 600
