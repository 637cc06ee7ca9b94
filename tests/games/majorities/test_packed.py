"""The packed form against the readable rules, and what the search makes of it."""

import random
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.evaluation import Reward
from termgames.core.game import OVER
from termgames.games.majorities.packed import PackedMajorities, packed
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from tests import kernels

GAMES: dict[str, dict[str, Any]] = {
    "3": {"size": 3},
    "5": {"size": 5},
    "5, played out": {"size": 5, "play-out": True},
    "5, no voids": {"size": 5, "no-voids": True},
    "3, capture": {"size": 3, "capture": True},
    "4, no voids, capture": {"size": 4, "no-voids": True, "capture": True},
}
every_game = pytest.mark.parametrize("name", GAMES)


def random_moves(rules: Any, seed: int) -> list[tuple[Any, Any]]:
    """States of a random game with the moves played in them; None at the end."""
    rnd = random.Random(seed)
    state, found = rules.start(), []
    while rules.to_act(state) != OVER:
        move = rnd.choice(rules.legal_moves(state))
        found.append((state, move))
        state = rules.apply(state, move)
    return [*found, (state, None)]


@every_game
def test_games_replay(name: str) -> None:
    """Stone by stone: rows, whose turn, legal cells, the end and its worth; and now and then that
    legal actions are the legal turns."""
    rules = games.create("majorities", GAMES[name])
    form = packed(rules)
    for seed in range(6):
        rows = form.pack([rules.start()])
        for ply, (state, move) in enumerate(random_moves(rules, seed)):
            assert form.same(rows[0], form.pack([state])[0])
            assert form.to_act(rows).tolist() == [rules.to_act(state)]
            if move is None:
                share = form.final(rows, Reward(0.0))[1]
                assert share[0].tolist() == rules.utilities(state).tolist()
                assert form.legal(rows[0]).size == 0
                continue
            if not seed and ply % 3 == 0:
                assert turns(form, rows) == set(rules.legal_moves(state))
            actions: list[int] = []
            start = rows
            for cell in move.cells:
                assert form.complete_move(start[0], actions) is None
                assert cell in form.legal(rows[0])
                actions.append(cell)
                rows = form.advance(rows, np.array([cell], np.int32))
            assert form.complete_move(start[0], actions) == move


def turns(form: Any, row: Any) -> set[Any]:
    """All turns that legal actions make up."""
    found = set()
    for first in form.legal(row[0]).tolist():
        turn = form.complete_move(row[0], [first])
        then = form.advance(row, np.array([first], np.int32))
        seconds = form.legal(then[0]).tolist() if turn is None else []
        found |= {form.complete_move(row[0], [first, x]) for x in seconds} or {turn}
    return found


def test_amaf_is_the_owner_times_the_result() -> None:
    """Against the same playouts, laid out one by one."""
    rules = games.create("majorities", {"size": 5})
    form = PackedMajorities(rules)
    states = [state for state, _ in random_moves(rules, 1)[2:6]]
    lanes = 64
    found = form.evaluate(form.pack(states), lanes, np.random.default_rng(5), Reward(0.3, 2.0))
    again = PackedMajorities(rules).kernel
    done = kernels.playouts(again, states, lanes, np.random.default_rng(5))
    gained = Reward(0.3, 2.0).of(done.utility, done.score).reshape(4, lanes, 2)
    played = done.played.reshape(4, lanes, 2, form.cells)
    np.testing.assert_allclose(found.reward, gained.mean(axis=1), rtol=1e-4)
    for seat in (0, 1):
        mine = slice(seat * form.cells, (seat + 1) * form.cells)
        expected = np.einsum("pl,plc->pc", gained[:, :, seat], played[:, :, seat])
        np.testing.assert_allclose(found.amaf_reward[:, mine], expected, rtol=1e-3, atol=1e-2)
        np.testing.assert_array_equal(found.amaf_count[:, mine], played[:, :, seat].sum(axis=1))


def test_the_prior_knows_hot_and_dead_cells() -> None:
    """A cell that wins a line at once for either side; cells whose lines are all won."""
    rules = games.create("majorities", {"size": 3})
    form = packed(rules)
    state = rules.position(["bb.", ".-.w", "..--.", ".-..", "..b"], {"to move": "black"})
    row = form.pack([state])[0]
    cell = rules.topology.cell
    actions = np.array([cell(name) for name in ("d3", "a2", "e3")], np.int32)
    # d3: its row waits for White's second stone, a line for Black's; e3 likewise once.
    np.testing.assert_allclose(form.prior(row, actions), [0.06, 0.06, 0.03])
    state = rules.position(["bbw", ".-bw", "ww--b", "b-b.", ".ww"], {"lines": "bwwbw bbb.. b..w."})
    row = form.pack([state])[0]
    # Two directions are held; the third line of b4 is won, that of d1 is open.
    found = form.prior(row, np.array([cell("b4"), cell("d1")], np.int32))
    assert found[0] == -0.5
    assert found[1] >= 0


def test_a_line_of_a_diagram_may_hold_more_stones_than_it_needs() -> None:
    """Three where two are enough, though the line belongs to nobody: none is missing."""
    rules = games.create("majorities", {"size": 3, "capture": True})
    state = rules.position(["bbb", ".-..", "..--.", ".-..", "..."], {"lines": "..... ..... ....."})
    form = packed(rules)
    planes = form.input_planes(form.pack([state]))[0]
    first = 4  # how many stones the side to act misses of the lines through a cell, from 0 on
    missing_none, missing_most = planes[:, first], planes[:, [first + 4, first + 9]]
    assert (missing_none > 0).sum() == 3
    assert not missing_most.any()


# -- in the search ------------------------------------------------------------------------


def test_a_pair_is_looked_at_in_one_order() -> None:
    """The search gives each pair of stones one place in its tree."""
    rules = games.create("majorities", {"size": 5})
    search = Mcts(packed(rules), seed=3)
    state = rules.apply(rules.start(), rules.parse(rules.start(), "e4"))
    search.think(state, Limit(playouts=20_000))
    tree, pairs = search.tree, []
    for node in range(1, tree.size):
        parent = int(tree.parent[node])
        if int(tree.parent[parent]) == 0:
            pairs.append(frozenset((int(tree.action[node]), int(tree.action[parent]))))
    assert len(pairs) > 50
    assert len(set(pairs)) == len(pairs)


class Narrow(PackedMajorities):
    """The first stone of a turn is put on the first empty cell; so is the second where `both`."""

    both = False

    def legal_flags(self, positions: Any) -> Any:
        flags = super().legal_flags(positions)
        for position, row in zip(positions, flags, strict=True):
            if self.both or position["due"] == 2:
                row[row.argmax() + 1 :] = False
        return flags


@pytest.mark.parametrize("both", [False, True])
def test_a_turn_is_no_only_move_while_its_second_stone_is_open(both: bool) -> None:
    rules = games.create("majorities", {"size": 5})
    form = Narrow(rules)
    form.both = both
    search = Mcts(form, seed=1)
    state = rules.apply(rules.start(), rules.parse(rules.start(), "e4"))
    thought = search.think(state, Limit(playouts=4000))
    assert (thought.note == "only move") == both
    assert (thought.playouts < 4000) == both
    assert rules.refuse(state, thought.move) is None
