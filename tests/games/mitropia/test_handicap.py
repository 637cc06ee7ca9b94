"""Rule 3: handicaps and the order of the starter stones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames.games.mitropia.turns.setup import handicap, starter_order


@pytest.mark.parametrize(
    ("played", "won", "expected"),
    [(0, 0, 0), (1, 0, -1), (1, 1, -2), (2, 0, -2), (2, 2, -4), (3, 2, -5), (40, 20, -5)],
)
def test_rule_3_what_games_cost(played: int, won: int, expected: int) -> None:
    """The source's Sarah played twice and won twice, Sam played twice: -4 and -2."""
    assert handicap(played, won) == expected


@pytest.mark.parametrize(
    ("handicaps", "opening", "expected"),
    [
        # The source's: Sarah -4, Sam -2, Erin 0, Sam the highest roller; had Erin rolled higher she
        # had played a third stone unopposed.
        ((-4, -2, 0), (1, 0, 2), (2, 2, 1, 2, 1, 2)),
        ((-4, -2, 0), (1, 2, 0), (2, 2, 1, 2, 1, 2)),
        ((-4, -2, 0), (2, 1, 0), (2, 2, 2, 1, 2, 1)),
        ((0, 0), (1, 0), ()),
        ((-5, -5, -5), (0, 1, 2), ()),
        ((0, -1), (1, 0), (0,)),
        ((-1, 0, 0), (2, 0, 1), (2, 1)),
        ((-3, -1, -3, -1), (3, 2, 1, 0), (3, 1, 3, 1)),
        ((0, -5), (1, 0), (0, 0, 0, 0, 0)),
        ((0, -1, -2, -3, -4), (4, 3, 2, 1, 0), (0, 1, 0, 2, 1, 0, 3, 2, 1, 0)),
    ],
)
def test_rule_3_more_tables(
    handicaps: tuple[int, ...], opening: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert starter_order(handicaps, opening) == expected


@given(st.lists(st.integers(-5, 0), min_size=2, max_size=5), st.data())
def test_rule_3_each_time_the_one_who_lacks_most_stones_places_one(
    handicaps: list[int], data: st.DataObject
) -> None:
    """Another way to say it: points above the table's lowest are cancelled one by one, the
    most first, equal ones in order of the opening roll."""
    opening = data.draw(st.permutations(range(len(handicaps))))
    left = [points - min(handicaps) for points in handicaps]
    expected = []
    while any(left):
        seat = max(opening, key=lambda seat: left[seat])
        left[seat] -= 1
        expected.append(seat)
    assert starter_order(handicaps, opening) == tuple(expected)
