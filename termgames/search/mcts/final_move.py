"""Which child of a node is played: the decision at the end of a search, and along its line."""

from __future__ import annotations

from typing import Any

import numpy as np

from termgames.core.arrays import Indices, Rng
from termgames.core.game import OVER
from termgames.core.packed import PackedGame
from termgames.search import anytime
from termgames.search.mcts.selection import Selector
from termgames.search.mcts.tree import Tree
from termgames.search.settings import Settings


class Chooser:
    """Chooses among the children of a node of one tree."""

    def __init__(
        self, game: PackedGame[Any, Any], tree: Tree, selector: Selector, settings: Settings
    ) -> None:
        self.game, self.tree, self.selector, self.settings = game, tree, selector, settings

    def best(self, node: int) -> int:
        """The child worth most, of those visited at least half as often as any and of those
        whose worth is certain. Going by visits alone would leave it to chance between two that
        are nearly even."""
        tree = self.tree
        children = self.selector.widen(node, 0)
        worth = self.selector.values(node, children)
        if not tree.solved[node]:
            visits = np.where(np.isfinite(worth), tree.visits[children], -1)
            worth[(visits < visits.max() / 2) & ~tree.solved[children]] = -np.inf
        best = int(children[worth.argmax()])
        ending = self._end_instead(node, children, best, float(worth.max()))
        return best if ending is None else ending

    def _end_instead(self, node: int, children: Indices, best: int, worth: float) -> int | None:
        """The pass that ends the game, if the best move gains no points at once and next to
        nothing in reward; else None. Without this rule a bot that has lost for certain would
        never pass: to a search, any move leaves the hope of a blunder."""
        tree = self.tree
        ends = tree.solved[children] & (tree.seat[children] == OVER)
        ends &= np.isin(tree.action[children], self.game.passes(tree.position(node)))
        if not ends.any():
            return None
        ending = int(children[ends][0])
        gain = worth - float(tree.exact[ending, tree.seat[node]])
        if ending == best or gain > self.settings.least_gain:
            return None
        self.selector.reach(best)
        rows = tree.positions[tree.place[[ending, best]]]
        margin = self.settings.reward.margin(self.game.standing(rows))
        over, on = margin[:, tree.seat[node]]
        return ending if on <= over else None

    def drawn(self, node: int, temperature: float, rng: Rng) -> int:
        """One of the good children at random, as the temperature, above 0, says."""
        tree = self.tree
        children = self.selector.widen(node, 0)
        worth = self.selector.values(node, children)
        visits = np.where(np.isfinite(worth), tree.visits[children], -1)
        if tree.solved[node] or visits.max() <= 0:
            return self.best(node)
        # A pass is played only when it is best: drawn, it would be a blunder.
        passing = np.isin(tree.action[children], self.game.passes(tree.position(node)))
        best = self.best(node)
        if passing[children == best].any():
            return best
        good = (visits >= visits.max() / 8) & ~passing
        return int(children[good][anytime.drawn(worth[good], temperature, rng)])
