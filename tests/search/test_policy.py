"""A policy in the search: what it changes, and that nothing changes without it."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from termgames import games
from termgames.core.net_game import NetGame
from termgames.core.nets import Net, NetError, Shape, log_softmax
from termgames.core.packed import PackedGame
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from termgames.search.mcts.tree import ROOT
from termgames.search.policy import NetPolicy, Policy
from termgames.search.settings import suited
from termgames.workbench.train import new_nets

LIMIT = Limit(playouts=400)


def pletore() -> tuple[PackedGame[Any, Any], Any]:
    game = games.create("pletore", {"size": 7, "komi": 1})
    packed = games.packed(game)
    state = game.start()
    while (answer := packed.preset_answer(state)) is not None:
        state = game.apply(state, answer)
    return packed, state


class Fond(NetPolicy):
    """A policy that is fond of one cell."""

    def __init__(self, game: Any, cell: int, fondness: float) -> None:
        shape = Shape(game.planes, game.actions_per_cell, game.off_board_actions, 8, 0)
        super().__init__(game, new_nets.fresh(shape, np.random.default_rng(0)))
        self.cell, self.fondness = cell, fondness
        self.asked: list[int] = []

    def logits(self, positions: Any) -> NDArray[np.float32]:
        self.asked.append(len(positions))
        found = np.zeros((len(positions), len(self.game.action_index)), np.float32)
        found[:, self.cell] = self.fondness
        return found


def searched(policy: Policy | None, **settings: float) -> Mcts:
    game, state = pletore()
    own = replace(suited(game), **settings)
    search = Mcts(game, seed=1, settings=own, policy=policy)
    search.think(state, LIMIT)
    return search


def test_the_policy_orders_the_moves_that_are_considered() -> None:
    game, _ = pletore()
    search = searched(Fond(game, 3, 8.0))
    tree = search.tree
    assert tree.action[1] == 3 or 3 in tree.action[tree.children[ROOT]][:6]
    likely = tree.likely[ROOT]
    assert np.exp(likely.logs).sum() == pytest.approx(1, abs=1e-5)
    assert likely.actions[likely.logs.argmax()] == 3
    assert tree.chance[tree.children[ROOT]].max() > 0.9


def test_weights_for_something_else_are_refused() -> None:
    game, _ = pletore()
    assert isinstance(game, NetGame)
    net = new_nets.fresh(
        Shape(game.planes + 1, game.actions_per_cell, game.off_board_actions),
        np.random.default_rng(0),
    )
    with pytest.raises(NetError, match="not for pletore"):
        NetPolicy(game, net)


def test_the_net_answers_for_every_action() -> None:
    game, state = pletore()
    assert isinstance(game, NetGame)
    shape = Shape(game.planes, game.actions_per_cell, game.off_board_actions, 8, 1)
    rng = np.random.default_rng(4)
    fresh = new_nets.fresh(shape, rng).weights
    net = Net(shape, {k: v + rng.normal(0, 0.1, v.shape).astype("f4") for k, v in fresh.items()})
    policy, rows = NetPolicy(game, net), game.pack([state])
    legal = game.legal(rows[0])
    logs = log_softmax(policy.logits(rows)[0][legal])
    assert logs.shape == legal.shape
    assert np.exp(logs).sum() == pytest.approx(1, abs=1e-5)
    assert logs.std() > 0
