"""Systems whose Python lacks control of terminals, locks and line editing, as Windows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal import Terminal

PROGRAM = """
import os, sys
for name in ("termios", "tty", "fcntl", "readline", "pwd", "grp", "resource"):
    sys.modules[name] = None
for name in ("O_NOFOLLOW", "O_NOCTTY", "getuid", "fchmod"):
    delattr(os, name)
from termgames.cli import main
sys.exit(main())
"""
PLAY = ("play", "plurality", "--size", "5", "--plain", "--white", "bot:1")


@pytest.mark.parametrize(
    ("words", "said", "answered"),
    [
        (("--version",), "", "termgames "),
        ((), "", "Usage: termgames"),
        (("list",), "", "plurality"),
        (("rules", "pletore"), "", "# Pletore"),
        (PLAY, "c4,c5,d5\nquit\n", "2. white"),
        (("gtp", "pletore", "--size", "5"), "play black a1\ngenmove white\nquit\n", "= "),
        (("arena", "pletore", "--size=4", "--a=greedy", "--b=random", "--games=2"), "", "greedy"),
    ],
)
def test_what_needs_no_screen_works_without_them(
    words: tuple[str, ...], said: str, answered: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words],
        input=said,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert (done.returncode, done.stderr.count("error")) == (0, 0), done.stderr
    assert answered in done.stdout


def test_locks_of_another_system_are_left_alone(own_data_folder: Path) -> None:
    """As where the data folder is shared with Linux."""
    lock = own_data_folder / "games" / ".other.tgr.lock"
    lock.parent.mkdir(parents=True)
    lock.write_text("1 1 elsewhere\n")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *PLAY],
        input="c4,c5,d5\nquit\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr.count("error")) == (0, 0), done.stderr


def test_on_a_terminal_a_line_says_what_works() -> None:
    with Terminal(*PLAY[:-2], "--white", "human", program=("-c", PROGRAM)) as terminal:
        terminal.wait_for("1. black>")
        assert "note: the screen needs" not in terminal.shown, "lines were asked for"
        terminal.send(b"quit\r")
        assert terminal.end() == 0
    words = [word for word in PLAY if word != "--plain"]
    with Terminal(*words, program=("-c", PROGRAM)) as terminal:
        terminal.wait_for("the screen needs Linux, macOS or, on Windows, WSL", "1. black>")
        terminal.send(b"quit\r")
        assert terminal.end() == 0
    with Terminal(program=("-c", PROGRAM), size=(120, 60)) as terminal:
        assert terminal.end() == 0
        assert b"the screen needs Linux" in terminal.written
        assert b"Usage: termgames" in terminal.written
