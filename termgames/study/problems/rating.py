"""A rating that moves with problems: Elo (1978) with a factor that falls with the number tried.

It is on the scale of the levels: a problem counts as much as the weakest level that finds it. Bots
are not asked where a problem has a goal: it counts as much as the level with the number of its
grade, which says how long it is and how much its proof looked at. The first try alone counts, and
one with a hint counts as wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from termgames import games
from termgames.play.bots.calibrated_levels import levels_on
from termgames.study.problems.problem import Problem

LOWEST: Final = 0.0
"""No rating is lower: it is that of the weakest level."""
FIRST: Final = 300.0
"""The rating of a player who has tried none: between the two lowest levels of most games."""
_K_FIRST, _K_LAST, _K_HALF = 200.0, 20.0, 4
"""Points that an unlikely result moves, at first, in the end, and problems after which the first is
halved."""
_STEP = 200.0
"""Between two levels where nobody measured."""


@dataclass(frozen=True)
class SolvingRating:
    """A player's rating, and how many problems it is from."""

    elo: float = FIRST
    tried: int = 0

    def after(self, problem_elo: float, *, right: bool) -> SolvingRating:
        """The rating after the first try at a problem."""
        expected = 1 / (1 + 10 ** ((problem_elo - self.elo) / 400))
        factor = max(_K_LAST, _K_FIRST / (1 + self.tried / _K_HALF))
        elo = self.elo + factor * (right - expected)
        return SolvingRating(max(LOWEST, elo), self.tried + 1)


def elo_of(problem: Problem) -> float:
    """How hard a problem is."""
    settled = games.info(problem.game).settle(dict(problem.options))
    measured = levels_on(problem.game, settled).by_number[problem.level].elo
    return _STEP * (problem.level - 1) if measured is None else measured
