"""What searches tell each other: sums, proofs and what a tree does with them."""

import pickle

import numpy as np
import pytest

from termgames import games
from termgames.games.majorities.packed import PackedMajorities
from termgames.games.plurality.packed import PackedPlurality
from termgames.search.generic import GenericGame
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from termgames.search.mcts.sync import MctsReport
from tests.search.toy import Nim

PLURALITY = games.create("plurality", {"size": 7})
MAJORITIES = games.create("majorities", {"size": 3})


def plurality(seed: int) -> Mcts:
    return Mcts(PackedPlurality(PLURALITY), seed=seed)  # type: ignore[arg-type]


def told(report: MctsReport) -> MctsReport:
    """As another process gets it."""
    copy = pickle.loads(pickle.dumps(report))
    assert isinstance(copy, MctsReport)
    return copy


def by_action(search: Mcts) -> dict[int, np.ndarray]:
    """Visits and rewards of the moves at the root."""
    tree = search.tree
    children = tree.children[0]
    assert children is not None
    rows = np.column_stack([tree.visits[children], tree.reward[children], tree.share[children]])
    return dict(zip(tree.action[children].tolist(), rows, strict=True))


def test_sums_are_those_of_both() -> None:
    one, two = plurality(1), plurality(2)
    for search in (one, two):
        search.think(PLURALITY.start(), Limit(playouts=2000))
    before, other = by_action(one), by_action(two)
    visits = one.tree.visits[0] + two.tree.visits[0]
    table, heard = one.tree.table[0], two.tree.table[0]
    counts = one.tree.amaf_count[table] + two.tree.amaf_count[heard]
    owner, playouts = one.ends.owner + two.ends.owner, one.playouts + two.playouts
    one.hear(told(two.report()))
    after = by_action(one)
    assert set(other) - set(before), "the trees do not look alike"
    nothing = np.zeros(5)
    assert set(after) >= {action for action, row in other.items() if row[0]}
    for action, row in after.items():
        both = before.get(action, nothing) + other.get(action, nothing)
        np.testing.assert_allclose(row, both, rtol=1e-5)
    assert one.tree.visits[0] == visits
    np.testing.assert_allclose(one.tree.amaf_count[table], counts, rtol=1e-5)
    np.testing.assert_allclose(one.ends.owner, owner, rtol=1e-5)
    assert one.playouts == playouts


def test_nothing_is_told_twice_nor_told_back() -> None:
    one, two = plurality(1), plurality(2)
    for search in (one, two):
        search.think(PLURALITY.start(), Limit(playouts=1000))
    first = two.report()
    assert sum(len(path) == 1 for path in first.news.paths) > 3
    again = two.report()
    assert again.news.paths == ()
    assert again.news.totals.playouts == again.news.totals.ends.playouts == 0
    assert not again.news.totals.amaf.any()
    one.report()
    one.hear(first)
    back = one.report()
    assert back.news.paths == ()
    assert back.news.totals.playouts == 0
    assert not back.news.totals.ends.owner.any()


def test_a_search_goes_on_with_what_it_heard() -> None:
    one, two = plurality(1), plurality(2)
    state = PLURALITY.start()
    for search in (one, two):
        search.think(state, Limit(playouts=1500))
    one.hear(two.report())
    thought = one.think(state, Limit(playouts=1500))
    for move in thought.line:
        state = PLURALITY.apply(state, move)
    tree = one.tree
    inner = tree.visits[tree.children[0]].sum()
    assert inner <= tree.visits[0]


def test_kept_subtrees_are_told_but_for_what_was() -> None:
    one = plurality(1)
    state = PLURALITY.start()
    thought = one.think(state, Limit(playouts=4000))
    one.report()
    state = PLURALITY.apply(state, thought.move)
    one._move_to(state)
    kept, lanes = float(one.tree.visits[0]), one.tree.amaf_lanes[one.tree.table[0]]
    assert kept > 100
    report = one.report()
    assert () not in report.news.paths, "its visits were told when it was a child"
    assert report.news.totals.amaf_lanes == lanes > 0, "its table was not"
    assert report.news.totals.ends.playouts == 0


@pytest.mark.parametrize("left", [5, 6, 7])
def test_proofs_are_believed(left: int) -> None:
    game = Nim(left)
    wise, young = (Mcts(GenericGame(game), seed=seed) for seed in (1, 2))
    thought = wise.think(game.start(), Limit(playouts=20_000))
    assert thought.note == "proven"
    young.think(game.start(), Limit(playouts=1))
    assert young.tree.winner[0] == -1
    young.hear(told(wise.report()))
    assert young.tree.winner[0] == 0
    again = young.think(game.start(), Limit(playouts=400))
    assert again.note == "proven"
    assert again.move == thought.move == left % 4
    assert again.value == (1, 0)


def test_an_open_tree_hears_of_a_lost_position() -> None:
    game = Nim(4)
    wise, young = (Mcts(GenericGame(game), seed=seed) for seed in (1, 2))
    wise.think(game.start(), Limit(playouts=20_000))
    young.think(game.start(), Limit(playouts=8))
    young.hear(told(wise.report()))
    assert young.tree.winner[0] == 1
    assert young.think(game.start(), Limit(playouts=100)).value == (0, 1)


def test_moves_of_two_actions() -> None:
    searches = [Mcts(PackedMajorities(MAJORITIES), seed=seed) for seed in (1, 2)]  # type: ignore[arg-type]
    state = MAJORITIES.start()
    while MAJORITIES.to_act(state) >= 0:
        for search in searches:
            search.think(state, Limit(playouts=600))
        one, two = searches
        one.hear(told(two.report()))
        two.hear(told(one.report()))
        tree = one.tree
        for node in range(tree.size):
            children = tree.children[node]
            if children is not None:
                assert len(set(tree.action[children].tolist())) == len(children)
                assert tree.waiting[node] >= 0
        state = MAJORITIES.apply(state, one.think(state, Limit(playouts=600)).move)
