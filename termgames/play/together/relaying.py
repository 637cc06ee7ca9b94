"""Hands on what goes between the standard streams and a table, for guests who come by ssh."""

from __future__ import annotations

import os
import selectors

from termgames.play.together import rooms

_PIECE = 65_536


def relay(name: str) -> int:
    """Connect the standard streams to the table of that name until either end closes; returns the
    exit code. StorageError where there is no such table."""
    link = rooms.connect(rooms.find(name))
    ways = {0: link.fileno(), link.fileno(): 1}
    with link, selectors.DefaultSelector() as selector:
        for source in ways:
            selector.register(source, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                data = _read(key.fd)
                if not data or not _written(ways[key.fd], data):
                    return 0


def _read(source: int) -> bytes:
    try:
        return os.read(source, _PIECE)
    except OSError:
        return b""


def _written(target: int, data: bytes) -> bool:
    left = memoryview(data)
    try:
        while left:
            left = left[os.write(target, left) :]
    except OSError:
        return False
    return True
