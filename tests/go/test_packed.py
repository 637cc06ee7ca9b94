"""Rows of games with Go's captures: what stands in them beside the stones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.games.mitropia import packed as mitropia
from termgames.games.tricolor import packed as tricolor


@pytest.mark.parametrize(
    ("packed", "options"),
    [(tricolor, {"size": 5}), (mitropia, {"players": 2, "no-cards": True})],
    ids=["tricolor", "mitropia"],
)
def test_what_is_barred_is_not_legal(packed: Any, options: dict[str, Any]) -> None:
    """For the rules forbid it by positions that no row remembers."""
    game: Any = games.create(packed.__name__.split(".")[-2], options)
    rows_of: Any = packed.packed(game)
    row = rows_of.pack([game.start()])
    free = np.flatnonzero(rows_of.placements(row)[0])
    rows_of.bar(row[0], [int(cell) for cell in free[2:]])
    assert np.flatnonzero(row[0]["barred"]).tolist() == free[:2].tolist()
    legal = np.flatnonzero(rows_of.legal_flags(row)[0, : game.topology.cells])
    assert set(legal) == set(free[2:])
