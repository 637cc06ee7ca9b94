"""Descents are dealt out as by one after the other, each to the child with the best prospects."""

import math
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.packed import PackedGame
from termgames.games.majorities.packed import PackedMajorities
from termgames.games.majorities.rules import Majorities
from termgames.games.plurality.packed import PackedPlurality
from termgames.games.plurality.rules import Plurality
from termgames.search.limits import Limit
from termgames.search.mcts.allotment import allot, worth
from termgames.search.mcts.search import Mcts
from termgames.search.mcts.tree import NONE
from termgames.search.policy import usual
from termgames.search.settings import suited


def plurality() -> PackedGame[object, object]:
    game = games.create("plurality", {"size": 5})
    assert isinstance(game, Plurality)
    return PackedPlurality(game)


def majorities() -> PackedGame[object, object]:
    game = games.create("majorities", {"size": 2})
    assert isinstance(game, Majorities)
    return PackedMajorities(game)


def one_by_one(search: Mcts[object, object], node: int, count: int) -> Counter[int]:
    """What `deal` answers for one node, by its definition."""
    tree, settings = search.tree, search.settings
    children, lanes, seat = tree.children[node], settings.lanes, tree.seat[node]
    total = max(float(tree.visits[node]), lanes) + count * lanes
    explore = settings.explore * (settings.reward.weight if tree.winner[node] != NONE else 1)
    guided = search.policy is not None
    urge = settings.policy_explore * math.sqrt(total / lanes) if guided else 0
    all_lost = all(tree.winner[child] != NONE for child in children)
    dealt: Counter[int] = Counter()

    def prospects(child: int) -> float:
        if tree.winner[child] != NONE and not all_lost:
            return -math.inf
        value = float(worth(tree, np.array([child]), int(seat))[0])
        if tree.solved[child]:
            return value
        seen = float(tree.visits[child]) + dealt[child] * lanes
        value += explore * math.sqrt(math.log(total)) / math.sqrt(seen + lanes)
        return value + urge * float(tree.chance[child]) / (1 + seen / lanes)

    for _ in range(count):
        dealt[max(children.tolist(), key=prospects)] += 1
    return dealt


@pytest.mark.parametrize("game", [plurality(), majorities()], ids=["plurality", "majorities"])
@pytest.mark.parametrize("explore", [0.0, 0.1])
def test_nodes_of_a_level_are_dealt_out_as_each_by_itself(game: Any, explore: float) -> None:
    state = game.game.start()
    policy = usual(game)
    settings = replace(suited(game), policy_explore=explore)
    search = Mcts(game, seed=3, settings=settings, policy=policy)
    search.think(state, Limit(playouts=6000))
    tree, rng = search.tree, np.random.default_rng(0)
    inner = [node for node in range(tree.size) if tree.children[node] is not None]
    level = [(node, int(rng.integers(1, 12))) for node in inner]
    families = [tree.children[node] for node in inner]
    dealt = allot(tree, search.settings, level, families, guided=policy is not None)
    found: dict[int, Counter[int]] = {node: Counter() for node in inner}
    for child, times in dealt:
        found[int(tree.parent[child])][child] += times
    assert found == {node: one_by_one(search, node, count) for node, count in level}
    assert (tree.winner[: tree.size] != NONE).any(), "some children are to be proven"
