"""Running the command line inside the test, and as a process of its own."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import dataclass

import pytest

from termgames.cli import main


@dataclass
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def error(self) -> str:
        """The one line of an error."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("error: ")
        return lines[0].removeprefix("error: ")


class Bounded(io.BytesIO):
    """Bytes of which nobody may ask for a whole line, however long that is."""

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert size > 0, "a line without an end would fill the memory"
        return super().readline(size)


class Cli:
    """Calls `main` with text on standard input."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *arguments: str, stdin: str = "") -> Done:
        stream = io.TextIOWrapper(Bounded(stdin.encode()), encoding="utf-8")
        self._monkeypatch.setattr(sys, "stdin", stream)
        self._capsys.readouterr()
        code = main(arguments)
        out, err = self._capsys.readouterr()
        assert "Traceback" not in out + err
        return Done(code, out, err)


def process(*arguments: str, stdin: str = "", **environment: str) -> Done:
    """The command as a process; a few only, since each takes its time to start."""
    import os

    done = subprocess.run(
        [sys.executable, "-m", "termgames", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **environment},
        check=False,
    )
    assert "Traceback" not in done.stdout + done.stderr
    return Done(done.returncode, done.stdout, done.stderr)
