"""Links, pipes, devices, folders and forbidden files in the place of every file of ours.

Each kind of file is replaced by each of these, and the commands run by which a user has it read or
written (see `_kinds`): they say what they have to say, wait for nothing, and what stands there is
left alone, as is what a link leads to. One pass takes a minute or so; nothing is left to chance.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

from tests.campaign import fuzz
from tests.campaign._kinds import KINDS, LATE, Kind, commanded
from tests.campaign.files import MEGABYTES, SECONDS
from tests.campaign.report import Report

ELSEWHERE = "elsewhere"
"""What links lead to, beside the file."""


def _link_to_text(path: Path) -> None:
    path.with_name(ELSEWHERE).write_text("precious")
    path.symlink_to(ELSEWHERE)


def _second_name(path: Path) -> None:
    path.with_name(ELSEWHERE).write_text("precious")
    os.link(path.with_name(ELSEWHERE), path)


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))


def _full_folder(path: Path) -> None:
    path.mkdir()
    (path / "precious").write_text("precious")


def _forbidden(path: Path) -> None:
    path.write_text("precious")
    path.chmod(0)


def _forbidden_folder(path: Path) -> None:
    """A user who may do everything may look into it all the same."""
    path.mkdir()
    path.chmod(0)


def _huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(2**33)


ODD: dict[str, Callable[[Path], object]] = {
    "a link to a text": _link_to_text,
    "a link to nothing": lambda path: path.symlink_to("nothing"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a link to a folder": lambda path: path.symlink_to("/"),
    "a link to zeros": lambda path: path.symlink_to("/dev/zero"),
    "a link to a full disk": lambda path: path.symlink_to("/dev/full"),
    "a link to the terminal": lambda path: path.symlink_to("/dev/tty"),
    "a link to what the process knows": lambda path: path.symlink_to("/proc/self/mem"),
    "a pipe": os.mkfifo,
    "a socket": _socket,
    "a folder": lambda path: path.mkdir(),
    "a folder with a file": _full_folder,
    "a forbidden folder": _forbidden_folder,
    "a second name": _second_name,
    "a forbidden file": _forbidden,
    "nothing": lambda path: None,
    "an empty file": lambda path: path.write_bytes(b""),
    "eight gigabytes": _huge,
}


def _run(kind: Kind, put: Callable[[Path], object], data: bytes) -> None:
    commanded(kind, put)


def run(
    minutes: float,
    seed: int,
    names: Collection[str] = tuple(KINDS),
    odd: Collection[str] = tuple(ODD),
) -> Report:
    """Each of these for each kind of file; the seed changes nothing."""
    report, end = Report(), time.monotonic() + 60 * minutes
    for name in names:
        for what in odd:
            if time.monotonic() > end:
                return report
            tried = partial(_run, KINDS[name], ODD[what])
            target = fuzz.Target(tuple, tried, 1, SECONDS, MEGABYTES, 5 * LATE)
            report.counts[f"places: {what}"] += 1
            if fault := fuzz.attempt(target, b""):
                report.fault(f"{name}, {what}: {fault}")
    return report
