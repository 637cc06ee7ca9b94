"""Backing up: what playouts from leaves gave is added to the leaves and to all nodes above them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from termgames.core.arrays import Doubles, Floats, Indices
from termgames.core.evaluation import Evaluation
from termgames.core.packed import AnyPacked
from termgames.search.mcts.tree import NONE, ROOT, Tree
from termgames.search.settings import Settings


class Backup:
    """Adds results to one tree. No conclusions are drawn from what is certain: see
    `Tree.conclude`."""

    def __init__(self, game: AnyPacked, tree: Tree, settings: Settings) -> None:
        self.game, self.tree, self.settings = game, tree, settings

    def add(
        self,
        nodes: Indices,
        reward: Floats | Doubles,
        share: Floats | Doubles,
        weight: Indices,
        *,
        counted: bool = False,
    ) -> None:
        """Add results (n, seats), each worth `weight` playouts, to nodes and all above; no visits
        where these playouts are `counted` already."""
        tree = self.tree
        rewards = reward * weight[:, None].astype(np.float64)
        shares = share * weight[:, None].astype(np.float64)
        visits = np.zeros_like(weight) if counted else weight
        while len(nodes):
            np.add.at(tree.visits, nodes, visits)
            np.add.at(tree.reward, nodes, rewards)
            np.add.at(tree.share, nodes, shares)
            nodes = tree.parent[nodes].astype(np.intp)
            inside = nodes != NONE
            nodes, visits = nodes[inside], visits[inside]
            rewards, shares = rewards[inside], shares[inside]

    def add_amaf(self, leaves: list[int], result: Evaluation, lanes: int) -> None:
        """Add the leaves' AMAF sums to the tables above them, with the moves between.

        Sums that meet on the way up go on as one. The arrays of `result` are written to.
        """
        tree = self.tree
        sums = _AmafSums(
            result.amaf_count,
            result.amaf_reward,
            lanes * result.reward,
            np.full(len(leaves), lanes, np.intp),
        )
        depths = tree.depth[leaves].tolist()
        levels: list[dict[int, int]] = [{} for _ in range(max(depths) + 1)]
        for row, (leaf, depth) in enumerate(zip(leaves, depths, strict=True)):
            sums.reach(levels[depth], leaf, row)
        for depth in range(len(levels) - 1, -1, -1):
            nodes = np.array(list(levels[depth]), np.intp)
            rows = list(levels[depth].values())
            self._tabulate(nodes, rows, sums)
            if depth:
                self._add_moves(nodes, rows, sums)
                for above, row in zip(tree.parent[nodes].tolist(), rows, strict=True):
                    sums.reach(levels[depth - 1], above, row)

    def _add_moves(self, nodes: Indices, rows: list[int], sums: _AmafSums) -> None:
        """Add the moves that led to nodes to their rows of sums."""
        tree = self.tree
        parents = tree.parent.take(nodes)
        positions = tree.positions.take(tree.place.take(parents))
        features = self.game.amaf_features(positions, tree.action.take(nodes))
        node, which = (features >= 0).nonzero()
        row, feature = np.array(rows).take(node), features[node, which]
        sums.count[row, feature] += sums.lanes.take(row)
        sums.reward[row, feature] += sums.gained[row, tree.seat.take(parents).take(node)]

    def _tabulate(self, nodes: Indices, rows: list[int], sums: _AmafSums) -> None:
        """Add rows of sums to the nodes' AMAF tables. A node gets one after enough visits."""
        tree, settings = self.tree, self.settings
        tables = tree.table.take(nodes)
        due = (tables != NONE) | (nodes == ROOT)
        due |= tree.visits.take(nodes) >= settings.table_at * settings.lanes
        for at in due.nonzero()[0].tolist():
            table, row = int(tables[at]), rows[at]
            if table == NONE:
                if nodes[at] != ROOT and 2 * tree.table_bytes >= settings.most_bytes:
                    continue
                table = tree.open_table(int(nodes[at]))
            tree.amaf_count[table] += sums.count[row]
            tree.amaf_reward[table] += sums.reward[row]
            tree.amaf_lanes[table] += sums.lanes[row]


@dataclass(frozen=True, eq=False)
class _AmafSums:
    """AMAF sums on their way up the tree, a row for each node that they have reached."""

    count: Floats
    reward: Floats
    """(n, features) both."""
    gained: Floats
    """(n, seats): rewards of the playouts, summed."""
    lanes: Indices
    """(n,): playouts."""

    def reach(self, level: dict[int, int], node: int, row: int) -> None:
        """Let a row arrive at a node of a level, which knows the row of each of its nodes: where
        one has arrived before, it is added to that."""
        first = level.setdefault(node, row)
        if first != row:
            self.count[first] += self.count[row]
            self.reward[first] += self.reward[row]
            self.gained[first] += self.gained[row]
            self.lanes[first] += self.lanes[row]
