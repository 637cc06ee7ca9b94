"""Who gets the signals that ask the program to end."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from termgames.play import signals

NUMBER = signal.SIGTERM


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = signal.getsignal(NUMBER)
    yield
    signal.signal(NUMBER, before)


def send(number: int) -> None:
    os.kill(os.getpid(), number)


def test_who_is_handed_the_signals_need_not_end_the_program() -> None:
    got: list[int] = []
    signal.signal(NUMBER, signal.SIG_DFL)
    with signals.handed_to(lambda number: not got.append(number)):
        send(NUMBER)
    assert got == [NUMBER]
    assert signal.getsignal(NUMBER) == signal.SIG_DFL


def test_a_signal_that_is_not_wanted_goes_to_whoever_had_it_before() -> None:
    got: list[int] = []
    signal.signal(NUMBER, lambda number, frame: got.append(number))
    with signals.handed_to(lambda number: False):
        send(NUMBER)
    assert got == [NUMBER]


def test_a_signal_that_nobody_wants_ends_the_program() -> None:
    signal.signal(NUMBER, signal.SIG_DFL)
    with signals.handed_to(lambda number: False), pytest.raises(signals.Ended):
        send(NUMBER)


def test_an_ignored_signal_stays_ignored() -> None:
    got: list[int] = []
    signal.signal(NUMBER, signal.SIG_IGN)
    with signals.handed_to(lambda number: not got.append(number)), signals.raised() as ending:
        send(NUMBER)
    assert got == []
    assert ending.number is None


def test_only_the_first_signal_interrupts() -> None:
    signal.signal(NUMBER, signal.SIG_DFL)
    with signals.raised() as ending:
        with pytest.raises(signals.Ended):
            send(NUMBER)
        send(NUMBER)  # while it is tidied up
        with pytest.raises(KeyboardInterrupt):
            send(signal.SIGINT)
    assert ending.number == NUMBER
    assert signals.exit_code(NUMBER) == 143
