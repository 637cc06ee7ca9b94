"""The input of nets for Majorities: stones, and how far each side is from winning the lines
through each cell."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.games.majorities.geometry import Geometry
from termgames.games.majorities.scoring import decided

_SHORT = 4
"""Missing stones of a line are distinguished up to this number."""
PLANES = 4 + 2 * (_SHORT + 1)


class Features:
    """The tables of one board."""

    def __init__(self, geometry: Geometry, cells: int) -> None:
        self.geometry = geometry
        self._member = np.zeros((cells, len(geometry.lines)), np.float32)
        """1 where a cell lies on a line."""
        for number, line in enumerate(geometry.lines):
            self._member[list(line), number] = 1

    def input_planes(self, positions: NDArray[Any]) -> NDArray[np.float32]:
        """(n, cells, PLANES), for packed rows (n,): own stones; the opponent's; whether two stones
        are due; which part of the three lines through the cell no longer matters; and for
        either side which part of them it can win with 0, 1, 2, 3, or at least 4 stones."""
        stones = positions["stones"][:, :-1]
        own = (positions["turn"] + 1).astype(np.uint8)[:, None]
        claims = positions["claims"]
        held = decided(self.geometry, claims)[0]
        matters = (claims == 0) & (held == 0).repeat(self.geometry.per_direction, axis=1)
        through = self._member.T / 3
        planes = [stones == own, stones == 3 - own]
        planes.append(np.broadcast_to(positions["due"][:, None] == 2, stones.shape))
        planes.append(~matters @ through)
        for side in (own, 3 - own):
            inside = (stones == side).astype(np.float32) @ self._member
            short = np.minimum(np.array(self.geometry.needed) - inside, _SHORT)
            planes += [
                (matters & (short == count)).astype(np.float32) @ through
                for count in range(_SHORT + 1)
            ]
        return np.stack(planes, axis=2, dtype=np.float32, casting="unsafe")
