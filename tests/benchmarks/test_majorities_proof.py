"""The search for proofs says what the solver says."""

from __future__ import annotations

from random import Random
from typing import Any

from termgames import games
from tests.benchmarks.majorities_proof import Board, Search, position_of


def test_late_positions_are_won_by_whom_the_solver_says() -> None:
    """Positions of random games, with both winners among them."""
    rng, winners = Random(1), set()
    for size, stones in ((3, 7), (4, 21)):
        game: Any = games.create("majorities", {"size": size})
        board = Board(size)
        for _ in range(8):
            state = game.start()
            while game.to_act(state) >= 0 and len(state.stones) - state.stones.count(0) < stones:
                state = game.apply(state, rng.choice(game.legal_moves(state)))
            s = position_of(board, state.stones)
            if isinstance(s, bool):
                continue
            proof, disproof = Search(board, 60).solve(s)
            assert (proof == 0) != (disproof == 0)
            solver = games.solver(game)
            assert solver is not None
            assert (proof == 0) == (solver.solve(state).worth.value > 0)
            winners.add(proof == 0)
    assert winners == {False, True}
