"""Names for the arrays that signatures speak of; docstrings say their shapes."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

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
