"""Proof files on the command line: `termgames solve GAME --proof FILE` and `--check FILE`."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from termgames import games
from termgames.cli import common
from termgames.core import files
from termgames.core.errors import OptionError, StorageError
from termgames.core.options import GameInfo, number_text
from termgames.core.text import quotable, quoted

if TYPE_CHECKING:
    from termgames.core.exact import Solver
    from termgames.core.game import AnyGame

_EVERY = 2.0
"""Seconds between two lines of progress."""


class PositionsProgress:
    """Tells of the work on standard error now and then."""

    def __init__(self, visible: bool) -> None:
        self.visible = visible
        self.done = self.total = 0
        self._first: int | None = None
        self._began = self._reported = time.monotonic()

    @property
    def reached(self) -> str:
        """How far the work has come."""
        if not self.total:
            return "before the first position was done"
        return f"after {self.done:,} of {self.total:,} positions"

    def __call__(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        now = time.monotonic()
        if self._first is None:
            self._first, self._began = done, now
        if self.visible and now - self._reported >= _EVERY:
            self._reported = now
            rate = (done - self._first) / max(now - self._began, 1e-9)
            click.echo(f"{done:,} of {total:,} positions, {rate:,.0f} a second", err=True)


def refuse(game: AnyGame, solver: Solver[Any, Any], after: str, file: Path) -> None:
    """OptionError where there is no proof to be written, or the file holds something else than a
    proof; StorageError where it is none that can be replaced."""
    from termgames.core.exact import PointSolver
    from termgames.workbench import proof_check

    if not isinstance(solver, PointSolver):
        raise OptionError(f"--proof: {game.id} is not decided by points: leave it out")
    if after:
        raise OptionError("--proof and --after exclude each other: a proof is about the start")
    if getattr(game.start(), "stage", "play") != "play":
        raise OptionError("--proof: komi is on offer, and a proof is about one komi: choose it")
    try:
        if files.refuse(file) is not None:
            proof_check.header(file)
    except proof_check.ProofError:
        raise OptionError(
            f"--proof: {quotable(str(file))} exists and is no proof: choose another name"
        ) from None
    except OSError as error:
        raise _cannot_write(file, error) from None


def write(
    game: AnyGame,
    solver: Solver[Any, Any],
    file: Path,
    sample_size: int | None,
    watch: PositionsProgress,
) -> None:
    """Write a proof of what the solver found, or `sample_size` positions drawn by lot.
    StorageError."""
    import numpy as np

    from termgames.core.exact import PointSolver
    from termgames.workbench.proof import Proof

    assert isinstance(solver, PointSolver)
    proof = Proof(game, solver)
    try:
        if sample_size is None:
            proof.prove(watch)
        else:
            proof.draw(sample_size, np.random.default_rng(0))
        proof.write(file)
    except OSError as error:
        raise _cannot_write(file, error) from None
    except KeyboardInterrupt:
        common.note("stopped: no whole proof is written, and the same command begins it anew")
        raise


def _cannot_write(file: Path, error: OSError) -> StorageError:
    return StorageError(f"cannot write {quotable(str(file))}: {error.strerror or error}")


def check(info: GameInfo, file: Path, sample_size: int | None, as_json: bool) -> int:
    """Check a proof and say what it proves; ProofError."""
    from termgames.workbench import proof_check

    game_id, options = proof_check.header(file)
    if game_id != info.id:
        raise OptionError(
            f"--check: {quotable(str(file))} is about {quoted(game_id)}, not {info.id}"
        )
    try:
        game = games.create(info.id, options)
    except (TypeError, ValueError, KeyError, AttributeError):
        raise proof_check.ProofError(f"{quotable(str(file))}: its options cannot be read") from None
    began = time.perf_counter()
    watch = PositionsProgress(sys.stderr.isatty())
    try:
        checked = proof_check.check(file, game, sample_size, watch)
    except KeyboardInterrupt:
        common.note(f"stopped {watch.reached}: nothing is proved, and a check begins anew")
        raise
    seconds = time.perf_counter() - began
    proved = checked.value is not None and not checked.given and sample_size is None
    if as_json:
        fields = {
            "positions": checked.positions,
            "given": checked.given,
            "value": checked.value if proved else None,
            "openings": checked.openings if proved else 0,
            "seconds": round(seconds, 3),
        }
        click.echo(json.dumps(fields))
        return 0
    typed = " ".join(f"--{name} {value}" for name, value in options.items() if value is not None)
    click.echo(f"{info.title} {quotable(typed)}: {checked.positions:,} positions follow")
    if checked.given:
        click.echo(f"taken on trust: {checked.given:,} positions after them")
    if proved:
        assert checked.value is not None
        click.echo(
            f"proved: Black's points less White's are {number_text(checked.value)}, "
            f"and the values of {checked.openings} first moves"
        )
    click.echo(f"checked in {seconds:.1f} seconds")
    return 0
