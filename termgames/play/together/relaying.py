"""Hands on what goes between the standard streams and a table."""

from __future__ import annotations

import os
import selectors

from termgames.play.together import rooms

_PIECE = 65_536


def relay(name: str) -> int:
    """Connect the standard streams to the table of that name, for guests who come by ssh, until
    either end closes; returns the exit code. StorageError where there is no such table."""
    with rooms.connect(rooms.find(name)) as link:
        hand_on(link.fileno(), link.fileno())
    return 0


def hand_on(source: int, target: int, *, stays: bool = False) -> None:
    """Hand on what comes in by standard input to the file `target`, and by the file `source` to
    standard output, until either ends; with `stays`, until `source` does."""
    ways = {0: target, source: 1}
    # The usual selector takes no files, as /dev/null.
    with selectors.SelectSelector() as selector:
        for each in ways:
            selector.register(each, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                data = read(key.fd)
                if data and written(ways[key.fd], data):
                    continue
                if not stays or data or key.fd == source:
                    return
                selector.unregister(key.fd)


def read(source: int) -> bytes:
    """The bytes that have come from a file, none at its end; waits where nothing has come."""
    try:
        return os.read(source, _PIECE)
    except OSError:
        return b""


def written(target: int, data: bytes) -> bool:
    """Write bytes to a file; whether it takes them all."""
    left = memoryview(data)
    try:
        while left:
            left = left[os.write(target, left) :]
    except OSError:
        return False
    return True
