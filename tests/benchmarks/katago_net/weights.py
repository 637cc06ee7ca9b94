"""Weights of a net in KataGo's file format, model version 8."""

from __future__ import annotations

import gzip
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tests.benchmarks.katago_net.features import GLOBALS, PLANES, Floats

VERSION = 8
_BINARY = b"@BIN@"
_ENDING = ".bin.gz"


class ModelError(ValueError):
    """There is no such file, or it holds no net that this program knows."""


@dataclass(frozen=True)
class Norm:
    """What a batch norm does to channels, (channels,) each: multiply and add."""

    scale: Floats
    shift: Floats


@dataclass(frozen=True)
class Block:
    """A residual block: a norm, ReLU and a convolution, twice. Convolutions are (out, in, y, x).

    One that pools has a second convolution beside the first one; it is normed, goes through ReLU
    and is pooled, and what a matrix (in, out) makes of that is added to what the first one gave."""

    before: Norm
    first: Floats
    between: Norm
    last: Floats
    pooling: tuple[Floats, Norm, Floats] | None = None


@dataclass(frozen=True)
class PolicyHead:
    """What says how likely moves are."""

    plain: Floats
    pooled: Floats
    pooled_norm: Norm
    """Of what `pooled` gives, before it is pooled."""
    bias: Floats
    """What the pooled add to what `plain` gives."""
    norm: Norm
    out: Floats
    passing: Floats
    """From the pooled to the pass."""


@dataclass(frozen=True)
class ValueHead:
    """What says who will win, by how much, and who will own what."""

    plain: Floats
    norm: Norm
    hidden: Floats
    """From what is pooled of the plain ones."""
    hidden_bias: Floats
    outcome: Floats
    outcome_bias: Floats
    score: Floats
    score_bias: Floats
    ownership: Floats


@dataclass(frozen=True)
class Weights:
    """All weights: convolutions (out, in, y, x), matrices (in, out), biases (out,)."""

    name: str
    spatial: Floats
    globals: Floats
    blocks: list[Block]
    tip: Norm
    policy: PolicyHead
    value: ValueHead


def read(path: Path) -> Weights:
    """The weights in a file, or in the only net of a zip archive such as KaTrain's wheel.
    ModelError where there are none."""
    try:
        packed = path.read_bytes()
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                names = [name for name in archive.namelist() if name.endswith(_ENDING)]
                if len(names) != 1:
                    raise ModelError(f"{path}: has {len(names)} files *{_ENDING}, not one")
                packed = archive.read(names[0])
        raw = gzip.decompress(packed)
    except (zipfile.BadZipFile, gzip.BadGzipFile, EOFError, zlib.error):
        raise ModelError(f"{path}: neither a {_ENDING} file nor an archive with one") from None
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror or error}") from None
    try:
        return _weights(_Reader(raw))
    except (ValueError, IndexError, UnicodeDecodeError) as error:
        raise ModelError(f"{path}: {error}") from None


class _Reader:
    """Reads words and weights one after the other."""

    def __init__(self, raw: bytes) -> None:
        self._raw, self._at = raw, 0

    def word(self) -> str:
        """The next word, up to white space."""
        raw, at = self._raw, self._at
        while raw[at : at + 1].isspace():
            at += 1
        end = at
        while end < len(raw) and not raw[end : end + 1].isspace():
            end += 1
        if end == at or end - at > 1000:
            raise ModelError("is cut short or no net")
        self._at = end
        return raw[at:end].decode()

    def number(self) -> int:
        """The next word as a number."""
        return int(self.word())

    def floats(self, *shape: int) -> Floats:
        """The next weights."""
        at = self._raw.find(_BINARY, self._at, self._at + 16)
        count = int(np.prod(shape))
        begin = at + len(_BINARY)
        if at < 0 or begin + 4 * count > len(self._raw):
            raise ModelError("is cut short, or has its weights as text")
        self._at = begin + 4 * count
        return np.frombuffer(self._raw, "<f4", count, begin).reshape(shape)

    def convolution(self) -> Floats:
        """A convolution: (out, in, y, x)."""
        self.word()
        y, x, inputs, outputs = (self.number() for _ in range(4))
        if (self.number(), self.number()) != (1, 1):
            raise ModelError("has dilated convolutions")
        return np.ascontiguousarray(self.floats(y, x, inputs, outputs).transpose(3, 2, 0, 1))

    def norm(self) -> Norm:
        """A batch norm and the name of the activation after it, which is ReLU in this version."""
        self.word()
        channels, epsilon = self.number(), float(self.word())
        scaled, shifted = self.number(), self.number()
        mean, variance = self.floats(channels), self.floats(channels)
        scale = 1 / np.sqrt(variance.astype(np.float64) + epsilon)
        if scaled:
            scale = scale * self.floats(channels)
        shift = -mean * scale
        if shifted:
            shift = shift + self.floats(channels)
        self.word()
        return Norm(scale.astype(np.float32), shift.astype(np.float32))

    def matrix(self) -> Floats:
        """A matrix: (in, out)."""
        self.word()
        return self.floats(self.number(), self.number())

    def bias(self) -> Floats:
        """What is added to channels: (out,)."""
        self.word()
        return self.floats(self.number())

    def block(self) -> Block:
        """A residual block."""
        kind = self.word()
        self.word()
        if kind not in ("ordinary_block", "gpool_block"):
            raise ModelError(f"has blocks of an unknown kind, {kind[:40]!r}")
        before, first, pooling = self.norm(), self.convolution(), None
        if kind == "gpool_block":
            pooling = (self.convolution(), self.norm(), self.matrix())
        return Block(before, first, self.norm(), self.convolution(), pooling)

    def policy_head(self) -> PolicyHead:
        """The policy head."""
        self.word()
        return PolicyHead(
            self.convolution(),
            self.convolution(),
            self.norm(),
            self.matrix(),
            self.norm(),
            self.convolution(),
            self.matrix(),
        )

    def value_head(self) -> ValueHead:
        """The value head."""
        self.word()
        plain, norm, hidden, bias = self.convolution(), self.norm(), self.matrix(), self.bias()
        self.word()
        return ValueHead(
            plain,
            norm,
            hidden,
            bias,
            self.matrix(),
            self.bias(),
            self.matrix(),
            self.bias(),
            self.convolution(),
        )


def _weights(file: _Reader) -> Weights:
    name, version = file.word(), file.number()
    if version != VERSION:
        raise ModelError(f"has model version {version}; only {VERSION} is known here")
    if (file.number(), file.number()) != (PLANES, GLOBALS):
        raise ModelError("has other inputs than those of model version 8")
    file.word()
    count = file.number()
    for _ in range(5):
        file.number()
    return Weights(
        name,
        file.convolution(),
        file.matrix(),
        [file.block() for _ in range(count)],
        file.norm(),
        file.policy_head(),
        file.value_head(),
    )
