"""How long a bot may think when the controller sets a clock."""

from __future__ import annotations

from dataclasses import dataclass

_SHARE = 0.05
"""One move may take this share of what is left of the main time, ..."""
_RESERVE = 0.9
"""... and this share of its part of a period; the rest is for sending the answer."""


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
            return max(0.0, self.left) / self.stones_left * _RESERVE
        spare = self.period / self.stones * _RESERVE if self.stones else 0.0
        return max(0.0, self.left) * _SHARE + spare

    def spend(self, seconds: float) -> None:
        """Take the time of one move off the clock."""
        self.left -= seconds
        if self.stones_left > 1:
            self.stones_left -= 1
        elif self.stones_left == 1 or (self.left <= 0 and self.stones):
            self.set(self.period, self.stones)
