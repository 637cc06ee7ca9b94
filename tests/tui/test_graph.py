"""Which column stands for a position."""

from __future__ import annotations

import pytest

from termgames.tui.themes import looks
from termgames.tui.widgets.graph import Lead, ScoreGraph, sampled


@pytest.mark.parametrize("count", [1, 2, 7, 10, 11, 23, 100])
@pytest.mark.parametrize("columns", [1, 4, 7, 10, 30])
def test_a_position_is_marked_below_its_bar(count: int, columns: int) -> None:
    """Below the very bar whose click shows it; between two of them below the later one, which
    stands for the end of its part of the game."""
    plies = list(sampled(count, columns))
    graph = ScoreGraph(looks(2, "bw")[0], id="graph")
    graph._leads, graph._count = [Lead()] * len(plies), count
    assert [graph._column(ply) for ply in plies] == list(range(len(plies)))
    for ply in range(count):
        column = graph._column(ply)
        assert plies[column] >= ply
        assert column == 0 or plies[column - 1] < ply
    assert graph._column(count + 5) == len(plies) - 1, "a move that is not drawn yet"
