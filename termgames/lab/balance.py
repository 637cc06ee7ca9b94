"""Measuring the fair komi of a board: a bot plays itself.

The first seat's lead, with komi taken out again, varies around the value of moving first; its
median is the komi at which both sides win equally often. Each game is played at a komi near
the median so far: bots play to win, and one that is far behind would play differently. Komi
are points for the second seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.options import Value, number_text
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from termgames.play.match import Match

_RESAMPLES = 2_000
_AT_LEAST = 4
"""The number of games after which komi follows the median."""


@dataclass(frozen=True)
class Balance:
    """The result of a measurement."""

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
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the median, from resampled games."""
        rng = np.random.default_rng(self.seed)
        drawn = rng.choice(np.array(self.leads), (_RESAMPLES, len(self.leads)))
        low, high = np.percentile(np.median(drawn, axis=1), [2.5, 97.5])
        return float(low), float(high)

    def report(self) -> str:
        """Two lines of text: the result, and how it was measured."""
        low, high = (number_text(round(end, 2)) for end in self.interval)
        spread = float(np.std(self.leads))
        return (
            f"{self.game} {self.board}: fair komi {number_text(round(self.komi, 2))} "
            f"(95 %: {low} to {high}), the default is {number_text(self.default)}\n"
            f"median lead of the first player without komi in {len(self.leads)} games of "
            f"{self.player} against itself, standard deviation {spread:.1f}, seed {self.seed}"
        )

    def to_json(self) -> dict[str, Any]:
        """The fields with komi and its interval, as a JSON value."""
        low, high = self.interval
        return {**asdict(self), "komi": self.komi, "low": low, "high": high}


def measure(
    game_id: str,
    chosen: Mapping[str, Value],
    *,
    player: str,
    number: int,
    seed: int,
    progress: Callable[[str], None] | None = None,
) -> Balance:
    """Let `player` play itself `number` times on the board with the options `chosen`.

    Raises OptionError for a game without komi, and where komi is chosen.
    """
    settled = games.info(game_id).settle(chosen)
    if "komi" not in settled:
        raise OptionError(f"{game_id} has no komi: there is nothing to balance")
    default = settled["komi"]
    if isinstance(default, bool) or not isinstance(default, int | float) or "komi" in chosen:
        raise OptionError("balance finds komi out: leave komi and offers of komi away")
    leads: list[float] = []
    for lead in _leads(game_id, chosen, float(default), player, seed):
        leads.append(lead)
        if progress is not None:
            median = number_text(float(np.median(leads)))
            progress(f"game {len(leads)}/{number}: lead {number_text(lead)}, median {median}")
        if len(leads) == number:
            break
    board = games.info(game_id).as_typed(chosen)
    return Balance(game_id, board or "as it comes", player, seed, float(default), tuple(leads))


def _leads(
    game_id: str, chosen: Mapping[str, Value], default: float, player: str, seed: int
) -> Iterator[float]:
    """The leads of one game after another, each played at a komi near their median."""
    leads: list[float] = []
    whole = default == int(default)
    while True:
        wanted = float(np.median(leads)) if len(leads) >= _AT_LEAST else default
        # In steps of two komi keeps its half point, and stays odd or even.
        komi = default + 2 * round((wanted - default) / 2)
        game = games.create(game_id, {**chosen, "komi": int(komi) if whole else komi})
        first, second = _play(game, player, seed + len(leads))
        leads.append(first - second + komi)
        yield leads[-1]


def _play(game: Any, player: str, seed: int) -> tuple[float, ...]:
    """The final totals of one game."""
    spec = parse_player(player)
    bots = [make_bot(spec, game, seed=2 * seed + seat) for seat in range(game.seats)]
    match = Match(game, (player,) * game.seats)
    while (prompt := match.prompt()) is not None:
        match.submit(bots[prompt.seat].think(prompt.state).move)
    totals: tuple[float, ...] = game.score(match.state).totals
    return totals
