"""Nets to be taught."""

from __future__ import annotations

import numpy as np

from termgames.core.arrays import Floats, Rng
from termgames.core.nets import ALONE, HANDMADE_FACTOR, Net, Shape


def fresh(shape: Shape, rng: Rng) -> Net:
    """A net that has learnt nothing: it adds nothing to the game's hand-made knowledge. Kernels
    are drawn with a deviation that keeps the variance of what goes through (He et al. 2015)."""
    weights: dict[str, Floats] = {}
    for name, size in shape.parameters.items():
        array = np.zeros(size, np.float32)
        if name.endswith("kernel"):
            deviation = np.sqrt(2 / np.prod(size[:-1]))
            # A convolution that adds to what is there begins by adding little.
            scale = deviation if name == "0.kernel" else deviation / 2
            array = rng.standard_normal(size, np.float32) * np.float32(scale)
        weights[name] = array
    weights[HANDMADE_FACTOR] = np.ones(1, np.float32)
    return Net(shape, weights)


def on_its_own(net: Net) -> Net:
    """The net as one that needs no playouts beside its values, and no hand-made knowledge beside
    its policy, which it then has to learn itself. So it answers sooner."""
    none, yes = np.zeros(1, np.float32), np.ones(1, np.float32)
    return Net(net.shape, {**net.weights, HANDMADE_FACTOR: none, ALONE: yes})
