"""`termgames` on a pseudo-terminal, for tests of the program as a player sees it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pyte

TIMEOUT = 60.0
MODES = ("25", "1000", "1003", "1004", "1006", "1015", "1049", "2004")
"""What the screen asks of the terminal: cursor, mouse, focus, alternate screen, pastes."""
TERMGAMES = ("-m", "termgames")


class Terminal:
    """A running program, all that it wrote, and what stands on its screen.

    `drawn` False leaves out the last, which costs more time than all the rest.
    """

    def __init__(
        self,
        *arguments: str,
        program: tuple[str, ...] = TERMGAMES,
        size: tuple[int, int] = (100, 30),
        drawn: bool = True,
        nice: bool = False,
        flows: bool = False,
        screen: type[pyte.Screen] = pyte.Screen,
        **environment: str,
    ) -> None:
        """`size` in columns and rows; `nice` lets everything else on the machine go first.

        A terminal that `flows` writes on after ctrl+s. Others stop while no program has their
        screen, and whoever writes to them waits for ctrl+q, which says nothing of the program.
        """
        columns, rows = size
        before = ["nice", "-n", "10"] if nice else []
        command = [*before, sys.executable, *program, *arguments]
        self.child = pexpect.spawn(
            command[0],
            command[1:],
            env={**os.environ, "TERM": "xterm-256color", **environment},
            dimensions=(rows, columns),
            timeout=TIMEOUT,
        )
        if flows:
            modes = termios.tcgetattr(self.child.child_fd)
            modes[0] &= ~termios.IXON
            termios.tcsetattr(self.child.child_fd, termios.TCSANOW, modes)
        self.written, self._told = b"", 0
        self.screen = screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen) if drawn else None
        self._modes_before = self._modes()

    # -- what it does -------------------------------------------------------------------

    def read(self, timeout: float = TIMEOUT) -> None:
        """Take what was written; pexpect.TIMEOUT when nothing was in time, EOF at the end."""
        data = self.child.read_nonblocking(65536, timeout=timeout)
        self.written += data
        if self._stream is not None:
            self._stream.feed(data)

    def watch(self, seconds: float) -> bool:
        """Read for so long; False when the program has ended meanwhile."""
        end = time.monotonic() + seconds
        while True:
            left = end - time.monotonic()
            ready, _, _ = select.select([self.child.child_fd], [], [], max(0.0, left))
            if not ready:
                return True
            try:
                self.read(0)
            except pexpect.EOF:
                return False
            except pexpect.TIMEOUT:
                continue
            if left <= 0:
                return True

    def until(self, happened: Callable[[], bool]) -> None:
        """Read until something has happened."""
        end = time.monotonic() + TIMEOUT
        while not happened():
            assert time.monotonic() < end, self.written[-2000:]
            self.watch(0.05)

    @property
    def shown(self) -> str:
        """The screen, a line a row."""
        return "\n".join(self.screen.display)

    def wait_for(self, *texts: str) -> None:
        """Until all of them stand on the screen, with any number of blanks."""
        while not all(text in " ".join(self.shown.split()) for text in texts):
            self.read()

    def told(self, *texts: str) -> None:
        """Until they were written one after the other, behind what was waited for before."""
        for text in texts:
            while (at := self.written.find(text.encode(), self._told)) < 0:
                self.read()
            self._told = at + len(text.encode())

    # -- what is done to it -------------------------------------------------------------

    def send(self, data: bytes) -> bool:
        """Type; False when the program has ended, or has read nothing for `TIMEOUT`."""
        end = time.monotonic() + TIMEOUT
        while data:
            _, ready, _ = select.select([], [self.child.child_fd], [], 0.02)
            if ready:
                try:
                    data = data[os.write(self.child.child_fd, data[:512]) :]
                except OSError:
                    return False
            if not self.watch(0.0) or time.monotonic() > end:
                return False
        return True

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the terminal."""
        with contextlib.suppress(OSError):
            size = struct.pack("HHHH", rows, columns, 0, 0)
            fcntl.ioctl(self.child.child_fd, termios.TIOCSWINSZ, size)
        if self._stream is not None:
            self.screen.resize(rows, columns)

    # -- its end ------------------------------------------------------------------------

    def end(self, timeout: float = TIMEOUT) -> int:
        """The exit code of a process whose end is due; of one that a signal ended, the
        negative number of that. pexpect.TIMEOUT when it does not end."""
        end = time.monotonic() + timeout
        while self.watch(0.05):
            if time.monotonic() > end:
                raise pexpect.TIMEOUT(f"still running after {timeout:g} s")
        self.child.wait()
        number = self.child.signalstatus
        return int(self.child.exitstatus) if number is None else -int(number)

    def ended(self, typed: bytes = b"") -> int:
        """Type that, after which its end is due; the exit code. Nothing is left behind."""
        self.send(typed)
        code = self.end()
        assert self.left_behind == []
        return code

    @property
    def left_behind(self) -> list[str]:
        """What is wrong with a terminal whose program has ended: modes that are still on, and
        a traceback on the screen."""
        last = dict(re.findall(rb"\x1b\[\?(\d+)([hl])", self.written))
        right = {mode: b"h" if mode == "25" else b"l" for mode in MODES}
        wrong = [
            f"mode {mode} is {'on' if right[mode] == b'l' else 'off'}"
            for mode in MODES
            if last.get(mode.encode(), right[mode]) != right[mode]
        ]
        if self.line_modes != self._modes_before[:4]:
            wrong.append("lines are not read as before")
        if b"Traceback (most recent call last)" in self.written or b"\xe2\x95\xad" in self.after:
            wrong.append("a traceback was written")
        return wrong

    @property
    def after(self) -> bytes:
        """What was written after the alternate screen was left."""
        return self.written.rpartition(b"\x1b[?1049l")[2] if b"1049l" in self.written else b""

    @property
    def line_modes(self) -> list[Any]:
        """How the terminal treats what is typed; nothing where that cannot be told."""
        return self._modes()[:4]

    @property
    def raw(self) -> bool:
        """Whether the program gets every key as it is typed."""
        return bool(modes := self._modes()) and not modes[3] & termios.ICANON

    def restore(self) -> None:
        """Let it treat what is typed as before the program started."""
        termios.tcsetattr(self.child.child_fd, termios.TCSANOW, self._modes_before)

    def _modes(self) -> list[Any]:
        try:
            return termios.tcgetattr(self.child.child_fd)
        except termios.error:
            return []

    # -- its processes ------------------------------------------------------------------

    @property
    def pid(self) -> int:
        """The program's process number."""
        return int(self.child.pid)

    def close(self) -> None:
        """End it, if it still runs."""
        if not self.child.terminated:
            with contextlib.suppress(OSError):
                os.kill(self.pid, signal.SIGKILL)
            self.child.wait()
        self.child.close()

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *fault: object) -> None:
        self.close()


Start = Callable[..., Terminal]
"""Starts a program on a terminal, which ends with the test."""


def children(pid: int) -> list[int]:
    """The processes below `pid`, of all generations; empty where there is no /proc."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += map(int, task.read_text().split())
    return found + [below for child in found for below in children(child)]


def memory(pid: int) -> float:
    """Megabytes that a process has in memory; 0 where that cannot be told."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    return 0.0


_PAGE = os.sysconf("SC_PAGE_SIZE") / 2**20
