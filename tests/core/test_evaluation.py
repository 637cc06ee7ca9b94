"""Rewards of win shares and points."""

import numpy as np

from termgames.core.evaluation import Reward, highest, lead


def test_a_lead_is_counted_from_the_best_other_seat() -> None:
    score = np.array([[10, 30, 25], [7, 7, 7]], np.float32)
    assert lead(score).tolist() == [[-20, 5, -5], [0, 0, 0]]
    assert lead(np.array([[10, 30], [7, 7]], np.float32)).tolist() == [[-20, 20], [0, 0]]


def test_a_margin_of_its_own_replaces_the_lead() -> None:
    """Where few points are good, more of them are worth less."""
    score = np.array([[10, 30, 25]], np.float32)
    share = np.zeros((1, 3), np.float32)
    few = Reward(0.4, 10, margin=np.negative).of(share, score)[0]
    many = Reward(0.4, 10).of(share, score)[0]
    assert few.argsort().tolist() == [1, 2, 0]
    assert many.argsort().tolist() == [0, 2, 1]
    assert few.max() <= 0.4


def test_an_aim_replaces_the_shares() -> None:
    score = np.array([[10, 30, 25], [8, 8, 3], [0, 0, 0]], np.float32)
    middle = np.array([[0, 0, 1], [0.5, 0.5, 0], [0, 0, 0]], np.float32)
    area = Reward(0.0, aim=highest)
    expected = np.array([[0, 1, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3]], np.float32)
    np.testing.assert_allclose(area.shares(middle, score), expected)
    np.testing.assert_allclose(area.of(middle, score), expected)
    assert (Reward().shares(middle, score) == middle).all()
    clear = Reward(0.3, 10, aim=highest).of(middle, score)
    assert clear[0, 1] > clear[0, 2] > clear[0, 0]
