"""What games that teach have in common: random placements, which make them differ, points that are
taken off to make them even, how long chance has a say, and how long they last at most."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from termgames.core.arrays import Floats, Rng
from termgames.core.evaluation import Points, Reward, highest
from termgames.core.packed import AnyPacked

DRAWN = 0.15
"""Plies for each cell of the board in which chance has a part in choosing the moves."""
LONGEST = 2.5
"""Plies a cell after which a game is stopped."""


def random_placement(game: AnyPacked, row: Any, rng: Rng) -> int | None:
    """An action that is legal in a position and no pass, drawn by chance; None where there is
    none."""
    legal = np.setdiff1d(game.legal(row), game.passes(row))
    return int(rng.choice(legal)) if legal.size else None


def handicapped(reward: Reward, handicaps: Floats) -> Reward:
    """The reward when points are taken off the final scores: `handicaps` (k, seats) holds those of
    k games, whose scores come game by game, as many of each."""
    margin, aim = reward.margin, reward.aim or highest

    def rest(points: Points) -> Points:
        return points - np.repeat(handicaps, len(points) // len(handicaps), axis=0)

    return replace(
        reward, margin=lambda points: margin(rest(points)), aim=lambda points: aim(rest(points))
    )
