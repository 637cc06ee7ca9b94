"""Processes of our own that are talked to through their standard streams.

A child is a fresh interpreter and is not forked. It has a process group of its own, so that
the terminal's interrupt does not reach it, computes with one thread, and stands back behind
programs that people wait for. It is to end when its input does: then killing the parent
leaves nothing behind. Messages are pickles, each after its length.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import select
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, Any

from termgames.core.files import appended
from termgames.play import children
from termgames.play.bots import ONE_THREAD

_LENGTH = struct.Struct(">I")
_NICE = 5
"""The niceness of a child: other programs get the processor before it."""
_PIECE = 1 << 16
"""The most bytes that are read at once."""


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
            children.command(module),
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


def hand_on(pipe: IO[bytes], orders: queue.SimpleQueue[Any]) -> None:
    """In a thread of its own, so that nobody waits for a child that does not read: send
    whatever is put into `orders`, until that is None or nobody reads any more."""
    # What a dead child did not read cannot be flushed when the pipe closes either.
    with contextlib.suppress(OSError, ValueError), pipe:
        while (order := orders.get()) is not None:
            write(pipe, order)


def receive(pipe: IO[bytes]) -> Any:
    """The next message, or None at the end of the pipe. Both ends are this program."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    data = pipe.read(length)
    return pickle.loads(data) if len(data) == length else None


class Channel:
    """The streams of a child, to be used without threads: nobody waits longer than he says. Not
    to be used by several threads."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._to, self._from = process.stdin.fileno(), process.stdout.fileno()
        self._received = bytearray()
        for end in (self._to, self._from):
            os.set_blocking(end, False)

    def send(self, message: object, seconds: float) -> None:
        """Send one message; OSError when nobody reads any more, or not within `seconds`. Nothing
        more can be sent then."""
        left = memoryview(_frame(message))
        end = time.monotonic() + seconds
        while left:
            try:
                left = left[os.write(self._to, left) :]
            except BlockingIOError:
                if not _ready(self._to, select.POLLOUT, end):
                    raise TimeoutError("the child does not read") from None

    def receive(self, seconds: float) -> Any:
        """The next message, for which to wait at most `seconds`; None if it has not come by then.
        EOFError when there will be no more. No message is None."""
        end = time.monotonic() + seconds
        while True:
            length = self._length()
            if length is not None and len(self._received) >= length:
                data = bytes(self._received[_LENGTH.size : length])
                del self._received[:length]
                return pickle.loads(data)
            try:
                read = os.read(self._from, _PIECE)
            except BlockingIOError:
                if not _ready(self._from, select.POLLIN, end):
                    return None
                continue
            if not read:
                raise EOFError("the child has ended")
            self._received += read

    def _length(self) -> int | None:
        """The bytes of the message that is coming, its length included; None while unknown."""
        if len(self._received) < _LENGTH.size:
            return None
        return _LENGTH.size + int(_LENGTH.unpack(self._received[: _LENGTH.size])[0])


def _ready(pipe: int, event: int, end: float) -> bool:
    """Wait until something can be read from or written to a pipe, or the other end is closed;
    False if that takes until `end`."""
    waiting = select.poll()
    waiting.register(pipe, event)
    return bool(waiting.poll(max(0, round(1000 * (end - time.monotonic())))))
