"""What every game promises whose package has a `rollout`, which the bot `uct` plays by."""

from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.game import CHANCE, OVER
from tests.contract.support import SETTINGS, game_of, label, random_game, sample

SEED = 5
OFFERED = [each for each in SETTINGS if games._offered(each[0], "rollout") is not None]
"""Settings of games from outside: none of ours has one."""


@pytest.mark.parametrize("setting", OFFERED, ids=label)
def test_a_rollout_answers_shares_of_the_win(setting: Any) -> None:
    """At the end those of the rules; a move before it those that one of the moves leads to."""
    game, rng = game_of(setting), np.random.default_rng(SEED)
    rollout = games.rollout(game)
    assert rollout is not None
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
