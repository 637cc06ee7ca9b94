"""A search tree as a struct of arrays: node i is entry i of every array.

A node is made for each action that the search considers; it gets a position only when it
is first visited. Values are kept for every seat, so nothing here knows how many play or
who gains when another loses. The tree knows nothing of how nodes are chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Doubles, Floats, Indices, Ints, SmallInts
from termgames.core.packed import Positions


@dataclass(frozen=True, eq=False)
class Likely:
    """A policy's answer for one node."""

    actions: Ints
    """(k,): the legal actions, ascending."""
    logs: Floats
    """(k,): logarithms of their probabilities."""
    usual: float
    """The logarithm to expect of an action that the policy draws."""

    @property
    def bytes(self) -> int:
        """How much memory it takes."""
        return self.actions.nbytes + self.logs.nbytes

    def of(self, actions: Ints) -> Floats:
        """(n,): the logarithms of some of the actions."""
        if actions is self.actions:
            return self.logs
        return self.logs[self.actions.searchsorted(actions)]


def answers(legal: Sequence[Ints], logits: Floats) -> list[Likely]:
    """The answers for n nodes, each with one legal action at least, from the logits (n, actions) of
    all actions.

    All nodes are reckoned with at once; only sums are made for each by itself, so that they do not
    depend on which nodes are asked about together.
    """
    ends = np.cumsum([0, *map(len, legal)])
    of = np.arange(len(legal)).repeat(np.diff(ends))
    shifted = logits[of, np.concatenate(legal)]
    shifted -= np.maximum.reduceat(shifted, ends[:-1])[of]
    parts = [slice(first, last) for first, last in pairwise(ends.tolist())]
    weights = np.exp(shifted)
    totals = np.array([np.add.reduce(weights[part]) for part in parts])
    logs = np.asarray(shifted - np.log(totals)[of], np.float32)
    chances = np.exp(logs)
    return [
        Likely(actions, logs[part], float(chances[part] @ logs[part]))
        for actions, part in zip(legal, parts, strict=True)
    ]


ROOT = 0
NONE = -1

_NONE_AT_FIRST = ("place", "winner", "table")
"""Arrays of the tree that hold NONE for new nodes; the others hold zeros."""
_NODE, _SEAT = 160, 24
"""Bytes of a node, and of a seat in it, without position and table."""


class Tree:
    """Nodes and AMAF tables. Arrays of nodes have entries behind the first `size`, which new nodes
    will take. They grow by doubling, so do not keep a reference to one."""

    def __init__(self, dtype: np.dtype[Any], seats: int, features: int) -> None:
        self.seats, self.features = seats, features
        self.size = 0
        self.parent = np.zeros(0, np.int32)
        self.action = np.zeros(0, np.int32)
        """The action that leads here from the parent; NONE at the root."""
        self.depth = np.zeros(0, np.int16)
        """Actions from the root."""
        self.place = np.zeros(0, np.int32)
        """Row of `positions`, or NONE before the first visit."""
        self.seat = np.zeros(0, np.int8)
        """Who acts here, or OVER; undefined before the first visit."""
        self.visits = np.zeros(0, np.float32)
        """Playouts that went through the node."""
        self.reward = np.zeros((0, seats), np.float64)
        """Sums over those playouts, by seat."""
        self.share = np.zeros((0, seats), np.float64)
        self.solved = np.zeros(0, bool)
        """Whether `exact` holds what the node is worth under best play, or when the seat to
        act wins at once though it might win by more later."""
        self.exact = np.zeros((0, seats), np.float32)
        """Rewards by seat of a solved node."""
        self.exact_share = np.zeros((0, seats), np.float32)
        """Win shares by seat of a solved node."""
        self.winner = np.zeros(0, np.int8)
        """The seat that wins alone under best play, or NONE while that is not certain."""
        self.guess = np.zeros(0, np.float32)
        """Reward of the parent's seat as estimated without visits (AMAF, prior)."""
        self.trust = np.zeros(0, np.float32)
        """How many playouts `guess` is worth."""
        self.chance = np.zeros(0, np.float32)
        """How likely a policy holds the action that leads here; 0 without one."""
        self.table = np.zeros(0, np.int32)
        """Row of the AMAF tables, or NONE."""
        self._per_node = [name for name, at in vars(self).items() if isinstance(at, np.ndarray)]

        self.children: list[Indices | None] = []
        """The nodes considered so far; None before the node is expanded."""
        self.waiting: list[int] = []
        """How many legal actions have no node yet."""
        self.guessed: list[float] = []
        """Playouts in the AMAF table that the children's guesses were last read from."""
        self.likely: list[Likely | None] = []
        """What a policy says of the actions here; None before it is asked."""
        self.likely_bytes = 0
        """How much memory `likely` takes."""

        self.positions: Positions = np.zeros(0, dtype)
        """The positions of visited nodes, see `place`; the rows behind the first `placed` ones mean
        nothing."""
        self.placed = 0
        # AMAF tables; those behind the first `tables` ones are empty.
        self.amaf_count = np.zeros((0, features), np.float32)
        self.amaf_reward = np.zeros((0, features), np.float32)
        self.amaf_lanes = np.zeros(0, np.float64)
        """Playouts in each table."""
        self.tables = 0

    @property
    def table_bytes(self) -> int:
        """How much memory the AMAF tables take."""
        return self.tables * self.features * 8

    @property
    def bytes(self) -> int:
        """About how much memory everything takes."""
        per_node = _NODE + _SEAT * self.seats
        rows = self.placed * self.positions.dtype.itemsize
        return self.size * per_node + rows + self.table_bytes + self.likely_bytes

    def add(self, parent: int, actions: Ints) -> Indices:
        """New nodes without position for `actions` of `parent`; their numbers."""
        first, last = self.size, self.size + len(actions)
        if last > len(self.parent):
            self._grow(last)
        self.size = last
        self.parent[first:last] = parent
        self.action[first:last] = actions
        self.depth[first:last] = 0 if parent == NONE else self.depth[parent] + 1
        self.children += [None] * len(actions)
        self.waiting += [0] * len(actions)
        self.guessed += [0.0] * len(actions)
        self.likely += [None] * len(actions)
        return np.arange(first, last)

    def put(self, nodes: Indices, rows: Positions, seats: SmallInts) -> None:
        """Give nodes their positions and the seats that act there."""
        first, last = self.placed, self.placed + len(rows)
        if last > len(self.positions):
            self.positions = _longer(self.positions, last)
        self.placed = last
        self.positions[first:last] = rows
        self.place[nodes] = np.arange(first, last)
        self.seat[nodes] = seats

    def position(self, node: int) -> Any:
        """The row of a visited node."""
        return self.positions[self.place[node]]

    def open_table(self, node: int) -> int:
        """Give the node an empty AMAF table; its number."""
        number = self.tables
        if number == len(self.amaf_count):
            for name in ("amaf_count", "amaf_reward", "amaf_lanes"):
                setattr(self, name, _longer(getattr(self, name), number + 1, floor=8))
        self.tables = number + 1
        self.table[node] = number
        return number

    def has_value(self, node: int) -> bool:
        """Whether a node was visited or is solved: then it has win shares to expect."""
        return bool(self.visits[node] > 0 or self.solved[node])

    def shares(self, node: int) -> Doubles:
        """(seats,): the win shares to expect in a node that `has_value`."""
        if self.winner[node] != NONE:
            return np.asarray(np.eye(self.seats)[self.winner[node]])
        if self.solved[node]:
            return np.asarray(self.exact_share[node], np.float64)
        result: Doubles = self.share[node] / max(self.visits[node], 1)
        return result

    def conclude(self, node: int) -> None:
        """Draw conclusions upward from a node that has just been solved, or won for certain.

        A node is won for its own seat as soon as one child is, and for another seat when
        all its legal actions are. It is solved when all of them are solved: then its seat
        takes the greatest reward.
        """
        while node != ROOT:
            node = int(self.parent[node])
            children, seat = self.children[node], int(self.seat[node])
            assert children is not None
            complete = not self.waiting[node]
            winners = self.winner[children]
            before = int(self.winner[node]), bool(self.solved[node])
            if (winners == seat).any():
                self.winner[node] = seat
            elif complete and winners[0] != NONE and (winners == winners[0]).all():
                self.winner[node] = winners[0]
            if complete and self.solved[children].all():
                best = int(children[self.exact[children, seat].argmax()])
                self.exact[node] = self.exact[best]
                self.exact_share[node] = self.exact_share[best]
                self.solved[node] = True
            if before == (int(self.winner[node]), bool(self.solved[node])):
                return

    def subtree(self, root: int) -> Tree:
        """A new tree of what is below `root`. This one is not to be used again.

        AMAF tables are taken along.
        """
        order = [root]
        for node in order:
            below = self.children[node]
            if below is not None:
                order += below.tolist()
        old = np.array(order, np.intp)
        new = np.full(self.size, NONE, np.intp)
        new[old] = np.arange(len(old))
        tree = Tree(self.positions.dtype, self.seats, self.features)
        tree.size = len(old)
        for name in self._per_node:
            setattr(tree, name, getattr(self, name)[old])
        tree.parent[1:] = new[tree.parent[1:]]
        tree.parent[0], tree.action[0] = NONE, NONE
        tree.depth -= tree.depth[0]
        for node in order:
            below = self.children[node]
            tree.children.append(None if below is None else new[below])
            tree.waiting.append(self.waiting[node])
            tree.guessed.append(self.guessed[node])
            tree.likely.append(self.likely[node])
        tree.likely_bytes = sum(likely.bytes for likely in tree.likely if likely is not None)
        put = tree.place != NONE
        tree.positions = self.positions[tree.place[put]]
        tree.placed = len(tree.positions)
        tree.place[put] = np.arange(tree.placed)
        tabled = tree.table != NONE
        rows = tree.table[tabled]
        for name in ("amaf_count", "amaf_reward", "amaf_lanes"):
            setattr(tree, name, getattr(self, name)[rows])
        tree.tables = len(rows)
        tree.table[tabled] = np.arange(tree.tables)
        return tree

    def _grow(self, least: int) -> None:
        for name in self._per_node:
            longer = _longer(getattr(self, name), least)
            if name in _NONE_AT_FIRST:
                longer[self.size :] = NONE
            setattr(self, name, longer)


def _longer(array: NDArray[Any], least: int, *, floor: int = 1024) -> NDArray[Any]:
    """`array` with zeros behind it, twice as long or as long as `least` asks."""
    length = max(least, 2 * len(array), floor)
    result = np.zeros((length, *array.shape[1:]), array.dtype)
    result[: len(array)] = array
    return result
