"""How often something may be done in a while."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Hashable

from termgames.play.together.guests import Declined, Guest, Room

_LATELY = 5.0
"""Seconds after which it is forgotten that something was done."""
_MOST_TOLD, _MOST_TOLD_WATCHING = 6, 12
"""What a seat, or one who watches, may tell everybody in a row, as talk and proposals; and all who
watch together."""


class Allowance:
    """How much may be said: `rate` a second, and `burst` at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._since = burst, time.monotonic()

    def take(self, cost: float) -> float:
        """So much is said; what is left, below 0 where it was too much."""
        now = time.monotonic()
        more = self._left + self._rate * (now - self._since)
        self._left, self._since = min(self._burst, more) - cost, now
        return self._left


class Rations:
    """What was done of late at a table, by whom and how often."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._lately: Counter[tuple[Hashable, str]] = Counter()

    def spent(self, who: Hashable, what: str, most: int) -> bool:
        """Whether somebody has done something `most` times of late; if not, this is one more."""
        done = who, what
        spent = self._lately[done] >= most
        if not spent:
            self._lately[done] += 1
            self._room.later(_LATELY, lambda: self._forget(done))
        return spent

    def tell(self, guest: Guest) -> None:
        """A guest tells everybody something; Declined for who has told too much. The windows of a
        seat share a ration; each who watches has his own, as far as that of all goes."""
        watches = guest.seat is None
        if self.spent(guest if watches else guest.place, "told", _MOST_TOLD) or (
            watches and self.spent(guest.place, "told", _MOST_TOLD_WATCHING)
        ):
            raise Declined("often", "that is too much at once: wait a few seconds")

    def _forget(self, done: tuple[Hashable, str]) -> None:
        self._lately[done] -= 1
        if not self._lately[done]:
            del self._lately[done]
