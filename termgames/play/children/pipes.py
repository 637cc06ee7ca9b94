"""Processes of our own that are talked to through their standard streams.

A child is a fresh interpreter and is not forked. It has a process group of its own, so that
the terminal's interrupt does not reach it, computes with one thread, and stands back behind
programs that people wait for. It is to end when its input does: then killing the parent
leaves nothing behind. Messages are pickles, each after its length.
"""

import math
import os
import pickle
import select
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any

from termgames.core.files import appended
from termgames.play.children import ONE_THREAD, interpreter

_LENGTH = struct.Struct(">I")
_NICE = 5
"""The niceness of a child: other programs get the processor before it."""
_PIECE = 1 << 16
"""The most bytes that are read at once."""
_GLANCE = 1.0
"""Seconds between two looks whether a stream that is waited for has been closed meanwhile."""


def start(
    module: str, log: Path | None = None, files: tuple[int, ...] = ()
) -> subprocess.Popen[bytes]:
    """A child that runs `main()` of a module of ours; `log` gets its error output, which
    otherwise is thrown away. It can use the open `files`, by the same numbers."""
    environment = dict(os.environ)
    environment.update(dict.fromkeys(ONE_THREAD, "1"))
    errors = subprocess.DEVNULL if log is None else appended(log)
    try:
        return subprocess.Popen(
            interpreter.command(module),
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=environment,
            pass_fds=files,
            process_group=0 if os.name == "posix" else None,
        )
    finally:
        if not isinstance(errors, int):
            errors.close()


def parent() -> tuple[IO[bytes], IO[bytes]]:
    """For a child, to be called once: the streams of incoming and outgoing messages. The standard
    streams are not to be used any more."""
    if hasattr(os, "setpriority"):
        # A child of a child gets no higher niceness.
        os.setpriority(os.PRIO_PROCESS, 0, max(_NICE, os.getpriority(os.PRIO_PROCESS, 0)))
    outgoing = os.fdopen(os.dup(1), "wb")
    # A stray print must not get between the messages.
    os.dup2(2, 1)
    return sys.stdin.buffer, outgoing


def write(pipe: IO[bytes], message: object) -> None:
    """Send one message; OSError or ValueError when nobody reads any more."""
    pipe.write(_frame(message))
    pipe.flush()


def _frame(message: object) -> bytes:
    """A message as it goes through a pipe."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(data)) + data


def receive(pipe: IO[bytes]) -> Any:
    """The next message, or None at the end of the pipe. Both ends are this program."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    data = pipe.read(length)
    return pickle.loads(data) if len(data) == length else None


class Channel:
    """The streams of a child, seen from its parent. One thread may send, another receive, and any
    close them: both then raise ValueError."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._to, self._from = process.stdin, process.stdout
        self._received = bytearray()
        self._open = threading.Lock()
        """Held while a stream is used: when it is closed, its number soon is another file's."""
        for end in (self._to, self._from):
            os.set_blocking(end.fileno(), False)

    def send(self, message: object, seconds: float = math.inf) -> None:
        """Send one message; OSError when nobody reads any more, or not within `seconds`. Nothing
        more can be sent then."""
        left = memoryview(_frame(message))
        end = time.monotonic() + seconds
        while left:
            with self._open:
                pipe = self._to.fileno()
                try:
                    left = left[os.write(pipe, left) :]
                    continue
                except BlockingIOError:
                    pass
            if time.monotonic() >= end:
                raise TimeoutError("the child does not read")
            _wait(pipe, select.POLLOUT, end)

    def receive(self, seconds: float = math.inf) -> Any:
        """The next message, for which to wait at most `seconds`; None if it has not come by then.
        EOFError when there will be no more. No message is None."""
        end = time.monotonic() + seconds
        while True:
            length = self._length()
            if length is not None and len(self._received) >= length:
                data = bytes(self._received[_LENGTH.size : length])
                del self._received[:length]
                return pickle.loads(data)
            with self._open:
                pipe = self._from.fileno()
                try:
                    read = os.read(pipe, _PIECE)
                except BlockingIOError:
                    read = None
            if read is None:
                if time.monotonic() >= end:
                    return None
                _wait(pipe, select.POLLIN, end)
            elif read:
                self._received += read
            else:
                raise EOFError("the child has ended")

    def close(self) -> None:
        """Close both streams. May be called twice."""
        with self._open:
            self._to.close()
            self._from.close()

    def _length(self) -> int | None:
        """The bytes of the message that is coming, its length included; None while unknown."""
        if len(self._received) < _LENGTH.size:
            return None
        return _LENGTH.size + int(_LENGTH.unpack(self._received[: _LENGTH.size])[0])


def _wait(pipe: int, event: int, end: float) -> None:
    """Wait until something can be read from or written to a pipe, or the other end is closed; at
    most until `end`, and at most `_GLANCE`: meanwhile the number may have become another file's."""
    waiting = select.poll()
    waiting.register(pipe, event)
    left = min(_GLANCE, max(0.0, end - time.monotonic()))
    waiting.poll(math.ceil(1000 * left))
