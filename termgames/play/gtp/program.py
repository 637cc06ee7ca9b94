"""Another program that works for us: one that plays, driven over the Go Text Protocol, or one
that answers line by line."""

import contextlib
import ctypes
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Set
from typing import IO

from termgames.core.errors import OptionError, TermgamesError
from termgames.core.text import lines_in, quotable, quoted
from termgames.play.children import cputime

_FAREWELL = 0.5
"""Seconds a program has to end by itself once it was told to quit."""
_LONGEST = 160
"""Characters of what a program said that a message repeats."""
_LONGEST_LINE = 2**16
"""Bytes of one line of output; a program that writes a longer one is ended."""
_LONGEST_ANSWER = 2**20
"""Characters of one answer, all its lines together; a program that answers more is ended."""
_BACKLOG = 256
"""Lines that are read ahead. A program that writes more has to wait until its lines are read."""
_GLANCE = 0.05
"""Seconds after which a waiting caller looks whether the program still lives: a process that it
started may hold its output open."""
_TOO_LONG = object()
"""Stands in the queue for a line longer than `_LONGEST_LINE`."""


class ProgramError(TermgamesError):
    """The program has ended, or no longer answers."""


class CommandRefused(TermgamesError):
    """The program answered a command with an error."""


class NotAllowed(OptionError):
    """A program was to be started that the user has not agreed to."""


def well_formed(command: str) -> bool:
    """Whether a text can be taken apart as a command: its quotes are closed, and it can be printed
    on one line, as no system call takes a null character and records hold what can be read."""
    try:
        return bool(shlex.split(command)) and command.isprintable()
    except ValueError:
        return False


def missing(command: str) -> str:
    """Why a well-formed command cannot start anything on this computer; empty where it can be
    tried."""
    name = shlex.split(command)[0]
    if shutil.which(name):
        return ""
    there = os.path.exists(name)
    return f"{quoted(name)} is no program" if there else f"there is no program {quoted(name)}"


class Program:
    """A program started by its command line, as a shell would split it, without a shell.

    This is the only place that starts what a command says, and `allowed` holds the
    commands that the user agreed to (see `consent`): any other raises NotAllowed.

    It has a session of its own, so that the terminal's interrupt does not reach it, and is
    killed when this process dies (where the system offers that; elsewhere it finds its
    input closed). Its error output is kept for messages. Not for several threads.
    OptionError when there is none or it cannot be started.
    """

    def __init__(self, command: str, *, allowed: Set[str], name: str = "") -> None:
        """`name`: what messages call it, else what a player who is this program is called."""
        self.command, self.name = command, name or f"gtp:{command}"
        if command not in allowed:
            raise NotAllowed(f"{self} is not started: nobody has agreed to it")
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed by `close`)
        try:
            fault = missing(command)
            if fault:
                raise OptionError(f"{self}: {fault}")
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                start_new_session=True,
                preexec_fn=_dying_with_parent(),
            )
        except OSError as error:
            self._errors.close()
            raise OptionError(f"{self} cannot be started: {error.strerror or error}") from None
        except OptionError:
            self._errors.close()
            raise
        self._lines: queue.Queue[str | object | None] = queue.Queue(_BACKLOG)
        threading.Thread(target=self._listen, daemon=True).start()

    def __str__(self) -> str:
        return f'"{quotable(self.name)}"'

    @property
    def pid(self) -> int:
        """The program's process number."""
        return self._process.pid

    def ask(self, line: str, patience: float, more: Callable[[], float] = lambda: 0.0) -> str:
        """The program's answer to a command, without the sign before it.

        CommandRefused when it answers with an error. ProgramError when it has ended, and when
        its whole answer did not come within `patience` seconds or is too long; the program is
        then killed. Before, `more` is asked for how many more seconds to wait.
        """
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
        except OSError:
            raise self._end_error(f'"{line}"') from None
        answer = self._answer(line, patience, more)
        sign = answer[0][0]
        text = "\n".join([answer[0][1:].strip(), *answer[1:]]).strip()
        if sign == "?":
            raise CommandRefused(f'{self} refused "{line}": {_brief(text)}')
        return text

    def _answer(self, line: str, patience: float, more: Callable[[], float]) -> list[str]:
        """The lines of the answer to a command; the first begins with its sign."""
        deadline = time.monotonic() + patience
        answer: list[str] = []
        length = 0
        while True:
            output = self._next_line(f'"{line}"', deadline)
            if output is None and (longer := more()) > 0:
                deadline = time.monotonic() + longer
                continue
            if output is None:
                raise self._give_up(f'did not answer "{line}" within {patience:g} s')
            if answer and not output:
                return answer
            # What a program prints before its answer is no part of it.
            if answer or output[:1] in ("=", "?"):
                answer.append(output)
                length += len(output)
            if length > _LONGEST_ANSWER:
                raise self._give_up(
                    f'answered "{line}" with more than {_LONGEST_ANSWER} characters'
                )

    def _next_line(self, at: str, deadline: float) -> str | None:
        """The next line of output, None when the deadline has passed before it came. `at` tells in
        messages what the program was doing."""
        ended = False
        while True:
            left = deadline - time.monotonic()
            try:
                line = self._lines.get(timeout=max(0.0, min(left, _GLANCE)))
            except queue.Empty:
                if left <= 0:
                    return None
                # One more round after the end: the last lines may still be on their way.
                if ended:
                    raise self._end_error(at) from None
                ended = self._process.poll() is not None
                continue
            if line is None:
                raise self._end_error(at)
            if isinstance(line, str):
                return line if left > 0 else None
            raise self._give_up(f"wrote a line of more than {_LONGEST_LINE} bytes at {at}")

    def _give_up(self, why: str) -> ProgramError:
        """The error for a program that is ended because of what it does."""
        self.close()
        return ProgramError(f"{self} {why}")

    def cpu_seconds(self) -> float | None:
        """CPU time the program has used so far; None where the system does not tell."""
        return cputime.of(self.pid)

    def close(self) -> None:
        """End the program and whatever it started. May be called twice."""
        if self._process.returncode is None:
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                assert self._process.stdin is not None
                self._process.stdin.write(b"quit\n")
                self._process.stdin.close()
                self._process.wait(_FAREWELL)
        with contextlib.suppress(OSError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()
        self._errors.close()

    def _listen(self) -> None:
        """In a thread of its own: pass on the lines until there are no more."""
        assert self._process.stdout is not None
        with self._process.stdout as output:
            while line := output.readline(_LONGEST_LINE):
                if len(line) == _LONGEST_LINE and not line.endswith(b"\n"):
                    self._lines.put(_TOO_LONG)
                    return
                self._lines.put(line.decode("utf-8", "replace").rstrip())
        self._lines.put(None)

    def _end_error(self, at: str) -> ProgramError:
        """The error for a program that has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_FAREWELL)
        code = self._process.poll()
        self._errors.seek(0)
        last = lines_in(self._errors.read().decode("utf-8", "replace").strip())[-1:]
        last_words = f": {_brief(last[0])}" if last else ""
        return ProgramError(f"{self} ended at {at} (code {code}){last_words}")


def _brief(text: str) -> str:
    return quotable(" ".join(text.split()), _LONGEST)


def _dying_with_parent() -> Callable[[], None] | None:
    """What the new process does first so that it does not outlive this one."""
    if not sys.platform.startswith("linux"):
        return None
    # Nothing may be looked up between fork and exec.
    prctl, parent, on_death = ctypes.CDLL(None).prctl, os.getpid(), 1

    def prepare() -> None:
        prctl(on_death, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)

    return prepare
