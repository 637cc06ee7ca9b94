"""Strength from results: the Elo difference of two players with its 95 % interval.

A player with the score rate p (a draw counts a half) is 400 log10(p / (1 - p)) Elo stronger.
The interval is Wilson's, for the number of independent games that the results are worth. Games
are played in rounds with the same opening and swapped seats; when the rounds' scores vary less
than those of independent games would, as when openings decide games and most pairs end 1-1,
the games are worth more, otherwise less (`worth`). With fewer than ten rounds, or when one
player won all games, the games are taken as independent.

In a game of n seats, m of them the player's, the score rate among equals is m / n, the par:
the odds p / (1 - p) are then divided by those of par.

For more than two players `strengths` gives each his Elo: the strengths that make the results
most likely, if a player's chance of winning a game is his strength divided by the sum of all
in the game (the model of Bradley and Terry, by the iteration of Hunter, Annals of Statistics
32, 2004).

A rate of 0 or 1 has no finite difference. The estimate then takes half a game off the winner,
and an end of the interval that would be infinite is given as `CAP`.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

Rounds = Iterable[tuple[float, ...]] | Mapping[tuple[float, ...], int]
"""A player's points (0, ½, 1) in the games of each round; or, as a mapping, how many rounds came
out like that. However many rounds there are, few differ, and their order does not matter."""

Outcome = tuple[str, tuple[float, ...]]
"""How a game came out: the players by seat, a letter each, and their shares of the win."""

CAP = 2000.0
"""In Elo: the largest difference that is given; it stands for infinity too."""
Z = 1.959964
"""95 % of a normal distribution lie within this many standard deviations of its mean."""
_ENOUGH_ROUNDS = 10
"""With fewer complete rounds their variance is not estimated."""
_STEPS = 200
"""Steps of the iteration of `strengths`."""


def elo_difference(rounds: Rounds, seats: int = 2, own: float = 1) -> tuple[float, float, float]:
    """The first player's Elo above the second's: low end, estimate, high end.

    `rounds` are the first player's; a complete round has `seats` games. He sits on `own` seats,
    on average, the other on the rest. Without any game the interval goes from -CAP to CAP.
    """
    counts = Counter(rounds)
    games, _ = _sums(counts)
    if not games:
        return -CAP, 0.0, CAP
    low, rate, high = share(counts, seats)
    # Half a game off one decided game would leave nothing.
    margin = 0.5 / max(games, 2)
    estimate = min(max(rate, margin), 1 - margin)
    low, estimate, high = (elo(each, seats, own) for each in (low, estimate, high))
    return low, estimate, high


def share(rounds: Rounds, seats: int) -> tuple[float, float, float]:
    """Low end, estimate and high end of the score rate; 0 to 1 without any game."""
    counts = Counter(rounds)
    games, points = _sums(counts)
    if not games:
        return 0.0, 0.0, 1.0
    rate = points / games
    low, high = wilson(rate, worth(counts, rate, seats))
    return low, rate, high


def _sums(counts: Mapping[tuple[float, ...], int]) -> tuple[int, float]:
    """The games of all rounds, and the points in them."""
    games = sum(len(played) * number for played, number in counts.items())
    return games, math.fsum(sum(played) * number for played, number in counts.items())


def elo(rate: float, seats: int = 2, own: float = 1) -> float:
    """The Elo difference, from -CAP to CAP, that gives a score rate of `rate` on `own` of the
    seats; 0 for a player who has all of them, or none."""
    if not 0 < own < seats:
        return 0.0
    if rate <= 0:
        return -CAP
    if rate >= 1:
        return CAP
    odds = rate / (1 - rate) * (seats - own) / own
    return max(-CAP, min(CAP, 400 * math.log10(odds)))


def wilson(rate: float, trials: float) -> tuple[float, float]:
    """The 95 % interval of a rate observed in `trials` independent trials (Wilson 1927)."""
    spread = Z * Z / trials
    centre = (rate + spread / 2) / (1 + spread)
    reach = Z / (1 + spread) * math.sqrt(rate * (1 - rate) / trials + spread / (4 * trials))
    # Rounding must not leave the observed rate outside.
    return max(0.0, min(centre - reach, rate)), min(1.0, max(centre + reach, rate))


def worth(counts: Mapping[tuple[float, ...], int], rate: float, seats: int) -> float:
    """How many independent games the rounds are worth: from half to twice their number of
    games."""
    games, _ = _sums(counts)
    means = [
        (sum(played) / seats, number) for played, number in counts.items() if len(played) == seats
    ]
    complete = sum(number for _, number in means)
    if complete < _ENOUGH_ROUNDS or rate in (0.0, 1.0):
        return games
    centre = sum(mean * number for mean, number in means) / complete
    variance = sum(number * (mean - centre) ** 2 for mean, number in means) / (complete - 1)
    # Independent games would give rounds this variance.
    independent = rate * (1 - rate) / seats
    ratio = independent / variance if variance > 0 else math.inf
    return games * min(2.0, max(0.5, ratio))


def strengths(outcomes: Mapping[Outcome, int], players: str) -> dict[str, float]:
    """The Elo of each player, with a mean of 0, from outcomes of games and how many there are of
    each.

    Each player gets half a win and half a loss against an average player in addition, so that
    no Elo is infinite; games without a winner are left out.
    """
    strength = dict.fromkeys(players, 1.0)
    won = dict.fromkeys(players, 0.5)
    games: dict[str, int] = {}
    """By who sits at the board, whatever the seats."""
    for (lineup, shares), number in outcomes.items():
        if sum(shares) > 0:
            seated = "".join(sorted(lineup))
            games[seated] = games.get(seated, 0) + number
            for player, part in zip(lineup, shares, strict=True):
                won[player] += part * number
    for _ in range(_STEPS):
        expected = {player: 1 / (strength[player] + 1) for player in players}
        for seated, number in games.items():
            whole = sum(strength[player] for player in seated)
            for player in seated:
                expected[player] += number / whole
        strength = {player: won[player] / expected[player] for player in players}
    points = {player: 400 * math.log10(strength[player]) for player in players}
    mean = sum(points.values()) / len(points)
    return {player: max(-CAP, min(CAP, x - mean + 0.0)) for player, x in points.items()}


# -- a sequential test: is a player stronger by `elo1`, or only by `elo0`? ------------------
#
# The observations are pairs of games with the same opening. Their scores are taken as normally
# distributed with the variance observed: the generalized sequential probability ratio test in
# the approximation that is used to test chess engines (Van den Bergh, "A practical introduction
# to the GSPRT", 2015). Errors of either kind have a probability of 5 %.

BOUND = math.log(0.95 / 0.05)
"""At this log-likelihood ratio the test accepts `elo1`, at its negative `elo0`."""
_PRIOR = 0.25
"""Pairs assumed for each outcome before the first game, so that the variance is never 0."""
_OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True)
class SequentialTest:
    """The state of the test."""

    elo0: float
    elo1: float
    ratio: float
    """The log-likelihood ratio."""
    pairs: int

    @property
    def accepted(self) -> Literal["elo0", "elo1", "open"]:
        """The hypothesis accepted, or that more games are needed."""
        if self.ratio >= BOUND:
            return "elo1"
        return "elo0" if self.ratio <= -BOUND else "open"

    def to_json(self) -> dict[str, float | str]:
        """The test as a JSON value."""
        told = {"elo0": self.elo0, "elo1": self.elo1, "llr": round(self.ratio, 3)}
        return {**told, "pairs": self.pairs, "accepted": self.accepted}


def sprt(pairs: Rounds, elo0: float, elo1: float) -> SequentialTest:
    """The test after these pairs; each holds the player's points in its two games."""
    counts = Counter(pairs)
    number = counts.total()
    scores = [(sum(pair) / 2, float(count)) for pair, count in counts.items()]
    counted = scores + [(score, _PRIOR) for score in _OUTCOMES]
    total = sum(weight for _, weight in counted)
    mean = sum(score * weight for score, weight in counted) / total
    variance = sum(weight * (score - mean) ** 2 for score, weight in counted) / total
    low, high = expected(elo0), expected(elo1)
    seen = sum(score * weight for score, weight in scores) / number if number else 0.0
    ratio = number * (high - low) * (2 * seen - low - high) / (2 * variance)
    return SequentialTest(elo0, elo1, ratio, number)


def expected(elo: float) -> float:
    """The score rate that an Elo difference stands for."""
    return 1 / (1 + 10 ** (-elo / 400))
