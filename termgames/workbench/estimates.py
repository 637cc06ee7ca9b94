"""Making the shares that the analysis tells probabilities: games of equal players from the empty
board, the analysis of some of their positions, and the correction that fits how they ended.

By game and board the odds of each colour, and of the seat to move, get a factor that fades as the
board fills (`study.told_shares`): a logistic regression, with a prior that keeps it small where
games are few. How true the shares are is told for games that were kept back from the fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from termgames import games
from termgames.core.arrays import Doubles, Flags, Indices
from termgames.core.errors import OptionError
from termgames.core.game import AnyGame
from termgames.core.options import Value
from termgames.core.text import columns
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from termgames.play.match import AnyMatch, Match
from termgames.study.estimator import Estimator
from termgames.study.told_shares import ToldShares, open_part
from termgames.workbench.journal import Journal, digests
from termgames.workbench.ratings import Z
from termgames.workbench.workers import Workers, worked

_LOOKS = 6
"""Positions of a game that are analysed: one in each of as many parts of it."""
_PRIOR = 0.75
"""The standard deviation of what is fitted before anything is measured."""
_STEPS, _LEAST = 30, 1e-3
"""Steps of the regression, and the least share it believes."""
_BINS, _FOLDS, _SAMPLES = 10, 10, 1_000
"""Bins of the table, parts of the games kept back in turn, and samples of the bootstrap."""


@dataclass(frozen=True)
class Look:
    """An analysis of one position, by colour."""

    shares: tuple[float, ...]
    """As the search found them."""
    mover: int
    """The colour to move."""
    part: float
    """The part of the board that is empty."""


@dataclass(frozen=True)
class AnalysedGame:
    """A game, and the analyses of some of its positions."""

    number: int
    won: tuple[float, ...]
    """By colour, the share of the win."""
    looks: tuple[Look, ...]


class AnalysedGames(Journal[AnalysedGame]):
    """The games of a measurement in a file."""

    what, one, kind = "analysed games", "analysed game", AnalysedGame


@dataclass(frozen=True)
class Measurement:
    """The board, the player on all its seats, and the thought behind an analysis."""

    game_id: str
    chosen: tuple[tuple[str, Value], ...]
    player: str
    playouts: int
    seed: int

    def header(self) -> dict[str, Any]:
        """What tells its file from others."""
        return {
            "estimates": self.game_id,
            "options": dict(self.chosen),
            "player": self.player,
            "playouts": self.playouts,
            "seed": self.seed,
            "weights": digests([self.player]),
        }


Task = tuple[Measurement, int]
"""A measurement and the number of a game."""


def measured(
    measurement: Measurement, number: int, journal: AnalysedGames, workers: Workers | None = None
) -> Iterator[AnalysedGame]:
    """So many games, those that the journal holds first; new ones are added to it."""
    there = {row.number: row for row in journal.rows()}
    yield from (row for row in there.values() if row.number < number)
    tasks = ((measurement, n) for n in range(number) if n not in there)
    for _, row in worked(play, tasks, workers):
        journal.add(row)
        yield row


def play(task: Task) -> AnalysedGame:
    """One game, and the analyses of some of its positions."""
    measurement, number = task
    game, estimator = _prepared(measurement)
    spec = parse_player(measurement.player)
    seeds = np.random.SeedSequence([measurement.seed, number]).generate_state(game.seats + 1)
    lots, *of_bots = map(int, seeds)
    bots = [make_bot(spec, game, seed=seed) for seed in of_bots]
    match = Match(game, (measurement.player,) * game.seats, lots)
    plies = []
    while (prompt := match.prompt()) is not None:
        thought = bots[prompt.seat].think(prompt.state)
        if thought.playouts:
            plies.append(match.ply)
        match.submit(thought.move)
    parts = [part for part in np.array_split(plies, _LOOKS) if len(part)]
    rng = np.random.default_rng(of_bots)
    looks = [_look(match, int(rng.choice(part)), estimator) for part in parts]
    won = _by_colour(game, match.state, game.utilities(match.state).tolist())
    return AnalysedGame(number, won, tuple(look for look in looks if look is not None))


@lru_cache(maxsize=1)
def _prepared(measurement: Measurement) -> tuple[AnyGame, Estimator]:
    game = games.create(measurement.game_id, dict(measurement.chosen))
    return game, Estimator(game, ToldShares(measurement.playouts))


def _look(match: AnyMatch, ply: int, estimator: Estimator) -> Look | None:
    """An analysis of a position; None where it is known who wins."""
    game, state = match.game, match.state_at(ply)
    estimate = estimator.estimate(state)
    if estimate.known is not None:
        return None
    shares = _by_colour(game, state, estimate.shares)
    return Look(shares, game.colour(state, match.actor(ply)), open_part(game, state))


def _by_colour(game: AnyGame, state: Any, by_seat: Sequence[float]) -> tuple[float, ...]:
    """What stands by seat, by colour."""
    colours = [game.colour(state, seat) for seat in range(game.seats)]
    return tuple(round(float(by_seat[colours.index(c)]), 5) for c in sorted(colours))


@dataclass(frozen=True)
class Looks:
    """n analyses as arrays; a row for each."""

    game: Indices
    """(n,): the number of the game."""
    shares: Doubles
    """(n, colours)."""
    won: Doubles
    """(n, colours)."""
    features: Doubles
    """(n, colours, colours + 2): what is multiplied by the factors of each colour and of the mover,
    and the logarithms of the shares, which are multiplied by how sharp they are told."""

    @staticmethod
    def of(rows: Sequence[AnalysedGame]) -> Looks:
        """All analyses of some games. OptionError where there are none."""
        pairs = [(row, look) for row in rows for look in row.looks]
        if not pairs:
            raise OptionError("it is known who wins on this board: choose a larger one")
        part = np.array([look.part for _, look in pairs])[:, None, None]
        shares = np.clip([look.shares for _, look in pairs], _LEAST, 1)
        own = np.eye(shares.shape[1])
        mover = own[[look.mover for _, look in pairs]][:, :, None]
        everywhere = np.broadcast_to(own, (len(pairs), *own.shape))
        shares /= shares.sum(axis=1, keepdims=True)
        logarithms = np.log(shares)[:, :, None]
        return Looks(
            np.array([row.number for row, _ in pairs]),
            shares,
            np.array([row.won for row, _ in pairs]),
            np.concatenate([part * everywhere, part * mover, logarithms], axis=2),
        )

    def chosen(self, rows: Flags) -> Looks:
        """Some of the rows."""
        return Looks(self.game[rows], self.shares[rows], self.won[rows], self.features[rows])

    def told(self, factors: Doubles) -> Doubles:
        """(n, colours): the shares with these factors, see `features`."""
        odds = np.exp(self.features @ factors)
        return np.asarray(odds / odds.sum(axis=1, keepdims=True))

    def fit(self) -> Doubles:
        """(colours + 2,): what fits best, see `features`, by Newton's method. The sum over colours
        is 0, as their differences count alone."""
        size = self.features.shape[2]
        usual: Doubles = np.eye(size)[-1]
        factors, prior = usual, np.eye(size) / _PRIOR**2
        for _ in range(_STEPS):
            told = self.told(factors)
            mean = np.einsum("nc,ncf->nf", told, self.features)
            slope = np.einsum("nc,ncf->f", self.won - told, self.features) - prior @ (
                factors - usual
            )
            bend = np.einsum("nc,ncf,ncg->fg", told, self.features, self.features)
            factors = factors + np.linalg.solve(bend - mean.T @ mean + prior, slope)
        return factors

    def kept_back(self) -> Doubles:
        """(n, colours): the shares of each game as the others say that they are to be told."""
        told = self.shares.copy()
        for fold in range(_FOLDS):
            back = self.game % _FOLDS == fold
            if back.any() and not back.all():
                told[back] = self.chosen(back).told(self.chosen(~back).fit())
        return told

    def surprise(self, told: Doubles) -> float:
        """What shares (n, colours) lack, on average, of having told who won: their logarithm."""
        return -float((self.won * np.log(np.maximum(told, _LEAST))).sum(axis=1).mean())

    def truth(self, told: Doubles) -> tuple[list[Bin], float]:
        """How true shares (n, colours) are: by bins, and the calibration part of the Brier score
        with the noise of so few games taken out. Of two colours the first tells both."""
        both = 1 if told.shape[1] == 2 else None
        told, won = told[:, :both], self.won[:, :both]
        bins = np.minimum((told * _BINS).astype(int), _BINS - 1)
        numbers, game = np.unique(self.game, return_inverse=True)
        sums = np.zeros((3, len(numbers), _BINS))
        for column in range(told.shape[1]):
            parts = np.ones(len(told)), told[:, column], won[:, column]
            for total, part in zip(sums, parts, strict=True):
                np.add.at(total, (game, bins[:, column]), part)
        count, expected, gained = sums.sum(axis=1)
        even = np.full(len(numbers), 1 / len(numbers))
        drawn = np.random.default_rng(1).multinomial(len(numbers), even, _SAMPLES) @ sums
        found, error = [], 0.0
        for at in np.flatnonzero(count):
            share, seen = expected[at] / count[at], gained[at] / count[at]
            many = np.maximum(drawn[0, :, at], 1)
            spread = float(np.std((drawn[2, :, at] - drawn[1, :, at]) / many))
            # Where all ended alike the samples say nothing: as many games as would be drawn by lot.
            least = share * (1 - share) / np.count_nonzero(sums[0, :, at])
            spread = max(spread, float(np.sqrt(least))) if seen in (0, 1) else spread
            found.append(Bin(float(share), float(seen), Z * spread, int(count[at])))
            error += count[at] / count.sum() * ((share - seen) ** 2 - spread**2)
        return found, float(error)


@dataclass(frozen=True)
class Bin:
    """Shares within the same ten per cent."""

    told: float
    """Their mean."""
    won: float
    within: float
    """Half of the 95 % interval of `won`, by games."""
    shares: int

    @property
    def true(self) -> bool:
        """Whether what is told lies within the interval of what was won."""
        return abs(self.told - self.won) <= self.within


def report(title: str, found: Sequence[Bin], error: float) -> list[str]:
    """How true shares are, as a table in text."""
    rows = [["told", "won", "95 %", "shares"]]
    for each in found:
        told, won, within = (f"{x:.0%}" for x in (each.told, each.won, each.within))
        rows.append([told, won, f"+-{within}", f"{each.shares}"])
    true = sum(each.true for each in found)
    head = f"{title}: {true} of {len(found)} bins are true, calibration error {error:.2%}"
    return [head, *columns(rows)]
