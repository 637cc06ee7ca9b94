"""Provisional values of leaves, which stand in the tree until their playouts are made.

A call of a kernel takes long however few its playouts, so the leaves of a round are played out
together, and the later ones are chosen without the results of the earlier ones. A value net
answers soon for a few leaves. So it is asked about a few at a time, and until their playouts are
made the tree counts its value for each, mixed with the mean of the node above in place of the
playouts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from termgames.core.arrays import Doubles, Flags, Floats
from termgames.search.mcts.tree import ROOT, Tree
from termgames.search.policy import NetValue


@dataclass(frozen=True, eq=False)
class Provisional:
    """Of n leaves; all arrays have a row for each."""

    reward: Doubles
    """(n, seats): what the tree counts until the playouts are made."""
    share: Doubles
    """(n, seats): likewise, of the win."""
    net_reward: Floats
    net_share: Floats
    net_weight: Floats
    net_score: Floats
    net_owner: Floats
    """The net's value; see `policy.NetValue`."""

    @property
    def net(self) -> NetValue:
        """The net's value of the leaves."""
        return NetValue(
            self.net_reward, self.net_share, self.net_weight, self.net_score, self.net_owner
        )

    def __getitem__(self, leaves: slice | Flags) -> Provisional:
        return Provisional(*(getattr(self, each.name)[leaves] for each in fields(self)))


def provisional(tree: Tree, leaves: Sequence[int], net: NetValue) -> Provisional:
    """The provisional values of unvisited leaves, which the net values so. The root, which has no
    node above, stands for it itself; where there was no playout, the net's value alone counts."""
    above = np.array([max(int(tree.parent[leaf]), ROOT) for leaf in leaves], np.intp)
    visits = tree.visits[above][:, None].astype(np.float64)
    weight = np.where(visits > 0, net.weight[:, None], 1)
    rest = (1 - weight) / np.maximum(visits, 1)
    return Provisional(
        weight * net.reward + rest * tree.reward[above],
        weight * net.share + rest * tree.share[above],
        net.reward,
        net.share,
        net.weight,
        net.score,
        net.owner,
    )


def joined(parts: Sequence[Provisional]) -> Provisional:
    """The provisional values of the leaves of all parts, one at least, in their order."""
    columns = (
        np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(Provisional)
    )
    return Provisional(*columns)
