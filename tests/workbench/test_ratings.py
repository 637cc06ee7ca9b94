"""Elo differences and their intervals."""

import json

import pytest

from termgames.workbench.ratings import CAP, elo, elo_difference, expected, wilson


@pytest.mark.parametrize(("rate", "points"), [(0.5, 0), (0.75, 190.85), (0.9, 381.7), (0.64, 100)])
def test_known_differences(rate: float, points: float) -> None:
    assert elo(rate) == pytest.approx(points, abs=0.5)
    assert elo(1 - rate) == pytest.approx(-points, abs=0.5)
    assert expected(points) == pytest.approx(rate, abs=1e-3)


@pytest.mark.parametrize(
    ("rate", "trials", "low", "high"),
    [(0.5, 100, 0.4038, 0.5962), (0.0, 10, 0.0, 0.2775), (1.0, 20, 0.8389, 1.0)],
)
def test_known_intervals(rate: float, trials: float, low: float, high: float) -> None:
    assert wilson(rate, trials) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_a_hundred_even_games_are_within_seventy_points() -> None:
    low, estimate, high = elo_difference([(1, 0)] * 25 + [(0, 1)] * 25)
    assert estimate == 0
    # Pairs that all come out even are worth more than independent games: 48 instead of 69.
    assert low == pytest.approx(-48, abs=2)
    assert high == pytest.approx(48, abs=2)
    low, _, high = elo_difference([(1, 1)] * 25 + [(0, 0)] * 25)
    assert high == pytest.approx(96, abs=4), "the two games of a pair tell the same"
    assert low == pytest.approx(-96, abs=4)


@pytest.mark.parametrize("games", [1, 2, 20, 1001])
@pytest.mark.parametrize("points", [0.0, 0.5, 1.0])
def test_one_sided_results_stay_finite(games: int, points: float) -> None:
    pairs = [(points, points)] * (games // 2) + [(points,)] * (games % 2)
    low, estimate, high = elo_difference(pairs)
    assert -CAP <= low <= estimate <= high <= CAP
    json.loads(json.dumps([low, estimate, high]), parse_constant=pytest.fail)
    if points == 1.0:
        assert estimate > 0
        assert high == CAP
