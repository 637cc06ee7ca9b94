"""The program on a real terminal, on the screen or line by line: which moves it tells, and what is
wrong with how it ended."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pexpect

from tests.processes import gone
from tests.terminal import Terminal

SIZE = (120, 60)
"""Columns and rows: all moves of a short game are in sight."""
PATIENCE = 90.0
"""Seconds for something to happen on a busy machine."""


class Program(Terminal):
    """`termgames` with these arguments; everything else on the machine goes first."""

    def __init__(self, *arguments: str, plain: bool = False, **more: Any) -> None:
        how = ["--plain"] if plain else []
        more = {"size": SIZE, "drawn": not plain, **more}
        super().__init__(*arguments, *how, nice=True, **more)
        self.plain = plain

    def until(self, done: Callable[[], object], patience: float = PATIENCE) -> bool:
        """Wait; False where it does not come, or the program has ended."""
        end = time.monotonic() + patience
        while not done():
            if time.monotonic() > end or not self.watch(0.05):
                return bool(done())
        return True

    def up(self) -> bool:
        """Wait for the first picture, or the first prompt."""
        sign = b"Type a move" if self.plain else b"\x1b[?1049h"
        drawn = self._stream is not None
        return self.until(lambda: "─Moves─" in self.shown if drawn else sign in self.written)

    def wake(self) -> None:
        """Let it go on where ctrl+z or a signal has stopped it."""
        with suppress(OSError):
            state = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0]
            if state == "T":
                os.kill(self.pid, signal.SIGCONT)

    def move(self, text: str) -> None:
        """Type a move."""
        for part in [f"{text}\r"] if self.plain else ["m", text, "\r"]:
            self.send(part.encode())
            self.watch(0.0 if self.plain else 0.05)

    @property
    def moves(self) -> list[str]:
        """The moves that stand on the screen, or were printed."""
        return in_lines(self.written) if self.plain else on_screen(self.shown)

    def wrong_end(self, family: Iterable[int], *codes: int, patience: float = PATIENCE) -> str:
        """What is wrong with the end of a program, which is due, and of the processes below it;
        nothing where all is as it should be. A signal's number is negative."""
        try:
            code = self.end(patience)
        except pexpect.TIMEOUT:
            return "it does not end"
        wrong = [] if code in codes else [f"code {code}: {self.after.decode('utf-8', 'replace')}"]
        if code != -signal.SIGKILL and not self.plain:
            wrong += self.left_behind
        if b"Traceback" in self.written:
            wrong.append("a traceback was written")
        left = [pid for pid in family if not gone(pid)]
        return ", ".join([*wrong, *([f"processes are left: {left}"] if left else [])])


def on_screen(shown: str) -> list[str]:
    """The points of the list of moves in the column; of a long game the first are out of sight."""
    above, _, below = shown.partition("─Moves─")
    left = len(above.rpartition("\n")[2])
    told: list[str] = []
    for row in below.split("\n")[1:]:
        line = re.match(r" {0,3}(\d+|-|  ) {2,}(?=\S)(.*)| *$", row[left:])
        if line is None:  # the graphs below, or the footer
            break
        # A sentence, until it is painted over; a move that is too long ends in two dots.
        text = (line[2] or "").rstrip()
        if not text.endswith(".") or text.endswith(".."):
            told += points(text)
    return told


def points(text: str) -> list[str]:
    """The points that a text names, in their order."""
    return re.findall(r"\b[a-z]{1,2}\d+\b", text)


def in_lines(written: bytes) -> list[str]:
    """The points of the moves that were printed. While a game is played each answer has a line of
    its own; the list of moves has one a turn. Other answers are told in a sentence."""
    text = written.decode("utf-8", "replace").replace("\r", "")
    rows = re.findall(r"^\d+\. (\w+ [^>\n]+)\n", text, re.M)
    return points("\n".join(row for row in rows if not row.endswith(".")))


def missing(before: list[str], after: list[str]) -> int:
    """How much of what was seen, not all of which need have been seen, does not come after."""
    if after and after[0] in before:  # the first turns may have been scrolled out of sight
        before = before[before.index(after[0]) :]
    rest = iter(after)
    return sum(1 for word in before if word not in rest)
