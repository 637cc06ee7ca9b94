"""Ratings on the ladder of levels: what is won and lost moves them, and how sure they are."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames import games
from termgames.play.bots import calibrated_levels
from termgames.play.history.rating import HALF_LIFE, RatedGame, even_level, rating

games_played = st.lists(
    st.builds(
        RatedGame,
        st.lists(st.floats(0, 2500), min_size=1, max_size=4).map(tuple),
        st.sampled_from([0.0, 0.5, 1.0]),
    ),
    min_size=1,
    max_size=30,
)


def elo(*played: RatedGame) -> float:
    found = rating(played)
    assert found is not None
    return found.elo


def test_without_games_there_is_no_rating() -> None:
    assert rating([]) is None


def test_half_of_the_games_won_is_the_opponents_strength() -> None:
    played = [RatedGame((800.0,), share) for share in (1.0, 0.0) * 10]
    assert elo(*played) == pytest.approx(800, abs=10)


def test_half_of_the_games_of_three_won_is_above_two_equals() -> None:
    """A half of the wins among three is the odds 1 : 1 against two of strength 10^2 each."""
    played = [RatedGame((800.0, 800.0), 0.5)] * 500
    assert elo(*played) == pytest.approx(800 + 400 * math.log10(2), abs=5)


def test_three_of_four_won_is_191_elo() -> None:
    played = [RatedGame((1000.0,), share) for share in (1.0, 1.0, 0.0, 1.0) * 100]
    assert elo(*played) == pytest.approx(1191, abs=12)


def test_who_won_all_has_a_rating_with_a_high_end_far_up() -> None:
    found = rating([RatedGame((500.0,), 1.0)] * 5)
    assert found is not None
    assert 500 < found.low < found.elo < found.high
    assert found.high - found.elo > found.elo - found.low


def test_older_games_count_less() -> None:
    lost, won = [RatedGame((500.0,), 0.0)] * HALF_LIFE, [RatedGame((500.0,), 1.0)] * HALF_LIFE
    assert elo(*won, *lost) > 560
    assert elo(*lost, *won) < 440


@given(games_played, st.floats(-500, 500))
def test_a_ladder_that_is_moved_moves_the_rating(played: list[RatedGame], by: float) -> None:
    moved = [RatedGame(tuple(e + by for e in game.opponents), game.share) for game in played]
    assert elo(*moved) == pytest.approx(elo(*played) + by, abs=0.5)


@given(games_played)
def test_the_interval_holds_the_rating_and_a_win_never_lowers_it(played: list[RatedGame]) -> None:
    found = rating(played)
    assert found is not None
    assert found.low < found.elo < found.high
    assert found.games == len(played)
    latest = played[0]
    better = [RatedGame(latest.opponents, 1.0), *played[1:]]
    assert elo(*better) >= found.elo - 1e-3


def test_more_games_are_surer() -> None:
    few = rating([RatedGame((800.0,), share) for share in (1.0, 0.0) * 3])
    many = rating([RatedGame((800.0,), share) for share in (1.0, 0.0) * 15])
    assert few is not None
    assert many is not None
    assert many.high - many.low < few.high - few.low


def test_the_even_level_is_the_nearest_one() -> None:
    levels = calibrated_levels.levels_on("plurality", games.info("plurality").settle({}))
    assert levels.rated
    for number, level in levels.by_number.items():
        assert level.elo is not None
        assert even_level(level.elo + 20, levels) == number
    assert even_level(-900.0, levels) == 1
    assert even_level(9000.0, levels) == max(levels.by_number)
