"""AMAF sums of a position serve those that follow it, and no others."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

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
TIME = Limit(seconds=0.5)


def after(*cells: int) -> State:
    """Stones on these cells, in the order of play."""
    state = TRICOLOR.start()
    for cell in cells:
        state = TRICOLOR.apply(state, Place(cell))
    return state


def made(kept: float = KEPT) -> Mcts:
    """A search whose clock moves on whenever it is read."""
    form, ticks = PackedTriColor(TRICOLOR), count()
    settings = replace(suited(form), amaf_kept=kept)
    return Mcts(form, seed=1, settings=settings, clock=lambda: next(ticks) / 10)


def searched(first: State, then: State, kept: float = KEPT, limit: Limit = TIME) -> Mcts:
    search = made(kept)
    search.think(first, TIME)
    search.think(then, limit)
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


def test_other_positions_get_nothing() -> None:
    search = searched(after(), after(*range(0, 49, 3)))
    assert root_lanes(search) == pytest.approx(float(search.tree.visits[0]))


@pytest.mark.parametrize(("kept", "limit"), [(0.0, TIME), (KEPT, Limit(playouts=64))])
def test_nor_do_those_that_are_to_have_none(kept: float, limit: Limit) -> None:
    search = searched(after(), after(0, 6, 42), kept, limit)
    assert root_lanes(search) == pytest.approx(float(search.tree.visits[0]))


def test_sums_of_more_playouts_weigh_no_more() -> None:
    """The means stay what they were."""
    search = made()
    search.think(after(), TIME)
    tree, table = search.tree, int(search.tree.table[0])
    before = tree.amaf_reward[table] / np.maximum(tree.amaf_count[table], 1)
    lanes = float(tree.amaf_lanes[table])
    counts = tree.amaf_count[table].copy()
    search._move_to(after(0, 6, 42), take_along=True)
    table = int(search.tree.table[0])
    share = search.tree.amaf_count[table]
    np.testing.assert_allclose(share, counts * KEPT / lanes, rtol=1e-4)
    seen = counts > 0
    means = search.tree.amaf_reward[table][seen] / share[seen]
    np.testing.assert_allclose(means, before[seen], rtol=1e-4)
