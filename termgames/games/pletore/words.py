"""Rows and columns of a board as words with one bit a point: pack, unpack, transpose, search."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes

_HALF = 13
"""How many bits of a word one look-up in the table of `nth_bit` covers."""


def word_of(size: int) -> Any:
    """The type of words with a bit for each of `size` points and at least one to spare."""
    return np.uint16 if size < 16 else np.uint32


def transposed(words: NDArray[Any]) -> NDArray[Any]:
    """(k, size, B): k planes of words for each of B boards, with rows and columns exchanged."""
    return pack(unpack(words, words.shape[1]).transpose(0, 2, 1, 3), words.dtype)


def unpack(words: NDArray[Any], size: int) -> Bytes:
    """(k, size, B) to (k, size, size, B) of 0 and 1: the bits of each row's word, lowest first."""
    bit = (1 << np.arange(size)).astype(words.dtype)[:, None]
    bits: Bytes = (words[:, :, None] & bit != 0).view(np.uint8)
    return bits


def pack(bits: NDArray[Any], dtype: Any) -> NDArray[Any]:
    """(k, size, size, B) to (k, size, B), the inverse of `unpack`; anything but 0 counts as 1."""
    size = bits.shape[2]
    weights = (1 << np.arange(size)).astype(dtype)[:, None]
    words: NDArray[Any] = np.where(bits != 0, weights, np.dtype(dtype).type(0)).sum(
        axis=2, dtype=dtype
    )
    return words


def nth_bit(words: NDArray[Any], rank: NDArray[Any], size: int) -> Bytes:
    """(B,): in each of `words` (B,), the position of the set bit that has `rank` (B,) set bits
    below it. Words have `size` bits. Where there is no such bit, the result means nothing."""
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
    """(2 ** (_HALF + 4),): at word * 16 + n, the position of the word's set bit number n."""
    table = np.zeros((1 << _HALF, 16), np.uint8)
    words = np.arange(1 << _HALF)
    count = np.zeros(1 << _HALF, np.intp)
    for bit in range(_HALF):
        has = words >> bit & 1 == 1
        table[words[has], count[has]] = bit
        count += has
    return table.reshape(-1)
