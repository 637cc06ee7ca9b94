"""The results of playouts, and in how many of them each AMAF feature occurred.

A feature (who put which stone where) has one bit for each lane, so that the lanes in which it
occurred are found by counting bits.

The lanes of a position take `stride_of(lanes)` bits, some of which may pad it.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Floats, ShortInts, SmallInts
from termgames.games.plurality.playing import Words

_STEPS = 31
"""Rewards are rounded to multiples of 1/31, so that the sum over eight lanes fits a byte, and that
over 64 lanes two bytes."""

_BLOCK = 1 << 14
"""How many words of features are counted at once: few enough for the processor's caches."""


@dataclass(frozen=True, eq=False)
class CountedPlayouts:
    """`lanes` playouts from each of P positions, by colour; L = P * lanes, position-major."""

    positions: int
    lanes: int
    utility: Floats
    """(L, 2): win shares of Black and White: 1 for a win, 0.5 for a draw, 0."""
    score: Floats
    """(L, 2): final points of Black and White, with komi."""
    plies: ShortInts
    """(L,): how many placements were made."""
    owner: SmallInts
    """(cells, L): the final owners by colour; see `scoring.owners`."""
    stones: SmallInts
    """(cells, L): the final boards, 1 black, -1 white, 0 empty."""
    features: Words
    """(6 * n + 4 * cells, words): the lanes in which each feature occurred, as bits.

    First the placements: feature (mover * 3 + enemy) * n + k: `mover` placed the k-th of the n
    shapes asked for, with the opponent's stone on its cell `enemy` (0 to 2). The last 4 * cells are
    the stones: feature (mover * 2 + colour) * cells + cell: `mover` put a stone of `colour` on
    `cell`.
    """
    trace: tuple[tuple[tuple[int, int], ...], ...]
    """For each lane the placements in order, as (shape, number of the shape's cell with the
    opponent's stone); empty unless asked for."""

    def tally(self, features: Words, reward: Floats | None = None) -> tuple[Floats, Floats]:
        """In how many lanes of each position a feature occurred, and the sum of these lanes'
        rewards: two arrays (P, features).

        `features` (features, words) are rows of the field of that name. `reward` (L,) lies in 0..1
        and is rounded to multiples of 1/31; by default it is Black's win share, which stays exact.
        """
        stride = stride_of(self.lanes)
        steps = 2 if reward is None else _STEPS
        share = self.utility[:, 0] if reward is None else reward
        level = np.zeros(features.shape[1] * 64, np.uint8)
        by_position = level[: self.positions * stride].reshape(self.positions, stride)
        by_position[:, : self.lanes] = np.rint(share * steps).reshape(self.positions, -1)
        bits = [pack(level >> bit & 1) for bit in reversed(range(steps.bit_length()))]
        counts, rewards = np.empty((2, self.positions, len(features)), np.float32)
        # The sum of eight lanes' rewards fits a byte, that of more lanes needs two.
        kind = np.uint8 if _width(stride) <= 8 else np.uint16
        rows = max(_BLOCK // features.shape[1], 1)
        for first in range(0, len(features), rows):
            some = slice(first, first + rows)
            block = features[some]
            sums: NDArray[Any] = _count(block & bits[0], stride).astype(kind, copy=False)
            for chosen in bits[1:]:
                sums += sums
                sums += _count(block & chosen, stride)
            counts[:, some] = self._by_position(_count(block, stride), stride)
            rewards[:, some] = self._by_position(sums, stride)
        rewards /= steps
        return counts, rewards

    def _by_position(self, sums: NDArray[Any], stride: int) -> NDArray[Any]:
        """(P, features): results of `_count`, or sums of such, added up for each position."""
        width = _width(stride)
        if width == 8 and stride % 16 == 0:
            # Add pairs of neighbouring bytes, each pair in one 16-bit word.
            pairs = sums.view(np.uint16)
            sums, width = (pairs & 255) + (pairs >> 8), 16
        each = max(stride // width, 1)
        whole = sums[:, ::each][:, : self.positions]
        for share in range(1, each):
            whole = whole + sums[:, share::each][:, : self.positions].astype(np.uint32)
        return whole.T


def stride_of(lanes: int) -> int:
    """How many bits a position's lanes take: 1, 2, 4 or whole bytes."""
    if lanes <= 4:
        return 4 if lanes == 3 else lanes
    return -(-lanes // 8) * 8


def _width(stride: int) -> int:
    """How many bits `_count` counts as one number: 64 or 32 if that divides `stride`, else 8, or
    the whole of a smaller stride. 16 is left out, since counting twice as many bytes is faster."""
    return next((width for width in (64, 32, 8) if stride % width == 0), stride)


def _count(features: Words, stride: int) -> Bytes:
    """(features, ...): how many of each `_width(stride)` bits of `features` (features, words) are
    set."""
    width = _width(stride)
    if width == 1:
        return unpack(features)
    if width >= 8:
        return np.asarray(np.bitwise_count(features.view(f"u{width // 8}")), np.uint8)
    octets = features.view(np.uint8)
    apart = np.empty((*octets.shape, 8 // stride), np.uint8)
    for part in range(8 // stride):
        mask = np.uint8(((1 << stride) - 1) << part * stride)
        np.bitwise_count(octets & mask, out=apart[:, :, part])
    return apart.reshape(len(features), -1)


def pack(bits: NDArray[Any], words: int | None = None, *, fill: bool = False) -> Words:
    """(..., lanes) to (..., words): lane l becomes bit l % 64 of word l // 64.

    Bits after the last lane are `fill`. Without `words` there are as few words as possible.
    """
    lanes = bits.shape[-1]
    if words is None:
        words = -(-lanes // 64)
    whole = np.full((*bits.shape[:-1], words * 64), fill)
    whole[..., :lanes] = bits
    return np.packbits(whole, axis=-1, bitorder="little").view(np.uint64)


def unpack(planes: Words) -> Bytes:
    """(..., words) to (..., 64 * words) of 0 and 1, the inverse of `pack`."""
    whole = np.ascontiguousarray(planes)
    return np.unpackbits(whole.view(np.uint8), axis=-1, bitorder="little")
