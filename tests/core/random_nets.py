"""Nets with an opinion, which have learnt it nowhere."""

import numpy as np

from termgames.core.nets import ALONE, HANDMADE_FACTOR, Net, Shape
from termgames.workbench.train.plan import fresh


def random_net(shape: Shape, seed: int = 0) -> Net:
    """A fresh net, which is indifferent, with all its weights moved a little."""
    rng = np.random.default_rng(seed)
    weights = {
        name: array + rng.normal(0, 0.1, array.shape).astype(np.float32)
        for name, array in fresh(shape, rng).weights.items()
    }
    return Net(shape, weights)


def on_its_own(net: Net) -> Net:
    """The net as one that needs no playouts beside its values, nor knowledge beside its policy."""
    none, yes = np.zeros(1, np.float32), np.ones(1, np.float32)
    return Net(net.shape, {**net.weights, HANDMADE_FACTOR: none, ALONE: yes})
