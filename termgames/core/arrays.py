"""Names for the arrays that signatures speak of, whose shapes docstrings say; a quick copy of large
ones with rows and columns exchanged."""

from __future__ import annotations

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
"""Where everything random comes from. A text, since numpy loads what is random when asked."""


def transposed_copy(array: NDArray[Any]) -> NDArray[Any]:
    """(n, m) copied to (m, n), a strip of rows at a time: of places a power of two apart, as in a
    whole column of some thousand lanes, a processor's cache keeps few."""
    copy = np.empty(array.shape[::-1], array.dtype)
    for first in range(0, len(array), _STRIP):
        copy[:, first : first + _STRIP] = array[first : first + _STRIP].T
    return copy
