"""Who pinches a point, who may put a stone on it and who owns it (rules 2 to 5), for one board or
for thousands.

The kernel states rule 3 a second time, on words: `bit_boards.may_put`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Floats, SmallInts
from termgames.core.game import NEUTRAL

BLACK_BIT, WHITE_BIT = 1, 2
"""Bits of a set of colours. As values of a board they are Black's and White's stones; 0 is an
empty point."""

NOWHERE = -1
"""In place of a forbidden point where there is none."""

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


def placeable(stone: Any, pinched: Any, own: int) -> Any:
    """Whether the player `own` (1 or 2) may place a stone (rule 3): on an empty point that the
    opponent does not control.

    `stone` is what lies on a point (0, 1 or 2) and `pinched` the set of colours that pinch it, both
    numbers, or arrays of one shape.
    """
    return (stone == 0) & (pinched != 3 - own)


def replaceable(stone: Any, pinched: Any, own: int) -> Any:
    """Whether the player `own` may replace a stone (rule 3): an enemy's, on a point that `own`
    controls. Arguments as in `placeable`."""
    return (stone == 3 - own) & (pinched == own)


def uncontrolled(stone: Any, pinched: Any) -> Any:
    """Whether a point is empty and controlled by neither side, which forbids passing (rule 3).
    Arguments as in `placeable`."""
    return (stone == 0) & ((pinched == 0) | (pinched == 3))


def barred(stones: Bytes, turn: SmallInts, button: SmallInts) -> NDArray[np.int16]:
    """(n,): the point of each board of even size on which rule 4 forbids White's first stone, or
    NOWHERE.

    `stones` (n, cells); `turn` (n,): the colour to move; `button` (n,): as in `rules.State`. The
    rule applies when Black's stone is the only one, White is to move and the button has not been
    taken. This can only be the position after Black's first move: passing is forbidden while a
    single stone is on the board.
    """
    result = np.full(len(stones), NOWHERE, np.int16)
    some = np.flatnonzero((turn == 1) & (button < 0))
    alone = some[np.add.reduce(stones[some], axis=1, dtype=np.int16) == BLACK_BIT]
    if alone.size:
        result[alone] = stones.shape[1] - 1 - stones[alone].argmax(axis=1)
    return result


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
