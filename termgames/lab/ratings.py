"""Strength from results: the Elo difference of two players with its 95 % interval.

The score rate p of a player (a draw counts a half) becomes 400 log10(p / (1 - p)). Its
interval is Wilson's, for as many independent games as the results are worth: games are
played in rounds with the same opening and swapped seats, and the spread of the rounds'
scores says how much the games of a round tell together (an opening that decides the game
makes pairs come out 1-1: worth more; draws too). With fewer than ten rounds, or when all
games went one way, the games are taken as independent.

In a game of n seats, m of them the player's, equals score the par m / n: the odds
p / (1 - p) are divided by those of par.

With several players at the table, or contests of more than two, `strengths` gives each its
Elo: the strengths under which the wins seen are most likely, when everybody's chance of
winning a game is his strength's part of the sum at the table (Bradley and Terry; by the
iteration of Hunter, Annals of Statistics 32, 2004).

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


def elo_difference(
    rounds: Sequence[Sequence[float]], seats: int = 2, own: float = 1
) -> tuple[float, float, float]:
    """Low, estimate, high of the first player's strength above the second's.

    `rounds` holds the first player's points (0, ½, 1) in the games of each round, `seats`
    of them; rounds may be incomplete. He has `own` of the seats
    (on the average), the other the rest.
    Without any game the interval is everything.
    """
    points = [x for played in rounds for x in played]
    games = len(points)
    if games == 0:
        return -CAP, 0.0, CAP
    rate = sum(points) / games
    low, high = wilson(rate, worth(rounds, rate, seats))
    # Half a game off one decided game would leave nothing.
    margin = 0.5 / max(games, 2)
    estimate = min(max(rate, margin), 1 - margin)
    return elo(low, seats, own), elo(estimate, seats, own), elo(high, seats, own)


def share(rounds: Sequence[Sequence[float]], seats: int) -> tuple[float, float, float]:
    """Low, estimate, high of the score rate itself; everything without any game."""
    points = [x for played in rounds for x in played]
    if not points:
        return 0.0, 0.0, 1.0
    rate = sum(points) / len(points)
    low, high = wilson(rate, worth(rounds, rate, seats))
    return low, rate, high


def elo(rate: float, seats: int = 2, own: float = 1) -> float:
    """The difference that gives this score rate, from -CAP to CAP."""
    if rate <= 0:
        return -CAP
    if rate >= 1:
        return CAP
    odds = rate / (1 - rate) * (seats - own) / own
    return max(-CAP, min(CAP, 400 * math.log10(odds)))


def wilson(rate: float, trials: float) -> tuple[float, float]:
    """The 95 % interval of a rate seen in so many independent trials."""
    spread = _Z * _Z / trials
    centre = (rate + spread / 2) / (1 + spread)
    reach = _Z / (1 + spread) * math.sqrt(rate * (1 - rate) / trials + spread / (4 * trials))
    # Rounding must not leave the seen rate outside.
    return max(0.0, min(centre - reach, rate)), min(1.0, max(centre + reach, rate))


def worth(rounds: Sequence[Sequence[float]], rate: float, seats: int) -> float:
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


def strengths(
    tables: Sequence[tuple[str, Sequence[float]]], players: str, *, steps: int = 200
) -> dict[str, float]:
    """Elo of each player, the mean of all 0, from games told as line-up and shares by seat.

    Half a win and half a loss against an average player count for everybody, so that
    nobody's Elo is infinite; games that nobody won say nothing.
    """
    strength = dict.fromkeys(players, 1.0)
    won = dict.fromkeys(players, 0.5)
    seats: dict[str, int] = {}
    for lineup, shares in tables:
        if sum(shares) > 0:
            table = "".join(sorted(lineup))
            seats[table] = seats.get(table, 0) + 1
            for player, part in zip(lineup, shares, strict=True):
                won[player] += part
    for _ in range(steps):
        expected = {player: 1 / (strength[player] + 1) for player in players}
        for table, games in seats.items():
            whole = sum(strength[player] for player in table)
            for player in table:
                expected[player] += games / whole
        strength = {player: won[player] / expected[player] for player in players}
    points = {player: 400 * math.log10(strength[player]) for player in players}
    mean = sum(points.values()) / len(points)
    return {player: max(-CAP, min(CAP, x - mean + 0.0)) for player, x in points.items()}
