"""What a stone does where it is put, in numbers that are the same for all games with a board: by
them bots have a character, and games show one."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Protocol, runtime_checkable

import numpy as np

from termgames.core.arrays import Flags, Floats, Ints
from termgames.core.steps import distances
from termgames.core.topology import Topology

CONTACT, SUPPORT, SPREAD, GROUND = range(4)
"""The columns of `of_cells`."""
_FAR = 6
"""The most steps from the nearest own stone that are told apart."""
_AROUND = 2
"""Steps within which the ground around a cell is looked at."""


@runtime_checkable
class Leaned(Protocol):
    """Capability of a packed game (`core.packed`) and of a determinized one
    (`core.determinized`): it tells where actions put stones. `position` is a row, or a state."""

    topology: Topology

    def sides(self, position: Any) -> tuple[Flags, Flags]:
        """(cells,) twice: the stones of the side to act, and those of all others."""

    def put(self, position: Any, actions: Ints) -> Ints:
        """(k, t): the cells on which each action puts a stone, `cells` in place of none."""


@runtime_checkable
class HoldsCards(Protocol):
    """Capability of a determinized game that may be played with cards."""

    has_cards: bool
    """Whether it is."""

    def plays_card(self, s: Any, actions: Ints) -> Flags:
        """(k,): which actions play a card."""


def of_cells(topology: Topology, own: Flags, others: Flags) -> Floats:
    """(cells, 4): of a stone of a side put on each cell of a board with stones of its `own` and of
    `others` (cells,): how many stones of others it touches, the one that it replaces among them;
    how many own ones; how many steps it is from the nearest own one, from 0 to 6, 0 also where
    there is none; and which part of the cells around it is empty."""
    near = topology.neighbours[: topology.cells]
    padded = np.zeros((2, topology.cells + 1), np.float32)
    padded[0, :-1], padded[1, :-1] = others, own
    contact, support = padded[:, near].sum(axis=2)
    spread = np.zeros(topology.cells)
    if own.any():
        spread = np.minimum(distances(topology)[own].min(axis=0), _FAR)
    ground = _around(topology) @ ~(own | others)
    return np.stack([contact + others, support, spread, ground], axis=1, dtype=np.float32)


@lru_cache(maxsize=32)
def _around(topology: Topology) -> Floats:
    """(cells, cells): 1 / n for each of the n cells that are near a cell, 0 for the others."""
    near = (distances(topology) <= _AROUND).astype(np.float32)
    return np.asarray(near / near.sum(axis=1, keepdims=True), np.float32)
