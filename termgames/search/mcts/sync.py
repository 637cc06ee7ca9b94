"""What searches of one position send each other about their trees, see `search.sync`.

A step of a path is an action. Beside sums the searches send what is proven.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from termgames.core.arrays import Floats
from termgames.search.ends import Ends
from termgames.search.mcts.selection import Selector
from termgames.search.mcts.tree import NONE, ROOT, Tree
from termgames.search.sync import Ledger, News, Totals, below, near_root

Path = tuple[int, ...]
"""The actions that lead from the root to a node."""


@dataclass(frozen=True, eq=False)
class Proof:
    """What is certain about a node."""

    winner: int
    """The seat that wins, or NONE."""
    worth: tuple[Floats, Floats] | None
    """Rewards and win shares (seats,) under best play; None while they are not certain."""


@dataclass(frozen=True, eq=False)
class MctsReport:
    """What one search sends; plain values."""

    news: News[Path]
    proofs: dict[Path, Proof]


class MctsSync:
    """One search's reports, and what it hears of others, over one tree after another."""

    def __init__(self) -> None:
        self._ledger: Ledger[Path] = Ledger()
        self._proven: dict[Path, bool] = {}
        """Nodes that were reported or heard to have a certain winner, and whether to be solved."""
        self._nodes: dict[Path, int] = {(): ROOT}

    def restart_playouts(self) -> None:
        """Playouts are counted from 0 again, for another move."""
        self._ledger.restart_playouts()

    def move_to(self, path: Path | None) -> None:
        """The node at `path` is the root of the tree now; None: the tree is a new one."""
        self._nodes = {(): ROOT}
        if path is None:
            self._ledger, self._proven = Ledger(), {}
        else:
            self._ledger.move_to(path)
            self._proven = below(self._proven, path)

    def report(self, tree: Tree, ends: Ends, playouts: int) -> MctsReport:
        """What is new since the last report: in the tree near its root, in what playouts
        ended with, and in the number of all `playouts`."""

        def children(node: int) -> Iterable[tuple[int, int]]:
            nodes = tree.children[node]
            if nodes is None:
                return ()
            nodes = nodes[(tree.visits[nodes] > 0) | tree.solved[nodes]]
            return zip(tree.action[nodes].tolist(), nodes.tolist(), strict=True)

        reached: dict[Path, int] = dict(
            near_root(ROOT, lambda node: float(tree.visits[node]), children)
        )
        self._nodes.update(reached)
        nodes = list(reached.values())
        sums = np.column_stack([tree.visits[nodes], tree.reward[nodes], tree.share[nodes]])
        proofs = {}
        for path, node in reached.items():
            solved, proven = bool(tree.solved[node]), self._proven.get(path)
            if (solved and not proven) or (proven is None and tree.winner[node] != NONE):
                self._proven[path] = solved
                worth = (tree.exact[node].copy(), tree.exact_share[node].copy()) if solved else None
                proofs[path] = Proof(int(tree.winner[node]), worth)
        totals = Totals(*_root_table(tree), ends, playouts)
        return MctsReport(self._ledger.news(list(reached), sums, totals), proofs)

    def hear(self, report: MctsReport, tree: Tree, selector: Selector) -> None:
        """Add what another search reported of the same position to the tree. Nodes that this
        tree cannot have are left out. The caller adds ends and playouts."""
        news, seats = report.news, tree.seats
        self._make_nodes([*news.paths, *report.proofs], tree, selector)
        for path, sums in zip(news.paths, news.sums, strict=True):
            node = self._nodes.get(path)
            if node is not None:
                tree.visits[node] += sums[0]
                tree.reward[node] += sums[1 : 1 + seats]
                tree.share[node] += sums[1 + seats :]
                self._ledger.add_node(path, sums)
        for path, proof in report.proofs.items():
            node = self._nodes.get(path)
            if node is None or tree.solved[node]:
                continue
            self._proven[path] = proof.worth is not None
            tree.winner[node] = proof.winner
            if proof.worth is not None:
                tree.exact[node], tree.exact_share[node] = proof.worth
                tree.solved[node] = True
            tree.conclude(node)
        if news.totals.amaf_lanes > 0:
            table = int(tree.table[ROOT])
            if table == NONE:
                table = tree.open_table(ROOT)
            tree.amaf_count[table] += news.totals.amaf[0]
            tree.amaf_reward[table] += news.totals.amaf[1]
            tree.amaf_lanes[table] += news.totals.amaf_lanes
        self._ledger.add_totals(news.totals)

    def _make_nodes(self, paths: list[Path], tree: Tree, selector: Selector) -> None:
        """Note the nodes at the ends of paths, and make those that the tree lacks."""
        missing: dict[Path, list[int]] = {}
        for path in paths:
            if path not in self._nodes:
                missing.setdefault(path[:-1], []).append(path[-1])
        for above, actions in missing.items():
            parent = self._nodes.get(above)
            if parent is None:
                continue
            children = selector.admit(parent, np.array(actions, np.int32))
            steps = zip(tree.action[children].tolist(), children.tolist(), strict=True)
            self._nodes.update(((*above, action), node) for action, node in steps)


def path_of(tree: Tree, node: int) -> Path:
    """The actions that lead from the root to a node."""
    actions: list[int] = []
    while node != ROOT:
        actions.append(int(tree.action[node]))
        node = int(tree.parent[node])
    return tuple(reversed(actions))


def _root_table(tree: Tree) -> tuple[Floats, float]:
    """Counts and rewards (2, features) of the root's AMAF table, and its playouts."""
    table = int(tree.table[ROOT])
    if table == NONE:
        return np.zeros((2, tree.features), np.float32), 0.0
    return np.stack([tree.amaf_count[table], tree.amaf_reward[table]]), float(
        tree.amaf_lanes[table]
    )
