"""Many games in one process: memory stays flat, and handles and children do not pile up.

Two processes: `arena` plays its games one after the other; the screen plays whole games of
two bots, begun from the form and left at their end, one after the other.
"""

from __future__ import annotations

import re
import tempfile
import time
from dataclasses import dataclass

import pexpect

from tests.campaign.report import Report
from tests.terminal import Terminal, children, handles, memory

GROWTH = 1.25
"""Times the memory after the warm-up that a process may have at its end."""
ROOM = 8.0
"""Megabytes that it may grow beside."""
WARM = 0.3
"""The part of all games that is warm-up."""
LONGEST = 120.0
"""Seconds that a game may take."""


@dataclass
class Sample:
    """A process after some games."""

    games: int
    memory: float
    handles: int
    children: int


def judge(name: str, samples: list[Sample], report: Report) -> None:
    """Compare the samples of a process after its warm-up, which is one game at least."""
    warm_up = max(1.0, WARM * max((each.games for each in samples), default=0))
    warm = [each for each in samples if each.games >= warm_up]
    if not warm:
        report.counts[f"{name}: ended before its warm-up did"] += 1
        return
    for each in (warm[0], warm[-1]):
        print(f"{name}: {each}", flush=True)
    first, last = warm[0], warm[-1]
    report.counts[f"{name}: games"] = last.games
    report.counts[f"{name}: megabytes after the warm-up"] = round(first.memory)
    report.counts[f"{name}: megabytes at the end"] = round(last.memory)
    if last.memory > first.memory * GROWTH + ROOM:
        report.fault(f"{name}: memory grew from {first.memory:.0f} to {last.memory:.0f} MB")
    for what in ("handles", "children"):
        # The least of several samples: a bot that is just ending is no leak.
        half = max(1, len(warm) // 2)
        before, after = (
            min(getattr(each, what) for each in part) for part in (warm[:half], warm[-half:])
        )
        report.counts[f"{name}: {what}"] = after
        if after > before + 1:
            report.fault(f"{name}: {what} grew from {before} to {after}")


def sample(terminal: Terminal, games: int) -> Sample:
    """The program as it is now."""
    pid = terminal.pid
    return Sample(games, memory(pid), handles(pid), len(children(pid)))


def arena(games: int, seed: int, report: Report, end: float) -> None:
    """So many games of two quick bots in one arena process."""
    samples: list[Sample] = []
    with (
        tempfile.TemporaryDirectory() as data,
        Terminal(
            *("arena", "plurality", "--size", "5", "--a", "greedy", "--b", "random"),
            *("--games", str(games), "--seed", str(seed)),
            nice=True,
            drawn=False,
            TERMGAMES_DATA=data,
        ) as terminal,
    ):
        running = True
        while running and time.monotonic() < end:
            running = terminal.watch(0.25)
            told = re.findall(rb"(\d+)/%d\b" % games, terminal.written[-4000:])
            if running:
                samples.append(sample(terminal, int(told[-1]) if told else 0))
        if running:
            report.counts["arena: stopped, its time was over"] += 1
        elif (code := terminal.end()) != 0:
            report.fault(f"arena --seed {seed}: ended with code {code}")
    judge("arena", samples, report)


def screen(games: int, report: Report, end: float) -> None:
    """So many games of two bots in one process on the screen, one after the other."""
    samples: list[Sample] = []
    with (
        tempfile.TemporaryDirectory() as data,
        Terminal(
            *("play", "majorities", "--size", "2", "--black", "random", "--white", "greedy"),
            nice=True,
            TERMGAMES_DATA=data,
        ) as terminal,
    ):
        done = 0
        try:
            while done < games and time.monotonic() < end:
                _until(terminal, "N rematch")
                done += 1
                samples.append(sample(terminal, done))
                terminal.send(b"n")
                _until(terminal, "New game of")
                terminal.send(b"\x13")  # ctrl+s: begin
                _until(terminal, "Black", without="New game of")
            terminal.send(b"\x11")  # ctrl+q
            if (code := terminal.end()) != 0:
                report.fault(f"screen: ended with code {code} after {done} games")
        except (pexpect.TIMEOUT, pexpect.EOF) as error:
            shown = terminal.shown
            report.fault(f"screen: {type(error).__name__} after {done} games:\n{shown}")
    judge("screen", samples, report)


def _until(terminal: Terminal, text: str, *, without: str = "") -> None:
    """Wait until a text stands on the screen, and another one no more."""
    end = time.monotonic() + LONGEST
    while text not in terminal.shown or (without and without in terminal.shown):
        if not terminal.watch(0.05):
            raise pexpect.EOF("the program has ended")
        if time.monotonic() > end:
            raise pexpect.TIMEOUT(f"{text!r} was awaited")


def run(minutes: float, seed: int, *, arena_games: int = 500, screen_games: int = 50) -> Report:
    """Both soaks, at most so long."""
    report, end = Report(), time.monotonic() + 60 * minutes
    arena(arena_games, seed, report, end)
    screen(screen_games, report, end)
    return report
