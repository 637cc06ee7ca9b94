"""Signals that ask the program to end: SIGINT (Ctrl-C), SIGTERM, SIGHUP, SIGQUIT, and all others
that would end it without asking, as SIGUSR1 and SIGALRM.

The exit code of a program that such a signal ended is 128 and the signal's number, as shells
have it: 130, 143, 129, 131. A signal that was ignored when the program started stays ignored:
`nohup` and shells that start a program in the background rely on it.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

_OTHERS = (
    *("SIGKILL", "SIGSTOP"),  # nobody is asked
    *("SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGCONT"),
    *("SIGCHLD", "SIGURG", "SIGWINCH", "SIGINFO", "SIGPIPE", "SIGXFSZ"),  # ignored
    *("SIGILL", "SIGTRAP", "SIGABRT", "SIGEMT", "SIGFPE", "SIGBUS", "SIGSEGV", "SIGSYS"),  # crashes
)
ENDING = tuple(sorted(signal.valid_signals() - {getattr(signal, name, None) for name in _OTHERS}))
"""The numbers of the signals that end the program."""


class Ended(KeyboardInterrupt):
    """Raised in the main thread where a signal other than SIGINT ended the program. Whoever
    tidies up after Ctrl-C does so after this as well."""


@dataclass
class Ending:
    """The first signal that asked the program to end, None while none did."""

    number: int | None = None


def exit_code(number: int) -> int:
    """The exit code of a program that this signal ended."""
    return 128 + number


@contextlib.contextmanager
def raised() -> Iterator[Ending]:
    """Meanwhile SIGINT raises KeyboardInterrupt and the other signals `Ended`.

    Only the first of the others raises: service managers send two of them at once, and the
    second must not interrupt the tidying up. Does nothing outside the main thread.
    """
    ending = Ending()

    def handle(number: int, frame: Any) -> None:
        first = ending.number is None
        ending.number = number if first else ending.number
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        if first:
            raise Ended

    with _handling(handle):
        yield ending


@contextlib.contextmanager
def handed_to(handle: Callable[[int], bool]) -> Iterator[None]:
    """Meanwhile `handle` gets the signals, in the main thread between two instructions. Those
    for which it answers False are treated as before."""
    before: dict[int, Any] = {number: signal.getsignal(number) for number in ENDING}

    def handed(number: int, frame: Any) -> None:
        if handle(number):
            return
        previous = before[number]
        if not callable(previous):
            raise Ended
        previous(number, frame)

    with _handling(handed):
        yield


@contextlib.contextmanager
def _handling(handle: Callable[[int, Any], None]) -> Iterator[None]:
    """Meanwhile `handle` is the handler of all signals that are not ignored."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in ENDING}
    # None: a handler that was not installed from Python, which could not be put back.
    mine = [number for number in ENDING if before[number] not in (signal.SIG_IGN, None)]
    for number in mine:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number in mine:
            signal.signal(number, before[number])
