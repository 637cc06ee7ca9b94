"""Real terminals: the screen, dumb ones, interrupts, and a kill in the middle."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pyte
import pytest

from termgames.play import consent, store
from tests.processes import gone
from tests.programs import Marking

Spawn = Callable[..., pexpect.spawn]
ROWS, COLUMNS = 30, 100
TIMEOUT = 60
"""Seconds; what is waited for comes within one or two, but not on a busy computer."""


@pytest.fixture
def spawn(own_data_folder: Path) -> Iterator[Spawn]:
    """Starts `termgames` in a pseudo-terminal; whatever still runs at the end is killed."""
    running: list[pexpect.spawn] = []

    def start(*arguments: str, term: str = "xterm-256color") -> pexpect.spawn:
        child = pexpect.spawn(
            sys.executable,
            ["-m", "termgames", *arguments],
            env={**os.environ, "TERM": term, "TERMGAMES_DATA": str(own_data_folder)},
            dimensions=(ROWS, COLUMNS),
            timeout=TIMEOUT,
            encoding="utf-8",
        )
        running.append(child)
        return child

    yield start
    for child in running:
        child.close(force=True)


def code_of(child: pexpect.spawn) -> int:
    """The exit code of a process whose end is due."""
    child.expect(pexpect.EOF)
    child.close()
    assert child.signalstatus is None
    return int(child.exitstatus)


def interrupt(child: pexpect.spawn, answer: str | type[pexpect.EOF]) -> None:
    """Ctrl-C until it is answered: Python's line editor may miss one that comes in the
    instant between its prompt and its waiting for keys."""
    for _ in range(10):
        child.sendintr()
        if child.expect([answer, pexpect.TIMEOUT], timeout=6) == 0:
            return
    raise AssertionError("the interrupt was not answered")


def wait_for(child: pexpect.spawn, *texts: str) -> str:
    """Read until all the texts stand on the screen together, with any number of blanks; the
    screen."""
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.Stream(screen)
    while True:
        stream.feed(child.read_nonblocking(65536, timeout=TIMEOUT))
        shown = "\n".join(screen.display)
        if all(text in " ".join(shown.split()) for text in texts):
            return shown


def test_the_board_opens_on_a_terminal(spawn: Spawn) -> None:
    child = spawn("play", "plurality", "--size", "7", "--white", "random")
    wait_for(child, "Black", "White", "7", "a b c d e f g")
    child.send("\x11")  # ctrl+q
    assert code_of(child) == 0


def test_the_bare_command_opens_the_menu(spawn: Spawn) -> None:
    child = spawn()
    wait_for(child, "Plurality", "Options")
    child.send("\x11")
    assert code_of(child) == 0


def test_replay_opens_on_a_terminal(spawn: Spawn, tmp_path: Path) -> None:
    file = tmp_path / "game.tgr"
    file.write_text("termgames record 1\ngame: plurality\nsize: 7\n\nc4,c5,d5\n")
    child = spawn("replay", str(file))
    wait_for(child, "a b c d e f g")
    child.send("\x11")
    assert code_of(child) == 0


def test_a_dumb_terminal_gets_lines(spawn: Spawn) -> None:
    child = spawn("play", "plurality", "--size", "7", "--white", "random", term="dumb")
    child.expect_exact("1. black> ")
    assert "\x1b" not in child.before
    child.sendline("c4,c5,d5")
    child.expect(r"2\. white \S+")
    child.expect_exact("3. black> ")
    child.sendline("quit")
    child.expect_exact("termgames resume")
    assert code_of(child) == 0


@pytest.mark.parametrize(("answer", "starts"), [("", False), ("no", False), ("y", True)])
def test_a_program_of_a_record_is_asked_about(
    spawn: Spawn, tmp_path: Path, answer: str, starts: bool
) -> None:
    stranger = Marking(tmp_path)
    child = spawn("resume", str(stranger.record()), "--plain")
    child.expect_exact("stranger.py")
    child.expect_exact("[y/N]")
    assert not stranger.started
    child.sendline(answer)
    child.expect_exact("2. white> " if starts else "1. black> ")
    assert stranger.started == starts
    assert consent.remembered() == ({stranger.command} if starts else set())
    child.sendline("quit")
    assert code_of(child) == 0


def test_errors_that_go_to_a_file_leave_no_screen_to_draw_on(
    spawn: Spawn, own_data_folder: Path
) -> None:
    # The screen is drawn on standard error.
    command = f"{sys.executable} -m termgames play plurality --size 7 2>{own_data_folder}.err"
    child = pexpect.spawn(
        "/bin/sh",
        ["-c", command],
        env={**os.environ, "TERM": "xterm-256color"},
        timeout=TIMEOUT,
        encoding="utf-8",
    )
    child.expect_exact("1. black> ")
    child.sendline("quit")
    assert code_of(child) == 0


def test_the_bare_command_on_a_dumb_terminal_shows_help(spawn: Spawn) -> None:
    child = spawn(term="dumb")
    child.expect_exact("Usage: termgames")
    assert code_of(child) == 0


def test_plain_is_chosen_on_a_good_terminal_too(spawn: Spawn) -> None:
    child = spawn("play", "plurality", "--size", "7", "--white", "human", "--plain")
    child.expect_exact("1. black> ")
    child.sendeof()
    child.expect_exact("Nothing was played")
    assert code_of(child) == 0


def test_an_interrupt_leaves_with_130_and_the_game_saved(spawn: Spawn) -> None:
    child = spawn("play", "plurality", "--size", "7", "--white", "human", "--plain")
    child.expect_exact("1. black> ")
    child.sendline("c4,c5,d5")
    child.expect_exact("2. white> ")
    interrupt(child, re.escape("the game is saved, go on with: termgames resume"))
    assert code_of(child) == 130
    (saved,) = store.unfinished()
    assert store.read(saved.path).ply == 1


@pytest.mark.parametrize("command", ["gtp", "arena"])
def test_an_interrupt_of_other_commands(spawn: Spawn, command: str) -> None:
    if command == "gtp":
        child = spawn("gtp", "plurality")
        child.sendline("name")
        child.expect_exact("= termgames")
    else:
        asked = ["--a", "random", "--b", "random", "--games", "1000", "--processes", "2"]
        child = spawn("arena", "plurality", *asked)
        child.expect_exact("game 3/1000")
    if command == "arena":
        interrupt(child, r'\{"game": .*\}')
        assert json.loads(child.after)["games"] >= 3
    else:
        interrupt(child, pexpect.EOF)
    assert code_of(child) == 130


def test_a_contest_that_is_terminated_tells_what_was_played(spawn: Spawn) -> None:
    asked = ["--a", "random", "--b", "random", "--games", "1000", "--processes", "2"]
    child = spawn("arena", "plurality", *asked)
    child.expect_exact("game 3/1000")
    child.kill(signal.SIGTERM)
    child.expect(r'\{"game": .*\}')
    assert json.loads(child.after)["games"] >= 3
    assert code_of(child) == 143


def test_a_kill_loses_no_completed_move(spawn: Spawn) -> None:
    child = spawn("play", "plurality", "--size", "7", "--white", "random", term="dumb")
    child.expect_exact("1. black> ")
    child.sendline("c4,c5,d5")
    child.expect_exact("3. black> ")
    child.kill(signal.SIGKILL)
    child.wait()
    (saved,) = store.unfinished()
    assert store.read(saved.path).ply == 2
    child = spawn("resume", term="dumb")
    child.expect_exact("3. black> ")
    child.sendline("moves")
    child.expect_exact("1. black c4,c5,d5")
    child.sendline("quit")
    assert code_of(child) == 0


def test_a_kill_of_the_screen_loses_no_completed_move(spawn: Spawn) -> None:
    child = spawn("play", "plurality", "--size", "7", "--white", "human")
    wait_for(child, "Black", "a b c d e f g")
    child.send("p")
    # The file appears with the first move.
    until = time.monotonic() + TIMEOUT
    while not list(store.unfinished()) and time.monotonic() < until:
        with contextlib.suppress(pexpect.TIMEOUT):
            child.read_nonblocking(65536, timeout=0.05)
    child.kill(signal.SIGKILL)
    child.wait()
    child = spawn("resume", term="dumb")
    child.expect_exact("2. white> ")
    child.sendline("quit")
    assert code_of(child) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_kill_of_the_arena_leaves_no_process_behind(spawn: Spawn) -> None:
    asked = ["--a", "random", "--b", "random", "--games", "1000", "--processes", "2"]
    child = spawn("arena", "plurality", *asked)
    child.expect_exact("game 3/1000")
    tasks = Path(f"/proc/{child.pid}/task").glob("*/children")  # a thread starts each
    workers = [worker for task in tasks for worker in task.read_text().split()]
    assert len(workers) >= 2
    child.kill(signal.SIGKILL)
    child.wait()
    assert [worker for worker in workers if not gone(int(worker), patience=TIMEOUT)] == []
