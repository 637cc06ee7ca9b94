"""Rewards of win shares and points."""

from __future__ import annotations

import numpy as np

from termgames.core.packed import Reward


def test_points_beyond_all_boards_are_rewarded_too() -> None:
    # What is left of a komi of 1e300 in single precision.
    score = np.array([[5, np.inf], [5, -np.inf], [5, 1e30]], np.float32)
    share = np.array([[0, 1], [1, 0], [0, 1]], np.float32)
    reward = Reward(0.5, 10).of(share, score)
    assert np.allclose(reward, share, atol=1e-4)
