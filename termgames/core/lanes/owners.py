"""Who owns what on finished boards: stones, and the regions that only one side touches."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.areas import plane
from termgames.core.game import NEUTRAL
from termgames.core.topology import Topology

_ROUNDS = 6
"""Rounds between two looks whether boards have settled."""


def touched(topology: Topology, stones: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(B, cells): the colours, as bits, next to the empty region of each cell; for a stone
    its own colour. `stones` (B, cells): 0 empty, else 1 + colour.
    """
    lying = plane(topology)
    count = len(stones)
    sets = np.zeros((lying.length + 2 * lying.margin, count), np.uint8)
    open_ = np.zeros((lying.length, count), np.uint8)
    colours: NDArray[Any] = np.array([0, 1, 2, 4, 8, 16], np.uint8)[stones.T]
    sets[lying.places + lying.margin] = colours
    open_[lying.places] = np.where(stones.T == 0, np.uint8(255), np.uint8(0))
    found = np.empty((topology.cells, count), np.uint8)
    left = np.arange(count)
    while left.size:
        before = _spread(sets, open_, lying.ways, lying.margin)
        inner = sets[lying.margin : -lying.margin]
        moving = (inner != before).any(axis=0)
        done = np.flatnonzero(~moving)
        found[:, left[done]] = inner[lying.places][:, done]
        keep = np.flatnonzero(moving)
        left, sets, open_ = left[keep], sets.take(keep, axis=1), open_.take(keep, axis=1)
    return found.T


def _spread(
    sets: NDArray[np.uint8], open_: NDArray[np.uint8], ways: tuple[int, ...], margin: int
) -> NDArray[np.uint8]:
    """Some rounds in which open places take in the sets around them; answers what they
    were before the last one."""
    count = sets.shape[1]
    flat, gates = sets.reshape(-1), open_.reshape(-1)
    begin, size = margin * count, gates.size
    inner = flat[begin : begin + size]
    before = gain = np.empty_like(gates)
    for _ in range(_ROUNDS):
        before = inner.copy()
        first, *others = (begin + way * count for way in ways)
        gain = flat[first : first + size].copy()
        for at in others:
            gain |= flat[at : at + size]
        gain &= gates
        inner |= gain
    return before.reshape(open_.shape)


def owners(
    topology: Topology, stones: NDArray[np.uint8], blocs: NDArray[np.uint8] | None = None
) -> NDArray[np.int8]:
    """(B, cells): the colour that owns each cell of boards `stones` (B, cells), NEUTRAL
    where nobody does: a stone's own colour, and in an empty region the only one next to it.

    With `blocs` (B, colours), a region that only one bloc touches belongs to the colour of
    the bloc that touches it alone, or to the colour of the bloc's number where several do.
    """
    sets = touched(topology, stones)
    owner = np.full(32, NEUTRAL, np.int8)
    owner[[1, 2, 4, 8, 16]] = np.arange(5)
    found: NDArray[np.int8] = owner[sets]
    if blocs is None:
        return found
    board, cell = np.nonzero((found == NEUTRAL) & (sets > 0))
    members = sets[board, cell][:, None] >> np.arange(blocs.shape[1]) & 1
    mine = blocs[board]
    least = np.where(members, mine, 255).min(axis=1)
    alone = least == np.where(members, mine, 0).max(axis=1)
    found[board[alone], cell[alone]] = least[alone]
    return found
