"""What every kernel promises: shapes, seats, and play by the rules."""

from typing import Any

import numpy as np
import pytest

from termgames.core.game import NEUTRAL, NOBODY
from tests import kernels
from tests.contract.support import (
    GAMES,
    SETTINGS,
    asked,
    every_game,
    every_setting,
    game_of,
    kernel_of,
    label,
    random_game,
    replay,
    sample,
    setting_of,
    small,
)

SEED, LANES = 4, 2


# Words change at 16 and 64 cells a side, tables at 14; the mirror rule is for even sizes. On large
# and open boards of Pletore openings are thrown.
BOARDS = """
majorities size=2
majorities size=3
majorities size=5
majorities size=5 play-out
majorities size=7
majorities size=13
majorities cube=3
majorities cube=7 play-out
majorities size=3 no-voids
majorities size=5 no-voids play-out
majorities size=3 capture
majorities size=5 capture play-out
majorities size=6 no-voids capture
mitropia map=13x13 players=4 no-cards
mitropia map=9x9 players=3 pro
mitropia map=9x9 players=2 no-dice no-cards range=none scoring=area
mitropia map=9x9 players=3 dead-stones=agree
pletore size=3 komi=3
pletore size=3 komi=4
pletore size=4 komi=4
pletore size=4 komi=5
pletore size=5 komi=5
pletore size=8 komi=9
pletore size=14 komi=14
pletore size=15 komi=15
pletore size=16 komi=17
pletore size=16 komi=16
pletore size=19 komi=19
pletore size=25 komi=26
plurality size=5
plurality size=6 komi=1
plurality size=13 ties=parity
plurality size=17
plurality size=25
plurality hex=3 komi=0
plurality hex=5 ties=parity
plurality hex=10
tricolor size=9
tricolor size=7 order=thue-morse
tricolor hex=4
tricolor map=ring
"""
LARGER = [setting_of(line) for line in BOARDS.strip().splitlines() if line.split()[0] in GAMES]


def playable(setting: Any) -> list[Any]:
    """Positions of a random game from which stones can be placed, one in which each kind of
    question is asked, and its end."""
    game = game_of(setting)
    states = sample(setting, SEED, 7)
    kinds = {type(getattr(s, "question", None)): s for s in random_game(setting, SEED)[0]}
    return [*asked(game, states[:-1]), *list(kinds.values())[1:], states[-1]]


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


@pytest.mark.parametrize("setting", dict.fromkeys([*SETTINGS, *LARGER]), ids=label)
def test_playouts_are_games_by_the_rules(setting: Any) -> None:
    """Each lane's trace is replayed through `apply`: end, score, owners, features, shares agree."""
    game = game_of(setting)
    kernel = kernel_of(game)
    states, large = playable(setting), game.topology.cells > 150
    states, lanes = (states[::4], 1) if large else (states, LANES)
    done = kernels.playouts(kernel, states, lanes, np.random.default_rng(1), trace=True)
    whole = [replay(game, states[lane // lanes], done, lane) for lane in range(len(done.trace))]
    assert sum(whole) > len(whole) / 2


@every_game
@pytest.mark.parametrize("lanes", [1, 64, 65])
def test_any_number_of_lanes(game_id: str, lanes: int) -> None:
    """The lanes of a position stand together, whatever words and chunks they were played in."""
    setting = small(game_id)
    game = game_of(setting)
    states = [playable(setting)[0], playable(setting)[-1], playable(setting)[1]]
    kernel = kernel_of(game)
    done = kernels.playouts(kernel, states, lanes, np.random.default_rng(3), trace=True)
    assert len(done.plies) == len(done.utility) == len(done.played) == 3 * lanes
    for lane in (0, lanes - 1, lanes, 2 * lanes - 1, 2 * lanes, 3 * lanes - 1):
        replay(game, states[lane // lanes], done, lane)


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
