"""GNU Go over GTP, an independent judge of boards, captures and scores."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

PROGRAM = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")

needed = pytest.mark.skipif(
    PROGRAM is None,
    reason="GNU GO IS NOT INSTALLED: two-player Mitropia is not compared with Go "
    "(Debian: apt install gnugo)",
)


class GnuGo:
    """One running program. Points are in the project's notation, lower case."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, command: str) -> str | None:
        """The answer to a command; None when the program refuses it."""
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        lines: list[str] = []
        while line := self._process.stdout.readline():
            if line.strip():
                lines.append(line)
            elif lines:
                break
        assert lines, f"GNU Go ended at {command!r}"
        text = "".join(lines).strip()
        return text[1:].strip() if text.startswith("=") else None

    def told(self, command: str) -> str:
        """The answer to a command that must be understood."""
        answer = self.ask(command)
        assert answer is not None, f"GNU Go refuses {command!r}"
        return answer

    def points(self, command: str) -> set[str]:
        """An answer that lists points."""
        return set(self.told(command).lower().split())


@contextmanager
def running(size: int, *options: str) -> Iterator[GnuGo]:
    """GNU Go on an empty board, komi 0, ended afterwards."""
    assert PROGRAM is not None
    process = subprocess.Popen(
        [PROGRAM, "--mode", "gtp", "--forbid-suicide", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        bufsize=1,
    )
    try:
        program = GnuGo(process)
        program.told(f"boardsize {size}")
        program.told("clear_board")
        program.told("komi 0")
        yield program
    finally:
        process.kill()
        process.communicate()
