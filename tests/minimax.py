"""Values of positions by the readable rules alone, every move tried: what solvers are held
against."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from termgames.core.game import OVER

Minimax = Callable[[Any], float]


def difference(game: Any) -> Minimax:
    """A function that answers Black's points less White's under best play, for positions of a
    game of points in which sides and komi are settled; it remembers what it found."""

    @cache
    def found(s: Any) -> float:
        if game.to_act(s) == OVER:
            totals, black = game.score(s).totals, game.black_seat(s)
            return float(totals[black] - totals[1 - black])
        return (min if s.turn else max)(value(game.apply(s, move)) for move in game.legal_moves(s))

    def value(s: Any) -> float:
        return found(s if s.black_seat == 0 else replace(s, black_seat=0))

    return value


def late(game: Any, empty: int, seed: int) -> Any:
    """The first position of a random game in which at most so many cells are empty; None where
    the game ends before."""
    rnd, s = random.Random(seed), game.start()
    while game.to_act(s) != OVER and s.stones.count(0) > empty:
        s = game.apply(s, rnd.choice(game.legal_moves(s)))
    return None if game.to_act(s) == OVER else s


def agrees(game: Any, solver: Any, s: Any, value: Callable[[Any], float]) -> None:
    """Assert that the solver knows the values of a position and of all its moves, and that its
    line leads to that value."""
    solved = solver.solve(s)
    assert solved.worth.value == value(s)
    told = {each.move: each.worth.value for each in solved.outcomes}
    assert told == {move: value(game.apply(s, move)) for move in game.legal_moves(s)}
    best = (min if s.turn else max)(told.values())
    assert solved.outcomes[0].worth.value == solved.worth.value == best
    for move in solved.line:
        s = game.apply(s, move)
    assert game.to_act(s) == OVER
    assert value(s) == solved.worth.value
