"""A disk that fails now and then, for a few seconds, and that a loss would be found."""

from __future__ import annotations

from pathlib import Path

import pytest

from termgames.core import files
from termgames.core.files import Rights
from tests.campaign import disk


def test_a_disk_that_fails_once_costs_at_most_what_was_in_hand() -> None:
    report = disk.run(2.0, 1, most=12)
    assert report.faults == []
    assert all(report.counts[f"failures: {name}"] == 12 for name in disk.WORKS)
    for call in ("open", "write", "fsync", "rename"):
        assert report.counts[f"failures: ENOSPC, {call}"], f"no {call} failed"


def test_a_file_that_is_written_over_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever writes the file itself loses the old one when the disk is full."""

    def write(path: Path, data: bytes, rights: Rights = Rights.KEPT) -> None:
        path.parent.mkdir(exist_ok=True)
        flags = files.os.O_WRONLY | files.os.O_CREAT | files.os.O_TRUNC
        with files.os.fdopen(files.os.open(path, flags, 0o600), "wb") as file:
            file.write(data)

    monkeypatch.setattr(files, "write", write)
    assert any("is not the old one" in fault for fault in disk.run(2.0, 1, most=20).faults)
