"""Signals that ask the program to end: SIGINT (Ctrl-C), SIGTERM, SIGHUP, SIGQUIT, and all others
that would end it without asking, as SIGUSR1 and SIGALRM.

The exit code of a program that such a signal ended is 128 and the signal's number, as shells
have it: 130, 143, 129, 131. A signal that was ignored when the program started stays ignored:
`nohup` and shells that start a program in the background rely on it.

One signal counts, the first. Service managers send two at once, and who is impatient presses ctrl-C
twice: what comes while the program tidies up does not interrupt that, unless it takes too long.
"""

import _thread
import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType

_OTHERS = (
    *("SIGKILL", "SIGSTOP"),  # nobody is asked
    *("SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGCONT"),
    *("SIGCHLD", "SIGURG", "SIGWINCH", "SIGINFO", "SIGPIPE", "SIGXFSZ"),  # ignored
    *("SIGILL", "SIGTRAP", "SIGABRT", "SIGEMT", "SIGFPE", "SIGBUS", "SIGSEGV", "SIGSYS"),  # crashes
)
ENDING = tuple(sorted(signal.valid_signals() - {getattr(signal, name, None) for name in _OTHERS}))
"""The numbers of the signals that end the program."""

_PATIENCE = 10.0
"""Seconds after the first signal from which on another one ends the program at once."""
_BUSY, _MOMENT = 5.0, 0.02
"""Seconds for which a signal waits that comes within an import or while JAX compiles, and between
two looks whether that goes on. Modules written in C print what interrupts them, and take it for a
fault of their own; a compiler that is left alone crashes."""
_UNBROKEN = ("<frozen importlib", "/jax/_src/")
"""Parts of the names of files whose work waits for its end."""


class Ended(KeyboardInterrupt):
    """Raised in the main thread where a signal other than SIGINT ended the program. Whoever
    tidies up after Ctrl-C does so after this as well."""


def exit_code(number: int) -> int:
    """The exit code of a program that this signal ended."""
    return 128 + number


class Ending:
    """The first signal that asks the program to end: it is noted, and raised where that is wanted;
    all later ones are passed over."""

    number: int | None = None
    """That signal; None while none came, 0 once one would be too late."""
    handle: Callable[[int], bool] | None = None
    """Gets the signal before it is raised, which does not happen where it answers True."""

    def __init__(self) -> None:
        self._since = 0.0
        self._raises = self._waits = False

    @contextlib.contextmanager
    def raising(self) -> Iterator[None]:
        """Meanwhile SIGINT raises KeyboardInterrupt and the other signals `Ended`; so does one that
        came before."""
        before, self._raises = self._raises, True
        try:
            if self._waits:
                self.hear(0, None)
            yield
        finally:
            self._raises = before
            if not before and self.number is None:
                self.number, self._since = 0, time.monotonic()

    def hear(self, number: int, frame: FrameType | None) -> None:
        """A signal has come, while that frame runs."""
        if self.number is None:
            self.number, self._since = number, time.monotonic()
            self._waits = self.handle is None or not self.handle(number)
        lasted = time.monotonic() - self._since
        if self._waits and self._raises:
            if lasted < _BUSY and _is_busy(frame):
                _thread.start_new_thread(_again, (number,))
                return
            self._waits = False
            raise KeyboardInterrupt if self.number == signal.SIGINT else Ended
        if not self._waits and lasted > _PATIENCE:
            os._exit(exit_code(self.number or number))


def _is_busy(frame: FrameType | None) -> bool:
    """Whether a frame belongs to what is better not broken off."""
    while frame is not None and not any(part in frame.f_code.co_filename for part in _UNBROKEN):
        frame = frame.f_back
    return frame is not None


def _again(number: int) -> None:
    """Send a signal once more, in a moment. Called in a thread."""
    time.sleep(_MOMENT)
    signal.raise_signal(number)


_ending: Ending | None = None
"""What hears the signals now."""


@contextlib.contextmanager
def noted(*, last: bool = False) -> Iterator[Ending]:
    """Meanwhile an `Ending` hears all signals that are not ignored, the one that does so already if
    there is one. With `last` they are ignored afterwards: the process ends. Does nothing outside
    the main thread."""
    global _ending
    if _ending is not None or threading.current_thread() is not threading.main_thread():
        yield _ending or Ending()
        return
    ending = _ending = Ending()
    before = {number: signal.getsignal(number) for number in ENDING}
    # None: a handler that was not installed from Python, which could not be put back.
    mine = [number for number in ENDING if before[number] not in (signal.SIG_IGN, None)]
    for number in mine:
        signal.signal(number, ending.hear)
    try:
        yield ending
    finally:
        for number in mine:
            signal.signal(number, signal.SIG_IGN if last else before[number])
        _ending = None


@contextlib.contextmanager
def handed_to(handle: Callable[[int], bool]) -> Iterator[None]:
    """Meanwhile `handle` gets the signals, in the main thread between two instructions. Those for
    which it answers False are raised."""
    with noted() as ending, ending.raising():
        before, ending.handle = ending.handle, handle
        try:
            yield
        finally:
            ending.handle = before
