"""Gradients are those of the loss; fitting learns; turned boards teach the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from termgames.core import nets
from termgames.core.net_game import NetGame, net_shape
from termgames.core.nets import Net, Shape
from termgames.workbench.train import fit as fitting
from termgames.workbench.train import new_nets
from termgames.workbench.train.fit import TrainingData, fit, gradients, measure, with_doubt
from tests.workbench.train.training_data import GAMES, centred


def shape_for(game: object, channels: int = 8, pooling: int = 0) -> Shape:
    assert isinstance(game, NetGame)
    planes, per_cell, off_board, owners = net_shape(game)
    return Shape(planes, per_cell, off_board, channels, 2, owners, pooling)


@pytest.mark.parametrize("name", ["pletore", "hexagons"])
@pytest.mark.parametrize("pooling", [0, 1, 2])
def test_gradients_are_differences_of_the_loss(name: str, pooling: int) -> None:
    game, samples = centred(name, 12)
    data, rng = TrainingData(game, samples), np.random.default_rng(0)
    net = new_nets.fresh(shape_for(game, pooling=pooling), rng)
    weights = {
        part: array + rng.normal(0, 0.05, array.shape).astype(np.float32)
        for part, array in net.weights.items()
    }
    batch, board = data.batch(np.arange(12), 1), data.topology

    def loss(part: str, at: tuple[int, ...], by: float) -> float:
        moved = weights[part].copy()
        moved[at] += np.float32(by)
        _, found = gradients(Net(net.shape, {**weights, part: moved}), batch, board)
        return found.policy + fitting.OWNER * found.owner

    found, _ = gradients(Net(net.shape, weights), batch, board)
    for part, by in found.items():
        at = tuple(int(x) for x in np.unravel_index(int(np.abs(by).argmax()), by.shape))
        slope = (loss(part, at, 0.004) - loss(part, at, -0.004)) / 0.008
        assert by[at] == pytest.approx(slope, rel=0.05, abs=5e-4), part


def test_gradients_through_a_summary_are_differences() -> None:
    """Of boards with the greatest values anywhere, the first and the last cell among them."""
    rng = np.random.default_rng(8)
    boards, by_summary = rng.normal(0, 1, (5, 4, 3)), rng.normal(0, 1, (5, 6))
    assert set(boards.argmax(axis=1).ravel()) == {0, 1, 2, 3}
    found = fitting._through_summary(boards, by_summary)  # type: ignore[arg-type]
    for at in np.ndindex(boards.shape):
        moved = [boards.copy(), boards.copy()]
        for one, by in zip(moved, (1e-4, -1e-4), strict=True):
            one[at] += by
        more, less = ((nets.summary(one) * by_summary).sum() for one in moved)  # type: ignore[arg-type]
        assert found[at] == pytest.approx((more - less) / 2e-4, abs=1e-6)


def test_steps_are_computed_in_double_precision() -> None:
    """So the same command makes the same net again, also one of an older version."""
    rng = np.random.default_rng(9)
    before, slope = (rng.normal(0, 1, 4000).astype(np.float32) for _ in range(2))
    weights = {"bias": before.copy()}
    fitting._Adam(weights).descend({"bias": slope}, 0.00123)
    mean, square = (1 - fitting._MEAN) * slope, (1 - fitting._SQUARE) * slope * slope
    direction = mean / (1 - fitting._MEAN)
    direction /= np.sqrt(square / (1 - fitting._SQUARE)) + 1e-8
    assert direction.dtype == np.float32
    step = (0.00123 * direction.astype(np.float64)).astype(np.float32)
    assert (weights["bias"] == before - step).all()


@pytest.mark.long
@pytest.mark.parametrize("name", ["pletore", "majorities"])
def test_a_net_learns_what_it_is_shown(name: str) -> None:
    game, samples = centred(name, 100)
    data, rng = TrainingData(game, samples), np.random.default_rng(1)
    before = new_nets.fresh(shape_for(game), rng)
    after = fit(before, [data], 60, rng)
    _, unseen = centred(name, 40, seed=1)
    first, last = (measure(net, [TrainingData(game, unseen)]) for net in (before, after))
    assert last.policy - last.floor < 0.6 * (first.policy - first.floor)
    assert last.owner < first.owner - 0.05


@pytest.mark.parametrize("name", GAMES)
def test_turning_a_board_turns_what_it_teaches(name: str) -> None:
    game, samples = centred(name, 6)
    data = TrainingData(game, samples)
    straight = data.batch(np.arange(6))
    assert straight.target.sum(axis=1) == pytest.approx(np.ones(6))
    assert (straight.target[~straight.legal] == 0).all()
    for way in range(1, len(data.ways)):
        turned = data.batch(np.arange(6), way)
        cells = data.ways[way]
        assert (turned.planes[:, cells] == straight.planes).all()
        assert (turned.owner[:, cells] == straight.owner).all()
        # The teacher's taste is the same from all sides.
        np.testing.assert_allclose(
            np.sort(turned.target, axis=1), np.sort(straight.target, axis=1), atol=1e-6
        )
        action_index = data.action_index[way]
        back = turned.target[:, action_index]
        np.testing.assert_allclose(back, straight.target[:, data.action_index[0]], atol=1e-6)
        assert (turned.legal[:, action_index] == straight.legal[:, data.action_index[0]]).all()


@pytest.mark.parametrize("threads", [1, 3])
def test_the_same_seed_gives_the_same_net(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game, samples = centred("pletore", 40)
    monkeypatch.setattr(fitting, "_TOGETHER", 8 * samples.owner.shape[1])  # five parts a step

    def made(threads: int) -> Net:
        rng = np.random.default_rng(5)
        net, data = new_nets.fresh(shape_for(game), rng), [TrainingData(game, samples)]
        return fit(net, data, 10, rng, threads=threads)

    one, other = made(1), made(threads)
    assert all((one.weights[part] == other.weights[part]).all() for part in one.weights)


@pytest.mark.long
def test_boards_of_several_sizes_are_learnt_together() -> None:
    """Each sample is drawn as often as any other, and all boards teach."""
    parts = [centred("pletore", count, seed=count) for count in (128, 384)]
    data, rng = [TrainingData(*part) for part in parts], np.random.default_rng(2)
    draws = fitting.RandomBatches(data, rng)
    seen = [len(draws.next()[0].owner) for _ in range(4)]
    assert seen == [128] * 4
    assert draws._left == []
    before = new_nets.fresh(shape_for(parts[0][0]), rng)
    after = fit(before, data, 30, rng)
    for one in data:
        assert measure(after, [one]).policy < measure(before, [one]).policy


def test_doubt_is_how_far_leads_were_from_what_was_expected() -> None:
    game, samples = centred("pletore", 60)
    rng = np.random.default_rng(3)
    net = new_nets.fresh(shape_for(game), rng)
    assert not net.predicts_values
    owner = rng.choice(np.array([0, 1], np.float32), samples.owner.shape)
    knowing = with_doubt(net, [TrainingData(game, replace(samples, owner=owner))])
    assert knowing.predicts_values
    # Nothing is known of 25 cells, each of which is one side's in the end: 1/4 of variance each.
    unknown = np.full((1, game.cells, 1), 0.5, np.float32)
    assert knowing.covariance(unknown)[0, 0] == pytest.approx(game.cells / 4, rel=0.4)


def test_what_a_judge_leaves_open_is_doubt_too() -> None:
    game, samples = centred("pletore", 60)
    net = new_nets.fresh(shape_for(game), np.random.default_rng(3))
    half = replace(samples, owner=np.full_like(samples.owner, 0.5))
    # The net expects just what the judge does: half of each cell.
    assert with_doubt(net, [TrainingData(game, half)]).weights[nets.DOUBT].max() <= 1
    unsure = replace(half, variance=np.full(len(half), 100, np.float32))
    doubt = with_doubt(net, [TrainingData(game, unsure)]).weights[nets.DOUBT]
    assert doubt[0] + doubt[1] * game.cells == pytest.approx(100, rel=0.01)


def test_open_cells_never_make_a_lead_more_certain() -> None:
    open_cells = np.arange(40.0)
    assert fitting.uncertainty(open_cells, 5 + 2 * open_cells) == pytest.approx([5, 2])
    # In some games ends are surprises, however little is open: then it says nothing.
    still, each = fitting.uncertainty(open_cells, 300 - 2 * open_cells)
    assert each == 0
    assert still == pytest.approx((300 - 2 * open_cells).mean())
    assert fitting.uncertainty(np.zeros(4), np.full(4, 0.5)).tolist() == [1, 0]


@pytest.mark.parametrize("seed", range(5))
def test_few_surprises_on_open_boards_do_not_make_all_results_unsure(seed: int) -> None:
    rng = np.random.default_rng(seed)
    open_cells = rng.uniform(0, 150, 5000)
    missed = rng.normal(0, np.sqrt(2 + 10 * open_cells))
    still, each = fitting.uncertainty(open_cells, missed**2)
    assert still < 12
    assert each == pytest.approx(10, rel=0.1)


def test_a_net_without_hand_made_knowledge_remains_without() -> None:
    game, samples = centred("go", 6)
    data = TrainingData(game, samples)
    net = new_nets.on_its_own(new_nets.fresh(shape_for(game, 4), np.random.default_rng(1)))
    fitted = fit(net, [data], 3, np.random.default_rng(1))
    assert fitted.weights[nets.HANDMADE_FACTOR] == 0
    assert fitted.alone
    assert (fitted.weights["0.kernel"] != net.weights["0.kernel"]).any()


def test_a_batch_has_the_gradient_of_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    game, samples = centred("go", 6)
    data = TrainingData(game, samples)
    batch = data.batch(np.arange(5))
    net = new_nets.fresh(shape_for(game, 4), np.random.default_rng(1))
    whole, loss = gradients(net, batch, data.topology)
    monkeypatch.setattr(fitting, "_TOGETHER", 2 * data.topology.cells)
    parts, same = gradients(net, batch, data.topology)
    assert whole.keys() == parts.keys()
    for name, slope in whole.items():
        np.testing.assert_allclose(parts[name], slope, rtol=1e-3, atol=1e-6)
    assert (loss.policy, loss.owner) == pytest.approx((same.policy, same.owner), rel=1e-5)
