"""Rows of games with Go's captures: what stands in them beside the stones."""

from __future__ import annotations

from typing import Any

import numpy as np

from termgames import games
from termgames.games.tricolor.packed import packed


def test_what_is_barred_is_not_legal() -> None:
    """For the rules forbid it by positions that no row remembers."""
    game: Any = games.create("tricolor", {"size": 5})
    rows_of: Any = packed(game)
    row = rows_of.pack([game.start()])
    free = np.flatnonzero(rows_of.placements(row)[0])
    rows_of.bar(row[0], [int(cell) for cell in free[2:]])
    assert np.flatnonzero(row[0]["barred"]).tolist() == free[:2].tolist()
    legal = np.flatnonzero(rows_of.legal_flags(row)[0, : game.topology.cells])
    assert set(legal) == set(free[2:])
