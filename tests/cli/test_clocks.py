"""Clocks in the whole program: given on the command line, kept when it is killed or ended, to the
flag."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from termgames.play import record
from termgames.play.match import AnyMatch, LostGame
from tests.cli.support import Cli, process
from tests.terminal import TIMEOUT, Terminal

Open = Callable[..., Terminal]
_BLACK = re.compile(r"Black\s+you\s+(?:(\d+):)?([\d.]+)")
GAME = ("play", "plurality", "--size", "5", "--white", "bot:1")


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    return Cli(monkeypatch, capsys)


@pytest.fixture
def screen(own_data_folder: Path) -> Iterator[Open]:
    """Opens a game on a terminal."""
    opened: list[Terminal] = []

    def start(*arguments: str) -> Terminal:
        opened.append(Terminal(*arguments, TERMGAMES_DATA=str(own_data_folder)))
        opened[-1].wait_for("Black", "a b c d e")
        return opened[-1]

    yield start
    for terminal in opened:
        terminal.close()


def black(terminal: Terminal) -> float:
    """What Black's clock shows, in seconds."""
    found = _BLACK.search(terminal.shown)
    assert found is not None, terminal.shown
    return 60 * int(found[1] or 0) + float(found[2])


def until(terminal: Terminal, happened: Callable[[], bool]) -> None:
    end = time.monotonic() + TIMEOUT
    while not happened():
        assert time.monotonic() < end, terminal.shown
        terminal.watch(0.05)


def saved(folder: Path) -> AnyMatch:
    """The game that is saved, the only one."""
    (path,) = (folder / "games").glob("*.tgr")
    return record.load(path.read_text("utf-8"))


def played(screen: Open, folder: Path, clocks: str = "1m") -> Terminal:
    """A game after Black has thought for a second and the bot has answered."""
    terminal = screen(*GAME, "--clock", clocks)
    until(terminal, lambda: black(terminal) <= 59)
    terminal.child.send("ma1,b1,c1\r")
    until(terminal, lambda: any((folder / "games").glob("*.tgr")) and saved(folder).ply == 2)
    return terminal


def test_a_game_that_is_killed_gains_the_move_in_hand_alone(
    screen: Open, own_data_folder: Path
) -> None:
    terminal = played(screen, own_data_folder)
    match = saved(own_data_folder)
    left = match.time.left(0)
    assert left is not None
    assert 0.9 <= match.time.taken(0) == pytest.approx(60 - left.seconds)
    assert 0 <= match.time.taken(1) < 60
    terminal.watch(1.2)
    assert black(terminal) <= left.seconds - 0.5
    os.kill(terminal.pid, signal.SIGKILL)
    terminal.end()
    again = screen("resume")
    # What it took to look is gone, too.
    assert left.seconds - 8 < black(again) <= left.seconds + 1


def test_a_game_that_is_ended_by_a_signal_gains_nothing(
    screen: Open, own_data_folder: Path
) -> None:
    terminal = played(screen, own_data_folder)
    before = saved(own_data_folder).time.left(0)
    assert before is not None
    terminal.watch(1)
    shown = black(terminal)
    os.kill(terminal.pid, signal.SIGTERM)
    assert terminal.end() == 143
    match = saved(own_data_folder)
    assert before.seconds - match.time.in_hand == pytest.approx(shown, abs=1.5)
    again = screen("resume")
    assert black(again) <= shown + 1


def test_a_game_to_the_flag(screen: Open, own_data_folder: Path) -> None:
    terminal = screen(*GAME, "--clock", "4s+0s")
    until(terminal, lambda: bool(re.search(r"\b[0-5]\.\d\b", terminal.shown)))
    terminal.child.send("ma1,b1,c1\r")
    terminal.wait_for("lost on time")
    assert saved(own_data_folder).loss == LostGame(0, on_time=True)
    terminal.child.send("u")
    until(terminal, lambda: saved(own_data_folder).loss is None)


def test_line_by_line_the_time_is_said(own_data_folder: Path) -> None:
    done = process(
        *GAME, "--plain", "--clock", "10m+5s", "--clock", "white=2m", stdin="clock\npass\nquit\n",
        TERMGAMES_DATA=str(own_data_folder),
    )  # fmt: skip
    assert done.code == 0
    assert "black: human, clock 10m+5s\nwhite: bot:1, clock 2m" in done.out
    assert "You have 10 minutes, white has 2 minutes." in done.out
    match = saved(own_data_folder)
    assert [str(control) for control in match.time.controls] == ["10m+5s", "2m"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("5x", "--clock: a clock is written as 10m, 10m+5s, 10m+3x30s or 20s, not '5x'"),
        ("red=5m", "--clock: nobody here is called 'red', only black and white"),
    ],
)
@pytest.mark.parametrize("command", ["play", "host"])
def test_what_is_no_clock_is_refused(cli: Cli, command: str, text: str, says: str) -> None:
    more = ("--headless",) if command == "host" else ()
    done = cli(command, "plurality", "--clock", text, *more)
    assert (done.code, done.error) == (2, says)
