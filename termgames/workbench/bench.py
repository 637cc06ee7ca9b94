"""Measuring how fast a game's playouts are, against playouts through the rules, in plain Python.

Kernel and reference take turns in short spells, measured in CPU time of this process. A busy
computer slows both alike, so the ratios are more reliable than the rates.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from statistics import median
from typing import Any

import numpy as np

from termgames.workbench.bench_cases import BenchCase, bench_cases

BATCHES = (64, 256, 1024, 4096)

_SPELL = 0.02
"""The least CPU seconds of a spell."""


@dataclass(frozen=True)
class Row:
    """One measurement; rates are medians over the spells, per second of CPU time."""

    game: str
    board: str
    start: str
    batch: int
    """Playouts in one call of the kernel."""
    playouts: float
    """The kernel's playouts a second."""
    moves: float
    """The kernel's moves a second."""
    reference: float
    """Playouts a second through the rules."""

    @property
    def ratio(self) -> float:
        """How many times faster than the reference the kernel is."""
        return self.playouts / self.reference

    def to_json(self) -> dict[str, Any]:
        """The fields and the ratio; rates rounded to whole numbers."""
        fields = asdict(self)
        for rate in ("playouts", "moves", "reference"):
            fields[rate] = round(fields[rate])
        return {**fields, "ratio": round(self.ratio, 1)}


def run(
    game_id: str,
    *,
    batches: Sequence[int] = BATCHES,
    seconds: float = 3.0,
    progress: Callable[[str], None] | None = None,
) -> list[Row]:
    """Measure a game on all its boards and starts; a game of another package has no rows.

    Each board and start takes about `seconds` of CPU time, and at least two rounds. `progress`
    is called with the name of what is measured next. OptionError when there is no such game.
    """
    rows = []
    for case in bench_cases(game_id):
        if progress is not None:
            progress(f"{game_id} {case.board}, {case.start}")
        rows += _measure(game_id, case, batches, seconds)
    return rows


def _measure(game_id: str, case: BenchCase, batches: Sequence[int], seconds: float) -> list[Row]:
    rng = np.random.Generator(np.random.SFC64(0))
    plain = np.random.default_rng(0)
    playouts: dict[int, list[float]] = {batch: [] for batch in batches}
    moves: dict[int, list[float]] = {batch: [] for batch in batches}
    reference: list[float] = []
    for batch in batches:
        case.play(batch, rng)  # the first call builds tables
    case.reference(plain)
    ends = time.process_time() + seconds
    while len(reference) < 2 or time.process_time() < ends:
        for batch in batches:
            calls, count, took = _spell(partial(case.play, batch, rng))
            playouts[batch].append(calls * batch / took)
            moves[batch].append(count / took)
        calls, _, took = _spell(partial(case.reference, plain))
        reference.append(calls / took)
    return [
        Row(
            game_id,
            case.board,
            case.start,
            batch,
            median(playouts[batch]),
            median(moves[batch]),
            median(reference),
        )
        for batch in batches
    ]


def _spell(call: Callable[[], int | None]) -> tuple[int, int, float]:
    """Call until a spell is over; the number of calls, the sum of their answers, and the CPU
    seconds they took."""
    calls = total = 0
    began = time.process_time()
    while True:
        total += call() or 0
        calls += 1
        took = time.process_time() - began
        if took >= _SPELL:
            return calls, total, took
