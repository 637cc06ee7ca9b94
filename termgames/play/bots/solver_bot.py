"""Best play, on boards that are solved."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import Any, Unpack

from termgames import games
from termgames.core.errors import OptionError, StorageError
from termgames.core.exact import SMALL_ENOUGH
from termgames.core.game import AnyGame
from termgames.play import solutions
from termgames.play.bots.players import SOLVER
from termgames.search import exact
from termgames.search.limits import Listeners, Thought

_REPORTED = 0.5
"""Seconds between two reports while a board is being solved."""


class _Stopped(Exception):
    """Nobody waits for the answer any more."""


class SolverBot:
    """Plays the best moves by points, or the shortest wins where there are none. The board is
    solved at the first move, unless `termgames solve` did so before."""

    def __init__(self, game: AnyGame, *, candidates: int = 0) -> None:
        """OptionError where the game's board is not solved."""
        solver = games.solver(game)
        if solver is None or solver.effort(game.start()) > exact.WHOLE:
            raise OptionError(
                f"{SOLVER} plays on solved boards alone, and {game.id} on this one is not: choose "
                f"a smaller board, as {SMALL_ENOUGH}, or another bot, as bot:9"
            )
        self.game, self.candidates, self._solver = game, candidates, solver
        self._is_loaded = False

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

        self._take_up()
        solved_before = not self._solver.effort(state)
        try:
            solved = self._solver.solve(state, watch)
        except _Stopped:
            return Thought(anything, seconds=time.monotonic() - began, note="stopped")
        file = self._file()
        if not solved_before and file is not None:
            with contextlib.suppress(StorageError):
                solutions.keep(self._solver, file)
        return exact.thought(solved, self.game.seats, time.monotonic() - began, self.candidates)

    def _take_up(self) -> None:
        """Load the positions that were solved before, on the first call only. A file that cannot be
        used is treated as missing: the board is solved again."""
        file = None if self._is_loaded else self._file()
        self._is_loaded = True
        if file is not None:
            with contextlib.suppress(StorageError):
                solutions.take_up(self._solver, file)

    def _file(self) -> Path | None:
        with contextlib.suppress(StorageError):
            return solutions.usual_file(self._solver)
        return None
