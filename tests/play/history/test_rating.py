"""Ratings on the ladder of levels: what is won and lost moves them, and how sure they are."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames import games
from termgames.play.bots import calibrated_levels
from termgames.play.history.rating import RatedGame, Rating, even_level, rating

OPPONENTS = st.lists(st.floats(0, 2500), min_size=1, max_size=4).map(tuple)
PLAYED = st.lists(
    st.builds(RatedGame, OPPONENTS, st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=30
)


def rated(*played: RatedGame) -> Rating:
    return rating(played)


@pytest.mark.parametrize(
    ("opponents", "shares", "elo", "within"),
    [
        ((800.0,), (1.0, 0.0) * 10, 800, 10),
        # A half of the wins among three is the odds 1 : 1 against two of strength 10^2 each.
        ((800.0, 800.0), (0.5,) * 500, 800 + 400 * math.log10(2), 5),
        ((1000.0,), (1.0, 1.0, 0.0, 1.0) * 100, 1191, 12),
    ],
)
def test_what_was_won_tells_the_strength(
    opponents: tuple[float, ...], shares: tuple[float, ...], elo: float, within: float
) -> None:
    found = rated(*(RatedGame(opponents, share) for share in shares))
    assert found.elo == pytest.approx(elo, abs=within)


@given(PLAYED, st.floats(-500, 500))
def test_a_moved_ladder_and_one_more_win(played: list[RatedGame], by: float) -> None:
    found = rated(*played)
    moved = [RatedGame(tuple(e + by for e in game.opponents), game.share) for game in played]
    assert rated(*moved).elo == pytest.approx(found.elo + by, abs=0.5)
    assert found.low < found.elo < found.high
    assert found.games == len(played)
    better = [RatedGame(played[0].opponents, 1.0), *played[1:]]
    assert rated(*better).elo >= found.elo - 1e-3


def test_the_even_level_is_the_nearest_one() -> None:
    levels = calibrated_levels.levels_on("plurality", games.info("plurality").settle({}))
    for number, level in levels.by_number.items():
        assert even_level(level.elo + 20, levels) == number
    assert even_level(-900.0, levels) == 1
    assert even_level(9000.0, levels) == max(levels.by_number)
