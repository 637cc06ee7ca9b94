"""Playing from exact solutions: when a game's solver takes over from the search, and a bot that
plays by nothing else."""

from collections.abc import Callable
from typing import Any

from termgames.core.exact import Solved, Solver, Worth
from termgames.core.text import counted, points_text
from termgames.core.two_player import COLOURS
from termgames.search.limits import Candidate, Limit, Thought

_RATE = 4_000_000
"""How many positions a second a solver is expected to look at; most look at more."""
_PART = 0.5
"""The part of a limit's seconds that solving may take."""
_PLAYOUT = 100
"""Positions that count as one playout, where only playouts are limited."""
MOST = 20_000_000
"""The most positions that a search ever lets its solver look at, to limit memory."""
WHOLE = 500_000_000
"""The most positions of a board that is solved whole: about a gigabyte."""


def reach(limit: Limit) -> float:
    """How many positions may be looked at within a limit."""
    if limit.seconds is not None:
        return min(MOST, limit.seconds * _PART * _RATE)
    assert limit.playouts is not None
    return min(MOST, limit.playouts * _PLAYOUT)


def answer(
    solver: Solver[Any, Any],
    state: Any,
    seats: int,
    limit: Limit,
    clock: Callable[[], float],
    candidates: int,
) -> Thought | None:
    """The best move of the seat to act, of `seats` seats, or None where solving would take too
    long; with at most `candidates` candidates. `clock` answers seconds."""
    began = clock()
    if solver.effort(state) > reach(limit):
        return None
    return thought(solver.solve(state), seats, clock() - began, candidates)


def thought(solved: Solved[Any], seats: int, seconds: float, candidates: int = 0) -> Thought:
    """The best move of a solved position as a decision that took `seconds`. The note says
    what is certain: "proved: White wins by 2½"."""
    best = solved.outcomes[0]
    proof = verdict(best.worth)
    return Thought(
        best.move,
        value=best.worth.shares(seats),
        line=solved.line,
        candidates=tuple(
            Candidate(
                each.move,
                solved.line if each is best else (each.move,),
                each.worth.shares(seats),
                None,
                0,
            )
            for each in solved.outcomes[:candidates]
        ),
        seconds=seconds,
        note=f"proved: {proof}",
        proof=proof,
    )


def verdict(worth: Worth) -> str:
    """`White wins by 2½`, `Black wins in 3 turns`, `a draw`."""
    if worth.winner is None:
        return "a draw"
    winner = COLOURS[worth.value < 0].capitalize()
    if worth.turns is not None:
        return f"{winner} wins in {counted(worth.turns, 'turn')}"
    return f"{winner} wins by {points_text(abs(worth.value))}"
