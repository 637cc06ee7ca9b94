"""KataGo's net of model version 8, computed by torch on the processor."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from tests.benchmarks.katago_net.answers import Outputs
from tests.benchmarks.katago_net.features import Floats
from tests.benchmarks.katago_net.weights import Block, Norm, Weights

_CELLS = 6000
"""Cells of the positions that are computed at once: what they need then stays in the cache."""
_ASKED = "_is_amx_tile_supported", "_is_avx512_bf16_supported"


def in_halves() -> bool:
    """Whether the processor multiplies numbers of 16 bits faster than those of 32."""
    # Torch tells so by functions that other versions of it may not have.
    asked = (getattr(torch.cpu, name, None) for name in _ASKED)
    return any(ask() for ask in asked if ask is not None)


class Net:
    """The net: its large convolutions in the given type of numbers, all else in 32 bits."""

    def __init__(self, weights: Weights, trunk: torch.dtype) -> None:
        self._type = trunk
        self._spatial = self._convolution(weights.spatial)
        self._globals = torch.tensor(weights.globals)
        self._blocks = [_Block(block, trunk) for block in weights.blocks]
        self._tip = _norm(weights.tip)
        policy, value = weights.policy, weights.value
        plain = [policy.plain, policy.pooled, value.plain]
        self._split = list(map(len, plain))
        self._heads = torch.tensor(np.concatenate(plain)).to(memory_format=torch.channels_last)
        self._pooled_norm, self._policy_norm = _norm(policy.pooled_norm), _norm(policy.norm)
        self._bias, self._pass = torch.tensor(policy.bias), torch.tensor(policy.passing)
        self._policy_out = torch.tensor(policy.out)
        self._value_norm = _norm(value.norm)
        self._hidden, self._hidden_bias = map(torch.tensor, (value.hidden, value.hidden_bias))
        self._ends = torch.tensor(np.concatenate([value.outcome, value.score], axis=1))
        self._ends_bias = torch.tensor(np.concatenate([value.outcome_bias, value.score_bias]))
        self._ownership = torch.tensor(value.ownership)

    def _convolution(self, weights: Floats) -> Tensor:
        return torch.tensor(weights, dtype=self._type).to(memory_format=torch.channels_last)

    def __call__(self, planes: Floats, numbers: Floats) -> Outputs:
        """What the net says of the features of positions: (n, PLANES, size, size) and
        (n, GLOBALS)."""
        once = max(1, _CELLS // planes.shape[-1] ** 2)
        some = [slice(at, at + once) for at in range(0, len(planes), once)]
        inputs = [
            (torch.from_numpy(planes[part]), torch.from_numpy(numbers[part])) for part in some
        ]
        parts = [self._said(*each) for each in inputs]
        return Outputs(*(np.concatenate(part) for part in zip(*parts, strict=True)))

    @torch.inference_mode()
    def _said(self, planes: Tensor, numbers: Tensor) -> tuple[Floats, Floats, Floats, Floats]:
        """The fields of `Outputs`, for few positions."""
        inputs = planes.to(self._type, memory_format=torch.channels_last)
        x = functional.conv2d(inputs, self._spatial, padding="same").float()
        x += (numbers @ self._globals)[:, :, None, None]
        for block in self._blocks:
            x = block(x)
        tip = _normed(x, self._tip)
        policy, pooled, value = functional.conv2d(tip, self._heads).split(self._split, 1)

        summary = _pooled(_normed(pooled, self._pooled_norm))
        policy = policy + (summary @ self._bias)[:, :, None, None]
        moves = functional.conv2d(_normed(policy, self._policy_norm), self._policy_out)

        value = _normed(value, self._value_norm)
        hidden = torch.relu(_pooled_for_value(value) @ self._hidden + self._hidden_bias)
        ends = hidden @ self._ends + self._ends_bias
        owners = functional.conv2d(value, self._ownership)
        return (
            torch.cat([moves.flatten(1), summary @ self._pass], 1).numpy(),
            ends[:, :3].numpy(),
            ends[:, 3:].numpy(),
            owners.flatten(1).numpy(),
        )


class _Block:
    """A residual block. What norms the result of its first convolution is part of its weights; what
    it adds to, and changes in place, is in 32 bits."""

    def __init__(self, block: Block, trunk: torch.dtype) -> None:
        def convolution(weights: Floats) -> Tensor:
            return torch.tensor(weights, dtype=trunk).to(memory_format=torch.channels_last)

        self._type = trunk
        self._before = _norm(block.before)
        self._first = convolution(block.first * block.between.scale[:, None, None, None])
        self._shift = torch.tensor(block.between.shift, dtype=trunk)
        self._last = convolution(block.last)
        self._pooling: tuple[Tensor, tuple[Tensor, Tensor], Tensor] | None = None
        if block.pooling is not None:
            beside, norm, matrix = block.pooling
            matrix = matrix * block.between.scale
            self._pooling = convolution(beside), _norm(norm), torch.tensor(matrix)

    def __call__(self, x: Tensor) -> Tensor:
        start = _normed(x, self._before).to(self._type)
        inner = functional.conv2d(start, self._first, self._shift, padding="same")
        if self._pooling is not None:
            beside, norm, matrix = self._pooling
            found = functional.conv2d(start, beside, padding="same").float()
            inner += (_pooled(_normed(found, norm)) @ matrix)[:, :, None, None].to(inner.dtype)
        return x.add_(functional.conv2d(inner.relu_(), self._last, padding="same"))


def _norm(norm: Norm) -> tuple[Tensor, Tensor]:
    """What multiplies channels and what is added to them: (channels, 1, 1) each."""
    scale, shift = (torch.tensor(part) for part in (norm.scale, norm.shift))
    return scale[:, None, None], shift[:, None, None]


def _normed(x: Tensor, norm: tuple[Tensor, Tensor]) -> Tensor:
    """A norm, then ReLU."""
    scale, shift = norm
    return torch.addcmul(shift, x, scale).relu_()


def _pooled(x: Tensor) -> Tensor:
    """The means of channels, the same by the board's size, and their maxima: (n, 3 * channels)."""
    mean = x.mean((2, 3))
    return torch.cat([mean, mean * ((x.shape[-1] - 14) * 0.1), x.amax((2, 3))], 1)


def _pooled_for_value(x: Tensor) -> Tensor:
    """The means of channels, the same by the board's size and by its square: (n, 3 * channels)."""
    mean, size = x.mean((2, 3)), x.shape[-1] - 14
    return torch.cat([mean, mean * (size * 0.1), mean * (size**2 * 0.01 - 0.1)], 1)
