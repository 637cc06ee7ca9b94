"""Files of weights: how nets are written and read, and which ones come with the program.

A file holds the arrays of a net by name (`nets.Shape.parameters`), and as `shape` a row of numbers:
the format, then the fields of `nets.Shape`. Some older formats can be read.
"""

from dataclasses import astuple, fields
from functools import lru_cache
from pathlib import Path

import numpy as np

from termgames import paths
from termgames.core import array_files, files
from termgames.core.nets import ALONE, DOUBT, Net, NetError, Shape
from termgames.core.text import quotable

_FORMAT = 6
_ADDED = {2: {DOUBT: 2, ALONE: 1}, 3: {ALONE: 1}, 4: {}, 5: {}, _FORMAT: {}}
"""By readable format: the arrays that it lacks, and their lengths; they are filled with 0."""
_OWNERS, _POOLING = 5, 6
"""The formats that introduced `Shape.owners` and `Shape.pooling`; older files get 1 and 0."""
_MOST_BYTES = 50_000_000
"""Largest size of a file of weights, compressed and uncompressed."""
_MOST = 4096
"""Largest number of planes, actions, channels or convolutions in a net's shape."""


def save(net: Net, path: Path) -> None:
    """Write a net to a file. After an OSError the file is as it was before."""
    array_files.save(path, shape=[_FORMAT, *astuple(net.shape)], **net.weights)


def load(path: Path) -> Net:
    """The net in a file; NetError says what is wrong with it.

    The path may come from a record, and name any file. So only regular files of reasonable size
    are opened (a pipe might never end), and nothing in them is executed.
    """
    shown = quotable(str(path))
    try:
        weights = array_files.read(path.expanduser(), _MOST_BYTES)
        shape = weights.pop("shape")
        if shape.ndim != 1 or shape.size > _MOST:
            raise ValueError("the shape is no row of numbers")
        about = [int(number) for number in shape]
    except OSError as error:
        raise NetError(f"cannot read weights from {shown}: {error.strerror or error}") from None
    except array_files.UNREADABLE:
        raise NetError(f"cannot read weights from {shown}: it holds no net") from None
    if about and about[0] in _ADDED:
        about += [1] * (about[0] < _OWNERS) + [0] * (about[0] < _POOLING)
    fits = len(about) == 1 + len(fields(Shape)) and 0 <= min(about) <= max(about) <= _MOST
    if not fits or about[0] not in _ADDED:
        raise NetError(
            f"{shown} holds a net of another format: train one with this version of termgames"
        )
    for name, length in _ADDED[about[0]].items():
        weights[name] = np.zeros(length, np.float32)
    try:
        net = Net(Shape(*about[1:]), weights)
    except NetError as error:
        raise NetError(f"{shown}: {error}") from None
    for name, array in weights.items():
        if not np.isfinite(array).all():
            raise NetError(f"{shown}: {name} holds what is no finite number")
    if (net.weights[DOUBT] < 0).any():
        raise NetError(f"{shown}: {DOUBT} holds a number below 0, so a variance could be negative")
    if net.predicts_values and not net.weights[DOUBT][0]:
        raise NetError(
            f"{shown}: {DOUBT} begins with 0, so a variance could be 0: choose another net"
        )
    return net


def content(path: Path) -> bytes:
    """The bytes of a file of weights, unchecked; OSError if it is too large or no regular file."""
    return files.content(path, _MOST_BYTES)


@lru_cache(maxsize=16)
def shipped(name: str) -> Net | None:
    """The net that comes with the program under `name`, see `NetGame.weights_name`; None where
    there is none. NetError where the file is damaged."""
    path = paths.assets() / "weights" / f"{name}.npz"
    return load(path) if path.is_file() else None
