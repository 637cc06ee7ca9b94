"""Two bots without search, the bottom of the ladder and fixed for good.

`random` draws uniformly from the legal moves, passing only where nothing else is legal;
like all bots it leaves alone what the packed game leaves out, in Go its own eyes.
`greedy` plays the move after which its lead in the score as it stands is greatest, and
draws among equals; a pass is a move like any other there, except that it loses ties.
What is not searched (a komi, a side, dead stones) both answer as every bot does.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np

from termgames.core.packed import AnyPacked, complete_move
from termgames.search import preset_answers
from termgames.search.limits import Thought

_BATCH = 512
"""Positions whose scores are counted in one call."""


class _Baseline(ABC):
    """A bot that chooses every action from the position alone."""

    def __init__(self, game: AnyPacked, *, seed: int | None) -> None:
        self.game = game
        self.rng = np.random.default_rng(seed)

    def think(self, state: Any, **_: Any) -> Thought:
        """The move for `state`, in which a seat is to act. It comes at once: there is no progress
        to report and nothing to stop."""
        began = time.monotonic()
        answer = preset_answers.answer(self.game, state)
        if answer is None:
            answer = _play(self.game, state, self._action)
        return Thought(answer, seconds=time.monotonic() - began)

    @abstractmethod
    def _action(self, rows: Any) -> int:
        """The action chosen in a position, one packed row."""


class RandomBot(_Baseline):
    """Plays uniformly random legal moves."""

    def _action(self, rows: Any) -> int:
        row = rows[0]
        actions = np.setdiff1d(self.game.legal(row), self.game.passes(row))
        return int(self.rng.choice(actions if actions.size else self.game.legal(row)))


class GreedyBot(_Baseline):
    """Plays for the greatest lead over the best other seat after one move; looks at nothing
    but the score."""

    def _action(self, rows: Any) -> int:
        game, row = self.game, rows[0]
        seat = int(game.to_act(rows)[0])
        actions = game.legal(row)
        leads = np.concatenate(
            [
                self._leads(rows, actions[first : first + _BATCH], seat)
                for first in range(0, len(actions), _BATCH)
            ]
        )
        best = actions[leads == leads.max()]
        placing = np.setdiff1d(best, game.passes(row))
        return int(self.rng.choice(placing if placing.size else best))

    def _leads(self, rows: Any, actions: Any, seat: int) -> Any:
        """(n,): the seat's score after each action, less the best other seat's."""
        after = self.game.advance(np.repeat(rows, len(actions), axis=0), actions)
        points = self.game.standing(after)
        others = np.delete(points, seat, axis=1).max(axis=1)
        return points[:, seat] - others


def _play(game: AnyPacked, state: Any, choose: Callable[[Any], int]) -> Any:
    """A whole move, its actions chosen one after the other, each from one packed row."""
    start = game.pack([state])
    rows, actions = start, [choose(start)]
    while (move := complete_move(game, start[0], actions)) is None:
        rows = game.advance(rows, np.array(actions[-1:], np.int32))
        actions.append(choose(rows))
    return move
