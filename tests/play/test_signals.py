"""Who gets the signals that ask the program to end."""

import importlib
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from termgames.play import signals

NUMBER = signal.SIGTERM


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = signal.signal(NUMBER, signal.SIG_DFL)
    yield
    signal.signal(NUMBER, before)


def send(number: int) -> None:
    os.kill(os.getpid(), number)


def test_who_is_handed_the_signals_need_not_end_the_program() -> None:
    got: list[int] = []
    with signals.handed_to(lambda number: not got.append(number)):
        send(NUMBER)
    assert got == [NUMBER]
    assert signal.getsignal(NUMBER) == signal.SIG_DFL
    signal.signal(NUMBER, signal.SIG_IGN)
    with signals.noted() as ending, signals.handed_to(lambda number: not got.append(number)):
        send(NUMBER)
    assert (got, ending.number) == ([NUMBER], 0), "an ignored signal stays ignored"


@pytest.mark.parametrize(
    ("number", "wanted"), [(NUMBER, signals.Ended), (signal.SIGINT, KeyboardInterrupt)]
)
def test_a_signal_that_nobody_wants_ends_the_program(number: int, wanted: type) -> None:
    with signals.handed_to(lambda number: False), pytest.raises(wanted) as error:
        send(number)
    assert error.type is wanted


def test_only_the_first_signal_interrupts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes while it is tidied up does nothing, unless that takes for ever."""
    left: list[int] = []
    monkeypatch.setattr(os, "_exit", left.append)
    with signals.noted() as ending, ending.raising():
        with pytest.raises(signals.Ended):
            send(NUMBER)
        for number in (NUMBER, signal.SIGINT, signal.SIGINT):
            send(number)
        assert left == []
        monkeypatch.setattr(signals, "_PATIENCE", 0.0)
        send(signal.SIGINT)
    assert ending.number == NUMBER
    assert left == [signals.exit_code(NUMBER)] == [143]


def test_a_signal_waits_until_it_may_be_raised() -> None:
    with signals.noted() as ending:
        send(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt), ending.raising():
            pytest.fail("it was not raised")
        send(NUMBER)
    assert ending.number == signal.SIGINT, "the other is too late to end anything"
    with signals.noted() as ending:
        with ending.raising():
            pass
        send(signal.SIGINT)
    assert ending.number == 0, "what comes after the work is no interrupt"


def test_a_signal_waits_for_the_end_of_an_import(tmp_path: Path, monkeypatch: Any) -> None:
    """Modules written in C take what interrupts their imports for a fault of their own."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "interrupted.py").write_text(
        "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nwhole = sum(range(1000))\n"
    )

    def work() -> None:
        importlib.import_module("interrupted")
        for _ in range(500):
            time.sleep(0.01)

    with signals.noted() as ending, ending.raising(), pytest.raises(KeyboardInterrupt):
        work()
    assert sys.modules.pop("interrupted").whole
