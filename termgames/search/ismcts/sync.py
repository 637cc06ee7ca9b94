"""What searches of one question send each other about their trees, see `search.sync`.

A step of a path is an action and the seat that is asked next. How often each action was
possible is not sent: these counts only affect the logarithmic term of the exploration.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from termgames.search.ends import Ends
from termgames.search.ismcts.tree import Node, Table
from termgames.search.sync import Ledger, News, Totals, near_root

Path = tuple[tuple[int, int], ...]
"""From the root to a node: each answer's action and the seat asked next."""


@dataclass(frozen=True, eq=False)
class IsmctsReport:
    """What one search sends; plain values."""

    news: News[Path]
    answers: tuple[tuple[Any, int], ...]
    """For each node of the news: the move that leads to it, and its AMAF feature."""


class IsmctsSync:
    """The reports of one search about one question, and what it hears of others."""

    def __init__(self, root: Node) -> None:
        """The root has an AMAF table."""
        self._root = root
        self._ledger: Ledger[Path] = Ledger()

    @property
    def _table(self) -> Table:
        assert self._root.table is not None
        return self._root.table

    def report(self, ends: Ends, playouts: int) -> IsmctsReport:
        """What is new since the last report: in the tree near its root, in what playouts
        ended with, and in the number of all `playouts`."""
        nodes: dict[Path, Node] = dict(near_root(self._root, lambda node: node.visits, _children))
        sums = np.array([[node.visits, *node.reward, *node.share] for node in nodes.values()])
        table = self._table
        totals = Totals(np.stack([table.count, table.reward]), table.lanes, ends, playouts)
        news = self._ledger.news(list(nodes), sums, totals)
        answers = [(nodes[path].move, nodes[path].amaf_feature) for path in news.paths]
        return IsmctsReport(news, tuple(answers))

    def hear(self, report: IsmctsReport) -> None:
        """Add what another search reported to the tree. Nodes below one that was never heard
        of are left out. The caller adds ends and playouts."""
        seats, news = self._root.seats, report.news
        for path, answer, sums in zip(news.paths, report.answers, news.sums, strict=True):
            node = self._node(path, *answer)
            if node is not None:
                node.visits += float(sums[0])
                node.reward += sums[1 : 1 + seats]
                node.share += sums[1 + seats :]
                self._ledger.add_node(path, sums)
        count, reward = news.totals.amaf
        self._table.add(count, reward, news.totals.amaf_lanes)
        self._ledger.add_totals(news.totals)

    def _node(self, path: Path, move: Any, amaf_feature: int) -> Node | None:
        """The node at the end of a path, made where only itself is missing."""
        node: Node | None = self._root
        for step in path[:-1]:
            node = node.children.get(step) if node is not None else None
        if node is not None and path:
            step = path[-1]
            if step not in node.children:
                node.children[step] = Node(step[1], self._root.seats, move, amaf_feature)
            node = node.children[step]
        return node


def _children(node: Node) -> Iterator[tuple[tuple[int, int], Node]]:
    return ((step, child) for step, child in node.children.items() if child.visits > 0)
