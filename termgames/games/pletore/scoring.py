"""Who pinches and who owns every point (rules 2 and 5), for one board or for thousands."""

from __future__ import annotations

import numpy as np

from termgames.core.arrays import Bytes, Floats, SmallInts
from termgames.core.game import NEUTRAL

BLACK_BIT, WHITE_BIT = 1, 2
"""Bits of a set of colours. As values of a board they are Black's and White's stones; 0 is an
empty point."""

_OWNER_OF = np.array([NEUTRAL, 0, 1, NEUTRAL], np.int8)


def pinches(boards: Bytes) -> Bytes:
    """The set of colours that pinch each point, as bits (rule 2).

    `boards` (size, size, B): rows from the bottom, columns from the left, 0 empty,
    1 black, 2 white; the answer has the same shape.
    """
    left, right = _both_ways(boards.transpose(1, 0, 2))
    down, up = _both_ways(boards)
    both: Bytes = (left | right).transpose(1, 0, 2) & (down | up)
    return both


def looking(boards: Bytes) -> Bytes:
    """(4, size, size, B): the stone that each point of `boards` sees, looking down, up, to
    the left and to the right; 0 where it sees none."""
    sideways = [seen.transpose(1, 0, 2) for seen in _both_ways(boards.transpose(1, 0, 2))]
    return np.stack([*_both_ways(boards), *sideways])


def _both_ways(boards: Bytes) -> tuple[Bytes, Bytes]:
    """The stone that each point sees along the first axis: looking to its beginning, to its end."""
    return _seen(boards), _seen(boards[::-1])[::-1]


def _seen(boards: Bytes) -> Bytes:
    """The stone that each point sees along the first axis, looking to its beginning."""
    through = (boards == 0) * np.uint8(BLACK_BIT | WHITE_BIT)
    seen = np.zeros_like(boards)
    for at in range(1, len(boards)):
        np.bitwise_and(seen[at - 1], through[at - 1], out=seen[at])
        seen[at] |= boards[at - 1]
    return seen


def owners(boards: Bytes) -> SmallInts:
    """The colour that each point counts for (rule 5): a stone's own colour; for an empty point the
    colour that alone pinches it, NEUTRAL if there is none. Shapes as in `pinches`."""
    return _OWNER_OF[np.where(boards == 0, pinches(boards), boards)]


def points(owner: SmallInts, komi: Floats, holder: SmallInts) -> Floats:
    """(B, 2): the points of Black and White (rule 5).

    `owner` (size, size, B): see `owners`; `komi` (B,); `holder` (B,): the colour that took the
    button, negative if nobody did.
    """
    total = np.empty((owner.shape[2], 2), np.float32)
    for colour in (0, 1):
        total[:, colour] = (owner == colour).sum(axis=(0, 1), dtype=np.int32)
        total[:, colour] += np.float32(0.5) * (holder == colour)
    total[:, 1] += komi
    return total
