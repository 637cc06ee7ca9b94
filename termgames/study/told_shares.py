"""Shares of the win as they are told: made probabilities by what became of games of equal players.

`assets/estimates.json` holds, by game and board, how long the analysis thinks about a position, and
how its shares are put right: what was found by `termgames lab estimates`. A board that was not
measured has what the nearest one has, without any a game tells shares as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from termgames.core.game import AnyGame
from termgames.play.bots import calibrated_levels

FILE = "estimates.json"
_LONG, _USUAL = 0.5, 1_000
"""Where nothing was measured an estimate has the thought of the strongest level that takes less
than so many seconds; so many playouts where that is not known either."""


@dataclass(frozen=True)
class ToldShares:
    """How shares are told on one board. The odds that a search finds are raised to a power, as its
    playouts see less than the players will; and those of each seat are multiplied by a factor that
    fades as the board fills, as playouts favour colours, and who is to move."""

    playouts: int = _USUAL
    """The thought behind an estimate."""
    sharp: float = 1.0
    """The power to which the odds are raised."""
    colours: tuple[float, ...] = ()
    """By colour, the logarithm of its factor on an empty board."""
    mover: float = 0.0
    """The same of the seat to move, whatever its colour."""

    @staticmethod
    def on(game: AnyGame) -> ToldShares:
        """What was measured on the board that is nearest to a game's."""
        entry, _ = calibrated_levels.nearest(FILE, game.id, game.options)
        if entry is None:
            levels = calibrated_levels.levels_on(game.id, game.options).by_number.values()
            quick = [each.level.playouts for each in levels if (each.takes or _LONG) < _LONG]
            return ToldShares(max(filter(None, quick), default=_USUAL))
        return ToldShares(
            entry["playouts"], entry["sharp"], tuple(entry["colours"]), entry["mover"]
        )

    def told(self, game: AnyGame, state: Any, shares: Sequence[float]) -> tuple[float, ...]:
        """The shares by seat in a position, as they are told; their sum is 1."""
        odds, to_act = np.array(shares, np.float64) ** self.sharp, game.to_act(state)
        part = open_part(game, state)
        if odds.sum() <= 0:
            return tuple(map(float, shares))
        for seat in range(game.seats):
            factor = self.mover if seat == to_act else 0.0
            if self.colours:
                factor += self.colours[game.colour(state, seat)]
            odds[seat] *= np.exp(part * factor)
        return tuple((odds / odds.sum()).tolist())


def open_part(game: AnyGame, state: Any) -> float:
    """The part of the board that is empty."""
    return bytes(game.stones(state)).count(0) / game.topology.cells
