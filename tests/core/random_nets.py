"""Nets with an opinion, which have learnt it nowhere."""

import numpy as np

from termgames.core.nets import Net, Shape
from termgames.workbench.train.new_nets import fresh


def random_net(shape: Shape, seed: int = 0) -> Net:
    """A fresh net, which is indifferent, with all its weights moved a little."""
    rng = np.random.default_rng(seed)
    weights = {
        name: array + rng.normal(0, 0.1, array.shape).astype(np.float32)
        for name, array in fresh(shape, rng).weights.items()
    }
    return Net(shape, weights)
