"""Which column stands for a position."""

from __future__ import annotations

import pytest

from termgames.tui.themes import looks
from termgames.tui.widgets.graph import (
    UNKNOWN,
    Graph,
    Lead,
    change,
    latest,
    lead_stack,
    sampled,
    scale,
    share_stack,
)


@pytest.mark.parametrize("count", [1, 2, 7, 10, 11, 23, 100])
def test_a_position_is_marked_below_its_bar(count: int) -> None:
    """Below the very bar whose click shows it; between two of them below the later one, which
    stands for the end of its part of the game."""
    for columns in (1, 4, 7, 10, 30):
        plies, graph = list(sampled(count, columns)), Graph(looks(2, "bw")[0], id="graph")
        graph._stacks, graph._count = [UNKNOWN] * len(plies), count
        found = [graph._column(ply) for ply in range(count)]
        assert found == [sum(each < ply for each in plies) for ply in range(count)]
        assert graph._column(count + 5) == len(plies) - 1, "a move that is not drawn yet"


def test_a_lead_grows_from_the_middle_towards_its_side() -> None:
    assert lead_stack(Lead(5.0, colour=0), 10.0, both=True) == ((0.5, None), (0.75, 0), (1.0, None))
    white = Lead(20.0, up=False, colour=1)
    assert lead_stack(white, 10.0, both=True) == ((0.0, None), (0.5, 1), (1.0, None)), "cut off"
    assert lead_stack(Lead(5.0, colour=3), 10.0, both=False) == ((0.5, 3), (1.0, None))


def test_win_shares_are_carried_on_and_point_to_who_is_ahead() -> None:
    found = latest({1: (0.7, 0.3), 3: (0.2, 0.8)}, range(4))
    assert found == [None, (0.7, 0.3), (0.7, 0.3), (0.2, 0.8)]
    assert latest({1: (0.7, 0.3)}, range(4))[2:] == [None, None], "nobody has looked there"
    first, _, last = [share_stack(shares, (0, 1)) for shares in found[1:]]
    assert first == ((0.7, 0), (1.0, 1)), "the first colour below"
    assert change(first, last) == pytest.approx(0.5)
    assert change(first, UNKNOWN) == pytest.approx(1.0)
    assert share_stack((0.2, 0.5, 0.3), (1, 0, 2)) == ((0.5, 0), (0.7, 1), (1.0, 2))


def test_leaps_of_the_opening_do_not_set_the_scale_of_the_graph() -> None:
    leads = [Lead(160.0)] * 4 + [Lead(3.0)] * 5 + [Lead(7.0, up=False)]
    assert scale(leads, None) == 10, "one of a few values"
    assert scale(leads, 5.0) == 5, "no more can come about"
    assert (scale(leads, 0.0), scale([], None)) == (1, 1)
