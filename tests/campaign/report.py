"""What a campaign tried, and what went wrong."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


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
