"""The screen on a real terminal: broken and endless input, signals, a locale without UTF-8."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

from tests.processes import gone
from tests.terminal import TERMGAMES, TIMEOUT, Terminal

Open = Callable[..., Terminal]


def ended(terminal: Terminal) -> int:
    """The exit code of a process whose end is due; the terminal is as it was before."""
    code = terminal.end()
    assert terminal.left_behind == []
    return code


@pytest.fixture
def screen(own_data_folder: Path) -> Iterator[Open]:
    """Opens a game of two humans, or what else is asked for, on a terminal."""
    opened: list[Terminal] = []

    def start(*more: str, program: tuple[str, ...] = TERMGAMES, **environment: str) -> Terminal:
        arguments = more or ("play", "plurality", "--size", "7", "--white", "human")
        environment["TERMGAMES_DATA"] = str(own_data_folder)
        opened.append(Terminal(*arguments, program=program, **environment))
        opened[-1].wait_for("Black", "a b c d e f g")
        return opened[-1]

    yield start
    for terminal in opened:
        terminal.close()


def test_input_that_means_nothing_is_ignored(screen: Open) -> None:
    terminal = screen()
    for broken in (b"\xff", b"\x9b", b"\xc3z", b"\x1b[M\xff\xff\xff", b"\x1b[1114112u"):
        terminal.child.send(broken)
    terminal.child.send(b"\x1b[200~" + b"z" * 3_000)
    terminal.child.send(b"\x1b[201~p")
    terminal.wait_for("pass")
    terminal.child.send(b"\x11")  # ctrl+q
    assert ended(terminal) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_megabyte_that_is_not_marked_as_a_paste_is_dropped(screen: Open) -> None:
    terminal = screen()

    def paste() -> None:
        with contextlib.suppress(OSError):
            for _ in range(250):
                os.write(terminal.child.child_fd, b"z" * 4_000)

    def most_memory() -> int:
        status = Path(f"/proc/{terminal.child.pid}/status").read_text()
        return int(status.partition("VmHWM:")[2].split()[0]) // 1024

    before = most_memory()
    pasting = threading.Thread(target=paste, daemon=True)
    pasting.start()
    while pasting.is_alive():
        with contextlib.suppress(pexpect.TIMEOUT):
            terminal.read(0.1)
    assert most_memory() - before < 50  # megabytes
    terminal.child.send(b"\x1b[A\x11")
    assert ended(terminal) == 0


def test_a_fault_of_the_input_thread_ends_in_one_line(screen: Open, own_data_folder: Path) -> None:
    # The thread breaks at the first key.
    program = (
        "-c",
        "import sys\n"
        "from textual.driver import Driver\n"
        "before = Driver.process_message\n"
        "def process(self, message):\n"
        "    if getattr(message, 'key', '') == 'z': raise RuntimeError('broken')\n"
        "    before(self, message)\n"
        "Driver.process_message = process\n"
        "from termgames.cli import main\n"
        "sys.exit(main())\n",
    )
    terminal = screen(program=program)
    terminal.child.send(b"z")
    assert ended(terminal) == 1
    shown = terminal.shown.replace("\n", "")
    assert "error: unexpected fault, please report it: RuntimeError: broken" in shown
    assert "broken" in (own_data_folder / "faults.log").read_text()


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_signal_leaves_a_clean_terminal_and_no_bot(
    screen: Open, number: signal.Signals, code: int
) -> None:
    terminal = screen("play", "plurality", "--size", "7", "--white", "random")
    pid = terminal.child.pid
    bots: list[str] = []
    if sys.platform == "linux":
        bots = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        assert bots
    terminal.child.kill(number)
    assert ended(terminal) == code
    assert [bot for bot in bots if not gone(int(bot), patience=TIMEOUT)] == []


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_signal_ends_a_game_played_line_by_line(
    own_data_folder: Path, number: signal.Signals, code: int
) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "termgames", "play", "plurality", "--size", "7", "--white", "human", "--plain"],
        timeout=TIMEOUT,
    )
    child.expect_exact(b"1. black> ")
    child.sendline(b"pass")
    child.expect_exact(b"2. white> ")
    for _ in range(10):  # Python's line editor may miss one, see `test_terminals.interrupt`
        child.kill(number)
        if child.expect([rb"the game is saved", pexpect.TIMEOUT], timeout=6) == 0:
            break
    child.expect(pexpect.EOF)
    child.close()
    assert (child.exitstatus, child.signalstatus) == (code, None)


def test_the_board_is_ascii_where_the_locale_is_not_utf8(screen: Open) -> None:
    terminal = screen(LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", PYTHONIOENCODING="ascii")
    terminal.wait_for("1 . . . . . . .", "? Help")
    assert terminal.shown.isascii()
    assert terminal.shown.count("?") == 1
    terminal.child.send(b"\x11")
    assert ended(terminal) == 0
