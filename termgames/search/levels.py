"""The levels of play, 1 to 9: what all have in common, and a table for games not measured.

A level limits playouts and time and says how freely it chooses among good moves; no level
blunders at random. How many playouts make even steps differs from game to game: what was
measured stands in `assets/levels.json`, see `termgames.play.bots.calibrated_levels`. Importing
this module does not import numpy.
"""

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
    unguided: bool = False
    """Whether the search does without the net that the game has learnt: a net that knows good
    shapes beats beginners however little it looks ahead."""

    @property
    def limit(self) -> Limit:
        """As a search takes it."""
        return Limit(self.seconds, self.playouts)


LEVELS: dict[int, Level] = {
    # A glance: it sees which territories are large, not how they will be fought for, and
    # takes one of the moves that look well.
    1: Level(playouts=64, seconds=1.0, temperature=0.15),
    2: Level(playouts=200, seconds=1.0, temperature=0.07),
    3: Level(playouts=700, seconds=1.5, temperature=0.03),
    # From here on it always plays the best it finds.
    4: Level(playouts=3_000, seconds=2.0),
    # The opponent one gets without asking: it answers within a second or so.
    5: Level(playouts=9_000, seconds=3.0),
    6: Level(playouts=27_000, seconds=4.0),
    7: Level(playouts=80_000, seconds=6.0),
    8: Level(playouts=250_000, seconds=8.0),
    # All that ten seconds give.
    9: Level(playouts=None, seconds=10.0),
}

WORDS = dict(
    enumerate(
        (
            "beginner",
            "novice",
            "learner",
            "casual",
            "average",
            "experienced",
            "advanced",
            "strong",
            "strongest",
        ),
        1,
    )
)
"""What the levels are called where a number says little."""

DEFAULT_LEVEL = 5
