"""Rows and columns of a board as words, one bit a point: packed, transposed, searched."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes

_HALF = 13
"""Bits of a word that a table looks up at once."""


def word_of(size: int) -> Any:
    """The type of a word with a bit for each of `size` points."""
    return np.uint16 if size < 16 else np.uint32


def transposed(words: NDArray[Any]) -> NDArray[Any]:
    """Planes (k, size, B) with rows and columns exchanged."""
    return pack(unpack(words, words.shape[1]).transpose(0, 2, 1, 3), words.dtype)


def unpack(words: NDArray[Any], size: int) -> Bytes:
    """(k, size, B) to (k, size, size, B) of 0 and 1: the bits of each row's word."""
    bit = (1 << np.arange(size)).astype(words.dtype)[:, None]
    bits: Bytes = (words[:, :, None] & bit != 0).view(np.uint8)
    return bits


def pack(bits: NDArray[Any], dtype: Any) -> NDArray[Any]:
    """The inverse of `unpack`; anything but 0 counts as 1."""
    size = bits.shape[2]
    weights = (1 << np.arange(size)).astype(dtype)[:, None]
    words: NDArray[Any] = np.where(bits != 0, weights, np.dtype(dtype).type(0)).sum(
        axis=2, dtype=dtype
    )
    return words


def nth_bit(words: NDArray[Any], rank: NDArray[Any], size: int) -> Bytes:
    """(B,): where in each word of `size` bits the set bit is that has `rank` lower ones
    below it; anything where there is none."""
    table = _nth_bits()
    if size <= _HALF:
        at = words.astype(np.intp)
        at <<= 4
        at += rank
        return table.take(at)
    low = words & words.dtype.type((1 << _HALF) - 1)
    count = np.bitwise_count(low)
    high = rank >= count
    at = np.where(high, words >> words.dtype.type(_HALF), low).astype(np.intp)
    at <<= 4
    at += rank
    at -= high * count
    position: Bytes = table.take(at) + high * np.uint8(_HALF)
    return position


@cache
def _nth_bits() -> Bytes:
    """(2 ** (_HALF + 4),): at word * 16 + n, where the n-th set bit of the word is."""
    table = np.zeros((1 << _HALF, 16), np.uint8)
    words = np.arange(1 << _HALF)
    count = np.zeros(1 << _HALF, np.intp)
    for bit in range(_HALF):
        has = words >> bit & 1 == 1
        table[words[has], count[has]] = bit
        count += has
    return table.reshape(-1)
