"""Files changed as by accident, each kind through the commands by which a user has it read.

Whatever a file holds, a command says something within ten seconds of the processor and a gigabyte,
ends with one of our exit codes, and changes no other file; see `_kinds`. Inputs are made as in
`fuzz`.
"""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

from tests.campaign import fuzz
from tests.campaign._kinds import KINDS, LATE, Kind, commanded
from tests.campaign.fuzz import Target
from tests.campaign.report import Report

SECONDS = 10.0
MEGABYTES = 1000


def _run(kind: Kind, data: bytes) -> None:
    def put(path: Path) -> None:
        path.write_bytes(data)
        path.chmod(0o600)

    commanded(kind, put)


TARGETS = {
    name: Target(kind.seeds, partial(_run, kind), 1, SECONDS, MEGABYTES, 5 * LATE)
    for name, kind in KINDS.items()
}


def quick(report: Report, seed: int, number: int) -> None:
    """Try so many mutants of each kind in this process; no clock counts."""
    rng = random.Random(seed)
    for name, target in TARGETS.items():
        seeds = target.seeds()
        for _ in range(number):
            data = fuzz.mutated(rng.choice(seeds), seeds, rng)
            report.counts[name] += 1
            if fault := fuzz.attempt(target, data, measured=False):
                report.fault(f"{name}: {fault}: {data[:2000]!r}")


def run(minutes: float, seed: int) -> Report:
    """All kinds, see `fuzz.run_targets`."""
    return fuzz.run_targets(minutes, seed, __name__, TARGETS)
