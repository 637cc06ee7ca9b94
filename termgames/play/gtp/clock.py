"""How long a bot may think when the controller sets a clock."""

from __future__ import annotations

from dataclasses import dataclass

_SHARE = 0.05
"""Of what is left of the main time one move may take this much, ..."""
_RESERVE = 0.9
"""... and of a period this much: answers take their time too."""


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
    """Moves to be made in what is left of the period; 0 in main time."""

    def __post_init__(self) -> None:
        if self.main > 0:
            self.set(self.main, 0)
        else:
            self.set(self.period, self.stones)

    def set(self, left: float, stones_left: int) -> None:
        """What the controller says is left, as `time_left` tells it."""
        self.left, self.stones_left = left, stones_left

    @property
    def unlimited(self) -> bool:
        """Whether there is no limit (anywhere, or any more)."""
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
        """A move took so long; the controller may correct it with `set`."""
        self.left -= seconds
        if self.stones_left > 1:
            self.stones_left -= 1
        elif self.stones_left == 1 or (self.left <= 0 and self.stones):
            self.set(self.period, self.stones)
