"""Playouts and packed rows agree with the rules from unusual states, too."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.evaluation import Reward
from termgames.core.game import OVER
from termgames.core.net_game import NetGame
from termgames.core.packed import complete_move, most_actions
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


@every_setting
def test_rows_of_unusual_states_say_what_the_rules_say(setting: Any) -> None:
    game = game_of(setting)
    packed = games.packed(game)
    if packed is None:
        pytest.skip("the game has no packed form")
    rng = random.Random(SEED)
    for state in unusual(game, setting, SEED, MANY):
        try:
            rows = packed.pack([state])
        except ValueError:
            continue  # Another question is open.
        legal = packed.legal(rows[0])
        assert packed.to_act(rows)[0] == game.to_act(state)
        assert bool(len(legal)) == (game.to_act(state) != OVER)
        if not len(legal):
            _, share = packed.final(rows, Reward())
            assert share[0].tolist() == pytest.approx(game.utilities(state).tolist())
            continue
        passes = packed.passes(rows[0])
        assert set(passes.tolist()) <= set(legal.tolist())
        if isinstance(packed, NetGame):
            assert np.isfinite(packed.input_planes(rows)).all()
        if most_actions(packed) == 1:
            moves = {packed.move(rows[0], int(action)) for action in legal}
            assert moves <= set(game.legal_moves(state))
        for action in (*passes.tolist(), rng.choice(legal.tolist())):
            follow(game, packed, state, action, rng)


def follow(game: Any, packed: Any, state: Any, action: int, rng: random.Random) -> None:
    """Advance a row by a move that begins with `action`, and the state by the same move."""
    begun = after = packed.pack([state])
    actions: list[int] = []
    move = None
    while move is None:
        actions.append(action)
        after = packed.advance(after, np.array([action], np.int32))
        move = complete_move(packed, begun[0], actions)
        action = rng.choice(packed.legal(after[0]).tolist()) if move is None else action
    state = game.apply(state, move)
    try:
        whose = packed.to_act(packed.pack([state]))[0]
    except ValueError:
        whose = OVER  # The players agree on dead stones.
    assert packed.to_act(after)[0] == whose
    if game.to_act(state) == OVER:
        np.testing.assert_allclose(
            packed.standing(after)[0], packed.standing(packed.pack([state]))[0]
        )
