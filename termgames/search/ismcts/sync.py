"""What searches through worlds tell each other about one question, by increments.

The counterpart of `shares.py` for trees that have no actions but answers, each with who is
asked next. How often an answer was on offer is not told: it moves a logarithm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.search.ismcts.tree import Node, Table
from termgames.search.mcts.sync import DEEP, PART

Path = tuple[tuple[int, int], ...]
"""From the root to a node: each answer's action and the seat asked next."""


@dataclass(frozen=True, eq=False)
class WorldReport:
    """What one search has found out since its last report; plain values, to be sent."""

    paths: tuple[Path, ...]
    """n nodes, parents before their children."""
    answers: tuple[tuple[Any, int], ...]
    """(n,): the move that leads to each, and its AMAF feature."""
    sums: NDArray[np.float64]
    """(n, 1 + 2 seats): visits, then rewards and win shares by seat, summed."""
    amaf: NDArray[np.float32]
    """(2, features): counts and rewards of the root's table."""
    amaf_lanes: float
    owner: NDArray[np.float32]
    """(cells, seats): who owned each cell when playouts ended, summed."""
    owned: int
    """Over how many playouts."""
    playouts: int


class WorldShares:
    """The reports of one search about one question, and what it hears of others."""

    def __init__(self, root: Node) -> None:
        """The root has an AMAF table."""
        self._root = root
        self._told: dict[Path, NDArray[np.float64]] = {}
        table = self._table
        self._amaf = np.stack([table.count, table.reward])
        self._lanes = table.lanes
        self._owner: NDArray[np.float32] | float = 0.0
        self._owned = self._playouts = 0

    @property
    def _table(self) -> Table:
        assert self._root.table is not None
        return self._root.table

    def report(self, owner: NDArray[np.float32], owned: int, playouts: int) -> WorldReport:
        """What is new since the last report: in the tree near its root, of `owned`
        playouts about the `owner` of cells (cells, seats), and in `playouts` altogether."""
        paths, answers, sums = [], [], []
        for path, node in self._near_root():
            now = np.array([node.visits, *node.reward, *node.share])
            before = self._told.get(path)
            news = now if before is None else now - before
            if news[0] > 0:
                self._told[path] = now
                paths.append(path)
                answers.append((node.move, node.amaf_features))
                sums.append(news)
        table = self._table
        amaf, lanes = np.stack([table.count, table.reward]), table.lanes
        report = WorldReport(
            tuple(paths),
            tuple(answers),
            np.array(sums).reshape(len(sums), 1 + 2 * self._root.seats),
            amaf - self._amaf,
            lanes - self._lanes,
            owner - self._owner,
            owned - self._owned,
            playouts - self._playouts,
        )
        self._amaf, self._lanes = amaf, lanes
        self._owner, self._owned, self._playouts = owner.copy(), owned, playouts
        return report

    def hear(self, report: WorldReport) -> None:
        """Add what another search reported, but for nodes below one that was never heard of;
        its owners and playouts are the caller's to add, and count as told."""
        seats = self._root.seats
        for path, answer, sums in zip(report.paths, report.answers, report.sums, strict=True):
            node = self._reached(path, *answer)
            if node is None:
                continue
            node.visits += float(sums[0])
            node.reward += sums[1 : 1 + seats]
            node.share += sums[1 + seats :]
            before = self._told.get(path)
            self._told[path] = sums if before is None else before + sums
        table = self._table
        table.count += report.amaf[0]
        table.reward += report.amaf[1]
        table.lanes += report.amaf_lanes
        self._amaf = self._amaf + report.amaf
        self._lanes += report.amaf_lanes
        self._owner = self._owner + report.owner
        self._owned += report.owned
        self._playouts += report.playouts

    def _reached(self, path: Path, move: Any, amaf_features: int) -> Node | None:
        """The node at the end of a path, made where only itself is missing."""
        node: Node | None = self._root
        for key in path[:-1]:
            node = node.children.get(key) if node is not None else None
        if node is not None and path:
            key = path[-1]
            if key not in node.children:
                node.children[key] = Node(key[1], self._root.seats, move, amaf_features)
            node = node.children[key]
        return node

    def _near_root(self) -> Iterator[tuple[Path, Node]]:
        """The nodes worth telling about, level by level."""
        least = PART * self._root.visits
        level: list[tuple[Path, Node]] = [((), self._root)]
        while level:
            yield from level
            level = [
                ((*path, key), child)
                for path, node in level
                if len(path) < DEEP and node.visits >= least
                for key, child in node.children.items()
                if child.visits > 0
            ]
