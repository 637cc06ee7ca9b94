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
import struct
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

from termgames.play.bots import ONE_THREAD

_LENGTH = struct.Struct(">I")
_NICE = 5
"""How much a child stands back."""


def start(module: str, log: Path | None = None) -> subprocess.Popen[bytes]:
    """A child that runs a module of ours; `log` gets its error output, which otherwise is
    thrown away."""
    environment = dict(os.environ)
    environment.update(dict.fromkeys(ONE_THREAD, "1"))
    errors = subprocess.DEVNULL if log is None else log.open("ab")
    try:
        return subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=environment,
            process_group=0 if os.name == "posix" else None,
        )
    finally:
        if not isinstance(errors, int):
            errors.close()


def parent() -> tuple[IO[bytes], IO[bytes]]:
    """In a child, once: what comes in and what goes out. The standard streams are not to
    be used any more."""
    if hasattr(os, "setpriority"):
        # Children of children stand back no further.
        os.setpriority(os.PRIO_PROCESS, 0, max(_NICE, os.getpriority(os.PRIO_PROCESS, 0)))
    outgoing = os.fdopen(os.dup(1), "wb")
    # A stray print must not get between the messages.
    os.dup2(2, 1)
    return sys.stdin.buffer, outgoing


def write(pipe: IO[bytes], message: object) -> None:
    """Send one message; OSError or ValueError when nobody reads any more."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    pipe.write(_LENGTH.pack(len(data)) + data)
    pipe.flush()


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
