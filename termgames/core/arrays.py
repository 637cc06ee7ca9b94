"""Type names for arrays in signatures, whose shapes the docstrings say; a fast transposed copy."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

_STRIP = 16
"""Rows that are copied at once."""

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]
Bytes = NDArray[np.uint8]
SmallInts = NDArray[np.int8]
ShortInts = NDArray[np.int16]
Ints = NDArray[np.int32]

Rng: TypeAlias = "np.random.Generator"
"""The source of all randomness. Quoted, since numpy loads `numpy.random` on first use."""


def transposed_copy(array: NDArray[Any]) -> NDArray[Any]:
    """A transposed copy (m, n) of an array (n, m), made from a strip of rows at a time. A whole
    column of some thousand lanes often has a power of two as its stride, and a processor's cache
    keeps only few such addresses."""
    copy = np.empty(array.shape[::-1], array.dtype)
    for first in range(0, len(array), _STRIP):
        copy[:, first : first + _STRIP] = array[first : first + _STRIP].T
    return copy
