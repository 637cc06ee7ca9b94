"""What every game promises whose package has a `rollout`, which the bot `uct` plays by."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.game import CHANCE, OVER
from tests.contract.support import every_setting, game_of, random_game, sample

SEED = 5


@every_setting
def test_a_rollout_answers_shares_of_the_win(setting: Any) -> None:
    """At the end those of the rules; a move before it those that one of the moves leads to."""
    game, rng = game_of(setting), np.random.default_rng(SEED)
    rollout = games.rollout(game)
    if rollout is None:
        pytest.skip("the game has no rollout")
    states, _ = random_game(setting, SEED)
    for state in (*sample(setting, SEED, 6), *states[-4:]):
        if game.to_act(state) == CHANCE:
            continue
        shares = rollout(state, rng)
        assert (shares.dtype, shares.shape) == (np.float32, (game.seats,))
        assert shares.min() >= 0
        assert shares.sum() <= 1 + 1e-6
        ends = [game.apply(state, move) for move in game.legal_moves(state)] or [state]
        if all(game.to_act(after) == OVER for after in ends):
            possible = [game.utilities(after).tolist() for after in ends]
            assert shares.tolist() in possible
