"""Plain UCT: a yardstick that other bots are measured by, and that never changes.

One leaf at a time, one uniformly random playout a leaf, UCB1 (Kocsis & Szepesvári 2006),
win shares only. No batches, no priors, no AMAF, no widening, nothing kept between moves.
Do not improve it: old results would no longer compare.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Unpack

import numpy as np

from termgames.core.arrays import Doubles, Floats, Rng
from termgames.core.evaluation import Reward
from termgames.core.game import OVER, AnyGame
from termgames.search.history import random_playout, shares
from termgames.search.limits import Limit, Listeners, Thought
from termgames.search.settings import Settings

Rollout = Callable[[Any, "Rng"], Floats]
"""Win shares (seats,) at the end of one uniformly random playout from a state."""

EXPLORE = math.sqrt(2)

ISMCTS_SETTINGS = Settings(
    lanes=1,
    lanes_late=1,
    leaves=1,
    overture=1,
    explore=EXPLORE,
    widen_first=1_000_000,
    amaf=False,
    priors=False,
    prior_trust=1e-9,
    reward=Reward(0.0),
)
"""The same yardstick for games of chance and hidden hands, as settings of
`search.ismcts.search`."""


@dataclass
class _Node:
    state: Any
    seat: int
    untried: list[Any]
    """Moves without a child, in the order in which they are taken from the end."""
    move: Any = None
    children: list[_Node] = field(default_factory=list)
    visits: int = 0
    total: Doubles = field(default_factory=lambda: np.zeros(0))


class Uct:
    """The yardstick, for one game. `rollout` stands in for playing through the rules when
    the game has something faster that plays the same."""

    def __init__(self, game: AnyGame, *, seed: int | None, rollout: Rollout | None = None) -> None:
        self.game = game
        self.rng = np.random.default_rng(seed)
        self.rollout = rollout or self._through_rules

    def _through_rules(self, state: Any, rng: Rng) -> Floats:
        return shares(self.game, random_playout(self.game, state, rng))

    def think(self, state: Any, limit: Limit, **listeners: Unpack[Listeners]) -> Thought:
        """The most visited move; the game is not over. `on_progress` is not called."""
        should_stop = listeners.get("should_stop")
        began = time.monotonic()
        root = self._node(state, None)
        playouts = 0
        while True:
            path = self._descend(root)
            leaf = path[-1]
            if leaf.seat == OVER:
                gained = self.game.utilities(leaf.state)
            else:
                gained = self.rollout(leaf.state, self.rng)
            for node in path:
                node.visits += 1
                node.total += gained
            playouts += 1
            seconds = time.monotonic() - began
            if (
                (limit.playouts is not None and playouts >= limit.playouts)
                or (limit.seconds is not None and seconds >= limit.seconds)
                or (should_stop is not None and should_stop())
            ):
                break
        best = max(root.children, key=lambda child: child.visits)
        return Thought(
            move=best.move,
            value=tuple((best.total / best.visits).tolist()),
            visits=best.visits,
            line=(best.move,),
            playouts=playouts,
            seconds=seconds,
        )

    def _node(self, state: Any, move: Any) -> _Node:
        seat = self.game.to_act(state)
        untried = list(self.game.legal_moves(state)) if seat != OVER else []
        order = self.rng.permutation(len(untried)).tolist()
        return _Node(
            state, seat, [untried[i] for i in order], move, total=np.zeros(self.game.seats)
        )

    def _descend(self, root: _Node) -> list[_Node]:
        """From the root to a node that is new or over."""
        path = [root]
        node = root
        while node.seat != OVER:
            if node.untried:
                move = node.untried.pop()
                child = self._node(self.game.apply(node.state, move), move)
                node.children.append(child)
                return [*path, child]
            node = self._pick(node)
            path.append(node)
        return path

    @staticmethod
    def _pick(node: _Node) -> _Node:
        log = math.log(node.visits)

        def upper(child: _Node) -> float:
            mean = float(child.total[node.seat]) / child.visits
            return mean + EXPLORE * math.sqrt(log / child.visits)

        return max(node.children, key=upper)
