"""Searches by a value net alone, in many trees at once."""

from typing import Any

import numpy as np

from termgames.core.evaluation import Reward
from termgames.games.mitropia.moves import PASS, Point
from termgames.workbench.train.gumbel import GumbelSearch
from tests.search.mcts.test_provisional import BEST, Watched
from tests.search.test_value_nets import go, net_for

REWARD = Reward(0.5, 10.0)


def searched(
    states: list[Any], *, noise: float = 0.0, descents: int = 24, seed: int = 1
) -> tuple[Any, Watched, Any]:
    """What a search found whose net takes the game for won by who has a stone on one point."""
    _, packed = go()
    net = Watched(packed, net_for(packed))
    search = GumbelSearch(packed, net, descents, 90)
    rows = packed.pack(states)
    noises = np.full(len(rows), noise, np.float32)
    found = search(rows, lambda _: REWARD, noises, np.random.default_rng(seed))
    return found, net, packed


def test_the_point_that_wins_is_found_in_every_tree_by_either_seat() -> None:
    game, packed = go()
    start = game.start()
    states = [start, game.apply(start, Point(3)), game.apply(start, PASS)]
    found, net, _ = searched(states, descents=100)
    assert found.action.tolist() == [BEST] * 3
    np.testing.assert_allclose(found.improved.sum(axis=1), 1, rtol=1e-5)
    assert (found.improved[:, BEST] > 0.5).all()
    assert not found.improved[~found.legal].any()
    for row, legal in zip(packed.pack(states), found.legal, strict=True):
        assert np.flatnonzero(legal).tolist() == packed.legal(row).tolist()
    # One call a descent, for all trees together.
    assert len(net.asked) == 101
    assert max(net.asked) == 3


def test_the_other_seat_answers_by_what_is_best_for_it() -> None:
    """Whoever has put a stone on a point loses: so that a search sees it, it has to turn the value
    round from ply to ply."""
    game, packed = go()

    class Feared(Watched):
        def predict(self, positions: Any, reward: Reward) -> Any:
            logits, value = super().predict(positions, reward)
            value.reward[:] = value.reward[:, ::-1]
            return logits, value

    search = GumbelSearch(packed, Feared(packed, net_for(packed)), 100, 90)
    rows = packed.pack([game.start()])
    noise = np.zeros(1, np.float32)
    found = search(rows, lambda _: REWARD, noise, np.random.default_rng(1))
    assert found.improved[0, BEST] < 1e-3
    assert found.action[0] != BEST


def test_a_pass_that_ends_the_game_is_worth_what_the_board_says() -> None:
    """White holds one stone, Black none: after Black's pass White's ends the game, and wins."""
    game, packed = go()
    state = game.start()
    for move in (PASS, Point(3), PASS):
        state = game.apply(state, move)
    net = Watched(packed, net_for(packed))
    search = GumbelSearch(packed, net, 160, 90)
    rewards = []

    def reward(games: Any) -> Reward:
        rewards.append(games.tolist())
        return REWARD

    found = search(packed.pack([state]), reward, np.zeros(1, np.float32), np.random.default_rng(1))
    assert found.improved[0, packed.passing] + found.improved[0, BEST] > 0.9
    others = np.delete(found.improved[0], [BEST, packed.passing])
    assert found.improved[0, packed.passing] > 4 * others.max()
    assert [0] in rewards


def test_nobody_passes_in_a_game_that_is_to_go_on() -> None:
    game, packed = go()
    net = Watched(packed, net_for(packed))
    search = GumbelSearch(packed, net, 8, 90)
    rows = packed.pack([game.start()] * 2)
    going_on, noise = np.array([False, True]), np.zeros(2, np.float32)
    rng = np.random.default_rng(1)
    found = search(rows, lambda _: REWARD, noise, rng, going_on)
    assert found.legal[:, packed.passing].tolist() == [True, False]
    assert found.improved[1, packed.passing] == 0
    # Who has nothing else passes all the same.
    full = packed.advance(rows, np.array([40, 40], np.int32))
    full["barred"] = True
    found = search(full, lambda _: REWARD, noise, rng, going_on)
    assert found.legal.sum(axis=1).tolist() == [1, 1]
    assert found.action.tolist() == [packed.passing] * 2
