"""A guest's connection to a table: a socket of this computer, or the streams of `ssh`.

`ssh://USER@HOST/TABLE` starts `ssh USER@HOST termgames relay TABLE`, as git does: whatever ssh is
configured to do works here. Nothing is encrypted or asked for by this program.
"""

from __future__ import annotations

import os
import re
import select
import shlex
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass

from termgames import games
from termgames.core.errors import OptionError, StorageError
from termgames.core.text import quotable, quoted
from termgames.play.together import rooms, wire

_PIECE = 65_536
_PATIENCE, _SOON = 20.0, 3.0
"""Seconds for an answer: of a table that is wanted, and of each that is there."""
_REMOTE = re.compile(
    r"ssh://(?:([A-Za-z0-9_][A-Za-z0-9_.-]*)@)?([^/@:]+)(?::([0-9]{1,5}))?/([^/]*)"
)
_HOST = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*|\[[0-9A-Fa-f:.]+\]")


@dataclass(frozen=True)
class Address:
    """Where a table is: its `name`, and the `host` it is on, empty for this computer."""

    name: str
    host: str = ""
    user: str = ""
    port: str = ""

    @staticmethod
    def read(text: str) -> Address:
        """The address in a text, `TABLE` or `ssh://USER@HOST/TABLE`; OptionError."""
        if "://" not in text:
            rooms.refuse_name(text)
            return Address(text)
        parts = _REMOTE.fullmatch(text)
        # A host that begins with a dash would be an option of ssh.
        if parts is None or not _HOST.fullmatch(parts[2]):
            raise OptionError(f"{quoted(text)} is no address: write ssh://USER@HOST/TABLE")
        rooms.refuse_name(parts[4])
        return Address(parts[4], parts[2].strip("[]"), parts[1] or "", parts[3] or "")

    def __str__(self) -> str:
        """As it is typed."""
        user, port = self.user and f"{self.user}@", self.port and f":{self.port}"
        return f"ssh://{user}{self.host}{port}/{self.name}" if self.host else self.name

    def command(self) -> list[str]:
        """The command that reaches the table over ssh; TERMGAMES_SSH may name another program, or
        options, as `ssh -F FILE`. OptionError where its quotes are not closed."""
        try:
            program = shlex.split(os.environ.get("TERMGAMES_SSH", "")) or ["ssh"]
        except ValueError:
            raise OptionError("TERMGAMES_SSH: a quote is not closed") from None
        port = ["-p", self.port] if self.port else []
        user = ["-l", self.user] if self.user else []
        return [*program, "-T", *port, *user, "--", self.host, f"termgames relay {self.name}"]


class NotATable(StorageError):
    """What comes over a connection is not from a table; trying again would not help."""


class Link:
    """A connection over which lines go out and come in. `fileno` may be waited for."""

    def __init__(self, address: Address) -> None:
        """StorageError where the table cannot be reached."""
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._lines = wire.LineCutter()
        if not address.host:
            self._socket = rooms.connect(rooms.find(address.name))
            self._in = self._out = self._socket.fileno()
            return
        try:
            process = self._process = subprocess.Popen(
                address.command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
            )
        except OSError as error:
            raise StorageError(f"cannot start {address.command()[0]}: {error.strerror}") from None
        assert process.stdin is not None
        assert process.stdout is not None
        self._in, self._out = process.stdout.fileno(), process.stdin.fileno()

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
                left = left[os.write(self._out, left) :]
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
        self._in = self._out = -1
        if self._socket is not None:
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
