"""What several searches of one question send each other: only what is new since the last time.

Each search grows a tree of its own. What several of them know near the root is added up in all
of them (root parallelization: Chaslot, Winands & van den Herik, "Parallel Monte-Carlo Tree
Search", 2008; with an exchange while they search it is the slow tree parallelization of Bourki
et al., "Scalability and Parallelization of Monte-Carlo Tree Search", 2010). A node is named by
its path from the root, so the trees need not look alike. A search that has heard others holds
the sums of all in its tree and decides by them as by its own.

Here is what both kinds of search have in common; `mcts.sync` and `ismcts.sync` read from and
write to their trees. Not done here: sending anything anywhere (`parallel`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import numpy as np

from termgames.core.arrays import Doubles, Floats
from termgames.search.ends import Ends

Path = TypeVar("Path", bound=tuple[Any, ...])
N = TypeVar("N")
V = TypeVar("V")

PART = 0.02
"""Children are reported of nodes that have at least this part of the root's visits."""
DEEP = 4
"""Most steps of a path."""


@dataclass(frozen=True, eq=False)
class Totals:
    """What all playouts from the root amount to."""

    amaf: Floats
    """(2, features): counts and rewards of the root's AMAF table, 0 without one."""
    amaf_lanes: float
    """Playouts in that table."""
    ends: Ends
    playouts: int
    """Playouts for this question."""

    def _with(self, other: Totals, combine: Callable[[Any, Any], Any]) -> Totals:
        return Totals(*map(combine, vars(self).values(), vars(other).values()))

    def __add__(self, other: Totals) -> Totals:
        return self._with(other, operator.add)

    def __sub__(self, other: Totals) -> Totals:
        return self._with(other, operator.sub)


@dataclass(frozen=True, eq=False)
class News(Generic[Path]):
    """What one search has found out since its last report; plain values, to be sent."""

    paths: tuple[Path, ...]
    """n nodes, parents before their children."""
    sums: Doubles
    """(n, 1 + 2 seats): visits, then rewards by seat, then win shares by seat, summed."""
    totals: Totals


class Ledger(Generic[Path]):
    """What one search has reported or heard so far: what it knows beyond that is news."""

    def __init__(self) -> None:
        self._sums: dict[Path, Doubles] = {}
        self._totals: Totals | None = None
        """None stands for zeros."""

    def news(self, paths: Sequence[Path], sums: Doubles, totals: Totals) -> News[Path]:
        """What of this is new, which counts as reported from now on. `sums` (n, 1 + 2 seats)
        belong to `paths`, n at least 1."""
        nothing = np.zeros(sums.shape[1])
        before = np.array([self._sums.get(path, nothing) for path in paths])
        rows = np.flatnonzero(sums[:, 0] > before[:, 0]).tolist()
        self._sums.update((paths[row], sums[row]) for row in rows)
        news = News(
            tuple(paths[row] for row in rows),
            sums[rows] - before[rows],
            totals if self._totals is None else totals - self._totals,
        )
        self._totals = totals
        return news

    def add_node(self, path: Path, sums: Doubles) -> None:
        """Another search reported these sums (1 + 2 seats,) of a node, and they were added."""
        before = self._sums.get(path)
        self._sums[path] = sums if before is None else before + sums

    def add_totals(self, totals: Totals) -> None:
        """Another search reported these totals, and they were added."""
        self._totals = totals if self._totals is None else self._totals + totals

    def restart_playouts(self) -> None:
        """Playouts are counted from 0 again, for another question."""
        if self._totals is not None:
            self._totals = replace(self._totals, playouts=0)

    def move_to(self, path: Path) -> None:
        """The node at `path` has become the root; nothing was reported of its totals."""
        self._sums = below(self._sums, path)
        self._totals = None


def below(by_path: dict[Path, V], path: Path) -> dict[Path, V]:
    """What is known of `path` and of all paths through it, by the rest of the path."""
    depth = len(path)
    return {
        one[depth:]: value  # type: ignore[misc]
        for one, value in by_path.items()
        if one[:depth] == path
    }


def near_root(
    root: N, visits: Callable[[N], float], children: Callable[[N], Iterable[tuple[Any, N]]]
) -> Iterator[tuple[tuple[Any, ...], N]]:
    """The nodes worth reporting with their paths, level by level. `children` answers a node's
    children, each with the step that leads to it."""
    least = PART * visits(root)
    level: list[tuple[tuple[Any, ...], N]] = [((), root)]
    while level:
        yield from level
        level = [
            ((*path, step), child)
            for path, node in level
            if len(path) < DEEP and visits(node) >= least
            for step, child in children(node)
        ]
