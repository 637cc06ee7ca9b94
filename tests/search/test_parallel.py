"""Playouts of one search in several processes: which leaves go where, and what is done without."""

import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.evaluation import Evaluation
from termgames.core.game import CHANCE, draw
from termgames.games.plurality.packed import PackedPlurality
from termgames.search.generic import GenericGame
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from termgames.search.parallel import GONE, Batch, Helpers, Played

GAME = games.create("plurality", {"size": 7, "komi": 5.5})


class Clock:
    """Time goes on by a step whenever it is looked at."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


class Near:
    """A helper in the same thread, to which everything comes as through a pipe."""

    def __init__(self, search: Any, *, seconds: float = 0.05) -> None:
        self.search = search.evaluator if isinstance(search, Mcts) else search
        self.seconds = seconds
        self.answers: list[Played] = [Played()]
        self.questions = 0
        self.batches: list[int] = []
        self.waited = 0.0
        self.late = self.gone = False

    def send(self, batch: Batch) -> None:
        if self.gone:
            return
        batch = pickle.loads(pickle.dumps(batch))
        if batch.question is not None:
            self.questions += 1
            self.search.begin_question(batch.question.judgement)
        assert not self.answers, "it is busy"
        assert len(batch.leaves), "nothing to do"
        self.batches.append(len(batch.leaves))
        results = self.search.evaluate(batch.leaves, batch.lanes)
        self.answers.append(pickle.loads(pickle.dumps(Played(results, self.seconds))))

    def hear(self, seconds: float = 0.0) -> Played | None:
        self.waited += seconds
        if self.gone:
            return GONE
        return None if self.late or not self.answers else self.answers.pop()

    def close(self) -> None:
        self.gone = True


def numbered(leaves: Any, lanes: int) -> Evaluation:
    """Results from which the leaves, which are numbers, can be told."""
    found = np.array(leaves, np.float32)[:, None]
    owner = np.full((1, 1), lanes * len(leaves), np.float32)
    return Evaluation(found, found, found, owner, found, found.copy())


class Numbered:
    """What a helper works with whose leaves are numbers."""

    def begin_question(self, judgement: Any) -> None:
        pass

    def evaluate(self, leaves: Any, lanes: int) -> Evaluation:
        return numbered(leaves, lanes)


def found(helpers: Helpers, leaves: list[int], lanes: int = 8) -> list[int]:
    """The leaves, as their results tell, in the order in which these come."""
    said = []
    for part, results in helpers.evaluate(leaves, lanes, numbered):
        assert results.reward[:, 0].tolist() == leaves[part]
        said += leaves[part]
    return said


def slow(seconds: float, *helpers: Any) -> Helpers:
    """Helpers of a search that takes so long for its part of each round."""
    return Helpers(helpers, Clock(seconds))


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_each_leaf_is_played_out_once_whoever_does_it(count: int) -> None:
    near = [Near(Numbered()) for _ in range(count)]
    helpers = slow(0.05, *near)
    for leaves in (1, 2, 3, 5, 8, 64, 1):
        assert found(helpers, list(range(leaves))) == list(range(leaves))
    # How fast the search is by itself is only known after a round.
    assert all(helper.batches for helper in near)
    assert helpers.processes == 1 + count


def test_a_late_helper_is_asked_again_when_it_has_answered() -> None:
    near = Near(Numbered())
    helpers = slow(0.05, near)
    found(helpers, [1, 2])
    found(helpers, [1, 2])
    near.late = True
    for _ in range(3):
        assert found(helpers, list(range(8))) == list(range(8)), "done without it"
    assert len(near.batches) == 2, "it has not answered the second"
    near.late = False
    for _ in range(2):
        assert found(helpers, list(range(20, 28))) == list(range(20, 28)), "not those of before"
    assert len(near.batches) == 4


def test_a_helper_that_is_gone_is_done_without() -> None:
    near, other = Near(Numbered()), Near(Numbered())
    helpers = slow(0.05, near, other)
    found(helpers, [1, 2])
    found(helpers, [1, 2, 3, 4])
    near.gone = True
    for _ in range(3):
        assert found(helpers, list(range(9))) == list(range(9))
    assert len(near.batches) == 1
    assert len(other.batches) == 4
    assert helpers.processes == 2
    helpers.close()
    assert other.gone
    assert found(helpers, [5, 6]) == [5, 6]
    assert helpers.processes == 1


def asked(game: Any) -> Any:
    """What the first seat that may put stones nearly anywhere is asked."""
    rng, state = np.random.default_rng(4), game.start()
    form = games.determinized(game)
    if form is None:
        return state
    while True:
        seat = game.to_act(state)
        if seat != CHANCE and len(form.candidates(state, form.judge(state))) > 20:
            return game.view(state, seat)
        move = draw(game.chances(state), rng) if seat == CHANCE else game.legal_moves(state)[0]
        state = game.apply(state, move)


# -- with searches ------------------------------------------------------------------------------


def plurality(seed: int) -> Mcts[Any, Any]:
    return Mcts(PackedPlurality(GAME), seed=seed)


def test_the_tree_counts_what_all_have_played() -> None:
    lead, near = plurality(1), [Near(plurality(seed)) for seed in (2, 3)]
    lead.helpers = slow(0.05, *near)
    for _ in range(2):
        lead.plant(None)
        thought = lead.think(GAME.start(), Limit(playouts=6000))
    assert all(sum(helper.batches) > 50 for helper in near)
    tree, table = lead.tree, lead.tree.table[0]
    assert thought.playouts == tree.visits[0] == tree.amaf_lanes[table] >= 6000
    children = tree.children[0]
    assert children is not None
    assert 0 < tree.visits[0] - tree.visits[children].sum() < 600, "those from the root itself"
    assert lead.ends.playouts == thought.playouts
    np.testing.assert_allclose(tree.reward[0].sum(), tree.visits[0], rtol=1e-5)
    # Nearly as if one process had played them all.
    alone = plurality(1)
    other = alone.think(GAME.start(), Limit(playouts=6000))
    assert other.value == pytest.approx(thought.value, abs=0.05)
    ours, theirs = (s.tree.amaf_count[s.tree.table[0]] for s in (lead, alone))
    assert ours.sum() == pytest.approx(theirs.sum(), rel=0.02)


def test_a_game_that_has_only_its_rules_is_helped_as_well() -> None:
    game: Any = games.create("plurality", {"hex": 3})
    lead, other = (Mcts(GenericGame(game, None), seed=seed) for seed in (1, 2))
    near = Near(other)
    lead.helpers = slow(0.05, near)
    thought = lead.think(game.start(), Limit(playouts=60))
    assert sum(near.batches) > 2
    assert near.questions == 1
    assert thought.playouts == lead.tree.visits[0] >= 60
    assert game.refuse(game.start(), thought.move) is None
    # What helpers have learned of moves counts as long as the tree.
    lead.think(game.start(), Limit(playouts=120))
    assert near.questions == 1
    lead.plant(None)
    lead.think(game.start(), Limit(playouts=60))
    assert near.questions == 2


def test_a_full_tree_is_explored_but_does_not_grow() -> None:
    small = plurality(1)
    small.settings = replace(small.settings, most_bytes=600_000)
    small.plant(None)
    small.think(GAME.start(), Limit(playouts=20_000))
    nodes, tables, visits = small.tree.size, small.tree.tables, small.tree.visits[0]
    assert 500_000 < small.tree.bytes < 900_000
    thought = small.think(GAME.start(), Limit(playouts=20_000))
    assert small.tree.visits[0] >= visits + 10_000
    assert small.tree.size <= nodes + 8
    assert small.tree.tables == tables > 1
    assert GAME.refuse(GAME.start(), thought.move) is None
