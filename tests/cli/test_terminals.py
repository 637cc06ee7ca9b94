"""Real terminals: screens and lines, odd and endless input, signals, kills, shells, clocks."""

import contextlib
import json
import os
import re
import shutil
import signal
import sys
import threading
import time
from pathlib import Path

import pexpect
import pytest

from termgames.play import consent, store
from tests.cases import cases
from tests.processes import gone, needs_proc
from tests.programs import Marking
from tests.terminal import TIMEOUT, Start, Terminal, children

LINES = ("play", "plurality", "--size", "7", "--plain", "--white", "human")
GAME = tuple(word for word in LINES if word != "--plain")
CONTEST = ("arena", "plurality", "--a", "random", "--b", "random", "--games", "1000")
OTHER = ("-c", "import os, sys; os.execvp(sys.argv[1], sys.argv[1:])")
"""Instead of this program, the one that the arguments name."""
QUIT = b"\x11"  # ctrl+q


def game(start: Start, *arguments: str, **named: object) -> Terminal:
    """A game of two humans on a screen."""
    terminal = start(*(arguments or GAME), **named)
    terminal.wait_for("Black", "a b c d e")
    return terminal


def talk(terminal: Terminal, *lines: str) -> None:
    """In turn, what is told and what is typed then."""
    for told, typed in zip(lines[::2], lines[1::2], strict=True):
        terminal.told(told)
        terminal.send(typed.encode())


# -- screens and lines ---------------------------------------------------------------------------


def test_the_bare_command_opens_the_menu(start: Start) -> None:
    terminal = start()
    terminal.wait_for("Plurality", "Mitropia")
    assert terminal.ended(QUIT) == 0


@pytest.mark.parametrize(
    ("words", "code", "lines"),
    cases("""
    play plurality --plain --white human | 0 | 1. black> ~ ^D ~ Nothing was played ~
    play plurality --plain 2>err | 0 | you are White. ~ ~ 2. white> ~ quit^M
    TERM=dumb | 0 | Usage: termgames ~
    TERM=dumb play plurality --size 7 --white random \
      | 0 | 1. black> ~ c4,c5,d5^M ~ 2. white ~ ~ 3. black> ~ quit^M
    gtp plurality | 130 | ~ name^M ~ = termgames ~ ^C
    """),
)
def test_lines_where_they_are_asked_for_or_no_screen_can_be_drawn(
    start: Start, tmp_path: Path, words: str, code: str, lines: str
) -> None:
    """The screen is drawn on standard error."""
    dumb, words = "TERM=dumb" in words, words.removeprefix("TERM=dumb")
    command = f"cd {tmp_path}; exec {sys.executable} -m termgames {words}"
    named = {"TERM": "dumb"} if dumb else {}
    terminal = start("sh", "-c", command, program=OTHER, drawn=False, **named)
    typed = lines.replace("^M", "\r").replace("^C", "\x03").replace("^D", "\x04")
    talk(terminal, *(part.strip(" ") for part in typed.split("~")))
    assert terminal.ended() == int(code)
    assert b"\x1b" not in terminal.written.partition(b"1. black")[0]


@pytest.mark.parametrize(("answer", "starts"), [("", False), ("y", True)])
def test_a_program_of_a_record_is_asked_about(
    start: Start, tmp_path: Path, answer: str, starts: bool
) -> None:
    stranger = Marking(tmp_path)
    terminal = start("resume", str(stranger.record()), "--plain", drawn=False)
    terminal.told("stranger.py", "[y/N]")
    assert not stranger.started
    terminal.send(f"{answer}\r".encode())
    terminal.told("2. white> " if starts else "1. black> ")
    assert stranger.started == starts
    assert consent.remembered() == ({stranger.command} if starts else set())
    assert terminal.ended(b"quit\r") == 0


# -- signals and kills ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_signal_ends_a_game_played_line_by_line(start: Start, number: int, code: int) -> None:
    terminal = start(*LINES, drawn=False)
    talk(terminal, "1. black> ", "c4,c5,d5\r", "2. white> ", "")

    def heard() -> bool:
        """Python's line editor may miss one that comes between its prompt and its waiting."""
        terminal.child.kill(number)
        terminal.watch(1.0)
        return b"the game is saved, go on with: termgames resume" in terminal.written

    terminal.until(heard)
    assert terminal.ended() == code
    (saved,) = store.unfinished()
    assert store.read(saved.path).ply == 1


@needs_proc
def test_a_contest_that_is_terminated_tells_what_was_played_and_leaves_no_process(
    start: Start,
) -> None:
    for number, code in ((signal.SIGTERM, 143), (signal.SIGKILL, -9)):
        terminal = start(*CONTEST, "--processes", "2", drawn=False)
        terminal.told("game 3/1000")
        workers = children(terminal.pid)
        assert len(workers) >= 2
        terminal.child.kill(number)
        assert terminal.end() == code
        assert all(gone(worker, patience=TIMEOUT) for worker in workers)
        told = re.findall(rb'\{"game": .*\}', terminal.written)
        assert [json.loads(line)["games"] >= 3 for line in told] == [True] * (code == 143)


def test_a_kill_loses_no_completed_move(start: Start) -> None:
    terminal = start(*LINES[:-1], "random", drawn=False)
    talk(terminal, "1. black> ", "c4,c5,d5\r", "3. black> ", "")
    os.kill(terminal.pid, signal.SIGKILL)
    terminal.end()
    (saved,) = store.unfinished()
    assert store.read(saved.path).ply == 2
    again = start("resume", "--plain", drawn=False)
    talk(again, "3. black> ", "moves\r", "1. black c4,c5,d5", "quit\r")
    assert again.ended() == 0


@needs_proc
@pytest.mark.parametrize(
    ("numbers", "code"),
    [
        ((signal.SIGINT,), 130),
        ((signal.SIGTERM, signal.SIGINT, signal.SIGHUP), 143),
        ((signal.SIGUSR1,), 138),
    ],
)
def test_a_signal_leaves_a_clean_terminal_and_no_bot(
    start: Start, numbers: tuple[signal.Signals, ...], code: int
) -> None:
    """The first one counts."""
    terminal = game(start, *GAME[:-1], "random")
    bots = children(terminal.pid)
    assert bots
    for number in numbers:
        terminal.child.kill(number)
        time.sleep(0.03)  # of signals at one moment nobody knows which is the first
    assert terminal.ended() == code
    assert b"Traceback" not in terminal.written
    assert all(gone(bot, patience=TIMEOUT) for bot in bots)


STOP, CONTINUE, TYPED = signal.SIGSTOP, signal.SIGCONT, signal.SIGTSTP
ONE_BY_ONE = [CONTINUE, CONTINUE, *[STOP, CONTINUE] * 2, *[TYPED, CONTINUE] * 2]
AT_ONCE = [TYPED, CONTINUE, signal.SIGWINCH, CONTINUE, STOP, signal.SIGWINCH, TYPED] * 8


@needs_proc
@pytest.mark.parametrize(("numbers", "pause"), [(ONE_BY_ONE, 0.4), (AT_ONCE, 0.01)])
def test_what_stops_and_continues_the_program_leaves_no_threads_and_no_raw_terminal(
    start: Start, numbers: list[signal.Signals], pause: float
) -> None:
    terminal = game(start)
    pid = terminal.pid

    def found() -> tuple[object, int]:
        return terminal.line_modes, len(os.listdir(f"/proc/{pid}/task"))

    terminal.watch(1.0)
    before = found()
    for number in numbers:
        os.kill(pid, number)
        terminal.watch(pause)
        stopped = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"
        if number == STOP and stopped:
            terminal.restore()  # as shells do with a program that was stopped
    os.kill(pid, CONTINUE)
    terminal.until(lambda: found() == before)
    terminal.wait_for("Black", "a b c d e f g")
    terminal.watch(1.0)  # what is typed while the terminal is taken over is lost
    assert terminal.ended(QUIT) == 0


# -- shells --------------------------------------------------------------------------------------

COMMAND = f"{sys.executable} -m termgames {' '.join(GAME)}"
WRAPPED = f"""{sys.executable} -c "import subprocess; subprocess.run('{COMMAND}'.split())" """


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs a shell with jobs")
@pytest.mark.parametrize("command", [COMMAND, WRAPPED], ids=["alone", "started by another"])
def test_a_shell_gets_the_terminal_back_and_gives_it_again(start: Start, command: str) -> None:
    """Also where it knows only the program that started this one, as with `uv run`."""
    terminal = start("bash", "--norc", "-i", program=OTHER, drawn=False, PS1="PROMPT$ ")
    # In the background a program does not get the terminal.
    talk(terminal, "PROMPT$", f"set -b; {command} &\r", "Stopped", "")
    for _ in range(2):
        talk(terminal, "", "fg\r", "\x1b[?1049h", "", "Black", "")
        terminal.watch(1.0)
        talk(terminal, "", "\x1a", "\x1b[?1049l", "", "Stopped", "")
    terminal.send(b"fg\r")
    terminal.watch(1.0)
    talk(terminal, "", "\x11", "\x1b[?1049l", "", "PROMPT$", "")


ZSH = 'autoload -U compinit; compinit -u -D; eval "$(_TERMGAMES_COMPLETE=zsh_source termgames)"'
FISH = "_TERMGAMES_COMPLETE=fish_source termgames | source"


@pytest.mark.parametrize(
    ("shell", "options", "setup"), [("zsh", "-f", ZSH), ("fish", "--no-config", FISH)]
)
def test_a_shell_completes_the_name_of_a_game(
    start: Start, shell: str, options: str, setup: str, tmp_path: Path
) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    command = tmp_path / "termgames"
    command.write_text(f"#!/bin/sh\nexec '{sys.executable}' -m termgames \"$@\"\n")
    command.chmod(0o755)
    path = f"{tmp_path}:/usr/bin:/bin"
    named = {"PATH": path, "HOME": str(tmp_path), "TERM": "xterm"}
    terminal = start(shell, *options.split(), program=OTHER, drawn=False, **named)
    terminal.send(f"{setup}\recho re''ady\r".encode())
    talk(terminal, "ready", "termgames play plura\t", "plurality", "")


# -- odd terminals, input and systems ------------------------------------------------------------

ODD = {"COLUMNS": "40", "LINES": "10", "ESCDELAY": "9" * 400, "TEXTUAL_DIM_FACTOR": "9" * 400}
ODD |= {"TEXTUAL_COLOR_SYSTEM": "bogus", "TEXTUAL_PRESS": "no,such,keys", "TEXTUAL_LOG": "/no/x"}


@needs_proc
def test_the_screen_goes_on_whatever_the_environment_says_and_the_terminal_sends(
    start: Start,
) -> None:
    terminal = game(start, **ODD)
    # It is as large as the terminal.
    terminal.resize(34, 10)
    terminal.wait_for("this terminal is 34x10")
    terminal.resize(120, 40)
    terminal.wait_for("Black", "a b c d e f g")
    # Where no shell could continue it, it does not stop. Until the screen is painted anew ctrl+q
    # is the terminal's own key, which lets output go on.
    talk(terminal, "", "\x1a", "\x1b[?1049l", "", "Black", "")
    # Shortcuts lie where they lie on a latin keyboard; what is typed into a line stays as it is.
    terminal.send("ь".encode())  # where m is: a move is typed
    terminal.wait_for("Place")
    terminal.send("фы4".encode())
    terminal.wait_for("фы4")
    terminal.send(b"\x1b")
    terminal.watch(0.5)
    # Input that means nothing is ignored, a megabyte that is not marked as a paste is dropped.
    for broken in (b"\xff", b"\x9b", b"\xc3z", b"\x1b[M\xff\xff\xff", b"\x1b[1114112u"):
        terminal.child.send(broken)
    terminal.child.send(b"\x1b[200~" + b"z" * 3_000)
    terminal.child.send(b"\x1b[201~p")
    terminal.wait_for("pass")

    def most_memory() -> int:
        status = Path(f"/proc/{terminal.child.pid}/status").read_text()
        return int(status.partition("VmHWM:")[2].split()[0]) // 1024

    def paste() -> None:
        with contextlib.suppress(OSError):
            for _ in range(250):
                os.write(terminal.child.child_fd, b"z" * 4_000)

    before = most_memory()
    pasting = threading.Thread(target=paste, daemon=True)
    pasting.start()
    while pasting.is_alive():
        with contextlib.suppress(pexpect.TIMEOUT):
            terminal.read(0.1)
    assert most_memory() - before < 50  # megabytes
    assert terminal.ended(b"\x1b[A\x1b[1081;5u") == 0  # ctrl+й


def test_the_board_is_ascii_where_the_locale_is_not_utf8(start: Start) -> None:
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    terminal = game(start, **locale, PYTHONIOENCODING="ascii")
    terminal.wait_for("1 .", "? Help")
    assert terminal.shown.isascii()
    assert terminal.shown.count("?") == 1
    assert terminal.ended(QUIT) == 0


BREAKING = """
import sys
from textual.driver import Driver
before = Driver.process_message
def process(self, message):
    if getattr(message, 'key', '') == 'z': raise RuntimeError('broken')
    before(self, message)
Driver.process_message = process
from termgames.cli import main
sys.exit(main())
"""


def test_a_fault_of_the_input_thread_ends_in_one_line(start: Start, own_data_folder: Path) -> None:
    terminal = game(start, program=("-c", BREAKING))
    assert terminal.ended(b"z") == 1
    shown = terminal.shown.replace("\n", "")
    assert "error: unexpected fault, please report it: RuntimeError: broken" in shown
    assert "broken" in (own_data_folder / "faults.log").read_text()


BARE = """
import os, sys
for name in ("termios", "tty", "fcntl", "readline", "pwd", "grp", "resource"):
    sys.modules[name] = None
for name in ("O_NOFOLLOW", "O_NOCTTY", "getuid", "fchmod"):
    delattr(os, name)
from termgames.cli import main
sys.exit(sum(main(words.split()) for words in sys.argv[1:] or [""]))
"""
"""Systems whose Python lacks control of terminals, locks and line editing, as Windows."""


def test_what_needs_no_screen_works_where_terminals_cannot_be_controlled(
    start: Start, own_data_folder: Path
) -> None:
    lock = own_data_folder / "games" / ".other.tgr.lock"  # of another system, in a shared folder
    lock.parent.mkdir(parents=True)
    lock.write_text("1 1 elsewhere\n")
    contest = "arena pletore --size=4 --a=greedy --b=random --games=2"
    asked = ("list", " ".join(LINES), "gtp pletore --size 5", contest)
    terminal = start(*asked, program=("-c", BARE), drawn=False)
    talk(terminal, "tricolor", "", "1. black>", "c4,c5,d5\rquit\r")
    talk(terminal, "", "play black a1\rgenmove white\rquit\r", "= ", "", "greedy", "")
    assert terminal.ended() == 0
    assert b"error" not in terminal.written
    assert b"note: the screen needs" not in terminal.written, "lines were asked for"
    for words, told in ((" ".join(GAME), "1. black>"), ("", "Usage: termgames")):
        terminal = start(words, program=("-c", BARE), drawn=False)
        talk(terminal, "the screen needs Linux, macOS or, on Windows, WSL", "", told, "quit\r")
        assert terminal.ended() == 0


# -- clocks --------------------------------------------------------------------------------------


def black(terminal: Terminal) -> float:
    """What Black's clock shows, in seconds."""
    found = re.search(r"Black\s+you\s+(?:(\d+):)?([\d.]+)", terminal.shown)
    assert found is not None, terminal.shown
    return 60 * int(found[1] or 0) + float(found[2])


@pytest.mark.parametrize(("number", "code"), [(signal.SIGKILL, -9), (signal.SIGTERM, 143)])
def test_a_game_that_is_ended_gains_no_time(start: Start, number: int, code: int) -> None:
    """A kill forgets what the move in hand took, and that alone."""
    bot = ("play", "plurality", "--size", "7", "--white", "bot:1")
    terminal = game(start, *bot, "--clock", "1m")
    terminal.until(lambda: black(terminal) <= 59)
    terminal.child.send("ma1,b1,c1\r")
    terminal.until(lambda: any(store.read(each.path).ply == 2 for each in store.unfinished()))
    (saved,) = store.unfinished()
    clock = store.read(saved.path).time
    left = clock.left(0)
    assert 0.9 <= clock.taken(0) == pytest.approx(60 - left.seconds)
    assert 0 <= clock.taken(1) < 60
    terminal.until(lambda: black(terminal) <= left.seconds - 0.5)
    shown = black(terminal)
    os.kill(terminal.pid, number)
    assert terminal.end() == code
    in_hand = store.read(saved.path).time.in_hand
    assert in_hand == pytest.approx(left.seconds - shown if code == 143 else 0.0, abs=1.0)
    again = black(game(start, "resume"))
    # What it took to look is gone, too.
    assert left.seconds - 8 < again <= (shown if code == 143 else left.seconds) + 1
