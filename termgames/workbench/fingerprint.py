"""Fingerprints of programs: whether a task gives the same result on a worker as it does here."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from termgames import __version__, paths

_ASSETS = ("weights/*.npz", "levels.json", "komi.json", "maps/*.map")
"""The shipped files that decide how bots play, and where."""


@dataclass(frozen=True)
class Fingerprint:
    """A program, the files that it plays with, and how its computer rounds."""

    version: str
    code: str
    """The hash of all modules of the package."""
    numpy: str
    assets: tuple[tuple[str, str], ...]
    """The name and the hash of each shipped file that matters."""
    arithmetic: str
    """The hash of some results in floating point. Processors and libraries of linear algebra
    may round the last bit differently; a net then may favour another move."""

    def refusal(self, worker: Fingerprint) -> str:
        """Why a worker with that fingerprint may not take part in our work, and the remedy; empty
        where it may."""
        if worker.version != self.version:
            return (
                f"it has termgames {worker.version}, here is {self.version}: install the same "
                "version there"
            )
        if worker.numpy.split(".")[0] != self.numpy.split(".")[0]:
            return (
                f"it has numpy {worker.numpy}, here is {self.numpy}: install numpy "
                f"{self.numpy.split('.')[0]} there"
            )
        here, there = dict(self.assets), dict(worker.assets)
        # One that is there alone counts too: a game plays with the net that it finds.
        for name in dict.fromkeys([*here, *there]):
            if here.get(name) != there.get(name):
                what = "weights" if name.endswith(".npz") else "data"
                return f"its {what} {name} are others than here: install the same files there"
        if worker.code != self.code:
            return (
                f"its termgames {worker.version} has other code than here: install the same "
                "files there"
            )
        return ""


@lru_cache(maxsize=1)
def own() -> Fingerprint:
    """This process's."""
    package = Path(__file__).parents[1]
    modules = sorted(package.rglob("*.py"))
    assets = [path for pattern in _ASSETS for path in sorted(paths.assets().glob(pattern))]
    return Fingerprint(
        __version__,
        _hash(part for path in modules for part in (_path_bytes(path, package), path.read_bytes())),
        np.__version__,
        tuple((path.name, _hash([path.read_bytes()])) for path in assets),
        _arithmetic(),
    )


def _path_bytes(path: Path, package: Path) -> bytes:
    return path.relative_to(package).as_posix().encode()


def _hash(parts: Iterable[bytes]) -> str:
    whole = hashlib.sha256()
    for part in parts:
        whole.update(hashlib.sha256(part).digest())
    return whole.hexdigest()


def _arithmetic() -> str:
    """Products of matrices as nets have them, and functions as searches use them."""
    rng = np.random.default_rng(1)
    a = rng.standard_normal((256, 120), np.float32)
    b = rng.standard_normal((120, 24), np.float32)
    product = a @ b
    values = [product, np.exp(product), np.log1p(np.abs(product)), np.sqrt(np.abs(product))]
    return _hash(array.tobytes() for array in values)
