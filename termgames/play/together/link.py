"""A guest's connection to a table: a socket of this computer, or the streams of `ssh`."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import subprocess
import time
from collections.abc import Iterator

from termgames import games
from termgames.core.errors import OptionError, StorageError
from termgames.core.text import quotable
from termgames.play.together import rooms, wire
from termgames.play.together.address import Address

_PIECE = 65_536
_PATIENCE, _SOON = 20.0, 3.0
"""Seconds for an answer: of a table that is wanted, and of each that is there."""


class NotATable(StorageError):
    """What comes over a connection is not from a table; trying again would not help."""


class Link:
    """A connection over which lines go out and come in. `fileno` may be waited for; what is
    written to the file `target` goes out."""

    def __init__(self, address: Address) -> None:
        """StorageError where the table cannot be reached."""
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._lines = wire.LineCutter()
        if not address.host:
            self._socket = rooms.connect(rooms.find(address.name))
            self._in = self.target = self._socket.fileno()
            return
        try:
            process = self._process = subprocess.Popen(
                address.command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
            )
        except OSError as error:
            raise StorageError(f"cannot start {address.command()[0]}: {error.strerror}") from None
        assert process.stdin is not None
        assert process.stdout is not None
        self._in, self.target = process.stdout.fileno(), process.stdin.fileno()

    def fileno(self) -> int:
        """The file that can be read when something has come."""
        return self._in

    def send(self, message: wire.FromGuest) -> None:
        """Send a message; StorageError when the table is gone."""
        self.write(wire.line(message))

    def write(self, data: bytes) -> None:
        """Send bytes; StorageError when the table is gone."""
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(self.target, left) :]
        except OSError as error:
            raise StorageError(f"the table is gone: {error.strerror}") from None

    def receive(self) -> Iterator[wire.FromTable]:
        """What has come, which may be nothing; waits where nothing has. StorageError at the end,
        NotATable where what comes is no message of a table."""
        data = self.read()
        if not data:
            raise StorageError(self._why_gone())
        try:
            for line in self._lines.take(data):
                yield wire.from_table(line)
        except wire.WireError as error:
            raise NotATable(f"what comes is not from a table: {error}") from None

    def read(self) -> bytes:
        """The bytes that have come, none at the end; waits where nothing has come."""
        try:
            return os.read(self._in, _PIECE)
        except OSError:
            return b""

    def wait(self, seconds: float | None = None) -> bool:
        """Whether something can be received within so many seconds."""
        return bool(select.select([self._in], [], [], seconds)[0])

    def ask(self, message: wire.FromGuest, seconds: float) -> wire.FromTable:
        """Send a message and answer the first that comes; StorageError."""
        self.send(message)
        end = time.monotonic() + seconds
        while self.wait(max(0.0, end - time.monotonic())):
            for answer in self.receive():
                return answer
        raise StorageError("the table does not answer")

    def close(self) -> None:
        """Close it; may be called twice. Its numbers may soon be other files'."""
        self._in = self.target = -1
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)  # another thread may wait for something
            self._socket.close()
        if self._process is not None:
            for stream in (self._process.stdin, self._process.stdout):
                if stream is not None:
                    stream.close()
            try:
                self._process.wait(2)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def _why_gone(self) -> str:
        code = None if self._process is None else self._process.wait()
        return "the table is gone" if code is None else f"the connection ended (ssh: code {code})"


def about(address: Address, seconds: float = _PATIENCE) -> wire.About:
    """What a table tells everybody who can reach it; StorageError where it does not answer in so
    many seconds, or what nobody here understands."""
    link = Link(address)
    try:
        answer = link.ask(wire.Look(), seconds)
    finally:
        link.close()
    if isinstance(answer, wire.About):
        if answer.table != address.name or not _known(answer):
            raise NotATable(f"what the table {address} says of itself cannot be")
        return answer
    why = answer.text if isinstance(answer, wire.Closed) else "it answers something else"
    raise StorageError(f"the table {address} does not say what it is: {quotable(why)}")


def _known(about: wire.About) -> bool:
    """Whether a table is one of a game that there is here, with its seats."""
    try:
        most = len(games.info(about.game).seats)
    except OptionError:
        return False
    seats = [each.seat for each in about.seats]
    acts = about.acting is None or about.acting in seats
    return seats == list(range(len(seats))) and 0 < len(seats) <= most and acts


def tables() -> Iterator[wire.About]:
    """The open tables that this user can reach, and that answer soon."""
    for path in list(rooms.sockets()):
        try:
            yield about(Address.read(path.stem), _SOON)
        except (StorageError, OptionError):
            continue
