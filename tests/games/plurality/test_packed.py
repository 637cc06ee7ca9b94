"""Packed positions against the readable rules."""

import numpy as np
import pytest

from termgames import games
from termgames.core.evaluation import Reward
from termgames.core.game import OVER
from termgames.core.options import Value
from termgames.games.plurality import packed as packed_module
from termgames.games.plurality.packed import PackedPlurality
from termgames.games.plurality.rules import PASS, NameKomi, PickSide, Plurality
from tests import kernels

BOARDS: list[dict[str, Value]] = [
    {"size": 5},
    {"size": 7, "ties": "parity"},
    {"size": 9, "pie": True},
    {"hex": 3},
    {"hex": 4, "ties": "parity"},
]


def made(options: dict[str, Value]) -> tuple[Plurality, PackedPlurality]:
    game = games.create("plurality", options)
    assert isinstance(game, Plurality)
    return game, PackedPlurality(game)


@pytest.mark.parametrize("options", BOARDS, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_replay(options: dict[str, Value], seed: int) -> None:
    """Random games: the same legal moves, positions, seats, scores and ends."""
    game, packed = made(options)
    rng = np.random.default_rng(seed)
    state = game.start()
    if options.get("pie"):
        state = game.apply(state, NameKomi(3))
        state = game.apply(state, PickSide(seed % 2))
    row = packed.pack([state])
    while True:
        assert packed.to_act(row)[0] == game.to_act(state)
        actions = packed.legal(row[0])
        moves = [packed.move(row[0], int(action)) for action in actions]
        assert set(moves) == set(game.legal_moves(state))
        assert len(moves) == len(set(moves))
        np.testing.assert_allclose(packed.standing(row)[0], game.score(state).totals)
        if game.to_act(state) == OVER:
            break
        chosen = int(rng.integers(len(moves)))
        if rng.random() < 0.1:
            chosen = moves.index(PASS)
        state = game.apply(state, moves[chosen])
        row = packed.advance(row, actions[chosen : chosen + 1])
        assert packed.same(row[0], packed.pack([state])[0])
    reward, share = packed.final(row, Reward(0.3, 5))
    np.testing.assert_array_equal(share[0], game.utilities(state))
    assert reward.sum() == pytest.approx(1)


def test_evaluation_is_by_seat() -> None:
    """Whoever took White under --pie gets White's value."""
    game, packed = made({"size": 7, "pie": True})
    named = game.apply(game.start(), NameKomi(40))
    states = [game.apply(named, PickSide(colour)) for colour in (0, 1)]
    for state, white in zip(states, (0, 1), strict=True):
        rows = packed.pack([state])
        result = packed.evaluate(rows, 64, np.random.default_rng(1), Reward())
        assert result.share[0, white] > 0.9
        assert result.owner.shape == (49, 2)
        assert result.owner.max() <= 64


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


def test_offers_have_no_row() -> None:
    game, packed = made({"size": 7, "pie": True})
    with pytest.raises(ValueError, match="book"):
        packed.pack([game.start()])


@pytest.mark.parametrize("options", [{"size": 7}, {"size": 13}, {"size": 19}, {"hex": 7}])
def test_the_book_names_a_komi_and_picks_the_better_side(options: dict[str, int]) -> None:
    game, packed = made({**options, "pie": True})
    offer = packed.preset_answer(game.start())
    assert isinstance(offer, NameKomi)
    assert 0 <= offer.points <= 20
    for points, colour in ((-5, 0), (25, 1)):
        named = game.apply(game.start(), NameKomi(points))
        assert packed.preset_answer(named) == PickSide(colour)
    assert packed.preset_answer(game.apply(named, PickSide(0))) is None


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
