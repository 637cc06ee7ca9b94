"""Dice and cards: drawing an outcome by its weight."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from termgames.core.arrays import Rng
from termgames.core.game import Chancy, Game, M, S


def draw(outcomes: Sequence[tuple[M, int]], rng: Rng) -> M:
    """One of the outcomes of chance, each (outcome, weight), with a probability in
    proportion to its weight."""
    upto = list(accumulate(weight for _, weight in outcomes))
    return outcomes[bisect_right(upto, rng.random() * upto[-1])][0]


def after_chance(game: Game[S, Any], state: S, rng: Rng) -> S:
    """The state after a drawn outcome; `state` is one in which chance is to act."""
    assert isinstance(game, Chancy)
    return game.apply(state, draw(game.chances(state), rng))
