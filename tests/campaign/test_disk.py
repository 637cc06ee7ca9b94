"""A disk that fails now and then, for a few seconds, and that a loss would be found."""

from __future__ import annotations

from pathlib import Path

import pytest

from termgames.core import files
from termgames.core.files import Rights
from tests.campaign import disk


def test_a_disk_that_fails_once_costs_at_most_what_was_in_hand() -> None:
    quick = [name for name in disk.WORKS if not name.startswith("screen")]
    report = disk.run(2.0, 1, most=12 * len(quick), works=quick)
    assert report.faults == []
    assert all(report.counts[f"failures: {name}"] == 12 for name in quick)
    for call in ("open", "write", "fsync", "rename", "mkdir", "lock", "open of a lock"):
        assert any(report.counts[f"failures: {kind}, {call}"] for kind in disk.KINDS), call


def test_a_move_on_the_screen_that_could_not_be_saved_is_told() -> None:
    """The first of all calls fails, which makes the folder, and later the renaming of a save."""
    work = disk.WORKS["screen of majorities"]
    for fails, call in ((0, "mkdir"), (11, "rename")):
        assert disk.tried(work, 1, fails).failed == call


def test_a_file_that_is_written_over_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever writes the file itself loses the old one when the disk is full."""

    def write(path: Path, data: bytes, rights: Rights = Rights.KEPT) -> None:
        path.parent.mkdir(exist_ok=True)
        flags = files.os.O_WRONLY | files.os.O_CREAT | files.os.O_TRUNC
        with files.os.fdopen(files.os.open(path, flags, 0o600), "wb") as file:
            file.write(data)

    monkeypatch.setattr(files, "write", write)
    report = disk.run(2.0, 1, most=40, works=["exports", "settings"])
    assert any("is not the old one" in fault for fault in report.faults)
