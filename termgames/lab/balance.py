"""What komi is fair: a bot plays itself, and its leads without komi tell.

The first seat's lead, komi taken back out, scatters around what moving first is worth; its
median is the komi at which both sides win equally often. Bots play for the win, so each
game is played at a komi near the median so far: otherwise one side would be far behind and
play for something else. Komi counts for the second seat.
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
"""Games before komi follows the median."""


@dataclass(frozen=True)
class Balance:
    """What was measured."""

    game: str
    board: str
    """The options but for komi, as on the command line."""
    player: str
    seed: int
    default: float
    """Komi when none is chosen."""
    leads: tuple[float, ...]
    """Of the first seat, without komi, one a game."""

    @property
    def komi(self) -> float:
        """The fair komi, the median lead."""
        return float(np.median(self.leads))

    @property
    def interval(self) -> tuple[float, float]:
        """95 % of the medians of resampled games lie between these."""
        rng = np.random.default_rng(self.seed)
        drawn = rng.choice(np.array(self.leads), (_RESAMPLES, len(self.leads)))
        low, high = np.percentile(np.median(drawn, axis=1), [2.5, 97.5])
        return float(low), float(high)

    def report(self) -> str:
        """The result and how it was come by, two lines."""
        low, high = (number_text(round(end, 2)) for end in self.interval)
        spread = float(np.std(self.leads))
        return (
            f"{self.game} {self.board}: fair komi {number_text(round(self.komi, 2))} "
            f"(95 %: {low} to {high}), the default is {number_text(self.default)}\n"
            f"median lead of the first player without komi in {len(self.leads)} games of "
            f"{self.player} against itself, standard deviation {spread:.1f}, seed {self.seed}"
        )

    def to_json(self) -> dict[str, Any]:
        """The fields and what follows from them."""
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
    """Let `player` play itself `number` times on the board that `chosen` sets up.

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
    """The leads of game after game, komi following their median."""
    leads: list[float] = []
    whole = default == int(default)
    while True:
        wanted = float(np.median(leads)) if len(leads) >= _AT_LEAST else default
        # Steps of two keep a half point, and whether komi is odd.
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
