"""Nets to be taught: ones that have learnt nothing, and larger ones in the place of others."""

from __future__ import annotations

from dataclasses import replace

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


def can_grow(old: Shape, shape: Shape) -> bool:
    """Whether a net may grow from one shape to another: both take and give the same, there is no
    layer and no channel less, and each layer that is told of the whole board still is."""
    if replace(old, channels=shape.channels, depth=shape.depth, pooling=shape.pooling) != shape:
        return False
    same_pools = all(shape.pools(number) for number in range(old.depth + 1) if old.pools(number))
    return same_pools and shape.channels >= old.channels and shape.depth >= old.depth


def grown(net: Net, shape: Shape, rng: Rng) -> Net:
    """A net of a larger shape that says the same (Net2Net: Chen et al. 2016), to be taught more.
    New channels begin as in `fresh`; nothing that was there looks at them yet, and layers that are
    newly told of the whole board make nothing of it yet. ValueError where it cannot grow so:
    see `can_grow`."""
    old = net.shape
    if not can_grow(old, shape):
        raise ValueError("a net does not grow smaller")
    larger = fresh(shape, rng)
    weights = dict(larger.weights)
    for name, array in net.weights.items():
        if name.endswith("kernel"):
            weights[name] = _kernel_within(larger.weights[name], array)
        elif name.endswith("pool"):
            weights[name] = _pool_within(weights[name], array)
        elif array.shape != weights[name].shape:
            weights[name] = np.zeros_like(weights[name])
            weights[name][tuple(slice(length) for length in array.shape)] = array
        else:
            weights[name] = array.copy()
    # A layer more leaves the channels that were there as they are: it adds nothing to them.
    for number in range(old.depth + 1, shape.depth + 1):
        weights[f"{number}.kernel"][:, :, : old.channels] = 0
    return Net(larger.shape, weights)


def on_its_own(net: Net) -> Net:
    """The net as one that needs no playouts beside its values, and no hand-made knowledge beside
    its policy, which it then has to learn itself. So it answers sooner."""
    none, yes = np.zeros(1, np.float32), np.ones(1, np.float32)
    return Net(net.shape, {**net.weights, HANDMADE_FACTOR: none, ALONE: yes})


def _kernel_within(kernel: Floats, old: Floats) -> Floats:
    """A fresh kernel (k, k * in, out) with an old one, of fewer channels, in its place."""
    wide, row, out = kernel.shape
    inside = kernel.reshape(wide, wide, row // wide, out).copy()
    before = old.reshape(wide, wide, old.shape[1] // wide, old.shape[2])
    inside[:, :, :, : old.shape[2]] = 0
    inside[:, :, : before.shape[2], : old.shape[2]] = before
    return np.ascontiguousarray(inside.reshape(kernel.shape))


def _pool_within(pool: Floats, old: Floats) -> Floats:
    """What a layer is told of the whole board, with that of a net of fewer channels in its place;
    means and greatest values lie one after the other."""
    inside = np.zeros_like(pool).reshape(2, -1, pool.shape[1])
    before = old.reshape(2, -1, old.shape[1])
    inside[:, : before.shape[1], : before.shape[2]] = before
    return inside.reshape(pool.shape)
