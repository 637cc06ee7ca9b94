"""Nets that say which moves are likely and what positions are worth, and how a search uses them."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from termgames import games
from termgames.core.arrays import Floats
from termgames.core.evaluation import Reward
from termgames.core.net_game import NetGame
from termgames.core.nets import DOUBT, Net, NetError, Shape, log_softmax
from termgames.core.packed import PackedGame
from termgames.games.mitropia.moves import Point
from termgames.games.mitropia.packed import PackedMitropia
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from termgames.search.mcts.tree import ROOT
from termgames.search.policy import NetPolicy, Policy
from termgames.search.settings import suited
from termgames.workbench.train.plan import fresh as fresh_net

OPTIONS = {"map": "9x9", "players": 2, "no-dice": True, "no-cards": True, "range": "none"}


def go(scoring: str = "area") -> tuple[Any, PackedMitropia]:
    game = games.create("mitropia", {**OPTIONS, "scoring": scoring})
    packed = games.packed(game)
    assert isinstance(packed, PackedMitropia)
    return game, packed


def net_for(packed: PackedMitropia, *, doubt: tuple[float, float] = (4.0, 1.0)) -> Net:
    shape = Shape(packed.planes, packed.actions_per_cell, packed.off_board_actions, 4, 1)
    fresh = fresh_net(shape, np.random.default_rng(1))
    return Net(shape, {**fresh.weights, DOUBT: np.array(doubt, np.float32)})


def of_lead(variance: float) -> Floats:
    """The covariance of the points of the seat to act, where that of its lead over the other is so
    large."""
    return np.full((1, 1, 1), variance / 4, np.float32)


@pytest.mark.parametrize("turn", [0, 1])
def test_who_owns_more_cells_is_expected_to_win(turn: int) -> None:
    game, packed = go()
    state = game.start()
    for cell in (40, 41)[:turn]:
        state = game.apply(state, Point(cell))
    row = packed.pack([state])
    reward = Reward(0.5, 10.0)
    previous = 0.0
    for owned in (0, 30, 40, 41, 50, 81):
        owner = np.zeros((1, packed.cells, 1), np.float32)
        owner[0, :owned] = 1
        rewards, shares = packed.predicted_values(row, owner, of_lead(16.0), reward)
        assert shares.sum() == pytest.approx(1)
        assert rewards.sum() == pytest.approx(1, abs=1e-3)
        assert shares[0, turn] >= previous
        previous = float(shares[0, turn])
        if owned in (0, 81):
            assert shares[0, turn] == (owned == 81)
        lead = 2 * owned - 81
        assert (shares[0, turn] > 0.5) == (lead > 0)


def test_a_net_speaks_alone_early_and_playouts_have_a_say_on_fuller_boards() -> None:
    game, packed = go()
    rows = packed.pack([game.start()] * 5)
    for row, stones in zip(rows, (0, 30, 40, 60, 81), strict=True):
        row["stones"][:stones] = 1
    weight = packed.net_weight(rows)
    assert weight[0] == weight[1] == 1 > weight[2] > weight[3] == weight[4] > 0.5
    _, value = NetPolicy(packed, net_for(packed)).predict(rows, Reward())
    assert value.weight.tolist() == weight.tolist()


class _Sure(NetPolicy):
    """A net that knows the game for lost wherever Black has a stone on the first point."""

    def predict(self, positions: Any, reward: Reward) -> Any:
        logits, value = super().predict(positions, reward)
        bad = (positions["stones"][:, 0] == 1)[:, None]
        sure = np.array([[0.0, 1.0]], np.float32)
        predicted = np.where(bad, sure, 1 - sure)
        return logits, replace(value, reward=predicted, share=predicted)


@pytest.mark.parametrize("measured", [True, False])
def test_a_search_believes_a_net_whose_doubt_was_measured(measured: bool) -> None:
    """The only candidate that the net condemns is looked at less than any other."""
    game, packed = go()
    policy = _Sure(packed, net_for(packed, doubt=(4.0, 1.0) if measured else (0.0, 0.0)))
    assert (policy.feature_seats is not None) == measured
    search = Mcts(packed, seed=5, policy=policy)
    search.candidates = packed.cells + 1
    thought = search.think(game.start(), Limit(None, 1200))
    visits = {candidate.move: candidate.visits for candidate in thought.candidates}
    first = visits.get(Point(0), 0)
    if measured:
        assert first <= np.median(list(visits.values()))
        assert thought.value[0] > 0.75
    again = Mcts(packed, seed=5, policy=policy).think(game.start(), Limit(None, 1200))
    assert again.move == thought.move


class _Noting(NetPolicy):
    """Notes the positions that it is asked about."""

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.asked: list[bytes] = []

    def predict(self, positions: Any, reward: Reward) -> Any:
        self.asked += [row.tobytes() for row in positions]
        return super().predict(positions, reward)

    def logits(self, positions: Any) -> Floats:
        self.asked += [row.tobytes() for row in positions]
        return super().logits(positions)


def test_a_net_is_not_asked_again_about_positions_of_a_kept_tree() -> None:
    game, packed = go()
    # Playouts have a say from the beginning.
    packed.net_weight = lambda rows: np.full(len(rows), 0.6, np.float32)
    policy = _Noting(packed, net_for(packed))
    search = Mcts(packed, seed=5, policy=policy)
    state, kept = game.start(), set[bytes]()
    for _ in range(2):
        policy.asked.clear()
        move = search.think(state, Limit(None, 1600)).move
        assert not kept & set(policy.asked)
        tree = search.tree
        assert tree.likely_bytes == sum(
            likely.bytes for likely in tree.likely if likely is not None
        )
        state = game.apply(state, move)
        search.follow(search._find(packed.pack([state])) or 0)
        tree = search.tree
        kept = {tree.position(node).tobytes() for node in range(tree.size) if tree.likely[node]}
        assert len(kept) > 20


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
        super().__init__(game, fresh_net(shape, np.random.default_rng(0)))
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
    net = fresh_net(
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
    fresh = fresh_net(shape, rng).weights
    net = Net(shape, {k: v + rng.normal(0, 0.1, v.shape).astype("f4") for k, v in fresh.items()})
    policy, rows = NetPolicy(game, net), game.pack([state])
    legal = game.legal(rows[0])
    logs = log_softmax(policy.logits(rows)[0][legal])
    assert logs.shape == legal.shape
    assert np.exp(logs).sum() == pytest.approx(1, abs=1e-5)
    assert logs.std() > 0
