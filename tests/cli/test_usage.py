"""What goes wrong from outside: one line, the right exit code, no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from termgames.cli.guard import guarded
from tests.cli.support import Cli, process

GAME = ("play", "plurality", "--size", "5", "--white", "human")


@pytest.mark.parametrize(
    ("folder", "told"),
    [
        ("", "ZeroDivisionError: two lines; the details are in FOLDER/faults.log"),
        ("/dev/null/x", "set TERMGAMES_DATA"),
    ],
)
def test_an_unexpected_fault_is_one_line_and_a_log(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    own_data_folder: Path,
    folder: str,
    told: str,
) -> None:
    def broken() -> None:
        raise ZeroDivisionError("two\nlines")

    monkeypatch.setenv("TERMGAMES_DATA", folder or str(own_data_folder))
    assert guarded(broken) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert told.replace("FOLDER", str(own_data_folder)) in error
    if not folder:
        assert "in broken" in (own_data_folder / "faults.log").read_text()


def test_a_file_that_ends_too_early_is_no_interrupt(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults: list[BaseException] = [EOFError("too short"), KeyboardInterrupt()]

    def broken(*arguments: object) -> None:
        raise faults.pop(0)

    monkeypatch.setattr("termgames.play.checkup.look", broken)
    cli.script("doctor").tells("code 1 & EOFError: too short")
    assert cli("doctor").code == 130


def test_whenever_signals_come_no_traceback_is_printed() -> None:
    """Within imports, the work, and the end."""
    command = [sys.executable, "-m", "termgames", "arena", "plurality", "--a", "random"]
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGTERM, signal.SIGINT)
    for moment, number in zip((0.15, 0.25, 0.4, 0.7, 1.2), numbers, strict=True):
        run = subprocess.Popen(
            [*command, "--b", "random", "--games", "200"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        time.sleep(moment)
        for each in (number, signal.SIGINT, number):
            os.killpg(run.pid, each)
            time.sleep(0.01)
        told = run.communicate()[1].decode()
        assert "termgames" not in told, "Python itself may not have begun yet"
        assert run.returncode in (128 + number, -number)


def test_letters_that_the_terminal_lacks() -> None:
    done = process(*GAME, stdin="rules\n", PYTHONIOENCODING="ascii")
    assert (done.code, "Jo?o Pedro Neto" in done.out) == (0, True)


FULL = "error: cannot write or read the output: No space left on device\n"


@pytest.mark.parametrize(
    ("command", "redirected", "left"),
    [
        *(("gtp plurality", closed, (0, "")) for closed in ("<&-", ">&-", "2>&-")),
        (" ".join((*GAME, "--no-save")), "<&- >&- 2>&-", (0, "")),
        ("rules plurality", ">/dev/full", (1, FULL)),
    ],
)
def test_streams_that_are_closed_or_full(
    command: str, redirected: str, left: tuple[int, str]
) -> None:
    line = f"{sys.executable} -m termgames {command} {redirected}"
    nothing = subprocess.DEVNULL
    done = subprocess.run(["sh", "-c", line], stdin=nothing, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == left
