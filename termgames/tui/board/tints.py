"""How empty cells are tinted: by an overlay, or by a bot's estimate of who will own them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.display import Overlay
from termgames.core.game import NOBODY, Seat
from termgames.core.topology import Cell

_EVEN = 0.08
"""Estimates closer to even than this are not shown."""
_LIKELY = 0.5
"""Estimates above this get a glyph where colours are missing."""
_ESTIMATE = 0.7
"""An estimate is painted lighter than what is settled."""


_STEPS = 8
"""Strengths of an estimate: one that hardly changes is not painted anew."""


@dataclass(frozen=True)
class Tint:
    """What an empty cell looks like for its owner, a colour or NEUTRAL.

    `strength` 0 to 1; `firm` is settled for good; `mark` asks for a glyph besides the
    background.
    """

    owner: int
    strength: float
    firm: bool = False
    mark: bool = True


def overlay_tints(overlay: Overlay, colours: Mapping[Seat, int]) -> dict[Cell, Tint]:
    """The tints of an overlay; `colours` are those the seats play."""
    return {
        cell: Tint(colours.get(owner, owner), 1.0 if firm else 0.5, firm)
        for cell, (owner, firm) in enumerate(zip(overlay.owner, overlay.firm, strict=True))
        if owner != NOBODY
    }


def estimate_tints(owner: NDArray[np.floating[Any]], *, plain: bool) -> dict[Cell, Tint]:
    """The tints of an estimate: (cells,) 1 for the first colour to -1 for the second, or
    (cells, colours) shares. `plain` asks for glyphs where an estimate is likely enough."""
    if owner.ndim == 1:
        best = np.where(owner > 0, 0, 1)
        lead = np.abs(owner)
    else:
        even = 1 / owner.shape[1]
        best = owner.argmax(axis=1)
        lead = (owner.max(axis=1) - even) / (1 - even)
    return {
        int(cell): Tint(
            int(best[cell]),
            _ESTIMATE * round(min(float(lead[cell]), 1.0) * _STEPS) / _STEPS,
            mark=plain and bool(lead[cell] > _LIKELY),
        )
        for cell in np.flatnonzero(lead > _EVEN)
    }
