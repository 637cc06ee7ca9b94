"""How long a bot may think when the controller sets a clock."""

from __future__ import annotations

from dataclasses import dataclass

_SHARE = 0.05
"""One move may take this share of what is left of the main time, ..."""
_RESERVE, _LEAST_RESERVE = 0.1, 0.2
"""... and its part of a period but for this share or so many seconds, whichever is more; these are
for sending the answer, and for a machine that does something else meanwhile."""
_MOST_RESERVE = 0.25
"""The most of a part that is kept so."""


@dataclass
class Clock:
    """The time of one player: main time, then periods of `stones` moves each.

    Seconds. Follows GTP: `period` above 0 with `stones` 0 means no limit at all; main
    time 0 means that periods run from the start.
    """

    main: float
    period: float
    stones: int
    left: float = 0.0
    stones_left: int = 0
    """Moves that must still be made in this period; 0 in main time."""

    def __post_init__(self) -> None:
        if self.main > 0:
            self.set(self.main, 0)
        else:
            self.set(self.period, self.stones)

    def set(self, left: float, stones_left: int) -> None:
        """Take over what the controller says with `time_left`."""
        self.left, self.stones_left = left, stones_left

    @property
    def unlimited(self) -> bool:
        """Whether there is no time limit."""
        return self.period > 0 and self.stones == 0

    def allowance(self) -> float | None:
        """Seconds for the next move; None without a limit. Never negative."""
        if self.unlimited:
            return None
        if self.stones_left > 0:
            return _safe(max(0.0, self.left) / self.stones_left)
        spare = _safe(self.period / self.stones) if self.stones else 0.0
        return max(0.0, self.left) * _SHARE + spare

    def spend(self, seconds: float) -> None:
        """Take the time of one move off the clock."""
        self.left -= seconds
        if self.stones_left > 1:
            self.stones_left -= 1
        elif self.stones_left == 1 or (self.left <= 0 and self.stones):
            self.set(self.period, self.stones)


def _safe(part: float) -> float:
    """How much of a part of a period to use."""
    return part - max(_RESERVE * part, min(_LEAST_RESERVE, _MOST_RESERVE * part))
