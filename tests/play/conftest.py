"""What many modules of this folder ask for."""

import pytest

from tests.cli.support import Cli


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    return Cli(monkeypatch, capsys)
