"""Programs that misbehave: they cost bounded time and memory, and nothing of them is left."""

import shlex
import sys
from pathlib import Path

import pytest

from termgames.play.gtp import program as module
from termgames.play.gtp.program import Program, ProgramError
from tests.processes import gone, needs_proc

PRELUDE = "import os, subprocess, sys, time\nout = sys.stdout.buffer\nsys.stdin.readline()\n"


@pytest.fixture
def start(tmp_path: Path) -> object:
    """Starts a Python program that has read one command."""
    started: list[Program] = []

    def begin(source: str) -> Program:
        path = tmp_path / "program.py"
        path.write_text(PRELUDE + source)
        command = shlex.join([sys.executable, "-S", str(path)])
        started.append(Program(command, allowed={command}))
        return started[-1]

    yield begin
    for each in started:
        each.close()


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("while True: out.write(b'x' * 65536)", "wrote a line of more than 65536 bytes"),
        ("out.write(b'= ')\nwhile True: out.write(b'x' * 999 + b'\\n')", "more than 1048576"),
        ("while True: out.write(b'thinking\\n'); out.flush()", "did not answer"),
        ("out.write(b'= a1\\n'); out.flush(); time.sleep(60)", "did not answer"),
    ],
    ids=["endless line", "endless answer", "endless talk", "answer without end"],
)
def test_what_never_ends_is_ended(start: object, source: str, fault: str) -> None:
    program = start(source)
    with pytest.raises(ProgramError, match=fault):
        program.ask("genmove black", 0.4 if "did not" in fault else 60)
    assert program._process.poll() is not None
    assert program._lines.qsize() <= module._BACKLOG


@needs_proc
def test_a_child_that_holds_the_output_open_does_not_hold_up_the_caller(
    start: object, tmp_path: Path
) -> None:
    note = tmp_path / "pid"
    program = start(
        "child = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(note)!r}, 'w').write(str(child.pid))\n"
        "os._exit(3)\n"
    )
    with pytest.raises(ProgramError, match=r"ended at \"genmove black\" \(code 3\)"):
        program.ask("genmove black", 300)
    program.close()
    assert gone(int(note.read_text()))
