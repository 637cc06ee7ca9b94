"""Packed positions against the readable rules."""

import numpy as np
import pytest

from termgames import games
from termgames.core.evaluation import Reward
from termgames.core.options import Value
from termgames.games.plurality import packed as packed_module
from termgames.games.plurality.packed import PackedPlurality
from termgames.games.plurality.rules import Plurality
from tests import kernels


def made(options: dict[str, Value]) -> tuple[Plurality, PackedPlurality]:
    game = games.create("plurality", options)
    assert isinstance(game, Plurality)
    return game, PackedPlurality(game)


def test_amaf_counts_what_was_played() -> None:
    game, packed = made({"size": 6})
    rows = packed.pack([game.start()])
    result = packed.evaluate(rows, 64, np.random.default_rng(1), Reward())
    count, reward = result.amaf_count[0], result.amaf_reward[0]
    assert count.shape == (packed.features,)
    assert (reward >= -1e-3).all()
    assert (reward <= count + 1e-3).all()
    actions = packed.legal(rows[0])
    black = packed.amaf_features(rows[0], actions)
    turned = rows.copy()
    turned["turn"] = 1
    white = packed.amaf_features(turned[0], actions)
    placements = actions != packed.passing
    assert (black[~placements] == -1).all()
    # Every placement puts three stones down, for whichever colour.
    for amaf_features in (black[placements], white[placements]):
        moves = count[amaf_features[:, 0]].sum()
        stones = count[np.unique(amaf_features[:, 1:])].sum()
        assert stones == 3 * moves
    assert not set(black[placements].ravel()) & set(white[placements].ravel())
    mean, weight = packed.amaf(rows[0], count, reward)
    assert mean.shape == weight.shape == (packed.passing + 1,)
    assert (weight > 0).all()
    assert abs(mean[actions].mean() - result.reward[0, 0]) < 0.1


@pytest.mark.filterwarnings("error")
def test_the_largest_komi_decides_without_a_warning() -> None:
    game, form = made({"size": 5, "komi": 1e6})
    rows = form.pack([game.start()])
    result = form.evaluate(rows, 8, np.random.default_rng(1), Reward(0.5, 10.0))
    assert result.share.tolist() == [[0, 1]]
    lanes = kernels.playouts(
        kernels.KERNELS[game.id](game), [game.start()], 8, np.random.default_rng(1)
    )
    assert lanes.utility.tolist() == [[0, 1]] * 8


@pytest.mark.parametrize("lanes", [16, 64])
def test_shapes_that_cannot_occur_change_nothing(
    lanes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Evaluations are the same whether such shapes are looked for or left out."""
    game, packed = made({"size": 7})
    rng = np.random.default_rng(4)
    row = packed.pack([game.start()])
    for _ in range(3):
        row = packed.advance(row, rng.choice(packed.legal(row[0])[:-1], 1))
    rows = row.repeat(3)
    found = []
    for few in (0.0, 1.0):
        monkeypatch.setattr(packed_module, "_MOST", few)
        found.append(
            PackedPlurality(game).evaluate(rows, lanes, np.random.default_rng(1), Reward(0.5))
        )
    every, some = found
    assert some.amaf_count.any()
    np.testing.assert_array_equal(every.amaf_count, some.amaf_count)
    np.testing.assert_array_equal(every.amaf_reward, some.amaf_reward)
    np.testing.assert_array_equal(every.reward, some.reward)
