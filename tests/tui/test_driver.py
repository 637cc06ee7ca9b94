"""The terminal is restored whatever the application does, and by its own means who looks elsewhere
is told that it is his turn."""

from __future__ import annotations

import os
import re
import select
import termios
import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from termgames.tui import driver
from termgames.tui.driver import message_sequence
from termgames.tui.table import turn
from tests.tui.screens.support import match_of, playing, settings_of, table


def held(number: int) -> driver.TerminalDriver:
    """A driver of this terminal whose application never answers."""
    stuck: Any = driver.TerminalDriver.__new__(driver.TerminalDriver)
    file: Any = SimpleNamespace(fileno=lambda: number, flush=int)
    file.write = lambda text: os.write(number, text.encode())
    stuck._file, stuck.attrs_before = driver._Output(file, lambda: None), None
    return stuck


@pytest.fixture
def ends() -> Iterator[tuple[int, int]]:
    """The reading end of a terminal, and the terminal."""
    both = os.openpty()
    yield both
    for end in both:
        os.close(end)


def full(terminal: int) -> int:
    """Write to a terminal until it takes no more; how much it took."""
    os.set_blocking(terminal, False)
    taken = 0
    try:
        while True:
            taken += os.write(terminal, b"x" * 1000)
    except BlockingIOError:
        os.set_blocking(terminal, True)
        return taken


def told(reader: int, length: int) -> str:
    """What is read of a terminal."""
    found = b""
    while len(found) < length:
        assert select.select([reader], [], [], 10)[0], "nothing more comes"
        found += os.read(reader, 100)
    return found.decode()


def test_a_terminal_that_reads_slowly_is_restored(ends: tuple[int, int]) -> None:
    reader, terminal = ends
    waiting = full(terminal)
    thread = threading.Thread(target=held(terminal).restore_at_once)
    thread.start()
    assert told(reader, waiting + len(driver.RESTORE))[waiting:] == driver.RESTORE
    thread.join()


def test_what_comes_after_the_end_is_not_shown(ends: tuple[int, int]) -> None:
    reader, terminal = ends
    late = held(terminal)
    late.restore_at_once()
    late._file.write("\x1b[?1049h")
    late._file.flush()
    os.write(terminal, b"$")
    assert told(reader, len(driver.RESTORE) + 1) == f"{driver.RESTORE}$"


def test_one_that_never_reads_is_not_waited_for_long(
    ends: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "LAST_WORDS", 0.05)
    reader, terminal = ends
    waiting = full(terminal)
    held(terminal).restore_at_once()
    assert told(reader, waiting)[:waiting] == "x" * waiting


def test_a_terminal_that_has_gone_ends_the_application() -> None:
    """Unless it has ended by itself meanwhile."""
    alone, exits = held(-1), list[int]()
    loop: Any = Mock()
    alone._loop, alone._app = loop, Mock(exit=lambda return_code: exits.append(return_code))
    for ended in (None, RuntimeError("Event loop is closed")):
        loop.call_soon_threadsafe.side_effect = ended or (lambda call: call())
        alone._hang_up()
        assert exits == [129]


def test_a_terminal_that_does_not_tell_its_size_has_the_usual_one(ends: tuple[int, int]) -> None:
    terminal = ends[1]
    sizes = {(0, 0): (80, 24), (30, 0): (80, 30), (0, 132): (132, 24), (50, 132): (132, 50)}
    for said, size in sizes.items():
        termios.tcsetwinsize(terminal, said)
        assert held(terminal)._get_terminal_size() == size
    assert held(-1)._get_terminal_size() == (80, 24), "it has gone"


def test_only_terminals_that_understand_it_get_a_message() -> None:
    for said, sequence in (
        ("KITTY_WINDOW_ID=1", "\x1b]99;;Your turn\x1b\\"),
        ("TERM_PROGRAM=iTerm.app", "\x1b]9;Your turn\x07"),
        ("TERM_PROGRAM=WezTerm", "\x1b]9;Your turn\x07"),
        ("VTE_VERSION=7600", "\x1b]777;notify;termgames;Your turn\x07"),
        ("TERM=foot", "\x1b]777;notify;termgames;Your turn\x07"),
        ("TERM=xterm-256color", ""),
        ("TERM_PROGRAM=WezTerm TMUX=/tmp/tmux", ""),
    ):
        environment = dict(word.split("=") for word in said.split())
        assert message_sequence("Your turn", environment) == sequence, said


def test_what_a_game_is_called_ends_no_sequence() -> None:
    for text in ("a\x07b", "a\x1b]0;b\x07", "a;b\x9c\u202e", "a\nb"):
        for name, parts in (("KITTY_WINDOW_ID", 2), ("VTE_VERSION", 3)):
            sequence = message_sequence(text, {name: "1"})
            inner = re.sub(r"^\x1b\]|(\x07|\x1b\\)$", "", sequence)
            assert (inner.isprintable(), inner.count(";")) == (True, parts), text


@pytest.mark.parametrize(
    ("values", "titles", "calls"),
    [
        ({"notifications": "message"}, "", "Your turn: Plurality"),
        ({"notifications": "off"}, "", ""),
        ({}, "your turn: Plurality", ""),
        ({"title": False}, "", ""),
    ],
)
async def test_preferences_decide_how_who_looks_elsewhere_is_told(
    values: Any, titles: str, calls: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot has thought for long, where they are about that; else the player looks."""
    shown, sent, away = list[str](), list[str](), "notifications" in values
    monkeypatch.setattr(turn, "show_title", lambda app, title: shown.append(title))
    monkeypatch.setattr(turn, "send_message", lambda app, text: bool(sent.append(text)) or True)
    settings = settings_of(ponder=False, **values)
    async with playing(match_of("plurality seats=human,random"), settings=settings) as pilot:
        monkeypatch.setattr(pilot.app, "bell", lambda: sent.append("bell"))
        now, pilot.app.app_focus = turn.time.monotonic(), not away
        shown.clear()
        table(pilot).turn.follow(others=True, name="")
        monkeypatch.setattr(turn.time, "monotonic", lambda: now + 9 * away)
        table(pilot).turn.follow(others=False, name="Plurality")
        monkeypatch.undo()
    assert away or titles in shown[:2]
    assert " ".join(sent) == calls
