"""AMAF sums of a position serve those that follow it, and no others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from termgames.games.tricolor.packed import PackedTriColor
from termgames.games.tricolor.state import Place, State
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from termgames.search.settings import suited
from tests.games.tricolor.support import tricolor

KEPT = 100.0
TRICOLOR = tricolor(size=7)


def after(*cells: int) -> State:
    """Stones on these cells, in the order of play."""
    state = TRICOLOR.start()
    for cell in cells:
        state = TRICOLOR.apply(state, Place(cell))
    return state


def searched(first: State, then: State, kept: float = KEPT) -> Mcts:
    form = PackedTriColor(TRICOLOR)
    search = Mcts(form, seed=1, settings=replace(suited(form), amaf_kept=kept))
    search.think(first, Limit(playouts=400))
    search.think(then, Limit(playouts=64))
    return search


def root_lanes(search: Mcts) -> float:
    """Playouts in the root's AMAF table."""
    return float(search.tree.amaf_lanes[search.tree.table[0]])


# Corners, which a search of so few playouts has not looked at one after the other.
@pytest.mark.parametrize("moves", [(0, 6, 42), (0,)])
def test_sums_are_taken_along(moves: tuple[int, ...]) -> None:
    search = searched(after(), after(*moves))
    assert root_lanes(search) == pytest.approx(KEPT + float(search.tree.visits[0]))
    # Reports to others tell of this position's playouts only.
    own = search.report().news.totals
    assert own.amaf_lanes == pytest.approx(float(search.tree.visits[0]))
    assert own.amaf[0].sum() < search.tree.amaf_count[search.tree.table[0]].sum()


@pytest.mark.parametrize("kept", [0.0, KEPT])
def test_other_positions_get_nothing(kept: float) -> None:
    far = after(*range(0, 49, 3)) if kept else after(0, 6, 42)
    search = searched(after(), far, kept)
    assert root_lanes(search) == pytest.approx(float(search.tree.visits[0]))


def test_sums_of_more_playouts_weigh_no_more() -> None:
    """The means stay what they were."""
    form = PackedTriColor(TRICOLOR)
    search = Mcts(form, seed=1, settings=replace(suited(form), amaf_kept=KEPT))
    search.think(after(), Limit(playouts=400))
    tree, table = search.tree, int(search.tree.table[0])
    before = tree.amaf_reward[table] / np.maximum(tree.amaf_count[table], 1)
    lanes = float(tree.amaf_lanes[table])
    counts = tree.amaf_count[table].copy()
    search._move_to(after(0, 6, 42))
    table = int(search.tree.table[0])
    share = search.tree.amaf_count[table]
    np.testing.assert_allclose(share, counts * KEPT / lanes, rtol=1e-4)
    seen = counts > 0
    means = search.tree.amaf_reward[table][seen] / share[seen]
    np.testing.assert_allclose(means, before[seen], rtol=1e-4)
