"""What a net tells of leaves that are still to be played out.

A call of a kernel takes long however few its playouts, so that the leaves of a round are played out
together, and the later ones are chosen without the results of the earlier ones. A net answers soon
for a few. So where a net tells what positions are worth, it is asked about a few leaves at a time,
and until their playouts are made the tree takes each for what the net tells of it, mixed with what
the node above is worth as it is later mixed with the playouts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from termgames.core.arrays import Doubles
from termgames.search.mcts.tree import ROOT, Tree
from termgames.search.policy import Opinion


@dataclass(frozen=True, eq=False)
class Told:
    """Of n leaves."""

    opinion: Opinion
    reward: Doubles
    """(n, seats): what the tree takes each for until its playouts are made."""
    share: Doubles
    """(n, seats): likewise, of the win."""

    def part(self, some: slice) -> Told:
        """The same of some of the leaves."""
        of = self.opinion
        opinion = Opinion(of.logits[some], of.reward[some], of.share[some], of.part[some])
        return Told(opinion, self.reward[some], self.share[some])


def taken(tree: Tree, leaves: Sequence[int], opinion: Opinion) -> Told:
    """What the tree is to take unvisited leaves for, of which the net has an `opinion`. The root,
    which has no node above, stands for it itself; where there was no playout, the net's word does.
    """
    above = np.array([max(int(tree.parent[leaf]), ROOT) for leaf in leaves], np.intp)
    visits = tree.visits[above][:, None].astype(np.float64)
    part = np.where(visits > 0, opinion.part[:, None], 1)
    rest = (1 - part) / np.maximum(visits, 1)
    return Told(
        opinion,
        part * opinion.reward + rest * tree.reward[above],
        part * opinion.share + rest * tree.share[above],
    )


def joined(parts: Sequence[Told]) -> Told:
    """Of the leaves of all parts, one at least, in their order."""
    opinions = [part.opinion for part in parts]
    return Told(
        Opinion(
            np.concatenate([each.logits for each in opinions]),
            np.concatenate([each.reward for each in opinions]),
            np.concatenate([each.share for each in opinions]),
            np.concatenate([each.part for each in opinions]),
        ),
        np.concatenate([part.reward for part in parts]),
        np.concatenate([part.share for part in parts]),
    )
