"""Repeated positions: the keys of boards, and the history of a game's positions.

Keys are Zobrist hashes of 128 bits: the exclusive or of one fixed random word for each
stone, so that a key is brought up to date stone by stone. They are the same in every
process and may be kept in states. With 128 bits no false repetition is to be expected in
all games ever played.

*Positional* superko forbids every earlier position; *situational* superko forbids those that
a move of the same player produced. (Elsewhere situational may mean that the same player is to
move next; not here.)
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property

from termgames.core.game import Seat
from termgames.core.topology import Cell

COLOURS = 5
"""The most colours that a game may have."""

NOBODY = 255
"""The maker of the position at the start, and of a position that table talk left unchanged."""

_BYTES = 16


@cache
def words(cell: Cell) -> tuple[int, ...]:
    """The random words of a cell's stones, by colour."""
    drawn = hashlib.shake_128(cell.to_bytes(4, "little")).digest(_BYTES * COLOURS)
    return tuple(
        int.from_bytes(drawn[at : at + _BYTES], "little") for at in range(0, len(drawn), _BYTES)
    )


def key(stones: bytes) -> int:
    """The key of a board (cells,): 0 empty, else 1 + colour; 0 for an empty board."""
    result = 0
    for cell, stone in enumerate(stones):
        if stone:
            result ^= words(cell)[stone - 1]
    return result


def toggled(key: int, cell: Cell, colour: int) -> int:
    """The key after a stone of `colour` comes to `cell` or leaves it."""
    return key ^ words(cell)[colour]


def without(key: int, stones: bytes, cells: Iterable[Cell]) -> int:
    """The key after the stones on `cells` have left the board `stones`."""
    for cell in cells:
        key ^= words(cell)[stones[cell] - 1]
    return key


@dataclass(frozen=True)
class History:
    """The positions of a game, one more than moves: `keys[n]` stood after n moves.

    A value: `extended` returns a new one. Each state's history takes some nine bytes a ply.
    """

    keys: tuple[int, ...]
    makers: bytes
    """(plies + 1,): the seat whose move left each position, or NOBODY."""
    last: Cell | None = None
    """Where the last move put its last stone; None for a pass."""

    @staticmethod
    def begin(key: int) -> History:
        """The history of a game that has not begun; its position is nobody's."""
        return History((key,), bytes([NOBODY]))

    @property
    def key(self) -> int:
        """The key of the present position."""
        return self.keys[-1]

    def extended(self, key: int, maker: Seat, last: Cell | None = None) -> History:
        """The history with one more move, a pass or a placement, which put a stone on `last` (None:
        a pass) and left the position `key`."""
        return History((*self.keys, key), self.makers + bytes([maker]), last)

    def unmoved(self) -> History:
        """The history with one more ply that is nobody's move and leaves the position unchanged,
        such as table talk: every ply has a position."""
        return self.extended(self.key, NOBODY, self.last)

    def repeats(self, key: int, maker: Seat | None = None) -> int | None:
        """After how many moves `key` stood first, or None when it never did.

        With `maker` only positions count that this seat's moves left (situational);
        otherwise all do, the one at the start as well (positional).
        """
        if key not in self._distinct:
            return None
        for ply, (earlier, who) in enumerate(zip(self.keys, self.makers, strict=True)):
            if earlier == key and maker in (None, who):
                return ply
        return None

    @cached_property
    def _distinct(self) -> frozenset[int]:
        return frozenset(self.keys)

    def __reduce__(self) -> tuple[type[History], tuple[tuple[int, ...], bytes, Cell | None]]:
        # Without the set above, which is made again where it is asked for.
        return History, (self.keys, self.makers, self.last)
