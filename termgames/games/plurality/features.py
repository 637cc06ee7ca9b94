"""The input of nets for Plurality, and the cell and kind of each placement.

For a net a placement is a kind of action on the lowest of its cells. The kind says where its two
other cells lie from there, and which of the three gets the opponent's stone.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.games.plurality.geometry import Geometry
from termgames.games.plurality.scoring import owners

PLANES = 7


class Features:
    """The tables of one board."""

    def __init__(self, geometry: Geometry, *, parity: bool) -> None:
        self.geometry, self.parity = geometry, parity
        self.topology = geometry.topology
        cells, lattice = geometry.cells, self.topology.lattice.astype(int)
        ways = (lattice[cells[:, 1:]] - lattice[cells[:, :1]]).reshape(len(cells), 4)
        forms, form = np.unique(ways, axis=0, return_inverse=True)
        self.actions_per_cell = 3 * len(forms)
        kind = np.concatenate([len(forms) * enemy + form.ravel() for enemy in range(3)])
        anchors = np.tile(cells[:, 0], 3)
        idle = self.topology.cells * self.actions_per_cell
        self.action_index: NDArray[np.intp] = np.append(
            anchors * self.actions_per_cell + kind, idle
        )
        """(3 * shapes + 1,): see `core.packed.NetGame`."""
        self._covers = np.zeros((len(cells), self.topology.cells), np.float32)
        np.put_along_axis(self._covers, cells, 1.0, axis=1)

    def input_planes(self, positions: NDArray[Any]) -> NDArray[np.float32]:
        """(n, cells, PLANES): for packed rows (n,)."""
        stones = np.ascontiguousarray(positions["stones"])
        own = (positions["turn"] + 1).astype(np.uint8)[:, None]
        legal = np.unpackbits(
            positions["legal"], axis=1, count=len(self._covers), bitorder="little"
        )
        covered = legal.astype(np.float32) @ self._covers
        owner = owners(self.topology, stones, parity=self.parity)
        empty = stones == 0
        planes = [stones == own, stones == 3 - own, empty]
        planes += [covered / self.actions_per_cell, covered > 0]
        planes += [owner == own - 1, owner == 2 - own.astype(np.int8)]
        return np.stack(planes, axis=2, dtype=np.float32, casting="unsafe")

    def permuted_actions(self, cells: NDArray[np.intp]) -> NDArray[np.intp]:
        """(3 * shapes + 1,): see `core.packed.NetGame`."""
        shapes = self.geometry.cells
        moved = cells[shapes]
        order = np.argsort(moved, axis=1)
        numbers = [
            self.geometry.number[a, b, c]
            for a, b, c in np.take_along_axis(moved, order, axis=1).tolist()
        ]
        shape = np.array(numbers, np.intp)
        # The k-th cell of a shape becomes the place[k]-th cell of its image.
        place = np.argsort(order, axis=1)
        placements = [place[:, enemy] * len(shapes) + shape for enemy in range(3)]
        return np.concatenate([*placements, [3 * len(shapes)]])
