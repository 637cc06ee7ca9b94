"""Provisional values of leaves, which a net gives before they are played out."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from termgames.core.arrays import Floats
from termgames.core.evaluation import Evaluation, Reward
from termgames.games.mitropia.moves import Point
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from termgames.search.mcts.tree import ROOT
from termgames.search.mcts.worth import joined, provisional
from termgames.search.policy import NetPolicy, NetValue
from termgames.search.settings import suited
from tests.core.random_nets import on_its_own
from tests.search.test_parallel import Near, slow
from tests.search.test_value_nets import go, net_for

BEST = 40


class Watched(NetPolicy):
    """A net that takes the game for won by whoever has a stone on one point, and for lost by the
    one who is not to act elsewhere. Keeps what it was asked, and what playouts gave."""

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.asked: list[int] = []
        self.mixed: list[Evaluation] = []

    def predict(self, positions: Any, reward: Reward) -> tuple[Floats, NetValue]:
        logits, value = super().predict(positions, reward)
        self.asked.append(len(positions))
        owner = positions["stones"][:, BEST].astype(int) - 1
        winner = np.where(owner < 0, positions["turn"], owner)
        wins = np.eye(2, dtype=np.float32)[winner]
        return logits, replace(value, reward=wins, share=wins)

    def mix(self, result: Evaluation, value: NetValue) -> Evaluation:
        mixed = super().mix(result, value)
        self.mixed.append(mixed)
        return mixed


def searching(net_leaves: int) -> tuple[Mcts[Any, Any], Watched]:
    """A search in which playouts have a say from the beginning."""
    game, packed = go()
    packed.net_weight = lambda rows: np.full(len(rows), 0.6, np.float32)
    net = Watched(packed, net_for(packed))
    settings = replace(suited(packed, policy=net), net_leaves=net_leaves, widen_first=80)
    search = Mcts(packed, seed=3, settings=settings, policy=net)
    search.plant(packed.pack([game.start()]))
    return search, net


@pytest.mark.parametrize("helpers", [0, 2])
@pytest.mark.parametrize("net_leaves", [5, 1000])
def test_in_the_end_the_tree_holds_what_playouts_and_net_gave_together(
    net_leaves: int, helpers: int
) -> None:
    search, net = searching(net_leaves)
    near = [Near(searching(net_leaves)[0]) for _ in range(helpers)]
    search.helpers = slow(0.05, *near)
    absorb, absorbed = search.absorb, []

    def noted(leaves: Any, result: Any, lanes: int, counted: Any) -> None:
        absorbed.append(lanes)
        absorb(leaves, result, lanes, counted)

    search.absorb = noted
    search.think(go()[0].start(), Limit(None, 600))
    assert all(sum(helper.batches) > 20 for helper in near)
    assert len(absorbed) == len(net.mixed) > 3
    for name in ("reward", "share"):
        summed = sum(
            lanes * getattr(mixed, name).sum(axis=0)
            for lanes, mixed in zip(absorbed, net.mixed, strict=True)
        )
        np.testing.assert_allclose(getattr(search.tree, name)[ROOT], summed, rtol=1e-4)
    assert search.playouts == search.tree.visits[ROOT]
    assert max(net.asked) <= net_leaves


def test_a_provisional_value_is_the_net_s_mixed_with_the_node_above() -> None:
    search, _ = searching(8)
    tree = search.tree
    child = int(search.selector.widen(ROOT, 0)[0])
    search.selector.reach(child)
    says = np.array([[0.9, 0.1]], np.float32)
    about = np.array([0.75], np.float32), np.array([[50, 31]], np.float32), says
    value = NetValue(says, 1 - says, *about)
    alone = provisional(tree, [child], value)
    np.testing.assert_allclose(alone.reward, says, err_msg="nothing is known above")
    np.testing.assert_allclose(alone.share, 1 - says)
    tree.visits[ROOT], tree.reward[ROOT], tree.share[ROOT] = 10, [4, 6], [2, 8]
    for leaf in (child, ROOT):
        mixed = provisional(tree, [leaf], value)
        np.testing.assert_allclose(mixed.reward, [[0.775, 0.225]], rtol=1e-6)
        np.testing.assert_allclose(mixed.share, [[0.125, 0.875]], rtol=1e-6)
    both = joined([alone, mixed])
    np.testing.assert_allclose(both.reward, [says[0], [0.775, 0.225]], rtol=1e-6)
    np.testing.assert_allclose(both[1:2].share, mixed.share)
    np.testing.assert_array_equal(both[1:].net.weight, value.weight)
    np.testing.assert_array_equal(both.net.share, [*value.share, *value.share])


def test_what_the_net_alone_values_is_not_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves whose weight is 1 need no playouts; their owners and points are those of the net."""
    search, net = searching(16)
    monkeypatch.setattr(net.game, "net_weight", lambda rows: np.ones(len(rows), np.float32))
    monkeypatch.setattr(search.evaluator, "played_out", None)
    search.candidates = 3
    thought = search.think(go()[0].start(), Limit(None, 800))
    assert thought.playouts > 100
    assert thought.move == Point(BEST)
    assert not net.mixed
    assert sum(thought.score) == pytest.approx(81, abs=1e-3)
    assert thought.owner.sum(axis=1) == pytest.approx(np.ones(81), abs=1e-3)
    assert thought.owner[:, 0].sum() == pytest.approx(thought.score[0], rel=1e-3)
    assert all(candidate.score is not None for candidate in thought.candidates)


def alone(net_leaves: int) -> tuple[Mcts[Any, Any], Watched]:
    """As `searching`, with a net whose values need no playouts."""
    game, packed = go()
    net = Watched(packed, on_its_own(net_for(packed)))
    settings = replace(suited(packed, policy=net), net_leaves=net_leaves, widen_first=80)
    search = Mcts(packed, seed=3, settings=settings, policy=net)
    search.plant(packed.pack([game.start()]))
    return search, net
