"""The screen on a real terminal: broken and endless input, signals, a locale without UTF-8."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
import threading
import time
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
    ("number", "code"),
    [
        *((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)),
        *((signal.SIGUSR1, 138), (signal.SIGALRM, 142)),
    ],
)
@pytest.mark.parametrize("more", [(), (signal.SIGINT, signal.SIGHUP)], ids=["alone", "the first"])
def test_a_signal_leaves_a_clean_terminal_and_no_bot(
    screen: Open, number: signal.Signals, code: int, more: tuple[signal.Signals, ...]
) -> None:
    terminal = screen("play", "plurality", "--size", "7", "--white", "random")
    pid = terminal.child.pid
    bots: list[str] = []
    if sys.platform == "linux":
        bots = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        assert bots
    for each in (number, *more):
        terminal.child.kill(each)
        time.sleep(0.03)  # of signals at one moment nobody knows which is the first
    assert ended(terminal) == code
    assert "Traceback" not in terminal.written.decode("utf-8", "replace")
    assert [bot for bot in bots if not gone(int(bot), patience=TIMEOUT)] == []


STOPS = {
    "continued without a stop": [signal.SIGCONT] * 3,
    "stopped from outside": [signal.SIGSTOP, signal.SIGCONT] * 3,
    "ctrl+z": [signal.SIGTSTP, signal.SIGCONT] * 3,
    "all at once": [
        *(signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH, signal.SIGCONT),
        *(signal.SIGSTOP, signal.SIGWINCH, signal.SIGTSTP),
    ]
    * 8,
}


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize(
    ("numbers", "pause"),
    [(numbers, 0.01 if name == "all at once" else 0.4) for name, numbers in STOPS.items()],
    ids=STOPS,
)
def test_what_stops_and_continues_the_program_leaves_no_threads_and_no_raw_terminal(
    screen: Open, numbers: list[signal.Signals], pause: float
) -> None:
    terminal = screen()
    pid = terminal.pid

    def threads() -> int:
        return len(os.listdir(f"/proc/{pid}/task"))

    terminal.watch(1.0)
    before, raw = threads(), terminal.line_modes
    for number in numbers:
        os.kill(pid, number)
        terminal.watch(pause)
        stopped = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"
        if number == signal.SIGSTOP and stopped:
            terminal.restore()  # as shells do with a program that was stopped
    os.kill(pid, signal.SIGCONT)
    end = time.monotonic() + TIMEOUT
    while (terminal.line_modes, threads()) != (raw, before) and time.monotonic() < end:
        terminal.watch(0.2)
    assert (terminal.line_modes, threads()) == (raw, before)
    terminal.wait_for("Black", "a b c d e f g")
    terminal.watch(1.0)  # what is typed while the terminal is taken over is lost
    terminal.send(b"\x11")
    assert ended(terminal) == 0


BASH = "import os; os.execvp('bash', ['bash', '--norc', '-i'])"
TWO_HUMANS = f"{sys.executable} -m termgames play plurality --size 7 --white human"
WRAPPED = f"""{sys.executable} -c "import subprocess; subprocess.run('{TWO_HUMANS}'.split())" """


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs a shell with jobs")
@pytest.mark.parametrize("command", [TWO_HUMANS, WRAPPED], ids=["alone", "started by another"])
def test_a_shell_gets_the_terminal_back_and_gives_it_again(
    own_data_folder: Path, command: str
) -> None:
    """Also where it knows only the program that started this one, as with `uv run`."""
    with Terminal("-c", BASH, program=(), PS1="PROMPT$ ") as terminal:
        terminal.wait_for("PROMPT$")
        # In the background a program does not get the terminal.
        terminal.send(f"set -b; {command} &\r".encode())
        terminal.wait_for("Stopped")
        for _ in range(2):
            terminal.written = b""
            terminal.send(b"fg\r")
            while b"Black" not in terminal.written.partition(b"\x1b[?1049h")[2]:
                terminal.read()
            terminal.watch(1.0)
            terminal.written = b""
            terminal.send(b"\x1a")
            while b"Stopped" not in terminal.after:
                terminal.read()
        terminal.send(b"fg\r")
        terminal.watch(1.0)
        terminal.send(b"\x11")
        while b"PROMPT$" not in terminal.after:
            terminal.read()


def test_where_no_shell_could_continue_it_the_program_does_not_stop(screen: Open) -> None:
    """As in a window of a terminal that was opened for it alone."""
    terminal = screen()
    terminal.written = b""
    terminal.send(b"\x1a")
    # Until the screen is painted anew ctrl+q is the terminal's own key, which lets output go on.
    while b"Black" not in terminal.written.partition(b"\x1b[?1049l")[2]:
        terminal.read()
    terminal.send(b"\x11")
    assert ended(terminal) == 0


def test_the_screen_is_as_large_as_the_terminal_whatever_the_environment_says(
    screen: Open,
) -> None:
    """Nor does any other variable of the environment end it."""
    terminal = screen(
        COLUMNS="40",
        LINES="10",
        ESCDELAY="9" * 400,
        TEXTUAL_COLOR_SYSTEM="bogus",
        TEXTUAL_DIM_FACTOR="9" * 400,
        TEXTUAL_PRESS="no,such,keys",
        TEXTUAL_LOG="/no/such/folder/file",
    )
    terminal.resize(34, 10)
    terminal.wait_for("this terminal is 34x10")
    terminal.resize(120, 40)
    terminal.wait_for("Black", "a b c d e f g")
    terminal.send(b"\x11")
    assert ended(terminal) == 0


def test_shortcuts_lie_where_they_lie_on_a_latin_keyboard(screen: Open) -> None:
    """But what is typed into a line stays as it is."""
    terminal = screen()
    terminal.send("ь".encode())  # where m is: a move is typed
    terminal.wait_for("Place")
    terminal.send("фы4".encode())
    terminal.wait_for("фы4")
    terminal.send(b"\x1b")
    terminal.watch(0.5)
    terminal.send(b"\x1b[1081;5u")  # ctrl+й
    assert ended(terminal) == 0


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
    terminal.wait_for("1 +--", "? Help")
    assert terminal.shown.isascii()
    assert terminal.shown.count("?") == 1
    terminal.child.send(b"\x11")
    assert ended(terminal) == 0
