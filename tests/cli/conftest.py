"""The command line as a fixture."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.support import Cli


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    """`cli("list")` runs a command in this process, in a folder of the test's own."""
    monkeypatch.chdir(tmp_path)
    return Cli(monkeypatch, capsys)
