"""Playing from exact solutions: when a game's solver takes over from the search."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from termgames.core.exact import Solver
from termgames.core.game import Seat
from termgames.core.text import counted
from termgames.search.limits import Candidate, Limit, Thought

_RATE = 3_000_000
"""How many positions a second a solver is expected to look at; most look at more."""
_PART = 0.5
"""The part of a limit's seconds that solving may take."""
_PLAYOUT = 100
"""So many positions count as one playout, where only playouts are limited."""
MOST = 20_000_000
"""The most positions ever looked at, for the sake of memory."""


def reach(limit: Limit) -> float:
    """How many positions may be looked at within a limit."""
    if limit.seconds is not None:
        return min(MOST, limit.seconds * _PART * _RATE)
    assert limit.playouts is not None
    return min(MOST, limit.playouts * _PLAYOUT)


def answer(
    solver: Solver[Any, Any],
    state: Any,
    seat: Seat,
    seats: int,
    limit: Limit,
    clock: Callable[[], float] = time.monotonic,
    candidates: int = 0,
) -> Thought | None:
    """The best move of `seat`, which is to act, or None where solving would take too long; with so
    many `candidates`.

    The note says what is certain: "solved: won in 3 turns".
    """
    began = clock()
    if solver.effort(state) > reach(limit):
        return None
    solved = solver.solve(state)
    result = "won" if solved.winner == seat else "lost"

    def shares(winner: Seat) -> tuple[float, ...]:
        return tuple(float(one == winner) for one in range(seats))

    best = solved.outcomes[0].move
    return Thought(
        best,
        value=shares(solved.winner),
        line=solved.line,
        candidates=tuple(
            Candidate(
                each.move,
                solved.line if each.move == best else (each.move,),
                shares(each.winner),
                None,
                0,
            )
            for each in solved.outcomes[:candidates]
        ),
        seconds=clock() - began,
        note=f"solved: {result} in {counted(solved.turns, 'turn')}",
    )
