"""What every kernel promises: shapes, seats, and play by the rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from termgames.core.game import NEUTRAL, NOBODY
from tests import kernels
from tests.contract.support import (
    asked,
    every_setting,
    game_of,
    kernel_of,
    random_game,
    replay,
    sample,
)

SEED, LANES = 4, 3


def playable(setting: Any) -> list[Any]:
    """Positions of a random game from which stones can be placed, and its end."""
    game = game_of(setting)
    states = sample(setting, SEED, 7)
    return [*asked(game, states[:-1]), states[-1]]


@every_setting
def test_playouts_have_their_shapes(setting: Any) -> None:
    game = game_of(setting)
    kernel = kernel_of(game)
    states = playable(setting)
    lanes = LANES * len(states)
    done = kernels.playouts(kernel, states, LANES, np.random.default_rng(0))
    assert (done.utility.shape, done.utility.dtype) == ((lanes, game.seats), np.float32)
    assert (done.score.shape, done.score.dtype) == ((lanes, game.seats), np.float32)
    assert (done.owner.shape, done.owner.dtype) == ((lanes, game.topology.cells), np.int8)
    assert (done.plies.shape, done.plies.dtype) == ((lanes,), np.int16)
    assert (done.played.shape, done.played.dtype) == ((lanes, kernel.features), np.bool_)
    assert done.trace == ()
    assert set(np.unique(done.owner)) <= {NEUTRAL, NOBODY, *range(game.seats)}
    assert ((done.utility >= 0) & (done.utility <= 1)).all()
    assert (done.utility.sum(axis=1) <= 1 + 1e-6).all()


@every_setting
def test_playouts_are_games_by_the_rules(setting: Any) -> None:
    """Each lane's trace is replayed through `apply`: end, score, owners and shares agree."""
    game = game_of(setting)
    kernel = kernel_of(game)
    states = playable(setting)
    done = kernels.playouts(kernel, states, LANES, np.random.default_rng(1), trace=True)
    for lane in range(len(done.trace)):
        replay(game, states[lane // LANES], done, lane)


@every_setting
def test_the_same_generator_gives_the_same_playouts(setting: Any) -> None:
    game = game_of(setting)
    # Near the end of a game every playout may come to the same.
    kernel = kernel_of(game)
    state = asked(game, random_game(setting, SEED)[0])[0]
    results = [
        kernels.playouts(kernel, [state], 16, np.random.default_rng(seed)).owner
        for seed in (7, 7, 8)
    ]
    np.testing.assert_array_equal(results[0], results[1])
    assert (results[0] != results[2]).any()
