"""Large arrays from a child to its parent, through memory that both map.

A pipe carries 64 KiB at a time and both ends copy; results of playouts are megabytes. So a message
goes through the pipe without its arrays, which lie one after the other in a room that the two
share. The room has no name: when both have ended nothing is left of it.
"""

from __future__ import annotations

import mmap
import os
import pickle
import tempfile
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Parcel:
    """A message whose arrays lie in the room."""

    message: bytes
    """A pickle without them."""
    lengths: tuple[int, ...]
    """Bytes of the arrays, in their order."""


class SharedRoom:
    """Memory for the arrays of one message. The next one that is put overwrites it."""

    def __init__(self, file: int) -> None:
        """`file` is the descriptor of the room's file, see `create`."""
        self.file = file
        self._memory: mmap.mmap | None = None

    @staticmethod
    def create() -> SharedRoom:
        """A new room, which is empty; a child must be handed its `file`."""
        if hasattr(os, "memfd_create"):
            return SharedRoom(os.memfd_create("termgames"))
        with tempfile.TemporaryFile() as file:
            return SharedRoom(os.dup(file.fileno()))

    def put(self, message: object) -> Parcel:
        """Lay the arrays of a message into the room."""
        arrays: list[pickle.PickleBuffer] = []
        pickled = pickle.dumps(message, 5, buffer_callback=arrays.append)
        raw = [array.raw() for array in arrays]
        lengths = tuple(len(each) for each in raw)
        size = max(1, sum(lengths))
        if size > os.fstat(self.file).st_size:
            os.ftruncate(self.file, size)
        memory, at = self._mapped(size), 0
        for each in raw:
            memory[at : at + len(each)] = each
            at += len(each)
        return Parcel(pickled, lengths)

    def take(self, parcel: Parcel) -> Any:
        """The message, with copies of its arrays."""
        memory, at, arrays = memoryview(self._mapped(sum(parcel.lengths))), 0, []
        for length in parcel.lengths:
            arrays.append(bytearray(memory[at : at + length]))
            at += length
        return pickle.loads(parcel.message, buffers=arrays)

    def close(self) -> None:
        """Let go of the room. May be called twice."""
        if self.file >= 0:
            os.close(self.file)
        self.file = -1

    def _mapped(self, size: int) -> mmap.mmap:
        """The room's memory, of at least `size` bytes."""
        if self._memory is None or size > len(self._memory):
            self._memory = mmap.mmap(self.file, 0)
        return self._memory
