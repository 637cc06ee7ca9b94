"""Packed positions against the readable rules."""

from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.evaluation import Reward
from termgames.core.two_player import BLACK, PASS, WHITE
from termgames.games.pletore.packed import PackedPletore
from termgames.games.pletore.rules import Pletore
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from tests import diagrams


def made(options: dict[str, Any]) -> tuple[Pletore, PackedPletore]:
    game = games.create("pletore", options)
    assert isinstance(game, Pletore)
    return game, PackedPletore(game)


def test_amaf_sums_what_was_played() -> None:
    game, packed = made({"size": 5})
    rows = packed.pack([game.start(), game.apply(game.start(), game.parse(game.start(), "c3"))])
    reward = Reward(0.2, 10)
    result = packed.evaluate(rows, 48, np.random.default_rng(1), reward)
    done = packed.kernel.run(
        rows["stones"].copy(),
        rows["turn"],
        rows["komi"],
        rows["button"],
        rows["passes"],
        48,
        np.random.default_rng(1),
    )
    gained = reward.of(done.utility, done.score)
    features_per_colour = packed.kernel.features_per_colour
    for position in (0, 1):
        lanes = slice(48 * position, 48 * position + 48)
        played = done.played[lanes]
        np.testing.assert_allclose(result.amaf_count[position], played.sum(axis=0))
        for colour in (BLACK, WHITE):
            mine = slice(colour * features_per_colour, (colour + 1) * features_per_colour)
            expected = gained[lanes, colour] @ played[:, mine]
            np.testing.assert_allclose(
                result.amaf_reward[position, mine], expected, rtol=1e-4, atol=1e-4
            )
    mean, weight = packed.amaf(rows[0], result.amaf_count[0], result.amaf_reward[0])
    assert mean.shape == weight.shape == (27,)
    assert ((mean > 0) & (mean < 1)).all()
    black, white = (packed.amaf_features(row, packed.legal(row))[:, 0] for row in rows)
    assert not set(black) & set(white)


def test_priors_speak_of_what_is_plain() -> None:
    game, packed = made({"size": 5, "komi": 5})
    rows = "..b.. ..... b.w.. ..... ....."
    row = packed.pack([diagrams.position(game, rows)])[0]
    actions = packed.legal(row)
    prior = dict(zip(actions.tolist(), packed.prior(row, actions).tolist(), strict=True))
    assert prior[12] > 0  # white's c3 can be replaced
    assert prior[packed.button] < 0
    assert prior[20] < 0  # a5 counts for Black already
    assert prior[0] == 0


def test_the_button_waits_for_better_moves() -> None:
    game, packed = made({"size": 5, "komi": 5})
    settled = packed.pack(
        [
            diagrams.position(game, "bbbbb bw..b bbbbb bbbbb bbbbb", to_move=side)
            for side in ("white", "black")
        ]
    )
    assert packed.passes(settled[0]).tolist() == [packed.button]
    assert packed.passes(settled[1]).tolist() == []  # b4 can be replaced
    start = packed.pack([game.start()])[0]
    assert packed.passes(start).tolist() == []
    assert packed.prior(start, packed.legal(start)).argmin() == 25


@pytest.mark.parametrize("seed", range(3))
def test_who_has_lost_passes_instead_of_filling_his_own_points(seed: int) -> None:
    """Black is half a point behind and has passed points to fill; White has passed."""
    game, packed = made({"size": 5, "komi": 1})
    board = "b.... bbbb. wwwwb w.wwb ww..b"
    state = diagrams.position(game, board, button="white", passes="1")
    assert game.score(state).winners == (1,)
    assert len(game.legal_moves(state)) == 6
    thought = Mcts(packed, seed=seed).think(state, Limit(playouts=600))
    assert thought.move == PASS


def test_who_may_still_gain_does_not_pass() -> None:
    """He will lose all the same: White's stone between two of Black's can be replaced."""
    game, packed = made({"size": 5, "komi": 1})
    board = "bwb.. bbbb. wwwwb w.wwb ww..b"
    state = diagrams.position(game, board, button="white", passes="1")
    assert PASS in game.legal_moves(state)
    assert game.score(state).winners == (1,)
    thought = Mcts(packed, seed=1).think(state, Limit(playouts=600))
    assert game.format(thought.move) == "b5x"
