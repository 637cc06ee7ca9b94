"""Orders of play: the colour that plays each ply, as a table that is read cyclically."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def cyclic(colours: int) -> NDArray[np.uint8]:
    """(1, colours): one after the other."""
    return np.arange(colours, dtype=np.uint8)[None]


def thue_morse(colours: int, digits: int = 9) -> NDArray[np.uint8]:
    """(1, colours ** digits): the sum of the digits of the ply, written in base `colours`,
    modulo `colours`. Beyond its end the table repeats itself."""
    table = np.zeros(1, np.uint8)
    for _ in range(digits):
        table = np.concatenate([(table + first) % colours for first in range(colours)])
    return table.astype(np.uint8)[None]
