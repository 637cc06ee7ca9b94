"""Any game with dice, cards or hidden hands as a determinized one, from its rules alone.

Slow, and without hand-made knowledge; it is how such a game is searched that offers no
`determinized.py`. A whole playout through the rules is made from every leaf.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, ClassVar, Generic

import numpy as np
from numpy.typing import NDArray

from termgames.core.game import OVER, Game, Hidden, M, S
from termgames.core.packed import Evaluation, Reward
from termgames.search.generic import random_playout, shares

_REMEMBERED = 20_000
"""Moves whose actions are remembered."""


class GenericDeterminized(Generic[S, M]):
    """Implements `core.determinized.DeterminizedGame`; there is nothing to judge."""

    pace = 1.0
    actions = 2**31
    features = 0
    tuning: ClassVar[dict[str, Any]] = {
        "lanes": 1,
        "lanes_late": 1,
        "leaves": 8,
        "overture": 16,
        "prior_trust": 1.0,
        # Nothing orders the moves: each is considered at once.
        "widen_first": 100_000,
    }

    def __init__(self, game: Game[S, M]) -> None:
        self.game = game
        self.seats, self.cells = game.seats, game.topology.cells
        self._moves: dict[int, M] = {}

    def judge(self, s: S) -> None:
        """Nothing."""

    def candidates(self, s: S, judgement: None) -> NDArray[np.int32]:
        """(k,): all legal moves."""
        if len(self._moves) > _REMEMBERED:
            self._moves.clear()
        numbered = {self._number(move): move for move in self.game.legal_moves(s)}
        self._moves.update(numbered)
        return np.fromiter(numbered, np.int32, len(numbered))

    def move(self, s: S, action: int) -> M:
        """The move whose text has that number."""
        if action not in self._moves:
            self.candidates(s, None)
        return self._moves[action]

    def _number(self, move: M) -> int:
        """The same in every process: searches of one question compare what they learned."""
        return zlib.crc32(self.game.format(move).encode()) >> 1

    def amaf_features(self, s: S, actions: NDArray[np.int32]) -> NDArray[np.int32]:
        """(k,): none."""
        return np.full(len(actions), -1, np.int32)

    def prior(self, s: S, actions: NDArray[np.int32], judgement: None) -> NDArray[np.float32]:
        """(k,): nothing is known."""
        return np.zeros(len(actions), np.float32)

    def forced(self, s: S, judgement: None) -> M | None:
        """The only legal move, where there is only one."""
        moves = self.game.legal_moves(s)
        return moves[0] if len(moves) == 1 else None

    def mid_answer(self, s: S) -> bool:
        """Every move is whole."""
        return False

    def passes(self, s: S) -> Sequence[M]:
        """Legal moves without a cell."""
        return [move for move in self.game.legal_moves(s) if not self.game.cells_of(move)]

    def pointless(self, s: S) -> Sequence[M]:
        """None is known."""
        return ()

    def usual_answer(self, s: S, judgement: None) -> M | None:
        """Playouts begin anywhere."""
        return None

    def evaluate(
        self,
        states: Sequence[S],
        lanes: int,
        rng: np.random.Generator,
        reward: Reward,
        judgement: None,
    ) -> Evaluation:
        """Random playouts through the rules; who owns what is not known to them."""
        ends = [random_playout(self.game, state, rng) for state in states for _ in range(lanes)]
        share = np.stack([shares(self.game, end) for end in ends])
        totals = np.array([self.game.score(end).totals for end in ends], np.float32)
        gained = reward.of(share, totals)
        count = len(states)
        nothing = np.zeros((count, 0), np.float32)
        return Evaluation(
            reward=gained.reshape(count, lanes, -1).mean(axis=1),
            share=share.reshape(count, lanes, -1).mean(axis=1),
            owner=np.zeros((self.cells, self.seats), np.float32),
            amaf_count=nothing,
            amaf_reward=nothing,
        )

    def final(self, s: S, reward: Reward) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Rewards and win shares (seats,) by the rules' own count."""
        share = self.game.utilities(s)
        score = np.array([self.game.score(s).totals], np.float32)
        return reward.of(share[None], score)[0], share

    def preset_answer(self, s: S) -> M | None:
        """A move that wins at once, whatever chance brings; not looked for where something is
        hidden from the player."""
        if isinstance(self.game, Hidden):
            return None
        seat = self.game.to_act(s)
        for move in self.game.legal_moves(s):
            after = self.game.apply(s, move)
            if self.game.to_act(after) == OVER and self.game.utilities(after)[seat] == 1:
                return move
        return None
