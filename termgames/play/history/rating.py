"""A person's strength on the ladder of a game's levels.

The levels' Elo are measured (`bots.calibrated_levels`) and stand fast; the person's is the one that
makes his results most likely if a player's chance to win is his strength divided by the sum of all
in the game, as Bradley and Terry (1952) have it for two. A shared win counts its part. A drawn game
against the average of his opponents is added, so that who won or lost them all has a rating, too.
Older games count less: each half as much as the one `HALF_LIFE` games later.

The interval holds all ratings whose likelihood is within that of 95 % (Wilks).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from termgames.play.bots.calibrated_levels import CalibratedLevels

HALF_LIFE: Final = 40
"""Games after which a game counts half: people learn."""
_PER_ELO = math.log(10) / 400
_FAR = 4000.0
"""Elo beyond all opponents, where no rating is looked for."""
_DROP = 1.92
"""Half the 95 % quantile of chi-square with one degree of freedom."""
_STEPS = 24
"""Halvings of some 8,000 Elo, to less than a thousandth."""


@dataclass(frozen=True)
class RatedGame:
    """A rated game: the Elo of each opponent, and the person's part of the win."""

    opponents: tuple[float, ...]
    share: float


@dataclass(frozen=True)
class Rating:
    """Elo above level 1, with the ends of its 95 % interval, from so many games."""

    elo: float
    low: float
    high: float
    games: int


def rating(played: Sequence[RatedGame]) -> Rating | None:
    """The rating that follows from games, the latest first; None without any."""
    if not played:
        return None
    all_met = [elo for game in played for elo in game.opponents]
    weights = {(_strength((sum(all_met) / len(all_met),)), 0.5): 1.0}
    for age, game in enumerate(played):
        same = _strength(game.opponents), game.share
        weights[same] = weights.get(same, 0.0) + math.pow(0.5, age / HALF_LIFE)
    rows = [(against, share, weight) for (against, share), weight in weights.items()]

    def slope(elo: float) -> float:
        own = _strength((elo,))
        return sum(weight * (share - own / (own + against)) for against, share, weight in rows)

    def likelihood(elo: float) -> float:
        own = _strength((elo,))
        # The logarithm of the chance, and of the others' chance, each by its part of the win.
        return sum(
            weight * ((1 - share) * math.log(against / own) - math.log1p(against / own))
            for against, share, weight in rows
        )

    low, high = min(all_met) - _FAR, max(all_met) + _FAR
    best = _falls_to_zero(slope, low, high)
    least = likelihood(best) - _DROP
    return Rating(
        best,
        _falls_to_zero(lambda elo: least - likelihood(elo), low, best),
        _falls_to_zero(lambda elo: likelihood(elo) - least, best, high),
        len(played),
    )


def even_level(elo: float, levels: CalibratedLevels) -> int | None:
    """The level that is nearest to a rating; None where the levels were not measured."""
    if not levels.rated:
        return None
    far = {n: abs((level.elo or 0.0) - elo) for n, level in levels.by_number.items()}
    return min(far, key=far.__getitem__)


def _strength(elos: Sequence[float]) -> float:
    """The strengths of players, added up; that of an Elo of 0 is 1."""
    return sum(math.exp(elo * _PER_ELO) for elo in elos)


def _falls_to_zero(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that is positive at `low` and falls gets to 0, by halving."""
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
