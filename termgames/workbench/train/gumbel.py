"""Searches of many games at once by a value net alone, without playouts.

Each game has a tree of its own, and a descent is made in all trees together: so the net is asked
about as many positions at once as there are games, and the work on the trees is a few calls of
numpy for all of them. Descents are few, and are spent as in Gumbel AlphaZero (Danihelka et al.,
"Policy improvement by planning with Gumbel", 2022): at the root on a few actions, drawn by the
policy, of which the worse half is dropped again and again (sequential halving); below it wherever
there were fewer visits than the improved policy asks for. What comes of it is that improved policy.

Each seat maximizes its own reward (max^n). The trees are not kept from move to move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from termgames.core.arrays import Flags, Floats, Indices, Ints, Rng
from termgames.core.evaluation import Reward
from termgames.core.game import OVER
from termgames.core.nets import log_softmax
from termgames.core.packed import AnyPacked, LegalInBatches, Positions
from termgames.search.ends import open_cells
from termgames.search.policy import NetPolicy

_FIRST, _SHARPNESS = 50, 0.4
"""Nats that a reward is worth to the improved policy: (the first + the most visits of an action)
times the second."""
_BARRED = np.float32(-1e9)
"""The logit of an action that is not legal."""

Rewards = Callable[[Indices], Reward]
"""The rewards that count in some games, by their numbers (k,): margins and aims take points of a
whole number of rows a game, game by game."""


@dataclass(frozen=True, eq=False)
class SearchResults:
    """The results of searches of n positions."""

    action: Indices
    """(n,): the action chosen."""
    improved: Floats
    """(n, actions): the improved policy; 0 for actions that are not legal."""
    legal: Flags
    """(n, actions): the legal actions, without passes in games that were to go on."""
    open_cells: Floats
    """(n,): on how many cells the net is in doubt, see `search.ends.open_cells`."""


class GumbelSearch:
    """Searches positions of one game with a fixed number of descents."""

    def __init__(self, game: AnyPacked, policy: NetPolicy, descents: int, candidates: int) -> None:
        """`candidates`: how many actions are looked at from the root, at the most."""
        assert isinstance(game, LegalInBatches)
        self.legal = game.legal_flags
        self.game, self.policy = game, policy
        self.descents = descents
        self.schedule = halving(descents, candidates)
        self.actions = len(policy.game.action_index)

    def __call__(
        self,
        positions: Positions,
        rewards: Rewards,
        noise: Floats,
        rng: Rng,
        going_on: Flags | None = None,
    ) -> SearchResults:
        """Search positions (n,), in none of which the game is over. `noise` (n,) is by how much
        chance decides which actions are looked at: 1 draws them by the policy, 0 takes the
        likeliest ones. `going_on` (n,): in which games no player passes who has another action."""
        count = len(positions)
        trees = _Trees(self.game, count, self.descents + 1, self.actions)
        if going_on is not None:
            trees.going_on = going_on
        games = np.arange(count)
        roots = np.zeros(count, np.intp)
        open_cells = self._expand(trees, games, roots, positions, rewards)
        gumbel = rng.gumbel(size=(count, self.actions)).astype(np.float32) * noise[:, None]
        noisy = np.where(trees.legal[:, 0], gumbel + trees.logits[:, 0], -np.inf)
        for visits in self.schedule:
            self._descend(trees, self._best(trees, noisy, visits), rewards)
        action = self._best(trees, noisy, trees.visits[:, 0].max(axis=1))
        return SearchResults(action, trees.improved(games, roots), trees.legal[:, 0], open_cells)

    @staticmethod
    def _best(trees: _Trees, noisy: Floats, visits: Ints | int) -> Indices:
        """(n,): the action to descend by at each root: the best of those with as many `visits`."""
        games = np.arange(len(noisy))
        score = noisy + trees.advantages(games, np.zeros(len(noisy), np.intp))
        wanted = np.broadcast_to(np.asarray(visits), len(noisy))
        often = trees.visits[:, 0] == wanted[:, None]
        score = np.where(often, score, -np.inf)
        # Where fewer actions are legal than are to be looked at, those visited least go on.
        short = ~np.isfinite(score).any(axis=1)
        if short.any():
            held = np.where(
                np.isfinite(noisy[short]), trees.visits[short, 0], np.iinfo(np.int32).max
            )
            score[short] = np.where(held == held.min(axis=1, keepdims=True), noisy[short], -np.inf)
        return np.asarray(score.argmax(axis=1))

    def _descend(self, trees: _Trees, action: Indices, rewards: Rewards) -> None:
        """One descent in each tree, which begins with `action` (n,). All that ends in new nodes
        is asked of the net at once."""
        games = np.arange(len(action))
        nodes = np.zeros(len(action), np.intp)
        path: list[tuple[Indices, Indices, Indices]] = []
        last = np.zeros(len(action), np.intp)
        """Where each descent ends: the node, or that above the new one."""
        fresh = np.full(len(action), -1)
        """The action that leads to a new node; below 0 where the end is not new."""
        while len(games):
            path.append((games, nodes, action))
            below = trees.child[games, nodes, action]
            new = below < 0
            last[games] = np.where(new, nodes, below)
            fresh[games[new]] = action[new]
            goes_on = ~new & ~trees.over[games, below]
            games, nodes = games[goes_on], below[goes_on].astype(np.intp)
            if len(games):
                action = trees.next_action(games, nodes)
        ended = np.flatnonzero(fresh >= 0)
        if len(ended):
            last[ended] = self._visit(trees, ended, last[ended], fresh[ended], rewards)
        every = np.arange(len(last))
        reward = trees.reward[every, last]
        for games, nodes, action in path:
            trees.visits[games, nodes, action] += 1
            trees.total[games, nodes, action] += reward[games, trees.seat[games, nodes]]

    def _visit(
        self,
        trees: _Trees,
        games: Indices,
        parents: Indices,
        action: Indices,
        rewards: Rewards,
    ) -> Indices:
        """New nodes below the parents; their numbers."""
        nodes = trees.size[games]
        trees.size[games] += 1
        trees.child[games, parents, action] = nodes
        rows = self.game.advance(trees.rows[games, parents], action.astype(np.int32))
        over = self.game.to_act(rows) == OVER
        if over.any():
            at, done = games[over], nodes[over]
            reward, _ = self.game.final(rows[over], rewards(at))
            trees.over[at, done], trees.reward[at, done] = True, reward
        if not over.all():
            self._expand(trees, games[~over], nodes[~over], rows[~over], rewards)
        return nodes

    def _expand(
        self, trees: _Trees, games: Indices, nodes: Indices, rows: Positions, rewards: Rewards
    ) -> Floats:
        """Ask the net about positions (k,) and put them into nodes; how many cells are open."""
        seat = self.game.to_act(rows)
        logits, value = self.policy.predict(rows, rewards(games))
        legal = self.legal(rows)
        for at in np.flatnonzero(trees.going_on[games]).tolist():
            others = legal[at].copy()
            others[self.game.passes(rows[at])] = False
            if others.any():
                legal[at] = others
        trees.rows[games, nodes], trees.seat[games, nodes] = rows, seat
        logs = log_softmax(np.where(legal, logits, -np.inf))
        trees.logits[games, nodes] = np.maximum(logs, _BARRED)
        trees.legal[games, nodes] = legal
        trees.reward[games, nodes] = value.reward
        return open_cells(value.owner)


class _Trees:
    """One tree a game, as arrays: node j of game i is entry [i, j]."""

    def __init__(self, game: AnyPacked, count: int, nodes: int, actions: int) -> None:
        shape = (count, nodes)
        self.going_on = np.zeros(count, bool)
        """(games,): where no player passes who has another action."""
        self.rows = np.zeros(shape, game.dtype)
        self.seat = np.zeros(shape, np.int8)
        """Who acts."""
        self.over = np.zeros(shape, bool)
        self.reward = np.zeros((*shape, game.seats), np.float32)
        """What the net expects for each seat, or the final rewards."""
        self.legal = np.zeros((*shape, actions), bool)
        self.logits = np.full((*shape, actions), _BARRED)
        """Logarithms of the policy's probabilities."""
        self.visits = np.zeros((*shape, actions), np.int32)
        self.total = np.zeros((*shape, actions), np.float32)
        """Rewards of the seat to act, summed over the visits."""
        self.child = np.full((*shape, actions), -1, np.int32)
        self.size = np.ones(count, np.intp)

    def advantages(self, games: Indices, nodes: Indices) -> Floats:
        """(k, actions): what the rewards of actions add to their logits. An action that was never
        visited counts as the mean of the net's value and of the visited ones, these weighted by
        the policy (Danihelka et al. 2022, appendix D)."""
        visits = self.visits[games, nodes]
        value = self.reward[games, nodes, self.seat[games, nodes]]
        seen = visits > 0
        mean = self.total[games, nodes] / np.maximum(visits, 1)
        chance = np.where(seen, np.exp(self.logits[games, nodes]), 0)
        seen_chance = chance.sum(axis=1)
        among = (chance * mean).sum(axis=1) / np.maximum(seen_chance, 1e-9)
        times = visits.sum(axis=1)
        mixed = np.where(times > 0, (value + times * among) / (1 + times), value)
        scale = _SHARPNESS * (_FIRST + visits.max(axis=1))
        advantage: Floats = scale[:, None] * np.where(seen, mean - mixed[:, None], 0)
        return advantage.astype(np.float32)

    def improved(self, games: Indices, nodes: Indices) -> Floats:
        """(k, actions): the improved policies."""
        logits = self.logits[games, nodes] + self.advantages(games, nodes)
        legal = self.legal[games, nodes]
        return np.exp(log_softmax(np.where(legal, logits, -np.inf)))

    def next_action(self, games: Indices, nodes: Indices) -> Indices:
        """(k,): the action that has had the fewest visits for what the improved policy asks."""
        visits = self.visits[games, nodes]
        wanted = self.improved(games, nodes) - visits / (1 + visits.sum(axis=1, keepdims=True))
        return np.asarray(np.where(self.legal[games, nodes], wanted, -np.inf).argmax(axis=1))


def halving(descents: int, candidates: int) -> list[int]:
    """For each descent, how many visits the action has had that it goes to, the best such one:
    all candidates get as many, then the better half of them, and so on (sequential halving: Karnin
    et al. 2013)."""
    most = min(candidates, descents)
    phases = max(1, int(np.ceil(np.log2(most))))
    schedule: list[int] = []
    visits = 0
    while len(schedule) < descents:
        for _ in range(max(1, descents // (phases * most))):
            schedule += [visits] * most
            visits += 1
        most = max(2, most // 2)
    return schedule[:descents]
