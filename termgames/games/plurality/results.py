"""The results of playouts, and how often moves occurred in them.

A feature (who put which stone where) is one bit for each lane, so that counting the lanes in
which it occurred is counting bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Flags, Floats, ShortInts, SmallInts
from termgames.games.plurality.playing import Words

_STEPS = 31
"""Rewards are rounded to this many steps, so that the sum of eight lanes fits a byte, and that of
64 lanes two."""

_BLOCK = 1 << 14
"""Words of features counted at once, few enough for the processor's caches."""


@dataclass(frozen=True, eq=False)
class CountedPlayouts:
    """`lanes` playouts from each of P positions, by colour; L = P * lanes, position-major."""

    positions: int
    lanes: int
    utility: Floats
    """(L, 2): win shares of Black and White: 1, a half in a draw, 0."""
    score: Floats
    """(L, 2): final points, White's with komi."""
    plies: ShortInts
    """(L,): placements made."""
    owner: SmallInts
    """(cells, L): final owners by colour, NEUTRAL for tied regions, NOBODY for stones."""
    stones: SmallInts
    """(cells, L): the final boards, 1 black, -1 white, 0 empty."""
    features: Words
    """(6 * n + 4 * cells, words): the lanes in which a feature occurred, as bits; `lanes_of` reads
    them. First `move_features`, then `cell_features`."""
    trace: tuple[tuple[tuple[int, int], ...], ...]
    """Per lane the placements in order, as (shape, enemy). Only when asked for."""

    @property
    def cell_features(self) -> Words:
        """(4 * cells, words). Feature (mover * 2 + colour) * cells + cell: `mover` put a stone of
        `colour` on `cell`."""
        return self.features[-4 * len(self.stones) :]

    @property
    def move_features(self) -> Words:
        """(6 * n, words). Feature (mover * 3 + enemy) * n + k: `mover` placed the k-th of the n
        shapes that were asked for with the opponent's stone on its cell `enemy` (0 to 2)."""
        return self.features[: -4 * len(self.stones)]

    def lanes_of(self, features: Words) -> Flags:
        """(L, features): in which lanes features occurred."""
        stride = stride_of(self.lanes)
        bits = unpack(features)[:, : self.positions * stride]
        apart = bits.reshape(len(bits), self.positions, stride)[:, :, : self.lanes]
        return np.ascontiguousarray(apart.reshape(len(bits), -1).T).view(np.bool_)

    def tally(self, features: Words, reward: Floats | None = None) -> tuple[Floats, Floats]:
        """In how many lanes each feature occurred, and the sum of these lanes' rewards.

        `features` are rows of the field of that name. `reward` (L,) lies in 0..1
        and is rounded to 31 steps; by default it is Black's win share, which stays exact.
        Answers two arrays (P, features).
        """
        stride = stride_of(self.lanes)
        steps = 2 if reward is None else _STEPS
        share = self.utility[:, 0] if reward is None else reward
        level = np.zeros(features.shape[1] * 64, np.uint8)
        by_position = level[: self.positions * stride].reshape(self.positions, stride)
        by_position[:, : self.lanes] = np.rint(share * steps).reshape(self.positions, -1)
        bits = [pack(level >> bit & 1) for bit in reversed(range(steps.bit_length()))]
        counts, rewards = np.empty((2, self.positions, len(features)), np.float32)
        # Rewards of eight lanes fit a byte, those of 64 do not.
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
        """(P, features) from counts of `_count`, or sums of them."""
        width = _width(stride)
        if width == 8 and stride % 16 == 0:
            # Neighbouring bytes, added in one word of both.
            pairs = sums.view(np.uint16)
            sums, width = (pairs & 255) + (pairs >> 8), 16
        each = max(stride // width, 1)
        whole = sums[:, ::each][:, : self.positions]
        for share in range(1, each):
            whole = whole + sums[:, share::each][:, : self.positions].astype(np.uint32)
        return whole.T


def stride_of(lanes: int) -> int:
    """How many bits of the words a position's lanes take: 1, 2, 4 or whole bytes."""
    if lanes <= 4:
        return 4 if lanes == 3 else lanes
    return -(-lanes // 8) * 8


def _width(stride: int) -> int:
    """How many bits `_count` counts at once: whole words or halves of words where lanes take so
    many, else bytes (quarters of words take longer than twice as many bytes), or less."""
    return next((width for width in (64, 32, 8) if stride % width == 0), stride)


def _count(features: Words, stride: int) -> Bytes:
    """(features, ...): the set bits of each `_width(stride)` bits, 64 at most."""
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

    Lanes missing from whole words, or from as many words as asked for, are `fill`.
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
