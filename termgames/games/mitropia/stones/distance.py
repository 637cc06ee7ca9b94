"""Steps along a map (rule 5), and how far apart the stones of one turn lie (rule 8)."""

from collections.abc import Sequence

import numpy as np

from termgames.core.arrays import Bytes, Flags
from termgames.core.errors import Refusal
from termgames.core.steps import NO_WAY, distances
from termgames.core.topology import Cell, Topology
from termgames.go.board import group

APART = 5
"""The least number of steps between stones placed in one turn (rule 8)."""


def nearest(topology: Topology, origins: Sequence[Cell]) -> Bytes:
    """(cells,): steps from the nearest of the origins, as in `distances`; NO_WAY everywhere where
    there are no origins."""
    if not origins:
        return np.full(topology.cells, NO_WAY, np.uint8)
    steps: Bytes = distances(topology)[list(origins)].min(axis=0)
    return steps


def in_steps(steps: Bytes, furthest: int | None) -> Flags:
    """Which entries of `steps` (of any shape, as in `distances`) are at most `furthest`.

    All when `furthest` is None, also where no path leads.
    """
    if furthest is None:
        return np.ones(steps.shape, bool)
    # Cells without a path are out of range, whatever the range.
    reached: Flags = steps <= min(furthest, NO_WAY - 1)
    return reached


def within(topology: Topology, origins: Sequence[Cell], furthest: int | None) -> Flags:
    """(cells,): which cells are at most `furthest` steps from one of the origins (rule 5).

    All cells when `furthest` is None, also those to which no path leads.
    """
    return in_steps(nearest(topology, origins), furthest)


def refuse_together(
    topology: Topology, stones: bytes, cells: Sequence[Cell], blocs: Sequence[int] | None = None
) -> Refusal | None:
    """Why the last of `cells` may not be placed in one turn with the others, or None.

    `stones` is the board afterwards. The refusal's code is "near" for stones less than APART
    steps apart and "joined" for stones in one group (rule 8). Checks no other rule.
    """
    *earlier, last = cells
    steps = distances(topology)
    for cell in earlier:
        if steps[cell, last] < APART:
            names = (
                f"{topology.names[last]} is {steps[cell, last]} steps from {topology.names[cell]}"
            )
            return Refusal(
                "near",
                f"{names}: stones of one turn lie at least {APART} steps apart",
                (cell, last),
            )
    together = group(topology, stones, last, blocs).cells
    for cell in earlier:
        if cell in together:
            return Refusal(
                "joined",
                f"{topology.names[last]} would be in one group with {topology.names[cell]}",
                (cell, last),
            )
    return None
