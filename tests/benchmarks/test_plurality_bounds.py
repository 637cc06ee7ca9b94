"""Bounds that are proved hold, and rest on the rules of the game."""

from __future__ import annotations

from random import Random
from typing import Any

from termgames import games
from tests.benchmarks.plurality_bounds import Bound


def test_with_all_answers_the_bound_is_the_value() -> None:
    """In positions of random games on 5x5, for either side to move and after passes too."""
    game: Any = games.create("plurality", {"size": 5, "komi": 0})
    rng, seen = Random(2), set()
    for _ in range(16):
        state = game.start()
        while (stones := 25 - state.stones.count(0)) < 12 and game.to_act(state) >= 0:
            moves = game.legal_moves(state)
            placing = [move for move in moves if game.cells_of(move)]
            state = game.apply(state, rng.choice(placing if stones < 9 else moves))
        if game.to_act(state) < 0:
            continue
        solver = games.solver(game)
        assert solver is not None
        worth = int(solver.solve(state).worth.value)
        occupied, white = bits(state)
        position = (occupied, white, game.to_act(state), bool(state.passes))
        assert not Bound(5, worth, 10**6).more(*position)
        assert Bound(5, worth - 1, 10**6).more(*position)
        seen.add((worth, *position[2:]))
    assert len(seen) > 4


def bits(state: Any) -> tuple[int, int]:
    """The occupied cells, and White's stones."""
    cells = list(enumerate(state.stones))
    return (
        sum(1 << cell for cell, stone in cells if stone),
        sum(1 << cell for cell, stone in cells if stone == 2),
    )


def test_positions_are_those_of_the_rules() -> None:
    """What may be placed, and the points as they stand, in random games on 6x6."""
    game: Any = games.create("plurality", {"size": 6, "komi": 0})
    bound, rng = Bound(6, 0, 1), Random(3)
    for _ in range(6):
        state = game.start()
        while game.to_act(state) >= 0:
            occupied, white = bits(state)
            placed = [game.cells_of(move) for move in game.legal_moves(state)]
            shapes = {sum(1 << cell for cell in cells) for cells in placed if cells}
            assert {bound.shapes[number][0] for number in bound.allowed(occupied)} == shapes
            black, other = game.score(state).totals
            assert bound.points(occupied, white) == black - other
            moves = [move for move in game.legal_moves(state) if game.cells_of(move)]
            state = game.apply(state, rng.choice(moves or game.legal_moves(state)))
