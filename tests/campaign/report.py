"""What a campaign tried, and what went wrong."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

MOST_FAULTS = 20


@dataclass
class Report:
    """Counts of what was tried, by name, and one line of text for each fault.

    A fault's text says how to see it again: the seed, the input or the list of keys.
    """

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def fault(self, text: str) -> None:
        """Keep a fault, and print it at once: a campaign may be stopped at any time."""
        self.faults.append(text)
        print(f"FAULT {text}", flush=True)


def repeated(
    one: Callable[[int, int, Report], object],
    minutes: float,
    seed: int,
    most: int,
    lanes: int = 1,
) -> Report:
    """Tries of one kind, which follow from the seed and their number: so many, or as many as there
    is time for, `lanes` at a time, until many have failed."""
    report, end = Report(), time.monotonic() + 60 * minutes

    def each(number: int) -> None:
        if time.monotonic() < end and len(report.faults) < MOST_FAULTS:
            one(seed, number, report)
            report.counts["tries"] += 1

    with ThreadPoolExecutor(lanes) as pool:
        # One at a time has this thread, which alone may have timers and screens.
        list((pool.map if lanes > 1 else map)(each, range(most)))
    return report
