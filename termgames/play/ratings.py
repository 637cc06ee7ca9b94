"""Strength from results: the Elo difference of two players with its 95 % interval.

The score rate p of a player (a draw counts a half) becomes 400 log10(p / (1 - p)). Its
interval is Wilson's, for as many independent games as the results are worth: games are
played in pairs with the same opening and swapped seats, and the spread of the pairs'
scores says how much the two games of a pair tell together (an opening that decides the game makes
pairs come out 1-1: worth more; draws too). With fewer than ten pairs, or when all
games went one way, the games are taken as independent.

A rate of 0 or 1 has no finite difference. The estimate then takes half a game off the
winner, and an end of the interval that would be infinite is given as `CAP`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

CAP = 2000.0
"""Elo points; stands for infinity, and no number beyond it is given."""
_Z = 1.959964
"""Standard deviations on either side that hold 95 %."""
_ENOUGH_PAIRS = 10


def elo_difference(pairs: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """Low, estimate, high of the first player's strength above the second's.

    `pairs` holds the first player's points (0, ½, 1) in the games of each pair; the last
    pair may have one game only. Without any game the interval is everything.
    """
    points = [x for pair in pairs for x in pair]
    games = len(points)
    if games == 0:
        return -CAP, 0.0, CAP
    rate = sum(points) / games
    low, high = wilson(rate, _worth(pairs, rate, games))
    margin = 0.5 / games
    estimate = elo(min(max(rate, margin), 1 - margin)) if games > 1 or rate == 0.5 else _lone(rate)
    return elo(low), estimate, elo(high)


def elo(rate: float) -> float:
    """The difference that gives this score rate, from -CAP to CAP."""
    if rate <= 0:
        return -CAP
    if rate >= 1:
        return CAP
    return max(-CAP, min(CAP, 400 * math.log10(rate / (1 - rate))))


def wilson(rate: float, trials: float) -> tuple[float, float]:
    """The 95 % interval of a rate seen in so many independent trials."""
    spread = _Z * _Z / trials
    centre = (rate + spread / 2) / (1 + spread)
    reach = _Z / (1 + spread) * math.sqrt(rate * (1 - rate) / trials + spread / (4 * trials))
    # Rounding must not leave the seen rate outside.
    return max(0.0, min(centre - reach, rate)), min(1.0, max(centre + reach, rate))


def _lone(rate: float) -> float:
    """One decided game: half a game off the winner would leave nothing."""
    return elo(0.75 if rate > 0.5 else 0.25)


def _worth(pairs: Sequence[Sequence[float]], rate: float, games: int) -> float:
    """How many independent games the pairs are worth: half to twice their number."""
    means = [sum(pair) / 2 for pair in pairs if len(pair) == 2]
    if len(means) < _ENOUGH_PAIRS or rate in (0.0, 1.0):
        return games
    centre = sum(means) / len(means)
    variance = sum((mean - centre) ** 2 for mean in means) / (len(means) - 1)
    single = rate * (1 - rate)
    # Independent games would give pairs half the variance of single games.
    ratio = single / (2 * variance) if variance > 0 else math.inf
    return games * min(2.0, max(0.5, ratio))
