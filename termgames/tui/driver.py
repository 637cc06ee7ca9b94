"""The terminal, on systems that have `termios`: Textual's driver, made safe against what comes
in, against what goes wrong in its threads, and against signals.

Input is read by `InputReader`. When it arrives faster than the application handles it, as when
a megabyte is pasted into a terminal that does not mark pastes, the rest is dropped: at most
`inbox.MOST_WAITING` messages wait. A fault of the input thread ends the application like any other
fault; a terminal that is gone ends it like SIGHUP. The size of the terminal is asked of the
system whenever SIGWINCH says that it changed; reports of it in the input are not asked for.

Handlers of signals only ask the event loop for something, since they may run in the middle of
whatever the application does. SIGTSTP (ctrl+z) restores the terminal and stops the whole job, as
the terminal would: the shell may know nothing but another program that started this one and waits
for it. When it goes on, also after a SIGSTOP, which nobody can prepare for, it takes over the
terminal anew: meanwhile others may have used it.
"""

import contextlib
import os
import re
import select
import selectors
import signal
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final, TextIO

from textual.app import App
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver

from termgames.core.text import escaped
from termgames.play import signals
from termgames.tui.inbox import Inbox
from termgames.tui.terminal_input import InputReader

GRACE: Final = 5.0
"""Seconds after a signal in which the application may end by itself."""
LAST_WORDS: Final = 2.0
"""Seconds in which a terminal may still take what restores it."""
_MOMENT: Final = 0.01
_MOMENTS: Final = 20
"""Moments that the system may take to stop all threads."""
_USUAL_SIZE: Final = (80, 24)
RESTORE: Final = (
    "\x1b[?2004l\x1b[?7h\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l"
    "\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
)
"""Undoes all that `start_application_mode` asks of the terminal."""
_KEEP_TITLE: Final = "\x1b[22;2t"
_TITLE_BEFORE: Final = "\x1b[23;2t"
_PLAIN_SIGNS = str.maketrans("─━│┃┌┐└┘├┤┬┴┼╭╮╰╯▔▁▏▎▕█▊…·•⏎⌃", "--||+++++++++++++--|||##.**<^")
"""What frames and hints are drawn with where the terminal has no UTF-8. The board and what
stands beside it are ASCII there anyway."""


_NEEDLESS = re.compile(
    r"(\x1b\[(?:38;[\d;]+;)?48;[\d;]+m[^\x1b]*)\x1b\[0m"
    r"(?=\x1b\[(?:38;[\d;]+;48;|48;[\d;]+m *\x1b))"
)
"""A text that has colours and nothing else, and a reset before another one that sets all it shows
itself: ink and ground, or the ground below blanks. A tenth of what a cursor step sends."""


def speaks_utf8() -> bool:
    """Whether every character can be written to the terminal, as the locale has it."""
    encoding = sys.__stderr__.encoding if sys.__stderr__ is not None else "ascii"
    return encoding.lower().replace("-", "").replace("_", "").startswith("utf")


class _Output:
    """The file that the screen is written to, without resets that change nothing. When the terminal
    has gone, `gone` is called once and all further output is dropped. Where the terminal has no
    UTF-8, ASCII takes the place of other characters."""

    def __init__(self, file: TextIO, gone: Callable[[], None]) -> None:
        self._file, self._gone = file, gone
        self._lost = False
        self._plain = not speaks_utf8()

    def write(self, text: str) -> None:
        text = _NEEDLESS.sub(r"\1", text)
        self._attempt(self._file.write, text.translate(_PLAIN_SIGNS) if self._plain else text)

    def flush(self) -> None:
        self._attempt(self._file.flush)

    def fileno(self) -> int:
        return self._file.fileno()

    def drop(self) -> None:
        """Drop all further output."""
        self._lost = True

    def _attempt(self, work: Callable[..., Any], *arguments: str) -> None:
        if self._lost:
            return
        try:
            work(*arguments)
        except (OSError, ValueError):
            self._lost = True
            self._gone()


class TerminalDriver(LinuxDriver):
    """Textual's driver with safe input, output and signals, see the module."""

    _title = ""
    """What the window is called, empty for what it was called before."""

    def __init__(self, app: App[Any], **named: Any) -> None:
        super().__init__(app, **named)
        assert sys.__stderr__ is not None, "the screen is drawn on standard error"
        self._file: Any = _Output(sys.__stderr__, self._hang_up)
        self.inbox = Inbox(self)
        self._due: list[Callable[[], None]] = []
        """What signals have asked for, and the event loop has not done yet."""
        self._continued = False
        """Whether SIGCONT came after what last stopped the program."""

    def run_input_thread(self) -> None:
        """Pass on what the player does until the application ends."""
        reader = InputReader()
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                ready = selector.select(reader.wait(time.monotonic(), 0.1))
                now = time.monotonic()
                if not ready:
                    self.inbox.take(reader.tick(now))
                    continue
                data = self._read()
                if not data:
                    self._hang_up()
                    return
                if self.inbox.flooded or not self.inbox.take(reader.feed(data, now)):
                    reader.skip(now)

    def start_application_mode(self) -> None:
        """Take over the terminal, or take it back when the program goes on after ctrl+z; not
        any more once the application ends. A program that was started in the background stops until
        the shell brings it to the front."""
        if not (self._app._exit or self._app._exception):
            if not self._in_front:
                self._pause()
            super().start_application_mode()  # type: ignore[no-untyped-call]

    def stop_application_mode(self) -> None:
        """Give the terminal back as it was."""
        self.show_title("")
        super().stop_application_mode()

    def show_title(self, title: str) -> None:
        """Call the window so, or as before for an empty title."""
        if title != self._title:
            # Terminals that cannot keep a title leave it empty: a shell writes its own.
            self.write(f"{'' if self._title else _KEEP_TITLE}\x1b]2;{title}\x07")
            self.write("" if title else _TITLE_BEFORE)
            self.flush()
            self._title = title

    def _get_terminal_size(self) -> tuple[int, int]:
        """Columns and rows of the terminal itself, whatever COLUMNS and LINES say."""
        try:
            columns, rows = os.get_terminal_size(self._file.fileno())
        except OSError:  # the terminal has gone
            return _USUAL_SIZE
        return columns or _USUAL_SIZE[0], rows or _USUAL_SIZE[1]

    def _sigtstp_application(self, *_: Any) -> None:
        self._continued = False
        if not self._soon(self._stop):
            self._stop_job()

    def _sigcont_application(self, *_: Any) -> None:
        self._continued = True
        self._forget(self._stop)
        self._soon(self._take_over)

    def _soon(self, work: Callable[[], None]) -> bool:
        """Let the event loop do something, once however often it is asked for until then; False
        when the loop has ended."""
        if work not in self._due:
            try:
                self._loop.call_soon_threadsafe(self._do, work)
            except RuntimeError:
                return False
            self._due.append(work)
        return True

    def _forget(self, work: Callable[[], None]) -> None:
        with contextlib.suppress(ValueError):
            self._due.remove(work)

    def _do(self, work: Callable[[], None]) -> None:
        if work in self._due:
            self._forget(work)
            if not (self._app._exit or self._app._exception):
                work()

    def _stop(self) -> None:
        """Leave the terminal to others until the program goes on."""
        self.suspend_application_mode()
        self._pause()
        self._must_signal_resume = True
        self.resume_application_mode()

    def _take_over(self) -> None:
        """Ask for everything anew that the screen needs of the terminal."""
        if not self._in_front:
            self._pause()
        self.suspend_application_mode()
        self.resume_application_mode()

    def _pause(self) -> None:
        """Stop the job until it goes on as the one that the terminal listens to. Whoever
        continues it in the background stops it again."""
        while not (self._continued and self._in_front):
            if not self._stop_job():
                break
        self._forget(self._take_over)

    def _stop_job(self) -> bool:
        """Stop all processes of the job until they go on. False where the system lets none of them
        stop: there is no shell that could continue them, as in a window opened for this alone."""
        self._continued = False
        handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.killpg(0, signal.SIGTSTP)
        for _ in range(_MOMENTS):
            if self._continued:
                break
            time.sleep(_MOMENT)
        signal.signal(signal.SIGTSTP, handler)
        if not self._continued:
            return False
        os.killpg(0, signal.SIGCONT)  # whoever continued this process may have left out the others
        return True

    @property
    def _in_front(self) -> bool:
        try:
            return os.tcgetpgrp(self.fileno) == os.getpgrp()
        except OSError:  # the terminal has gone: the input thread will notice
            return True

    def restore_at_once(self) -> None:
        """Restore the terminal although the application does not answer. A terminal that does
        not read is waited for `LAST_WORDS` seconds."""
        # An application that answers late would take the terminal over once more.
        self._file.drop()
        with contextlib.suppress(OSError, termios.error):
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            # Opened anew: other programs share what is open, and are not to find it changed.
            flags = os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK
            terminal = os.open(os.ttyname(self._file.fileno()), flags)
            title = f"\x1b]2;\x07{_TITLE_BEFORE}" if self._title else ""
            rest, end = (title + RESTORE).encode(), time.monotonic() + LAST_WORDS
            while rest and (left := end - time.monotonic()) > 0:
                if select.select([], [terminal], [], left)[1]:
                    rest = rest[os.write(terminal, rest) :]

    def _read(self) -> bytes:
        """The bytes that have arrived; none when the terminal is gone."""
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""

    def _query_in_band_window_resize(self) -> None:
        """Reports of the size are not asked for."""

    def _run_input_thread(self) -> None:
        try:
            self.run_input_thread()
        except Exception as error:
            # At the boundary of a thread every fault is handed to the application, which ends.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._app._handle_exception, error)

    def _hang_up(self) -> None:
        """Called in a thread: nobody can see the application any more."""
        hang_up(self)


def hang_up(driver: Driver) -> None:
    """Nobody can see the application of a driver any more: it ends. Called in any thread."""
    leave = partial(driver._app.exit, return_code=signals.exit_code(signal.SIGHUP))
    # RuntimeError: the application has ended meanwhile.
    with contextlib.suppress(RuntimeError):
        driver._loop.call_soon_threadsafe(leave)


@contextlib.contextmanager
def ended_by_signals(app: App[Any]) -> Iterator[None]:
    """Meanwhile a signal that asks the program to end makes the application leave as if the
    player had quit, with the signal's exit code. One that does not answer is ended after
    `GRACE` seconds; its bots end with it, since their pipes close."""

    def leave(number: int) -> bool:
        """Leave the application for the signal of that number; False where it does not run."""
        loop = app._loop
        if loop is None or not loop.is_running():
            return False
        code = signals.exit_code(number)
        loop.call_soon_threadsafe(partial(app.exit, return_code=code))
        patience = threading.Timer(GRACE, _end_at_once, (app, code))
        patience.daemon = True
        patience.start()
        return True

    with signals.handed_to(leave):
        yield


def show_title(app: App[Any], title: str) -> None:
    """Call the window so, where there is one; as before for an empty title."""
    if isinstance(app._driver, TerminalDriver):
        app._driver.show_title(escaped(title))


def send_message(app: App[Any], text: str) -> bool:
    """Let the terminal show a message outside its window; False, and nothing is written, where it
    is not known to understand how."""
    sequence = message_sequence(text, os.environ)
    if not sequence or not isinstance(app._driver, TerminalDriver):
        return False
    app._driver.write(sequence)
    app._driver.flush()
    return True


def message_sequence(text: str, environment: Mapping[str, str]) -> str:
    """What makes the terminal of an environment show a message; empty for one that is not known to
    do so. A terminal inside another program, as in tmux, is not."""
    plain = escaped(text).replace(";", ",")
    if environment.get("TMUX") or environment.get("STY"):
        return ""
    if environment.get("KITTY_WINDOW_ID"):
        return f"\x1b]99;;{plain}\x1b\\"
    if environment.get("TERM_PROGRAM") in ("iTerm.app", "WezTerm", "ghostty"):
        return f"\x1b]9;{plain}\x07"
    if environment.get("VTE_VERSION") or environment.get("TERM", "").startswith(("foot", "rxvt")):
        return f"\x1b]777;notify;termgames;{plain}\x07"
    return ""


def _end_at_once(app: App[Any], code: int) -> None:
    if isinstance(app._driver, TerminalDriver):
        app._driver.restore_at_once()
    os._exit(code)
