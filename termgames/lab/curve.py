"""Strength as a curve over playouts, fitted to the results of many players at once.

Who wins a game follows the model of Bradley and Terry, extended to more seats: a player's
chance is his strength's part of the sum at the table (Plackett, Applied Statistics 24,
1975). The Elo of a search rises over the logarithm of its playouts, straight from knot to
knot, moved by an amount for each temperature; every other player has an Elo of his own. The
gains of a doubling change from knot to knot as a random walk does: so games at few playouts
tell something about many, each step is surer than its own games would make it, and what
lies beyond all games is as unsure as it should be.

Intervals are those of a maximum of likelihood, or the wider ones of the rounds' own spread
(the sandwich), since the games of a round share their opening.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from termgames.play.bots.players import parse_player

Floats = NDArray[np.float64]
GameShares = tuple[Sequence[str], Sequence[float]]
"""The players by seat and their shares of the win."""

_ELO = 400 / math.log(10)
"""Elo points of a unit of log strength."""
_Z = 1.959964
_KNOTS = (16, 64, 256, 1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000, 4_000_000)
"""Playouts, where the gain of a doubling may change; before the first and after the last
the curve goes straight on."""
_SLOPE, _BEND, _OWN = (80.0, 80.0), 30.0, (0.0, 600.0)
"""What is thought of the numbers before the first game, in Elo: the mean and standard
deviation of the gain of a doubling at the first knot, the deviation of its change at the
next, and mean and deviation of temperatures and players of their own. Wide enough to leave
all to a few dozen games; without it a player who never lost would be without bounds."""
_STEPS = 60


@dataclass(frozen=True)
class Curve:
    """The fitted numbers; Elo is meant relative to other players of the same curve."""

    names: tuple[str, ...]
    """Of the numbers: the gain of a doubling from each knot on, then temperatures and
    players of their own."""
    values: Floats
    """(names,) in Elo."""
    covariances: tuple[Floats, Floats]
    """(names, names) each: of the likelihood and of the rounds' spread."""

    def knows(self, player: str) -> bool:
        """Whether anything was played that tells the Elo of this player."""
        return _own(player) in (None, *self.names)

    def elo(self, player: str) -> float:
        """The Elo of a player, who needs not have played where the curve knows him."""
        return float(self._row(player) @ self.values)

    def error(self, player: str, other: str) -> float:
        """Half the 95 % interval of the difference between two."""
        row = self._row(player) - self._row(other)
        return _Z * math.sqrt(max(float(row @ covariance @ row) for covariance in self.covariances))

    def playouts(self, elo: float, temperature: float = 0.0) -> int:
        """Playouts with which a search has this Elo, to two digits; 1 to 10**9."""
        low, high = 0.0, 9.0
        for _ in range(60):
            middle = (low + high) / 2
            below = self.elo(searching(10**middle, temperature)) < elo
            low, high = (middle, high) if below else (low, middle)
        return int(float(f"{10**low:.1e}"))

    def _row(self, player: str) -> Floats:
        return _features(player, self.names)


def searching(playouts: float, temperature: float = 0.0) -> str:
    """The name of a search with these limits."""
    cooled = f",temperature={temperature:g}" if temperature else ""
    return f"mcts:playouts={max(1, round(playouts))}{cooled}"


def fit(rounds: Sequence[Sequence[GameShares]]) -> Curve:
    """The curve under which the games are most likely; games nobody won say nothing."""
    players = sorted({player for games in rounds for table in games for player in table[0]})
    own = sorted({own for own in map(_own, players) if own is not None})
    names = (*(f"from {knot}" for knot in _KNOTS), *own)
    features = {player: _features(player, names) for player in players}
    mean, precision = _expected(len(own))
    games = [
        [(np.array([features[p] for p in seats]), np.asarray(shares)) for seats, shares in tables]
        for tables in rounds
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
    inverse: Floats = np.asarray(np.linalg.inv(bends + precision), np.float64)
    sandwich = inverse @ (slopes.T @ slopes) @ inverse
    values[: len(_KNOTS)] = _rising(values[: len(_KNOTS)])
    return Curve(names, values * _ELO, (inverse * _ELO**2, sandwich * _ELO**2))


def _expected(own: int) -> tuple[Floats, Floats]:
    """Mean (numbers,) and precision (numbers, numbers) of the numbers before any game, with
    `own` of them for temperatures and players of their own."""
    knots = len(_KNOTS)
    mean = np.array([_SLOPE[0]] * knots + [_OWN[0]] * own)
    change = np.eye(knots) - np.eye(knots, k=-1)
    sure = np.diag([_SLOPE[1] ** -2] + [_BEND**-2] * (knots - 1))
    precision = np.diag([_OWN[1] ** -2] * (knots + own))
    precision[:knots, :knots] = change.T @ sure @ change
    return mean / _ELO, precision * _ELO**2


def _rising(slopes: Floats) -> Floats:
    """The slopes of the nearest curve that nowhere falls: neighbouring knots whose order is
    wrong share their mean (pool adjacent violators)."""
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
    games: Sequence[Sequence[tuple[Floats, Floats]]], values: Floats
) -> tuple[Floats, Floats]:
    """(rounds, numbers) first derivatives of the log likelihood by round, and minus the
    second (numbers, numbers) of all."""
    slopes = np.zeros((max(1, len(games)), len(values)))
    bends = np.zeros((len(values), len(values)))
    for number, tables in enumerate(games):
        for rows, shares in tables:
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


def _features(player: str, names: Sequence[str]) -> Floats:
    """(names,): how much of each number the player's Elo holds."""
    row = np.zeros(len(names))
    playouts, own = _playouts(player), _own(player)
    if own is not None:
        row[list(names).index(own)] = 1
    if playouts is not None:
        # Doublings made from each knot to the next.
        at = math.log2(playouts) - np.log2(_KNOTS)
        row[: len(_KNOTS)] = np.clip(at, 0.0, [*np.diff(np.log2(_KNOTS)), np.inf])
        row[0] = min(at[0], row[0])
    return row


def _playouts(player: str) -> int | None:
    """Those of a search that nothing else distinguishes but a temperature: it lies on the
    curve; None for all others."""
    spec = parse_player(player)
    same = spec.playouts is not None and player == searching(spec.playouts, spec.temperature)
    return spec.playouts if same else None


def _own(player: str) -> str | None:
    """What a player has beside the curve over playouts: a temperature, or all his Elo."""
    spec = parse_player(player)
    if _playouts(player) is None:
        return player
    return f"temperature={spec.temperature:g}" if spec.temperature else None
