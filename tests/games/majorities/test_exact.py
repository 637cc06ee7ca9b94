"""The solver against a plain minimax over the second engine's rules."""

from __future__ import annotations

import random
import time
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from termgames import games
from termgames.core.exact import Worth
from termgames.core.game import OVER
from termgames.games.majorities.exact import MajoritiesSolver, levels, live_cells
from termgames.search.exact import answer, reach
from termgames.search.limits import Limit
from tests.games.majorities import brute


def rules_of(**options: Any) -> Any:
    return games.create("majorities", options)


def minimax(game: brute.Game) -> tuple[str, int]:
    """Winner under best play and turns until then: the winner hurries, the loser does not."""
    winner = game.winner()
    if winner is not None:
        return winner, 0
    ends = [minimax(game.copy().play(turn)) for turn in game.turns()]
    wins = [turns for who, turns in ends if who == game.mover]
    if wins:
        return game.mover, 1 + min(wins)
    return ends[0][0], 1 + max(turns for _, turns in ends)


def endgame(rules: Any, empties: int, seed: int) -> tuple[Any, brute.Game] | None:
    """A random position with that many empty cells, in both engines; None when over."""
    rnd = random.Random(seed)
    plain = brute.Game(brute.Board(brute.DIAGRAMS[rules.topology.size]))
    state = rules.start()
    while rules.to_act(state) != OVER and state.stones.count(0) > empties:
        empty = [cell for cell, stone in enumerate(state.stones) if not stone]
        move = rules.turn_of(rnd.sample(empty, rules.stones_due(state)))
        state = rules.apply(state, move)
        plain.play(tuple(plain.board.point[name] for name in rules.format(move).split(",")))
    return None if rules.to_act(state) == OVER else (state, plain)


@pytest.mark.parametrize(("size", "empties"), [(3, 6), (5, 6)])
def test_endgames_agree_with_minimax(size: int, empties: int) -> None:
    """Winner, turns, every turn's outcome, and a line that is as long as told."""
    rules = rules_of(size=size)
    checked = 0
    for seed in range(60):
        found = endgame(rules, empties, seed)
        if found is None:
            continue
        state, plain = found
        checked += 1
        solved = MajoritiesSolver(rules).solve(state)
        winner, turns = minimax(plain)
        assert ("bw"[solved.worth.winner], solved.worth.turns) == (winner, turns)
        assert len(solved.line) == turns
        after = state
        for move in solved.line:
            assert rules.to_act(after) != OVER
            after = rules.apply(after, move)
        assert rules.utilities(after)[solved.worth.winner] == 1
        for outcome in solved.outcomes:
            names = rules.format(outcome.move).split(",")
            then = plain.copy().play(tuple(plain.board.point[name] for name in names))
            worth = outcome.worth
            assert ("bw"[worth.winner], worth.turns - 1) == minimax(then)
        # Turns that are left out have a stone where it cannot matter.
        live = set(live_cells(rules, state))
        listed = {outcome.move for outcome in solved.outcomes}
        assert listed >= {m for m in rules.legal_moves(state) if set(m.cells) <= live}
    assert checked >= 8


def test_size_3_is_solved() -> None:
    """Against a minimax of its own that only asks who wins."""
    rules = rules_of(size=3)
    solver = MajoritiesSolver(rules)
    solved = solver.solve(rules.start())
    assert (solved.worth, len(solved.line)) == (Worth(1, -1, 8), 8)
    assert solved.states == 1_704_511 < 2_000_000
    assert {outcome.worth.winner for outcome in solved.outcomes} == {1}
    assert len(solved.outcomes) == 15

    board = brute.Board(brute.DIAGRAMS[3])
    number = {point: bit for bit, point in enumerate(board.name)}
    lines = [
        [sum(1 << number[p] for p in cells) for line, cells in board.line.items() if line[0] == d]
        for d in range(3)
    ]

    @cache
    def wins(stones: int) -> bool:
        held = [sum(2 * (stones & x).bit_count() > x.bit_count() for x in d) >= 3 for d in lines]
        return sum(held) >= 2

    @cache
    def mover_wins(own: int, other: int) -> bool:
        empty = [1 << bit for bit in range(15) if not (own | other) >> bit & 1]
        for one, two in combinations(empty, 2):
            after = own | one | two
            if wins(after) or (len(empty) > 2 and not mover_wins(other, after)):
                return True
        return False

    # One opening is enough here: the minimax takes half a second for each.
    assert mover_wins(0, 1 << number[board.point["e1"]])


def test_variants_have_no_solver() -> None:
    assert games.solver(rules_of(**{"no-voids": True})) is None
    assert games.solver(rules_of(capture=True)) is None


def test_the_reach_grows_with_the_limit() -> None:
    rules = rules_of(size=5)
    found = next(filter(None, (endgame(rules, 12, seed) for seed in range(40))))
    state, _ = found
    solver = MajoritiesSolver(rules)
    assert answer(solver, rules.start(), 2, Limit(seconds=60), time.monotonic, 0) is None
    assert answer(solver, state, 2, Limit(playouts=1), time.monotonic, 0) is None
    thought = answer(solver, state, 2, Limit(seconds=1), time.monotonic, 0)
    assert rules.refuse(state, thought.move) is None
    # Twelve cells, as a start to a turn of two: within the reach of a tenth of a second.
    twelve = sum(level.states(12) for level in levels(12, 0, 2))
    assert twelve <= reach(Limit(seconds=0.1)) < sum(x.states(15) for x in levels(15, 0, 2))
