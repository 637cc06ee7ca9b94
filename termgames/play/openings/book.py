"""A bot that plays its first moves from a tree of openings."""

from __future__ import annotations

import math
from typing import Any, Unpack

import numpy as np

from termgames.play.bots.bot import Bot
from termgames.play.openings.found import FoundMove, Openings
from termgames.search.limits import Listeners, Thought

MARGIN = 0.02
"""Moves of the tree that promise less of the win than this below the best are not played."""
LEAST = 8
"""Games that a move was played in, at least, for its share to be believed."""
_STEP = 0.01
"""How much less a move promises that is played e times as seldom."""


class BookBot:
    """Plays from the tree where it has moves that are known well enough, else as the bot inside."""

    def __init__(self, bot: Bot, openings: Openings, seed: int | None) -> None:
        self.bot, self.openings = bot, openings
        self._rng = np.random.Generator(np.random.SFC64(seed))

    def think(
        self, state: Any, *, seconds: float | None = None, **around: Unpack[Listeners]
    ) -> Thought:
        """A move drawn among the best of the tree, which are played in all images of the board
        alike; where there are none, what the bot thinks."""
        found = self.openings.at(state, image=int(self._rng.integers(1 << 16)))
        known = [each for each in found.moves if each.games >= LEAST] if found else []
        if not known:
            return self.bot.think(state, seconds=seconds, **around)
        drawn = self._drawn(known)
        game = self.openings.game
        others = (1 - drawn.share) / (game.seats - 1)
        mover = game.to_act(state)
        value = tuple(drawn.share if seat == mover else others for seat in range(game.seats))
        return Thought(drawn.move, value=value, note="an opening")

    def _drawn(self, known: list[FoundMove]) -> FoundMove:
        best = max(each.share for each in known)
        good = [each for each in known if each.share >= best - MARGIN]
        weights = np.array([math.exp((each.share - best) / _STEP) for each in good])
        return good[int(self._rng.choice(len(good), p=weights / weights.sum()))]
