"""Provisional values of leaves, which stand in the tree until their playouts are made.

A call of a kernel takes long however few its playouts, so the leaves of a round are played out
together, and the later ones are chosen without the results of the earlier ones. A value net
answers soon for a few leaves. So it is asked about a few at a time, and until their playouts are
made the tree counts its value for each, mixed with the mean of the node above in place of the
playouts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from termgames.core.arrays import Doubles, Flags
from termgames.search.mcts.tree import ROOT, Tree
from termgames.search.policy import NetValue


@dataclass(frozen=True, eq=False)
class Provisional:
    """Provisional values of n leaves; all arrays have a row for each."""

    reward: Doubles
    """(n, seats): what the tree counts until the playouts are made."""
    share: Doubles
    """(n, seats): the win shares that the tree counts until then."""
    net: NetValue
    """The net's value of the leaves."""

    def __getitem__(self, leaves: slice | Flags) -> Provisional:
        return Provisional(self.reward[leaves], self.share[leaves], self.net[leaves])


def provisional(tree: Tree, leaves: Sequence[int], net: NetValue) -> Provisional:
    """The provisional values of unvisited leaves, from their values `net`. For the root, which has
    no node above, its own mean is used; where there was no playout yet, the net's value alone
    counts."""
    above = np.array([max(int(tree.parent[leaf]), ROOT) for leaf in leaves], np.intp)
    visits = tree.visits[above][:, None].astype(np.float64)
    weight = np.where(visits > 0, net.weight[:, None], 1)
    rest = (1 - weight) / np.maximum(visits, 1)
    return Provisional(
        weight * net.reward + rest * tree.reward[above],
        weight * net.share + rest * tree.share[above],
        net,
    )


def joined(parts: Sequence[Provisional]) -> Provisional:
    """The provisional values of the leaves of all parts, one at least, in their order."""
    return Provisional(
        np.concatenate([part.reward for part in parts]),
        np.concatenate([part.share for part in parts]),
        NetValue.joined([part.net for part in parts]),
    )
