"""A guest's connection to a table: a socket of this computer, or the streams of `ssh`."""

import contextlib
import select
import socket
import subprocess
import time
from collections.abc import Callable, Iterator

from termgames import games
from termgames.core.errors import OptionError, StorageError
from termgames.core.text import quotable, quoted
from termgames.play.together import address, rooms, wire
from termgames.play.together.address import Address
from termgames.play.together.rooms import Silent

PATIENCE, _SOON = 10.0, 2.0
"""Seconds for an answer: of a table that is wanted, and of each that is there."""
LOGIN = 120.0
"""Seconds for the first answer over ssh, which may ask somebody for a password."""
_LAST_WORDS = 2.0
"""Seconds in which a command that has nothing more to say may end."""
_NOT_FOUND = 127
"""The code of a shell that knows no such command."""


class NotATable(StorageError):
    """What comes over a connection is not from a table; trying again would not help."""


class Link:
    """A connection over which lines go out and come in. `fileno` may be waited for; what is
    written to the file `target` goes out."""

    def __init__(self, address: Address) -> None:
        """StorageError where the table cannot be reached."""
        self.address = address
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
        if not address.written(self.target, data):
            raise StorageError("the table is gone")

    def receive(self) -> Iterator[wire.FromTable]:
        """What has come, which may be nothing; waits where nothing has. StorageError at the end,
        NotATable where what comes is no message of a table."""
        data = self.read()
        if not data:
            raise StorageError(self._why_gone())
        line = b""
        try:
            for line in self._lines.take(data):
                yield wire.from_table(line)
        except wire.WireError as error:
            told = f", but {quoted(line.decode('utf-8', 'replace'), 60)}" if line else ""
            over = self.address.host and (
                "; a start-up file of the shell there may say that: let it do so at terminals alone"
            )
            raise NotATable(f"what comes is not from a table{told}: {error}{over}") from None

    def read(self) -> bytes:
        """The bytes that have come, none at the end; waits where nothing has come."""
        return address.read(self._in)

    def wait(self, seconds: float | None = None) -> bool:
        """Whether something can be received within so many seconds."""
        return bool(select.select([self._in], [], [], seconds)[0])

    def about(self, seconds: float = PATIENCE) -> wire.About:
        """What the table tells everybody who can reach it; Silent where it does not answer in so
        many seconds, StorageError for what nobody here understands."""
        with contextlib.suppress(StorageError):  # what has come tells why
            self.send(wire.Look())
        end = time.monotonic() + seconds
        while self.wait(max(0.0, end - time.monotonic())):
            for answer in self.receive():
                return _checked(answer, self.address)
        raise Silent(str(self.address))

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
                self._process.wait(_LAST_WORDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def _why_gone(self) -> str:
        if self._process is None:
            return "the table is gone"
        try:
            code = self._process.wait(_LAST_WORDS)
        except subprocess.TimeoutExpired:
            return "the connection ended, though ssh goes on"
        why = f"the connection ended (ssh: code {code})"
        if code == _NOT_FOUND:
            why += f": there is no {self.address.remote} at {self.address.host}, or it is not on "
            why += "the PATH of ssh: name it with --remote COMMAND, or TERMGAMES_REMOTE"
        return why


def _checked(answer: wire.FromTable, address: Address) -> wire.About:
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


def tables(say: Callable[[str], None]) -> Iterator[wire.About]:
    """The open tables of this user; `say` gets a text on each that does not answer soon."""
    for path in list(rooms.sockets()):
        try:
            with contextlib.closing(Link(Address.read(path.stem))) as link:
                yield link.about(_SOON)
        except Silent as silent:
            say(str(silent))
        except (StorageError, OptionError):
            continue
