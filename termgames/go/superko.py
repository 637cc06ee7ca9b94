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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

from termgames.core.game import Seat
from termgames.core.topology import Cell
from termgames.go.board import Group

COLOURS = 6
"""The most colours that a game may have."""

NOBODY = 255
"""The maker of the position at the start, and of a position that table talk left unchanged."""

_BYTES = 16

_FirstPlies: TypeAlias = dict[tuple[int, Seat | None], int]
"""By key and maker, None for any: after how many moves the position stood first."""


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


def after_stones(
    key: int, stones: bytes, cells: Iterable[Cell], colour: int, captured: Iterable[Group]
) -> int:
    """The key after stones of `colour` on `cells` of the board `stones` have taken the groups
    `captured`."""
    for cell in cells:
        key = toggled(key, cell, colour)
    for group in captured:
        key = without(key, stones, group.cells)
    return key


@dataclass(frozen=True, eq=False, slots=True)
class History:
    """The last position of a game, with all that stood before it.

    A value: `extended` returns a new one. It shares the earlier positions with the one that it
    extends, so that all histories of a game together take little more than the longest.
    """

    key: int
    """The key of the position."""
    maker: Seat
    """The seat whose move left the position, or NOBODY."""
    last: Cell | None
    """Where the last move put its last stone; None for a pass."""
    plies: int
    """After how many moves the position stood."""
    before: History | None = field(repr=False)
    """The history up to the position before; None at the start."""
    _first: tuple[_FirstPlies, ...] = field(repr=False)
    """When each key stood first, in parts of consecutive plies, the earliest first. Their sizes are
    the powers of two that add up to the number of positions, so they are few, and each is made
    once for many histories (the logarithmic method: Bentley & Saxe 1980)."""

    @staticmethod
    def begin(key: int) -> History:
        """The history of a game that has not begun; its position is nobody's."""
        return _next(key, NOBODY, None, None)

    def extended(self, key: int, maker: Seat, last: Cell | None = None) -> History:
        """The history with one more move, a pass or a placement, which put a stone on `last` (None:
        a pass) and left the position `key`."""
        return _next(key, maker, last, self)

    def unmoved(self) -> History:
        """The history with one more ply that is nobody's move and leaves the position unchanged,
        such as table talk: every ply has a position."""
        return self.extended(self.key, NOBODY, self.last)

    def repeats(self, key: int, maker: Seat | None = None) -> int | None:
        """After how many moves `key` stood first, or None when it never did.

        With `maker` only positions count that this seat's moves left (situational);
        otherwise all do, the one at the start as well (positional).
        """
        for first in self._first:
            ply = first.get((key, maker))
            if ply is not None:
                return ply
        return None

    def backwards(self) -> Iterator[History]:
        """This history, the one before it, and so on to the start."""
        position: History | None = self
        while position is not None:
            yield position
            position = position.before

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        if (self.plies, self.last) != (other.plies, other.last):
            return False
        for mine, theirs in zip(self.backwards(), other.backwards(), strict=True):
            if mine is theirs:
                return True
            if (mine.key, mine.maker) != (theirs.key, theirs.maker):
                return False
        return True

    def __hash__(self) -> int:
        return hash((self.key, self.plies, self.last))

    def __reduce__(self) -> tuple[Any, ...]:
        # In a row: pickle follows no chain of thousands.
        positions = [(position.key, position.maker) for position in self.backwards()]
        return _replayed, (positions[::-1], self.last)


def _next(key: int, maker: Seat, last: Cell | None, before: History | None) -> History:
    plies = 0 if before is None else before.plies + 1
    newest: _FirstPlies = {(key, None): plies, (key, maker): plies}
    parts = [] if before is None else list(before._first)
    positions = plies + 1
    while positions % 2 == 0:
        newest |= parts.pop()
        positions //= 2
    return History(key, maker, last, plies, before, (*parts, newest))


def _replayed(positions: Sequence[tuple[int, Seat]], last: Cell | None) -> History:
    """The history of positions, each a key and its maker."""
    history: History | None = None
    for ply, (key, maker) in enumerate(positions, 1):
        history = _next(key, maker, last if ply == len(positions) else None, history)
    assert history is not None, "a history has a position"
    return history
