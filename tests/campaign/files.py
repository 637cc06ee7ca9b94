"""Files changed as by accident, each kind through the commands by which a user has it read.

Whatever a file holds, a command says something within ten seconds of the processor and a gigabyte,
ends with one of our exit codes, and changes no other file; see `_kinds`. Inputs are made as in
`fuzz`.
"""

from __future__ import annotations

import time
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


def run(minutes: float, seed: int) -> Report:
    """All kinds until the time is over, see `fuzz.try_some`."""
    report = Report()
    fuzz.try_some(report, seed, TARGETS, end=time.monotonic() + 60 * minutes)
    return report
