"""The targets of a module, each in a process of its own: `python -m tests.campaign._guided MODULE
SECONDS SEED FOLDER`, where SECONDS is JSON, by target. Faults, each kind once, and the number of
inputs tried go to a file a target, as lines of JSON.

Inputs are mutated by `fuzz.mutated`, or by libFuzzer where atheris is installed; what reaches
new code is kept and mutated again. Without atheris nothing guides.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

try:
    import atheris
except ImportError:
    atheris = None

ADDRESS_SPACE = 6 * 2**30
"""Bytes: an input that takes all the memory there is ends this process, not others."""


def main(name_of_module: str, seconds: dict[str, float], seed: int, folder: Path) -> None:
    """Try inputs of one target after the other. What is imported is the same for all."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    tempfile.tempdir = str(folder)
    fuzz, targets = _imported(name_of_module)
    for name, share in seconds.items():
        child = os.fork()
        if child == 0:
            try:
                try_target(fuzz, targets[name], share, seed, folder / name)
            finally:
                os._exit(1)
        os.waitpid(child, 0)


def try_target(fuzz: ModuleType, target: Any, seconds: float, seed: int, file: Path) -> None:
    """Try inputs until the time is over; atheris ends the process then."""
    fuzz.place()
    end, seeds = time.monotonic() + seconds, target.seeds()
    for data in seeds:  # what is made once does not count
        fuzz.attempt(target, data, measured=False)
    known: set[str] = set()
    tried = 0

    def tell(**more: Any) -> None:
        with file.open("a") as out:
            out.write(json.dumps({"tried": tried, **more}) + "\n")

    def attempt(data: bytes) -> None:
        nonlocal tried
        tried += 1
        fault = fuzz.attempt(target, data)
        kind = fault.partition(": ")[0].split(" took ")[0][:60]
        if fault and kind not in known:
            known.add(kind)
            tell(fault=f"{fault}: {data[:2000]!r}")
        if tried % 100 == 0:
            tell()

    if atheris is None:
        for data in fuzz.inputs(target, seed):
            if time.monotonic() > end:
                break
            attempt(data)
        tell()
        return

    def mutate(data: bytes, most: int, number: int) -> bytes:
        rng = random.Random(number)
        if rng.random() < 0.3:
            return bytes(atheris.Mutate(data, most))
        return bytes(fuzz.mutated(data, seeds, rng)[:most])

    with tempfile.TemporaryDirectory() as corpus:
        for number, data in enumerate(seeds):
            (Path(corpus) / str(number)).write_bytes(data)
        options = [f"-max_total_time={round(seconds)}", f"-seed={seed}", "-max_len=100000"]
        options += ["-rss_limit_mb=0", "-timeout=60", "-verbosity=0", "-len_control=0"]
        atheris.Setup([sys.argv[0], *options, corpus], attempt, custom_mutator=mutate)
        atheris.Fuzz()


def _imported(module: str) -> tuple[ModuleType, Mapping[str, Any]]:
    """How inputs are tried, and the targets, with the branches of all that they use counted where
    atheris is there."""
    counted = contextlib.nullcontext()
    if atheris is not None:
        counted = atheris.instrument_imports(include=["termgames"], enable_loader_override=False)
    with counted:
        fuzz = importlib.import_module("tests.campaign.fuzz")
        for game_id in fuzz.SETTINGS:
            fuzz.played(game_id)
            for part in ("display", "packed"):
                with contextlib.suppress(ImportError):
                    importlib.import_module(f"termgames.games.{game_id}.{part}")
        return fuzz, importlib.import_module(module).TARGETS


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
