"""What is compiled is the net; fitting learns; turned boards teach the same."""

from dataclasses import replace

import numpy as np
import pytest

from termgames.core.net_game import NetGame, net_shape
from termgames.core.nets import Net, Shape
from termgames.workbench.train.fit import Model, TrainingData, fit, measure, with_doubt
from termgames.workbench.train.plan import fresh as fresh_net
from tests.workbench.train.training_data import GAMES, centred


def shape_for(game: object, channels: int = 8, pooling: int = 0) -> Shape:
    assert isinstance(game, NetGame)
    planes, per_cell, off_board, owners = net_shape(game)
    return Shape(planes, per_cell, off_board, channels, 2, owners, pooling)


@pytest.mark.parametrize(("name", "pooling"), [("pletore", 0), ("hexagons", 2)])
def test_what_is_compiled_answers_as_the_net_does(name: str, pooling: int) -> None:
    game, samples = centred(name, 12)
    data, rng = TrainingData(game, samples), np.random.default_rng(0)
    net = fresh_net(shape_for(game, pooling=pooling), rng)
    weights = {
        part: array + rng.normal(0, 0.05, array.shape).astype(np.float32)
        for part, array in net.weights.items()
    }
    batch = data.batch(np.arange(12), 1)
    logits, owner = Model(net.shape, data.topology)._outputs(weights, batch.planes)
    answer = Net(net.shape, weights)(batch.planes, data.topology)
    np.testing.assert_allclose(logits, answer.logits, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(owner, answer.owner, rtol=1e-4, atol=1e-5)


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


def test_a_fit_learns_and_the_same_seed_gives_the_same_net() -> None:
    game, samples = centred("pletore", 40)
    data = [TrainingData(game, samples)]

    def made(steps: int) -> Net:
        rng = np.random.default_rng(5)
        return fit(fresh_net(shape_for(game), rng), data, steps, rng)

    one, other = made(60), made(60)
    assert all((one.weights[part] == other.weights[part]).all() for part in one.weights)
    before, after = measure(made(1), data), measure(one, data)
    assert before.policy - before.floor > 2 * (after.policy - after.floor)
    assert before.owner > after.owner


def test_doubt_is_how_far_leads_were_from_what_was_expected() -> None:
    game, samples = centred("pletore", 60)
    rng = np.random.default_rng(3)
    net = fresh_net(shape_for(game), rng)
    assert not net.predicts_values
    owner = rng.choice(np.array([0, 1], np.float32), samples.owner.shape)
    knowing = with_doubt(net, [TrainingData(game, replace(samples, owner=owner))])
    assert knowing.predicts_values
    # Nothing is known of 25 cells, each of which is one side's in the end: 1/4 of variance each.
    unknown = np.full((1, game.cells, 1), 0.5, np.float32)
    assert knowing.covariance(unknown)[0, 0] == pytest.approx(game.cells / 4, rel=0.4)
