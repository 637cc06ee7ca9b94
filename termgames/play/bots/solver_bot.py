"""Best play, on boards that are solved."""

import time
from typing import Any, Unpack

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.exact import SMALL_ENOUGH
from termgames.core.game import AnyGame
from termgames.play.bots.players import SOLVER
from termgames.search import exact
from termgames.search.limits import Listeners, Thought

_REPORTED = 0.5
"""Seconds between two reports while a board is being solved."""


class _Stopped(Exception):
    """Nobody waits for the answer any more."""


class SolverBot:
    """Plays the best moves by points, or the shortest wins where there are none. The board is
    solved at the first move, in some ten seconds at most."""

    def __init__(self, game: AnyGame, *, candidates: int = 0) -> None:
        """OptionError where the game's board is not solved."""
        solver = games.solver(game)
        if solver is None or solver.effort(game.start()) > exact.WHOLE:
            raise OptionError(
                f"{SOLVER} plays on solved boards alone, and {game.id} on this one is not: choose "
                f"a smaller board, as {SMALL_ENOUGH}, or another bot, as bot:9"
            )
        self.game, self.candidates, self._solver = game, candidates, solver

    def think(
        self, state: Any, *, seconds: float | None = None, **around: Unpack[Listeners]
    ) -> Thought:
        """A best move, and how the game ends. Whoever stops it while the board is being solved
        gets any legal move."""
        on_progress, should_stop = around.get("on_progress"), around.get("should_stop")
        began = reported = time.monotonic()
        anything = self.game.legal_moves(state)[0]

        def watch(done: int, total: int) -> None:
            nonlocal reported
            if should_stop is not None and should_stop():
                raise _Stopped
            if on_progress is not None and time.monotonic() - reported > _REPORTED:
                reported = time.monotonic()
                note = f"solving the board, {done / total:.0%}"
                on_progress(Thought(anything, seconds=reported - began, note=note))

        try:
            solved = self._solver.solve(state, watch)
        except _Stopped:
            return Thought(anything, seconds=time.monotonic() - began, note="stopped")
        return exact.thought(solved, self.game.seats, time.monotonic() - began, self.candidates)
