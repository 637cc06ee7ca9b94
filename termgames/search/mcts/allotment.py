"""How descents are allotted: which children they go to from the nodes of one level of the tree.

Nodes of a level do not touch each other, so the children of all of them are valued together:
numpy takes about as long for the children of ten nodes as for those of one.
"""

import math
from collections.abc import Sequence
from heapq import heapify, heapreplace

import numpy as np

from termgames.core.arrays import Doubles, Flags, Indices, SmallInts
from termgames.search.mcts.tree import NONE, Tree
from termgames.search.settings import Settings


def worth(tree: Tree, children: Indices, seat: SmallInts | int) -> Doubles:
    """(n,): what children are worth to `seat`, one for all or (n,): the mean of their playouts
    and of their guesses, or what they are for certain."""
    trust = tree.trust.take(children)
    reward = tree.reward.reshape(-1).take(children * tree.seats + seat)
    total = reward + trust * tree.guess.take(children)
    value = np.asarray(total / (tree.visits.take(children) + trust), np.float64)
    solved = tree.solved.take(children)
    return np.where(solved, tree.exact[children, seat], value) if solved.any() else value


def allot(
    tree: Tree,
    settings: Settings,
    level: Sequence[tuple[int, int]],
    families: Sequence[Indices],
    *,
    guided: bool,
) -> list[tuple[int, int]]:
    """Deal the descents from the nodes of a level, (node, descents), to their children
    `families`, of which none is empty; as (child, descents), node by node.

    `guided`: whether a policy says how much each child is explored.
    """
    lanes = settings.lanes
    nodes = np.array([node for node, _ in level], np.intp)
    counts = [count for _, count in level]
    won = (tree.winner.take(nodes) != NONE).tolist()
    scales, urges = [], []
    for passed, count, certain in zip(tree.visits.take(nodes).tolist(), counts, won, strict=True):
        # Where it is certain who wins, only points are left to find, and they move the reward less.
        explore = settings.explore * (settings.reward.weight if certain else 1)
        total = max(passed, lanes) + count * lanes
        scales.append(explore * math.sqrt(math.log(total)))
        urges.append(settings.policy_explore * math.sqrt(total / lanes) if guided else 0.0)

    children = np.concatenate(families)
    sizes = [len(family) for family in families]
    of = np.arange(len(nodes)).repeat(sizes)
    visits = tree.visits.take(children).astype(np.float64)
    solved = tree.solved.take(children)
    value = worth(tree, children, tree.seat.take(nodes).take(of))
    lost = _lost(tree, children, sizes, of)
    if lost.any():
        value[lost] = -np.inf
    # What a child gains that was never visited, by how likely it is.
    urge = np.array(urges, np.float32).take(of) * tree.chance.take(children)
    bonus = np.array(scales).take(of) / np.sqrt(visits + lanes) + urge / (1 + visits / lanes)
    bonus[solved] = 0
    upper = value + bonus

    dealt: list[tuple[int, int]] = []
    last = 0
    for size, count, scale in zip(sizes, counts, scales, strict=True):
        first, last = last, last + size
        if count == 1:
            dealt.append((int(children[first + int(upper[first:last].argmax())]), 1))
            continue
        some = slice(first, last)
        columns = (each[some].tolist() for each in (upper, value, visits, urge, solved))
        times = _times(*columns, count=count, scale=scale, lanes=lanes)
        dealt += [(int(children[first + child]), often) for child, often in times.items()]
    return dealt


def _times(
    upper: list[float],
    value: list[float],
    visits: list[float],
    urge: list[float],
    solved: list[bool],
    *,
    count: int,
    scale: float,
    lanes: int,
) -> dict[int, int]:
    """How many of `count` descents from one node each of its k children gets, by its place among
    them, in the order in which they get their first ones. All lists are (k,)."""
    times: dict[int, int] = {}
    # The greatest first, the first of equal ones.
    queue = [(-bound, child) for child, bound in enumerate(upper)]
    heapify(queue)
    for _ in range(count):
        best = queue[0][1]
        often = times[best] = times.get(best, 0) + 1
        if not solved[best]:
            seen = visits[best] + often * lanes
            bound = value[best] + scale / math.sqrt(seen + lanes) + urge[best] / (1 + seen / lanes)
            heapreplace(queue, (-bound, best))
    return times


def _lost(tree: Tree, children: Indices, sizes: Sequence[int], of: Indices) -> Flags:
    """(n,): the children that a search has no reason to enter, since a seat wins them for
    certain; none below a node all of whose children are so. The k-th node has `sizes[k]` of the
    children, `of` (n,) is each child's k."""
    lost: Flags = tree.winner.take(children) != NONE
    if not lost.any():
        return lost
    starts = np.cumsum([0, *sizes[:-1]])
    return np.asarray(lost & ~np.logical_and.reduceat(lost, starts)[of])
