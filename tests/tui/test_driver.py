"""The terminal is restored whatever the application does."""

from __future__ import annotations

import os
import select
import threading
from typing import Any

import pytest

from termgames.tui import driver


def held(number: int) -> driver.TerminalDriver:
    """A driver of this terminal whose application never answers."""
    stuck: Any = driver.TerminalDriver.__new__(driver.TerminalDriver)
    file = open(number, "w", closefd=False, encoding="utf-8")
    stuck._file, stuck.attrs_before = driver._Output(file, lambda: None), None
    return stuck


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


def test_a_terminal_that_reads_slowly_is_restored() -> None:
    reader, terminal = os.openpty()
    waiting = full(terminal)
    thread = threading.Thread(target=held(terminal).restore_at_once)
    thread.start()
    told = b""
    while len(told) < waiting + len(driver.RESTORE):
        assert select.select([reader], [], [], 10)[0], "nothing more comes"
        told += os.read(reader, 100)
    thread.join()
    assert told[waiting:].decode() == driver.RESTORE
    os.close(terminal)
    os.close(reader)


def test_what_comes_after_the_end_is_not_shown() -> None:
    reader, terminal = os.openpty()
    late = held(terminal)
    late.restore_at_once()
    late._file.write("\x1b[?1049h")
    late._file.flush()
    os.write(terminal, b"$")
    told = b""
    while not told.endswith(b"$"):
        told += os.read(reader, 100)
    assert told.decode() == f"{driver.RESTORE}$"
    os.close(terminal)
    os.close(reader)


def test_one_that_never_reads_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "LAST_WORDS", 0.05)
    reader, terminal = os.openpty()
    waiting = full(terminal)
    held(terminal).restore_at_once()
    told = b""
    while len(told) < waiting:
        told += os.read(reader, 1000)
    assert told[:waiting] == b"x" * waiting
    os.close(terminal)
    os.close(reader)
