"""Two bots without search, the bottom of the ladder and fixed for good.

`random` draws uniformly from the legal moves, passing only where nothing else is legal.
`greedy` plays the move after which its lead in the score as it stands is greatest, and
draws among equals; a pass is a move like any other there, except that it loses ties.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from termgames.core.packed import PackedGame
from termgames.search.limits import Thought

_BATCH = 512
"""Positions whose scores are counted in one call."""


class RandomBot:
    """Plays uniformly random legal moves."""

    def __init__(self, game: PackedGame[Any, Any], *, seed: int | None) -> None:
        self.game = game
        self.rng = np.random.default_rng(seed)

    def think(self, state: Any) -> Thought:
        """A legal move of `state`, in which somebody is to act."""
        began = time.monotonic()
        answer = self.game.book(state)
        if answer is None:
            row = self.game.pack([state])[0]
            actions = np.setdiff1d(self.game.legal(row), self.game.passes(row))
            if not actions.size:
                actions = self.game.legal(row)
            answer = self.game.move(row, int(self.rng.choice(actions)))
        return Thought(answer, seconds=time.monotonic() - began)


class GreedyBot:
    """Looks one move ahead, at nothing but the score."""

    def __init__(self, game: PackedGame[Any, Any], *, seed: int | None) -> None:
        self.game = game
        self.rng = np.random.default_rng(seed)

    def think(self, state: Any) -> Thought:
        """The move after which the seat's lead over the best other seat is greatest."""
        began = time.monotonic()
        game = self.game
        answer = game.book(state)
        if answer is not None:
            return Thought(answer, seconds=time.monotonic() - began)
        rows = game.pack([state])
        seat = int(game.to_act(rows)[0])
        actions = game.legal(rows[0])
        leads = np.concatenate(
            [
                self._leads(rows[0], actions[first : first + _BATCH], seat)
                for first in range(0, len(actions), _BATCH)
            ]
        )
        best = actions[leads == leads.max()]
        placing = np.setdiff1d(best, game.passes(rows[0]))
        action = int(self.rng.choice(placing if placing.size else best))
        return Thought(game.move(rows[0], action), seconds=time.monotonic() - began)

    def _leads(self, row: Any, actions: Any, seat: int) -> Any:
        """(n,): the seat's score after each action, less the best other seat's."""
        after = self.game.advance(np.repeat(row[None], len(actions), axis=0), actions)
        points = self.game.standing(after)
        others = np.delete(points, seat, axis=1).max(axis=1)
        return points[:, seat] - others
