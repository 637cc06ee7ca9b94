"""What is told while many games are played: lines, lines for programs, the end of the terminal."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from termgames.workbench.commands import many_games
from termgames.workbench.commands.many_games import GamesProgress
from termgames.workbench.workers import Embedded, GivenUp


@dataclass
class Clock:
    """Time as the test has it."""

    now: float = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(many_games, "time", found)
    return found


def telling(**how: Any) -> GamesProgress:
    progress = GamesProgress(bar=lambda: ({"elo_diff": [-5.0, 1.0, 7.0]}, "Elo +1"), **how)
    progress.workers = Embedded(3)
    progress.begin(1200, 200)
    return progress


def play(progress: GamesProgress, clock: Clock, games: int, seconds: float) -> None:
    for number in range(games):
        progress.counted(f"game {number}")
        clock.now += seconds


def test_how_it_stands_is_told_now_and_then(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    progress = telling()
    clock.now += 500  # nobody could play yet: that is no part of the rate
    play(progress, clock, 61, 1.0)
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = (line for line in err.splitlines() if not line.startswith("game "))
    assert line == "261 of 1,200 games, 60 a minute; 16 min to go; Elo +1; 3 workers"


def test_programs_are_told_the_same_in_json(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    progress = telling(as_json=True)
    progress.every = 10.0
    play(progress, clock, 21, 2.0)
    progress.report("game 9", GivenUp("a: it died"))
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event["event"] for event in events] == ["progress"] * 4 + ["failed"]
    last = events[3]
    assert (last["games"], last["wanted"], last["workers"]) == (221, 1200, 3)
    assert (last["rate"], last["eta"]) == (0.5, 1958.0)
    assert last["elo_diff"] == [-5.0, 1.0, 7.0]
    assert events[-1] == {"event": "failed", "what": "game 9", "why": "a: it died"}
    assert progress.failed == 1


def test_on_a_terminal_it_stands_at_the_bottom(
    clock: Clock, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "40")
    progress = telling()
    play(progress, clock, 3, 1.0)
    progress.line("a worker has come")
    progress.end()
    shown = capsys.readouterr().err
    assert "\r\x1b[2K202 of 1,200 games, 60 a minute; 17 m" in shown
    assert shown.count("\n") == 4, "what stands at the bottom takes no line"
    assert shown.endswith("\r\x1b[2K")
    # Whatever is told goes above it: the line is emptied first.
    assert "\r\x1b[2Ka worker has come\n" in shown
