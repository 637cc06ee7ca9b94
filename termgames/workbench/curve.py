"""Strength as a curve over playouts, fitted to the results of many players at once.

Results follow the model of Bradley and Terry, extended to more seats: a player's chance of
winning is his strength divided by the sum of all strengths in the game (Plackett, Applied
Statistics 24, 1975). The Elo of a search is a piecewise linear function of the logarithm of
its playouts, plus a constant for each temperature; every other player has an Elo of his own.

Before any game the gains of a doubling are taken to change from knot to knot as a random walk:
so games at few playouts say something about many, and where nothing was played the intervals
are as wide as they should be.

Intervals come from the curvature of the likelihood or, if these are wider, from the spread of
the rounds (the sandwich estimator), since the games of a round share their opening.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from termgames.core.arrays import Doubles
from termgames.core.options import number_text
from termgames.play.bots.players import OFF, parse_player
from termgames.workbench.ratings import Z

GameShares = tuple[Sequence[str], Sequence[float]]
"""The players by seat and their shares of the win."""

_ELO = 400 / math.log(10)
"""Elo points in a unit of log strength."""
_KNOTS = (16, 64, 256, 1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000, 4_000_000)
"""Playouts at which the gain of a doubling may change; before the first and after the last
the curve is straight."""
_SLOPE, _BEND, _OWN = (80.0, 80.0), 30.0, (0.0, 600.0)
"""The prior, in Elo: mean and standard deviation of the gain of a doubling at the first knot;
the standard deviation of its change from knot to knot; mean and standard deviation of the
constants of temperatures and other players. A few dozen games outweigh it; without it the Elo
of a player who never lost would be infinite."""
_STEPS = 60
"""The most steps of Newton's method."""


@dataclass(frozen=True)
class Curve:
    """The fitted parameters. Only differences of Elo on the same curve mean anything."""

    names: tuple[str, ...]
    """Of the parameters: the gain of a doubling from each knot on, then temperatures and
    players that are no plain searches."""
    values: Doubles
    """(names,) in Elo."""
    covariances: tuple[Doubles, Doubles]
    """(names, names) each: from the curvature of the likelihood, and from the rounds' spread."""

    def knows(self, player: str) -> bool:
        """Whether the results say anything about the Elo of this player."""
        return _own(player) in (None, *self.names)

    def elo(self, player: str) -> float:
        """The Elo of a player; he need not have played, if the curve `knows` him."""
        return float(self._row(player) @ self.values)

    def error(self, player: str, other: str) -> float:
        """Half the width of the 95 % interval of the difference between two players."""
        row = self._row(player) - self._row(other)
        return Z * math.sqrt(max(float(row @ covariance @ row) for covariance in self.covariances))

    def playouts(self, elo: float, temperature: float = 0.0) -> int:
        """The playouts, to two digits and from 1 to 10**9, with which a search has this Elo."""
        low, high = 0.0, 9.0
        for _ in range(60):
            middle = (low + high) / 2
            below = self.elo(searching(10**middle, temperature)) < elo
            low, high = (middle, high) if below else (low, middle)
        return two_digits(10**low)

    def _row(self, player: str) -> Doubles:
        return _features(player, self.names)


def searching(playouts: float, temperature: float = 0.0, *, unguided: bool = False) -> str:
    """The name of a search with these limits, `unguided` by the game's net or not."""
    cooled = f",temperature={number_text(temperature)}" if temperature else ""
    without = f",policy={OFF}" if unguided else ""
    return f"mcts:playouts={max(1, round(playouts))}{cooled}{without}"


def two_digits(number: float) -> int:
    """A number, 1 at least, rounded to two digits: no more of a count of playouts is known."""
    return int(float(f"{number:.1e}"))


def fit(rounds: Sequence[Sequence[GameShares]]) -> Curve:
    """The curve that makes the games most likely; games without a winner are left out."""
    players = sorted({player for played in rounds for seated, _ in played for player in seated})
    own = sorted({own for own in map(_own, players) if own is not None})
    names = (*(f"from {knot}" for knot in _KNOTS), *own)
    features = {player: _features(player, names) for player in players}
    mean, precision = _prior(len(own))
    games = [
        [(np.array([features[p] for p in seated]), np.asarray(shares)) for seated, shares in played]
        for played in rounds
    ]
    values = mean
    for _ in range(_STEPS):
        slopes, bends = _derivatives(games, values)
        short = slopes.sum(axis=0) - precision @ (values - mean)
        step = np.linalg.solve(bends + precision, short)
        # Newton's step, held back where the likelihood is far from its parabola.
        values = values + step * min(1.0, 1.0 / max(np.abs(step).max(), 1e-12))
        if np.abs(step).max() < 1e-9:
            break
    slopes, bends = _derivatives(games, values)
    inverse: Doubles = np.asarray(np.linalg.inv(bends + precision), np.float64)
    sandwich = inverse @ (slopes.T @ slopes) @ inverse
    values[: len(_KNOTS)] = _rising(values[: len(_KNOTS)])
    return Curve(names, values * _ELO, (inverse * _ELO**2, sandwich * _ELO**2))


def _prior(own: int) -> tuple[Doubles, Doubles]:
    """The prior's mean (parameters,) and precision (parameters, parameters), when `own` of the
    parameters are constants of temperatures and other players."""
    knots = len(_KNOTS)
    mean = np.array([_SLOPE[0]] * knots + [_OWN[0]] * own)
    change = np.eye(knots) - np.eye(knots, k=-1)
    sure = np.diag([_SLOPE[1] ** -2] + [_BEND**-2] * (knots - 1))
    precision = np.diag([_OWN[1] ** -2] * (knots + own))
    precision[:knots, :knots] = change.T @ sure @ change
    return mean / _ELO, precision * _ELO**2


def _rising(slopes: Doubles) -> Doubles:
    """The slopes of the nearest curve that never falls: neighbouring knots in the wrong order
    get their mean (the algorithm "pool adjacent violators")."""
    width = np.diff(np.log2(_KNOTS))
    heights = np.concatenate([[0.0], np.cumsum(slopes[:-1] * width)])
    pools: list[list[float]] = []
    for height in heights.tolist():
        pools.append([height])
        while len(pools) > 1 and np.mean(pools[-2]) > np.mean(pools[-1]):
            last = pools.pop()
            pools[-1] += last
    level = np.concatenate([[np.mean(pool)] * len(pool) for pool in pools])
    return np.append(np.diff(level) / width, max(0.0, slopes[-1]))


def _derivatives(
    games: Sequence[Sequence[tuple[Doubles, Doubles]]], values: Doubles
) -> tuple[Doubles, Doubles]:
    """The first derivatives of the log likelihood by round (rounds, parameters), and the
    negated second derivatives of all games (parameters, parameters)."""
    slopes = np.zeros((max(1, len(games)), len(values)))
    bends = np.zeros((len(values), len(values)))
    for number, played in enumerate(games):
        for rows, shares in played:
            whole = shares.sum()
            if not whole:
                continue
            strength = rows @ values
            chance = np.exp(strength - strength.max())
            chance /= chance.sum()
            mean = chance @ rows
            slopes[number] += shares @ rows - whole * mean
            bends += whole * ((rows.T * chance) @ rows - np.outer(mean, mean))
    return slopes, bends


def _features(player: str, names: Sequence[str]) -> Doubles:
    """(names,): the factor of each parameter in the player's Elo."""
    row = np.zeros(len(names))
    playouts, own = _playouts(player), _own(player)
    if own is not None:
        row[list(names).index(own)] = 1
    if playouts is not None:
        # How many doublings lie between each knot and the next, up to the player's playouts.
        at = math.log2(playouts) - np.log2(_KNOTS)
        row[: len(_KNOTS)] = np.clip(at, 0.0, [*np.diff(np.log2(_KNOTS)), np.inf])
        row[0] = min(at[0], row[0])
    return row


def _playouts(player: str) -> int | None:
    """The playouts of a search with no other settings but a temperature, which lies on the
    curve; None for all other players."""
    spec = parse_player(player)
    same = spec.playouts is not None and player == searching(spec.playouts, spec.temperature)
    return spec.playouts if same else None


def _own(player: str) -> str | None:
    """The name of the player's own parameter: of a search's temperature, None at 0; of any
    other player himself."""
    spec = parse_player(player)
    if _playouts(player) is None:
        return player
    return f"temperature={spec.temperature:g}" if spec.temperature else None
