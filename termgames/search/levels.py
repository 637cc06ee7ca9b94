"""The levels of play, 1 to 9, as a table.

A level limits playouts and time and says how freely it chooses among good moves; no level
blunders at random. Importing this module does not import numpy.
"""

from __future__ import annotations

from dataclasses import dataclass

from termgames.search.limits import Limit


@dataclass(frozen=True)
class Level:
    """One step of the ladder."""

    playouts: int | None
    """Playouts a move; None where only time counts."""
    seconds: float
    """Most wall-clock seconds a move."""
    temperature: float = 0.0
    """0 plays the best move found; above that, moves are drawn with weights
    exp((value - best) / temperature), among moves whose value was well explored."""

    @property
    def limit(self) -> Limit:
        """As a search takes it."""
        return Limit(self.seconds, self.playouts)


LEVELS: dict[int, Level] = {
    # A glance: it sees which territories are large, not how they will be fought for.
    1: Level(playouts=150, seconds=1.0, temperature=0.06),
    2: Level(playouts=400, seconds=1.0, temperature=0.025),
    3: Level(playouts=900, seconds=1.5, temperature=0.015),
    # The opponent one gets without asking: it answers in a fraction of a second. From
    # here on it always plays the best it finds.
    4: Level(playouts=3_000, seconds=2.0),
    5: Level(playouts=9_000, seconds=3.0),
    6: Level(playouts=27_000, seconds=4.0),
    7: Level(playouts=80_000, seconds=6.0),
    8: Level(playouts=250_000, seconds=8.0),
    # All that ten seconds give.
    9: Level(playouts=None, seconds=10.0),
}

DEFAULT_LEVEL = 4
