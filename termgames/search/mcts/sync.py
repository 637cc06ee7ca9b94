"""What searches of one position tell each other about it, by increments.

Each search grows a tree of its own; what several of them know near the root is added up in
all of them (root parallelization: Chaslot, Winands & van den Herik, "Parallel Monte-Carlo
Tree Search", 2008; with an exchange while they search it is the slow tree parallelization
of Bourki et al., "Scalability and Parallelization of Monte-Carlo Tree Search", 2010). A
node is told about by the actions that lead to it, so the trees need not look alike. A
search that was told has the sums of all in its tree and decides by them as by its own.

Not done here: sending anything anywhere (`parallel.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from termgames.search.mcts.selection import Selector
from termgames.search.mcts.tree import NONE, ROOT, Tree

Path = tuple[int, ...]
"""The actions that lead from the root to a node."""

PART = 0.02
"""Nodes are told about whose parent has at least this part of the root's visits."""
DEEP = 4
"""Most actions of a path."""


class Peers(Protocol):
    """The other searches, to the one that takes part."""

    def exchange(self) -> None:
        """Called between rounds: tell them what is new, and hear them."""

    def conclude(self, note: str) -> None:
        """Called before the decision, whose note this is: hear what they have left."""


@dataclass(frozen=True, eq=False)
class Proof:
    """What is certain about a node."""

    winner: int
    """The seat that wins, or NONE."""
    worth: tuple[NDArray[np.float32], NDArray[np.float32]] | None
    """Rewards and win shares (seats,) under best play; None while they are not certain."""


@dataclass(frozen=True, eq=False)
class Report:
    """What one search has found out since its last report; plain values, to be sent."""

    paths: tuple[Path, ...]
    """n nodes, parents before their children."""
    sums: NDArray[np.float64]
    """(n, 1 + 2 seats): visits, then rewards and win shares by seat, summed."""
    proofs: dict[Path, Proof]
    amaf: NDArray[np.float32]
    """(2, features): counts and rewards of the root's table; (2, 0) without one."""
    amaf_lanes: float
    owner: NDArray[np.float32]
    """(cells, seats): who owned each cell when playouts ended, summed."""
    owned: int
    """Over how many playouts."""
    playouts: int


@dataclass
class _Told:
    """What was told or heard of a tree: what it holds beyond that is news."""

    sums: dict[Path, NDArray[np.float64]] = field(default_factory=dict)
    proofs: dict[Path, bool] = field(default_factory=dict)
    """Nodes whose winner was certain, and whether they were solved."""
    amaf: NDArray[np.float32] | float = 0.0
    amaf_lanes: float = 0.0
    owner: NDArray[np.float32] | float = 0.0
    owned: int = 0


class Shares:
    """One search's reports, and what it hears of others, over one tree after another."""

    def __init__(self) -> None:
        self._told = _Told()
        self._nodes: dict[Path, int] = {(): ROOT}
        self.playouts = 0
        """Of those for the move that is thought about, how many were told or heard."""

    def move(self, path: Path | None) -> None:
        """The root is now what `path` led to; None: the tree is a new one."""
        told, self._told = self._told, _Told()
        self._nodes = {(): ROOT}
        if path is not None:
            depth = len(path)
            self._told.sums = {p[depth:]: x for p, x in told.sums.items() if p[:depth] == path}
            self._told.proofs = {p[depth:]: x for p, x in told.proofs.items() if p[:depth] == path}

    def report(self, tree: Tree, owner: NDArray[np.float32], owned: int, playouts: int) -> Report:
        """What is new since the last report: in the tree near its root, of `owned`
        playouts about the `owner` of cells (cells, seats), and in `playouts` altogether."""
        told = self._told
        found = dict(_near_root(tree))
        self._nodes.update(found)
        paths, nodes = list(found), list(found.values())
        now = np.column_stack([tree.visits[nodes], tree.reward[nodes], tree.share[nodes]])
        nothing = np.zeros(now.shape[1])
        before = np.array([told.sums.get(path, nothing) for path in paths])
        fresh = np.flatnonzero(now[:, 0] > before[:, 0]).tolist()
        told.sums.update((paths[row], now[row]) for row in fresh)
        proofs = {}
        for path, node in found.items():
            solved, known = bool(tree.solved[node]), told.proofs.get(path)
            if (solved and not known) or (known is None and tree.winner[node] != NONE):
                told.proofs[path] = solved
                worth = (tree.exact[node].copy(), tree.exact_share[node].copy()) if solved else None
                proofs[path] = Proof(int(tree.winner[node]), worth)
        amaf, lanes = self._new_amaf(tree)
        report = Report(
            tuple(paths[row] for row in fresh),
            now[fresh] - before[fresh],
            proofs,
            amaf,
            lanes,
            owner - told.owner,
            owned - told.owned,
            playouts - self.playouts,
        )
        told.owner, told.owned, self.playouts = owner.copy(), owned, playouts
        return report

    def _new_amaf(self, tree: Tree) -> tuple[NDArray[np.float32], float]:
        table, told = int(tree.table[ROOT]), self._told
        if table == NONE:
            return np.zeros((2, 0), np.float32), 0.0
        now = np.stack([tree.amaf_count[table], tree.amaf_reward[table]])
        lanes = float(tree.amaf_lanes[table])
        news = np.asarray(now - told.amaf, np.float32), lanes - told.amaf_lanes
        told.amaf, told.amaf_lanes = now, lanes
        return news

    def hear(self, report: Report, tree: Tree, selector: Selector) -> None:
        """Add what another search reported of the same position. What it says of nodes
        that this tree cannot have is passed over."""
        self._make_known([*report.paths, *report.proofs], tree, selector)
        told, seats = self._told, tree.seats
        for path, sums in zip(report.paths, report.sums, strict=True):
            node = self._nodes.get(path)
            if node is None:
                continue
            tree.visits[node] += sums[0]
            tree.reward[node] += sums[1 : 1 + seats]
            tree.share[node] += sums[1 + seats :]
            before = told.sums.get(path)
            told.sums[path] = sums if before is None else before + sums
        for path, proof in report.proofs.items():
            node = self._nodes.get(path)
            if node is None or tree.solved[node]:
                continue
            told.proofs[path] = proof.worth is not None
            tree.winner[node] = proof.winner
            if proof.worth is not None:
                tree.exact[node], tree.exact_share[node] = proof.worth
                tree.solved[node] = True
            tree.conclude(node)
        self._hear_amaf(report, tree)
        told.owner, told.owned = told.owner + report.owner, told.owned + report.owned
        self.playouts += report.playouts

    def _hear_amaf(self, report: Report, tree: Tree) -> None:
        if not report.amaf.size:
            return
        table, told = int(tree.table[ROOT]), self._told
        if table == NONE:
            table = tree.open_table(ROOT)
        tree.amaf_count[table] += report.amaf[0]
        tree.amaf_reward[table] += report.amaf[1]
        tree.amaf_lanes[table] += report.amaf_lanes
        told.amaf = told.amaf + report.amaf
        told.amaf_lanes += report.amaf_lanes

    def _make_known(self, paths: list[Path], tree: Tree, selector: Selector) -> None:
        """Find the nodes behind paths, and make those that the tree has not considered."""
        unknown: dict[Path, list[int]] = {}
        for path in paths:
            if path not in self._nodes:
                unknown.setdefault(path[:-1], []).append(path[-1])
        for above, actions in unknown.items():
            parent = self._nodes.get(above)
            if parent is None:
                continue
            children = selector.admit(parent, np.array(actions, np.int32))
            numbers = zip(tree.action[children].tolist(), children.tolist(), strict=True)
            self._nodes.update(((*above, action), node) for action, node in numbers)


def path_of(tree: Tree, node: int) -> Path:
    """The actions that lead from the root to a node."""
    actions: list[int] = []
    while node != ROOT:
        actions.append(int(tree.action[node]))
        node = int(tree.parent[node])
    return tuple(reversed(actions))


def _near_root(tree: Tree) -> Iterator[tuple[Path, int]]:
    """The nodes worth telling about, level by level."""
    least = PART * float(tree.visits[ROOT])
    level: list[tuple[Path, int]] = [((), ROOT)]
    while level:
        yield from level
        below: list[tuple[Path, int]] = []
        for path, node in level:
            children = tree.children[node]
            if children is None or len(path) == DEEP or tree.visits[node] < least:
                continue
            children = children[(tree.visits[children] > 0) | tree.solved[children]]
            actions = tree.action[children].tolist()
            below += [
                ((*path, action), child)
                for action, child in zip(actions, children.tolist(), strict=True)
            ]
        level = below
