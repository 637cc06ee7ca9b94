"""Measuring the fair komi of a board: a bot plays itself.

The first seat's lead, with komi taken out again, varies around the value of moving first; its
median is the komi at which both sides win equally often. Games are played at a komi near the
median of those before: bots play to win, and one that is far behind would play differently. So
that many can be played at once, and come out alike on any computer, komi stays the same for
as many games as were played before. Komi are points for the second seat.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.options import Value, number_text
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from termgames.play.match import Match
from termgames.workbench.journal import Journal, digests
from termgames.workbench.ratings import Z
from termgames.workbench.workers import Workers, worked

_REACH = Z / 2
"""Half of the standard deviations within which 95 % of a normal distribution lie: those of a
number of games, each below the median or not, are half the root of their number."""
_AT_LEAST = 24
"""Games at the beginning that are played at the default, and the fewest at the same komi."""
_FAR = 1e6
"""No lead is as large, in points."""


@dataclass(frozen=True)
class Lead:
    """The first seat's lead in a game, without komi."""

    number: int
    lead: float


class Leads(Journal[Lead]):
    """The leads of a measurement in a file."""

    what, one, kind = "leads", "lead", Lead

    def refuse(self, row: Lead) -> None:
        """ValueError for a lead that cannot be."""
        if not abs(row.lead) < _FAR:
            raise ValueError(row.lead)


@dataclass(frozen=True)
class Balance:
    """The result of a measurement: of games from the start, without random placements."""

    game: str
    board: str
    """The options other than komi, as on the command line."""
    player: str
    seed: int
    default: float
    """Komi when none is chosen."""
    leads: tuple[float, ...]
    """For each game the first seat's lead in points, without komi."""

    @property
    def komi(self) -> float:
        """The fair komi, the median lead."""
        return float(np.median(self.leads))

    @property
    def playable(self) -> tuple[float, float]:
        """Of the komi that the game can be played at in steps from the default, the one with which
        the first player would have won nearest to half of these games; and that share, where a
        draw is half a win."""
        step = komi_step(self.default)
        around = self.default + step * round((self.komi - self.default) / step)
        candidates = [around + step * steps for steps in (0, -1, 1)]
        leads = np.array(self.leads)
        shares = [float((np.sign(leads - komi) / 2 + 0.5).mean()) for komi in candidates]
        return min(zip(candidates, shares, strict=True), key=lambda pair: abs(pair[1] - 0.5))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the median."""
        return median_interval(self.leads)

    def report(self) -> str:
        """Three lines of text: the result, what it means for a game, and how it was measured."""
        low, high = (number_text(round(end, 2)) for end in self.interval)
        spread = float(np.std(self.leads))
        playable, share = self.playable
        return (
            f"{self.game} {self.board}: fair komi {number_text(round(self.komi, 2))} "
            f"(95 %: {low} to {high}), the default is {number_text(self.default)}\n"
            f"with komi {number_text(playable)} the first player wins {share:.0%} of these games\n"
            f"median lead of the first player without komi in {len(self.leads)} games of "
            f"{self.player} against itself from the start, standard deviation {spread:.1f}, "
            f"seed {self.seed}"
        )

    def to_json(self) -> dict[str, Any]:
        """The fields with komi and its interval, as a JSON value."""
        names = ("komi", "low", "high", "playable", "share")
        told = (self.komi, *self.interval, *self.playable)
        return asdict(self) | dict(zip(names, told, strict=True))


def komi_step(default: float) -> float:
    """How far apart the komi of a game are: a whole default is odd or even for a reason, as in
    Pletore, a fraction of it is kept."""
    return 2 if default == int(default) else 1


def median_interval(leads: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the median: the leads so far on either side of it as the number of
    games below the true one may differ from half of them."""
    ordered = sorted(leads)
    below = max(0, math.floor(len(ordered) / 2 - _REACH * math.sqrt(len(ordered))))
    return ordered[below], ordered[-1 - below]


def error_bar(leads: Sequence[float]) -> tuple[dict[str, Any], str]:
    """How sure komi is by now, as a JSON value and in words."""
    if not leads:
        return {}, ""
    komi, (low, high) = float(np.median(leads)), median_interval(leads)
    words = f"komi {number_text(komi)} (95 %: {number_text(low)} to {number_text(high)})"
    return {"komi": komi, "low": low, "high": high}, words


@dataclass(frozen=True)
class Measurement:
    """The board and the player that are measured. With a komi and the number of a game it is a
    task."""

    game_id: str
    chosen: tuple[tuple[str, Value], ...]
    """The options other than komi."""
    player: str
    seed: int

    @property
    def default(self) -> float:
        """Komi when none is chosen. OptionError for a game without komi, and where komi is
        chosen."""
        settled = games.info(self.game_id).settle(dict(self.chosen))
        if "komi" not in settled:
            raise OptionError(f"{self.game_id} has no komi: there is nothing to balance")
        default = settled["komi"]
        chosen = "komi" in dict(self.chosen)
        if isinstance(default, bool) or not isinstance(default, int | float) or chosen:
            raise OptionError("balance finds komi out: leave komi and offers of komi away")
        return float(default)

    def with_komi(self, komi: float) -> dict[str, Value]:
        """The options of a game at that komi."""
        whole = self.default == int(self.default)
        return {**dict(self.chosen), "komi": int(komi) if whole else komi}


Task = tuple[Measurement, float, int]
"""The komi and the number of a game."""


def measure(
    measurement: Measurement,
    number: int,
    *,
    progress: Callable[[list[float]], None] = lambda leads: None,
    workers: Workers | None = None,
    journal: Leads | None = None,
    seeded: bool = True,
) -> Balance:
    """Let the player play itself `number` times. Results are kept in the `journal`, and those it
    holds are not played again; unless `seeded` its seed counts."""
    default, kept = measurement.default, journal or Leads(None)
    header = {
        "balance": measurement.game_id,
        "options": dict(measurement.chosen),
        "player": str(parse_player(measurement.player)),
        "seed": measurement.seed,
        "weights": digests([measurement.player]),
    }
    measurement = replace(measurement, seed=kept.open_for(header, seeded=seeded))
    there = {row.number: row.lead for row in kept.rows()}
    leads: list[float] = []
    while len(leads) < number:
        komi = _near(leads, default)
        together = range(len(leads), min(number, len(leads) + max(_AT_LEAST, len(leads))))
        by_number = {n: there[n] for n in together if n in there}
        tasks = ((measurement, komi, n) for n in together if n not in there)
        for (_, _, n), lead in worked(play, tasks, workers):
            by_number[n] = lead
            kept.add(Lead(n, lead))
            progress([*leads, *by_number.values()])
        leads += [by_number[n] for n in together]
    board = games.info(measurement.game_id).as_typed(dict(measurement.chosen)) or "as it comes"
    return Balance(
        measurement.game_id, board, measurement.player, measurement.seed, default, tuple(leads)
    )


def _near(leads: list[float], default: float) -> float:
    """The komi to play at after these leads."""
    wanted = float(np.median(leads)) if leads else default
    # In steps of two komi keeps its half point, and stays odd or even.
    return default + 2 * round((wanted - default) / 2)


def play(task: Task) -> float:
    """One game; the first seat's lead without komi."""
    measurement, komi, number = task
    seed = measurement.seed + number
    game = games.create(measurement.game_id, measurement.with_komi(komi))
    spec = parse_player(measurement.player)
    bots = [make_bot(spec, game, seed=2 * seed + seat) for seat in range(game.seats)]
    match = Match(game, (measurement.player,) * game.seats)
    while (prompt := match.prompt()) is not None:
        match.submit(bots[prompt.seat].think(prompt.state).move)
    first, second = game.score(match.state).totals
    return first - second + komi
