"""The terminal is restored whatever the application does."""

from __future__ import annotations

import os
import select
import termios
import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from termgames.tui import driver


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
