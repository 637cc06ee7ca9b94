"""AMAF sums on their way from leaves up the tree."""

from __future__ import annotations

import numpy as np
import pytest

from termgames.core.evaluation import Evaluation
from termgames.core.packed import PackedGame
from termgames.search.mcts.search import Mcts
from termgames.search.mcts.tree import ROOT
from tests.search.mcts.test_allotment import majorities, plurality


def planted(game: PackedGame[object, object]) -> Mcts[object, object]:
    """A search whose tree has the start of the game as its root."""
    search = Mcts(game, seed=3)
    search.plant(game.pack([game.game.start()]))  # type: ignore[attr-defined]
    return search


@pytest.mark.parametrize("game", [plurality(), majorities()], ids=["plurality", "majorities"])
def test_a_leaf_that_is_played_out_several_times_counts_as_often(
    game: PackedGame[object, object],
) -> None:
    """As at the start of games of self-play."""
    search = planted(game)
    alone = game.evaluate(
        search.tree.positions[search.tree.place[[ROOT] * 8]], 4, search.rng, search.settings.reward
    )
    counts, rewards = alone.amaf_count.sum(axis=0), alone.amaf_reward.sum(axis=0)
    search.absorb([ROOT] * 8, alone, 4)
    tree = search.tree
    table = tree.table[ROOT]
    assert tree.amaf_lanes[table] == tree.visits[ROOT] == 32
    np.testing.assert_allclose(tree.amaf_count[table], counts, rtol=1e-5)
    np.testing.assert_allclose(tree.amaf_reward[table], rewards, rtol=1e-4)


@pytest.mark.parametrize("game", [plurality(), majorities()], ids=["plurality", "majorities"])
def test_the_move_to_a_leaf_counts_with_the_reward_of_who_made_it(
    game: PackedGame[object, object],
) -> None:
    search = planted(game)
    tree, child = search.tree, int(search.selector.widen(ROOT, 0)[-1])
    search.selector.reach(child)
    mover, other = int(tree.seat[ROOT]), int(tree.seat[child])
    assert mover != other
    none = np.zeros((1, game.features), np.float32)
    reward = np.zeros((1, 2), np.float32)
    reward[0, [mover, other]] = 0.75, 0.25
    owner = np.zeros((game.cells, 2), np.float32)
    result = Evaluation(reward, reward, reward, owner, none, none.copy())
    search.absorb([child], result, 4)
    moved = game.amaf_features(tree.position(ROOT), tree.action[[child]])
    moved = moved[moved >= 0]
    table = tree.table[ROOT]
    assert moved.size
    assert (tree.amaf_count[table][moved] == 4).all()
    assert (tree.amaf_reward[table][moved] == 3).all()
    assert tree.amaf_count[table].sum() == 4 * len(moved)
