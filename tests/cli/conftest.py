"""The command line, terminals and tables as fixtures."""

import contextlib
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.support import Cli
from tests.cli.tables import Host, Open
from tests.terminal import Start, Terminal


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    """`cli("list")` runs a command in this process, in a folder of the test's own."""
    monkeypatch.chdir(tmp_path)
    return Cli(monkeypatch, capsys)


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts programs on terminals, which end with the test."""
    with contextlib.ExitStack() as stack:

        def started(*arguments: str, **named: Any) -> Terminal:
            return stack.enter_context(Terminal(*arguments, **named))

        yield started


@pytest.fixture
def runtime(monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for sockets whose path is short enough."""
    folder = Path("/tmp") / f"tgt-{os.getpid()}-{random.randrange(10**9)}"
    monkeypatch.setenv("TERMGAMES_RUNTIME", str(folder))
    return folder


@pytest.fixture
def host(runtime: Path) -> Iterator[Open]:
    """Opens tables, which end with the test."""
    with contextlib.ExitStack() as stack:

        def opened(*arguments: str, **named: Any) -> Host:
            return stack.enter_context(contextlib.closing(Host(*arguments, **named)))

        yield opened
