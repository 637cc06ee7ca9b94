"""How the bots of a run think, as one value: it is made once, from the command line or a form."""

from __future__ import annotations

import math
import os
from collections.abc import Set
from dataclasses import dataclass, replace

from termgames.core.errors import OptionError

MOST_SECONDS = 86_400
"""The most seconds that a bot may be given for a move."""
_MOST_CORES = 4
"""The most processes that a bot uses by default: each further one gains less."""


@dataclass(frozen=True)
class BotOptions:
    """What holds for all bots, whoever they are. OptionError for times that are not positive."""

    time: float | None = None
    """Seconds a move, in place of those of the bot's name or level; a cap on playouts stays.
    Another program is told a time only where there is one here."""
    time_scale: float = 1.0
    """Multiplies the time, and playouts too."""
    cores: int = 1
    """Processes of a search that is limited by time alone. One that is limited by playouts is no
    stronger for them, and would not play the same moves again."""
    allowed: frozenset[str] = frozenset()
    """The commands of other programs that may be started."""

    openings: bool = False
    """Whether a bot of a level plays its first moves from a tree of openings that was made with
    more thought than it has. Levels are measured without."""

    def __post_init__(self) -> None:
        for name, number in (("time", self.time), ("time scale", self.time_scale)):
            if number is not None and not (math.isfinite(number) and number > 0):
                raise OptionError(f"{name} {number} is no positive number of seconds or times")

    def allowing(self, commands: Set[str]) -> BotOptions:
        """The same, with these commands allowed too."""
        return replace(self, allowed=self.allowed | commands)

    def in_game(self, *, rated: bool) -> BotOptions:
        """The same for a game: where it is rated, bots are as strong as they were measured."""
        return replace(self, time=None, time_scale=1.0, openings=False) if rated else self


USUAL = BotOptions()


def usual_cores() -> int:
    """How many processes a bot uses without being told: the cores that this program may
    use, a few at most."""
    if hasattr(os, "sched_getaffinity"):
        return min(_MOST_CORES, len(os.sched_getaffinity(0)))
    return min(_MOST_CORES, os.cpu_count() or 1)
