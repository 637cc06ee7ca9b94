"""PyTorch's fit of a net against the one that comes with the program: both grade and descend
alike. Needs torch, which nothing else here does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch: Any = pytest.importorskip("torch")

from termgames.core.nets import HANDMADE_FACTOR, Net, Shape  # noqa: E402 (only with torch)
from termgames.workbench.train import fit  # noqa: E402
from tests.benchmarks import torch_fit  # noqa: E402
from tests.core.random_nets import random_net  # noqa: E402
from tests.workbench.train.training_data import centred  # noqa: E402

SHAPE = Shape(14, 1, 1, channels=8, depth=3, pooling=2)


@pytest.fixture
def data() -> fit.TrainingData:
    return fit.TrainingData(*centred("go", 40))


def test_a_net_comes_back_as_it_went() -> None:
    net = random_net(SHAPE)
    back = torch_fit.TorchNet(net).net()
    assert back.shape == net.shape
    for name, array in net.weights.items():
        np.testing.assert_array_equal(back.weights[name], array, err_msg=name)


def test_both_find_the_same_loss_and_the_same_gradients(
    data: fit.TrainingData, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch, "autocast", lambda *_: torch.enable_grad())  # full precision
    net = random_net(SHAPE)
    batch = data.batch(np.arange(12), 1)
    slopes, loss = fit.gradients(net, batch, data.topology)
    other = torch_fit.TorchNet(net)
    policy, owner = torch_fit.graded(other, batch)
    assert policy.item() == pytest.approx(loss.policy, rel=1e-4)
    assert owner.item() == pytest.approx(loss.owner, rel=1e-4)
    (policy + fit.OWNER * owner).backward()
    for name, slope in slopes.items():
        found = other.weight(name).grad
        if name.endswith("kernel"):
            found = found.permute(2, 3, 1, 0)
        np.testing.assert_allclose(
            found.reshape(slope.shape).numpy(), slope, rtol=0.01, atol=1e-4, err_msg=name
        )


def test_both_learn_the_same(data: fit.TrainingData, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch, "autocast", lambda *_: torch.enable_grad())
    net = random_net(SHAPE)
    large = {name: array * 30 if "bias" in name else array for name, array in net.weights.items()}
    net = Net(SHAPE, large)  # biases do not decay
    ours = fit.fit(net, [data], 6, np.random.default_rng(3))
    theirs = torch_fit.fitted(net, [data], 6, np.random.default_rng(3))
    for name, array in ours.weights.items():
        np.testing.assert_allclose(theirs.weights[name], array, rtol=0, atol=5e-4, err_msg=name)
    loss = fit.measure(theirs, [data])
    assert loss.policy < fit.measure(net, [data]).policy
    assert loss.policy == pytest.approx(fit.measure(ours, [data]).policy, rel=1e-3)


def test_a_net_without_hand_made_knowledge_remains_without(data: fit.TrainingData) -> None:
    weights = {**random_net(SHAPE).weights, HANDMADE_FACTOR: np.zeros(1, np.float32)}
    learnt = torch_fit.fitted(Net(SHAPE, weights), [data], 3, np.random.default_rng(3))
    assert learnt.weights[HANDMADE_FACTOR] == 0
    assert (learnt.weights["2.pool"] != weights["2.pool"]).any()


def test_some_samples_are_from_all_over(data: fit.TrainingData) -> None:
    whole = data.samples
    part = torch_fit.some(data, 10).samples
    assert len(part) == 10
    for new, old in ((0, 0), (9, len(whole) - 1)):
        mine, his = (slice(*each.first[at : at + 2]) for each, at in ((part, new), (whole, old)))
        assert (part.actions[mine] == whole.actions[his]).all()
        assert (part.visits[mine] == whole.visits[his]).all()
        assert (part.owner[new] == whole.owner[old]).all()
