"""What a campaign tries, and what went wrong."""

from __future__ import annotations

import random
import time
import traceback
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MOST_FAULTS, MOST = 20, 1_000_000


class Broken(Exception):
    """Something that must hold does not."""


def check(holds: Any, text: str) -> None:
    """Broken unless it holds."""
    if not holds:
        raise Broken(text)


@dataclass
class Report:
    """Counts of what was tried, by name, and one line of text for each fault."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def fault(self, text: str) -> None:
        """Keep a fault, and print it at once: a campaign may be stopped at any time."""
        self.faults.append(text)
        print(f"FAULT {text}", flush=True)


@dataclass
class Try:
    """One try. All of it follows from the seed and its number."""

    seed: int
    number: int
    report: Report = field(default_factory=Report)
    done: list[str] = field(default_factory=list)
    """What was done so far, for the text of a fault."""

    def __post_init__(self) -> None:
        self.rng = random.Random(f"{self.seed}/{self.number}")
        self.counts = self.report.counts


@dataclass(frozen=True)
class Row:
    """A campaign: one try, and what it does in words; `lanes` of them at a time."""

    one: Callable[[Try], object]
    done: str
    lanes: int = 1


def judge(row: Row, this: Try) -> Try:
    """Do it; whatever goes wrong is a fault, whose text says how to see it again."""
    try:
        row.one(this)
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        line = f"{Path(last.filename).name}:{last.lineno}"
        where = f"--seed {this.seed}, try {this.number}, after {'; '.join(this.done[-8:])}"
        this.report.fault(f"{where}: {type(error).__name__} in {line}: {error}")
    this.counts["tries"] += 1
    return this


def repeated(row: Row, minutes: float, seed: int, most: int | None = None) -> Report:
    """So many tries, or as many as there is time for, until many have failed."""
    report, end = Report(), time.monotonic() + 60 * minutes

    def each(number: int) -> None:
        if time.monotonic() < end and len(report.faults) < MOST_FAULTS:
            judge(row, Try(seed, number, report))

    with ThreadPoolExecutor(row.lanes) as pool:
        # One at a time has this thread, which alone may have timers and screens.
        list((pool.map if row.lanes > 1 else map)(each, range(most or MOST)))
    return report
