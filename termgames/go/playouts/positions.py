"""The start positions of playouts, and their results."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Flags, Indices, Ints, ShortInts

NOWHERE = -1
"""In place of a cell: none."""
_DIGITS = 9
"""The table of the Thue-Morse order has an entry for each number of so many digits."""


@dataclass(frozen=True, eq=False)
class StartPositions:
    """P >= 1 positions of one game; they need not be reachable. They have no ko: the first turn
    may recapture.

    Groups without liberties may stand on the boards: they stay until a stone beside them
    captures them, or until they get a liberty.
    """

    stones: Bytes
    """(P, cells): 0 empty, else 1 + colour."""
    ply: Indices
    """(P,): the index in `order` of the next ply."""
    order: Bytes
    """(P, length) or (1, length) for all: the colour that plays each ply, read cyclically;
    colours that do not occur do not play."""
    passed: Bytes | None = None
    """(P,): the colours, from 0, as bits, that have passed since the last stone; None: none. If
    all players have passed, the playout is over before it begins."""
    blocs: Bytes | None = None
    """(P, colours): the number of each colour's bloc, below `colours`. Stones of one bloc
    live and die together. None: every colour stands alone."""
    roll: Bytes | None = None
    """(P,): the distance thrown for this turn, 0 if the dice are still to be thrown; ignored
    unless reach is DICE."""
    origins: Indices | None = None
    """(P, colours): the cell beside its stones that a colour counts distances from, or
    NOWHERE."""
    prisoners: Ints | None = None
    """(P, colours, colours): prisoners by holder and colour; None: none yet."""
    last: Indices | None = None
    """(P,): the cell of the last stone, or NOWHERE; used by weighted playouts only."""
    resting: Bytes | None = None
    """(P,): the colours, from 0, as bits, that passed in their latest turn; used by restrained
    playouts only."""

    def check(self, cells: int, colours: int) -> None:
        """AssertionError unless the shapes fit each other."""
        count = len(self.stones)
        assert self.stones.shape == (count, cells)
        assert self.ply.shape == (count,)
        assert self.order.ndim == 2
        assert len(self.order) in (1, count)
        for what in (self.passed, self.roll, self.last, self.resting):
            assert what is None or what.shape == (count,)
        for table in (self.blocs, self.origins):
            assert table is None or table.shape == (count, colours)
        assert self.prisoners is None or self.prisoners.shape == (count, colours, colours)


@dataclass(frozen=True, eq=False)
class FinishedPlayouts:
    """`lanes` playouts from each of P positions; L = P * lanes, position-major."""

    stones: Bytes
    """(L, cells): the boards at the end, 0 empty, else 1 + colour."""
    plies: ShortInts
    """(L,): turns played, passes counted too."""
    first: Bytes
    """(L, cells): 1 + the colour that first put a stone on the cell, 0 if none."""
    ended: Flags
    """(L,): whether all players passed; the other playouts were stopped before that."""
    prisoners: Ints | None
    """(L, colours, colours): prisoners by holder and colour, those of the start included; None
    unless prisoners are kept."""
    stuck: Flags
    """(L,): whether the board has a group without liberties, which then was there from the
    beginning."""
    trace: tuple[tuple[int, ...], ...]
    """For each lane the cells played in order, PASS for a pass; empty unless asked for."""
    rolls: tuple[tuple[int, ...], ...]
    """For each lane the reach of each turn in `trace`; empty without a trace or without a reach."""

    def played(self, colours: int) -> Flags:
        """(L, colours * cells): at colour * cells + cell, whether that colour was the first to
        play there."""
        lanes, cells = self.first.shape
        by = np.arange(1, 1 + colours, dtype=np.uint8)[:, None]
        played: NDArray[Any] = self.first[:, None] == by
        return played.reshape(lanes, colours * cells)


def cyclic(colours: int) -> Bytes:
    """(1, colours): the order of play in which colours take turns."""
    return np.arange(colours, dtype=np.uint8)[None]


def thue_morse(colours: int) -> Bytes:
    """(1, colours ** 9): the Thue-Morse order of play. The colour of a ply is the sum of its
    digits in base `colours`, modulo `colours`; it repeats itself after the table's end."""
    table = np.zeros(1, np.uint8)
    for _ in range(_DIGITS):
        table = np.concatenate([(table + first) % colours for first in range(colours)])
    return table.astype(np.uint8)[None]
