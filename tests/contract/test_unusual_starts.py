"""Playouts and packed rows agree with the rules from unusual states, too."""

from typing import Any

import numpy as np

from termgames.core.game import OVER
from tests import kernels
from tests.contract.support import every_setting, game_of, kernel_of, replay
from tests.contract.unusual import unusual

SEED, MANY = 1, 8


@every_setting
def test_playouts_from_unusual_states_are_games_by_the_rules(setting: Any) -> None:
    """As from others, see `test_kernel`. Nothing is played where the game is over."""
    game = game_of(setting)
    kernel = kernel_of(game)
    states = [
        state
        for state in unusual(game, setting, SEED, MANY)
        if game.to_act(state) == OVER or goes_on(game, state)
    ]
    done = kernels.playouts(kernel, states, 1, np.random.default_rng(SEED), trace=True)
    for lane, state in enumerate(states):
        replay(game, state, done, lane)


def goes_on(game: Any, state: Any) -> bool:
    """Whether a stone may be put, or the turn may go by, or dead stones are asked about."""
    quiet = {"pass", "button", "dead none", "agree"}
    return any(
        game.cells_of(move) or game.format(move) in quiet for move in game.legal_moves(state)
    )
