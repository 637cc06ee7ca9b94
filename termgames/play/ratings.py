"""Strength from results: the Elo difference of two players with its 95 % interval.

The score rate p of a player (a draw counts a half) becomes 400 log10(p / (1 - p)). Its
interval is Wilson's, for as many independent games as the results are worth: games are
played in rounds with the same opening and swapped seats, and the spread of the rounds'
scores says how much the games of a round tell together (an opening that decides the game
makes pairs come out 1-1: worth more; draws too). With fewer than ten rounds, or when all
games went one way, the games are taken as independent.

In a game of n seats the player meets n - 1 times the other one: equals score 1 / n, and
the odds p / (1 - p) are multiplied by n - 1.

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
_ENOUGH_ROUNDS = 10


def elo_difference(rounds: Sequence[Sequence[float]], seats: int = 2) -> tuple[float, float, float]:
    """Low, estimate, high of the first player's strength above the second's.

    `rounds` holds the first player's points (0, ½, 1) in the games of each round, `seats`
    of them; rounds may be incomplete. Without any game the interval is everything.
    """
    points = [x for played in rounds for x in played]
    games = len(points)
    if games == 0:
        return -CAP, 0.0, CAP
    rate = sum(points) / games
    low, high = wilson(rate, _worth(rounds, rate, seats))
    # Half a game off one decided game would leave nothing.
    margin = 0.5 / max(games, 2)
    estimate = min(max(rate, margin), 1 - margin)
    return elo(low, seats), elo(estimate, seats), elo(high, seats)


def elo(rate: float, seats: int = 2) -> float:
    """The difference that gives this score rate, from -CAP to CAP."""
    if rate <= 0:
        return -CAP
    if rate >= 1:
        return CAP
    return max(-CAP, min(CAP, 400 * math.log10((seats - 1) * rate / (1 - rate))))


def wilson(rate: float, trials: float) -> tuple[float, float]:
    """The 95 % interval of a rate seen in so many independent trials."""
    spread = _Z * _Z / trials
    centre = (rate + spread / 2) / (1 + spread)
    reach = _Z / (1 + spread) * math.sqrt(rate * (1 - rate) / trials + spread / (4 * trials))
    # Rounding must not leave the seen rate outside.
    return max(0.0, min(centre - reach, rate)), min(1.0, max(centre + reach, rate))


def _worth(rounds: Sequence[Sequence[float]], rate: float, seats: int) -> float:
    """How many independent games the rounds are worth: half to twice their number."""
    games = sum(len(played) for played in rounds)
    means = [sum(played) / seats for played in rounds if len(played) == seats]
    if len(means) < _ENOUGH_ROUNDS or rate in (0.0, 1.0):
        return games
    centre = sum(means) / len(means)
    variance = sum((mean - centre) ** 2 for mean in means) / (len(means) - 1)
    # Independent games would give rounds this variance.
    independent = rate * (1 - rate) / seats
    ratio = independent / variance if variance > 0 else math.inf
    return games * min(2.0, max(0.5, ratio))
