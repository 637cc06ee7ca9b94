"""The Go Text Protocol: scripted sessions, clocks, noise on the line, programs that misbehave."""

import io
import itertools
import shlex
import sys
import time
import tracemalloc
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from termgames.core.errors import OptionError
from termgames.play.gtp import program as module
from termgames.play.gtp.program import Program, ProgramError
from termgames.play.gtp.protocol import answer_text, lines_of, read_command, serve
from termgames.search.limits import Thought
from tests.cases import cases
from tests.play.gtp.support import First, engine, good, session
from tests.processes import gone, needs_proc


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("name", ("", "name", "")),
        ("  12\tplay  black   c4,c5,d5  # comment", ("12", "play", "black   c4,c5,d5")),
        ("na\x07me\r\n", ("", "name", "")),
        ("007 version", ("007", "version", "")),
        ("12", ("12", "", "")),
        ("3x name", ("", "3x", "name")),
    ],
)
def test_a_line_is_read(line: str, expected: tuple[str, str, str]) -> None:
    command = read_command(line)
    assert (command.id, command.name, command.arguments) == expected


def test_answers_carry_the_id_and_every_command_is_listed() -> None:
    assert answer_text("5", "a\n\nb", good=True) == "=5 a\nb\n\n"
    assert answer_text("", "no", good=False) == "? no\n\n"
    to = engine()
    assert to.answer("42 nonsense") == "?42 unknown command\n\n"
    listed = good(to, "list_commands").split()
    told = "protocol_version boardsize time_left list_stones termgames-state termgames-load"
    assert {*told.split()} < {*listed}
    assert all(good(to, f"known_command {name}") == "true" for name in listed)


SESSIONS = {
    "a game": ("plurality", {"size": 5}, """
        komi 5.5; name = termgames; known_command genmove = true; known_command tsumego = false
        play black C4,B4,A4 =; play w pass =; state ply 2; state to_move "black"
        state last_move "pass"; state board [".....", "wbb..", ".....", ".....", "....."]
        state over false; state winners []; list_stones black = b4 c4; list_stones white = a4
        play B pass =; state over true; state to_move null; state winners ["black"]
        state scores {"black": 22, "white": 5.5}; final_score = B+16.5
        termgames-legal_moves =; play white pass ? over; genmove white ? over; undo =; undo =
        undo =; undo ? cannot undo; state last_move null; genmove black ~ ,
        state ply 1; quit =
    """),
    "sizes and komi": ("plurality", {"ties": "parity", "komi": 2.0}, """
        boardsize 9
        
        boardsize 3 ? unacceptable size; boardsize huge ? unacceptable size
        boardsize ? unacceptable size; play black c4,c5,d5; komi -3; state ply 1
        state komi -3.0; komi nan ? --komi; komi inf ? --komi; komi abc ? --komi; clear_board
        state ply 0; state komi -3.0
    """),
    "the pie rule": ("plurality", {"size": 5, "pie": True}, """
        state to_move "first"; play second komi 3 ? first is to act; play first komi 3
        termgames-legal_moves = black / white; play s black; state to_move "black"
        state komi 3.5; play black pass; play white pass; state winners ["white"]
        final_score = W+3.5; komi 4 ? --pie
    """),
    "draws and resignations": ("plurality", {"size": 5, "komi": 0.0}, """
        play black pass; play white pass; final_score = 0; state draw true
        state winners ["black", "white"]; clear_board; play black resign; final_score = W+R
        state winners ["white"]; undo; state to_move "black"
    """),
    "a board": ("plurality", {"size": 5, "komi": 5.5}, """
        play black c4,b4,a4; showboard ~ 5 . . . . . 5; showboard ~ 4*W*B*B . . 4
        showboard ~ score: black 22, white 5.5
    """),
    # Seats by name and mark, a middle score that wins, talk, and no resignation.
    "three players": ("tricolor", {"size": 5}, """
        play alpha c3; play b a1; play gamma e5; play beta a2 ? alpha is to act
        list_stones g = e5; final_score = 0; play alpha resign with beta; state to_move "beta"
        play beta decline; play alpha c4; play beta resign ? there is no resigning
        final_score = B=G; state board ["....g", "..a..", "..a..", ".....", "b...."]
    """),
}  # fmt: skip


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session(name: str) -> None:
    game_id, chosen, text = SESSIONS[name]
    to = engine(game_id, **chosen)
    session(to, text)
    assert to.running == ("quit" not in text)


RECORD = "termgames record 1\ngame: plurality\nsize: 5\nkomi: 2\nplies: 2\n\nc4,c5,d5\npass\n"


def test_load(tmp_path: Path) -> None:
    to, file = engine(), tmp_path / "a game.tgr"
    for text, told in (
        (RECORD.replace("plurality", "chess"), "? not of plurality"),
        (RECORD.replace("pass", "c4,c5,d5"), "? line 8"),
        (RECORD, ""),
    ):
        file.write_text(text)
        session(to, f"termgames-load {file} {told}")
    session(to, f"""
        state ply 2; state komi 2.0; undo; boardsize 6; state komi 2.0
        termgames-load {tmp_path / "none"} ? cannot read; termgames-load {tmp_path} ? no file
        termgames-load /dev/zero ? no file; termgames-load ? syntax error; state ply 0
    """)  # fmt: skip


def test_a_bot_is_stopped_by_the_clock() -> None:
    class Slow(First):
        def think(self, state: Any, *, should_stop: Any = None, **_: Any) -> Thought:
            while not should_stop():
                time.sleep(0.001)
            return super().think(state)

    to = engine(make=Slow)
    good(to, "time_settings 1 0 0")
    begun = time.monotonic()
    good(to, "genmove b")
    assert time.monotonic() - begun < 0.5


def test_what_is_wrong_with_a_bot_is_told_when_it_is_to_move(own_data_folder: Path) -> None:
    for error, told in ((OptionError("no such net"), "no such net"), (KeyError("x"), "fault")):
        broken: Any = Mock(side_effect=error)
        session(engine(make=broken), f"genmove b ? {told}\nname = termgames")
        assert (own_data_folder / "faults.log").exists() == (told == "fault")


@pytest.mark.parametrize(
    ("settings", "allowed"),
    cases("""
    100 0 0 | 5.0
    0 10 5 | 1.8
    0 10 1 | 9.0
    0 1 1 | 0.8
    0 1 10 | 0.075
    100 10 1 | 14.0
    0 10 0 |
    """),
)
def test_what_a_clock_allows(settings: str, allowed: str) -> None:
    to = engine()
    good(to, f"time_settings {settings}")
    clock = to.clocks.get(0)
    assert (clock and clock.allowance(0)) == (pytest.approx(float(allowed)) if allowed else None)


@settings(max_examples=60)
@given(st.lists(st.binary(max_size=60), max_size=10))
def test_any_bytes_leave_the_line_alive(noise: list[bytes]) -> None:
    to, out = engine(), io.BytesIO()
    lines = b"\n".join([*noise, b"77 protocol_version"]).splitlines(keepends=True)
    serve(to, [line for line in lines if b"quit" not in line], out)
    assert out.getvalue().endswith(b"=77 2\n\n")
    assert b"unexpected fault" not in out.getvalue()


def test_an_endless_line_fills_no_memory() -> None:
    class Endless(io.RawIOBase):
        """A long line, then a command."""

        pieces = itertools.chain([b"x" * 8192] * 5000, [b"\nquit\n", b""])

        def readable(self) -> bool:
            return True

        def readinto(self, room: Any) -> int:
            piece = next(self.pieces)
            room[: len(piece)] = piece
            return len(piece)

    tracemalloc.start()
    lines = lines_of(io.BufferedReader(Endless()))
    first, second = next(lines), next(lines)
    assert tracemalloc.get_traced_memory()[1] < 5_000_000
    tracemalloc.stop()
    assert (len(first), second) == (2**16, b"quit\n")


PRELUDE = "import os, subprocess, sys, time\nout = sys.stdout.buffer\nsys.stdin.readline()\n"


@pytest.fixture
def start(tmp_path: Path) -> object:
    """Starts a Python program that has read one command."""
    started: list[Program] = []

    def begin(source: str) -> Program:
        path = tmp_path / "program.py"
        path.write_text(PRELUDE + source)
        command = shlex.join([sys.executable, "-S", str(path)])
        started.append(Program(command, allowed={command}))
        return started[-1]

    yield begin
    for each in started:
        each.close()


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("while True: out.write(b'x' * 65536)", "wrote a line of more than 65536 bytes"),
        ("out.write(b'= ')\nwhile True: out.write(b'x' * 999 + b'\\n')", "more than 1048576"),
        ("while True: out.write(b'thinking\\n'); out.flush()", "did not answer"),
        ("out.write(b'= a1\\n'); out.flush(); time.sleep(60)", "did not answer"),
    ],
    ids=["endless line", "endless answer", "endless talk", "answer without end"],
)
def test_what_never_ends_is_ended(start: object, source: str, fault: str) -> None:
    program = start(source)
    with pytest.raises(ProgramError, match=fault):
        program.ask("genmove black", 0.4 if "did not" in fault else 60)
    assert program._process.poll() is not None
    assert program._lines.qsize() <= module._BACKLOG


@needs_proc
def test_a_child_that_holds_the_output_open_holds_nobody_up(start: Any, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    program = start(
        "child = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(note)!r}, 'w').write(str(child.pid))\n"
        "os._exit(3)\n"
    )
    with pytest.raises(ProgramError, match=r"ended at \"genmove black\" \(code 3\)"):
        program.ask("genmove black", 300)
    program.close()
    assert gone(int(note.read_text()))
