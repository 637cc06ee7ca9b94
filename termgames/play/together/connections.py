"""The connections of guests: what comes over them, and what goes out.

A guest who sends nonsense, too much, or does not read what he is sent is sent away, and harms
nobody else.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import time
from dataclasses import dataclass, field
from functools import partial

from termgames.play.together import wire
from termgames.play.together.guests import Guest
from termgames.play.together.loop import Loop
from termgames.play.together.seating import NoSeat
from termgames.play.together.table import SharedTable

_PIECE = 16_384
_MOST_GUESTS = 64
"""Connections at once. For more, those that have not joined are closed, the oldest first."""
_ADMITTED = 4
"""Connections that are taken at a time, so that each can say something before it may be closed."""
_PATIENCE = 15.0
"""Seconds in which a connection has to join."""
_MOST_WAITING = 1_000_000
"""Bytes that a guest has not read yet, at most."""
_RATE, _BURST = 20.0, 200.0
"""Messages a second that are heard of one guest, and how many may come at once. A long one counts
as one more for each kilobyte."""
_BEFORE = 20.0
"""Messages of a connection that has not joined."""
_AT_ONCE = 4
"""Messages of one guest that are heard before the others have their turn."""
_WRONG = 0.5
"""Seconds before a connection that had no right key is closed."""
_FAREWELL = 3.0
"""Seconds that are left for last messages."""


@dataclass(eq=False)
class _Connection:
    """One connection: what came over it, and what is to go out."""

    link: socket.socket
    guest: Guest
    began: float
    lines: wire.LineCutter = field(default_factory=lambda: wire.LineCutter(wire.MOST_FROM_GUEST))
    behind: bool = False
    """Whether more has come than was heard."""
    waiting: bytearray = field(default_factory=bytearray)
    joined: bool = False
    closing: bool = False
    """Whether it is closed as soon as everything has gone out."""
    ignored: int = 0
    """Bytes that came after it was to be closed."""
    allowed: float = _BEFORE
    """How many messages will be heard now."""
    heard: float = 0.0
    """When the last one came."""

    def ration(self, line: bytes) -> None:
        """A line has come; WireError for a guest who says too much."""
        now = time.monotonic()
        more = _RATE * (now - (self.heard or now)) if self.joined else 0
        cost = 1 + len(line) / 1024
        self.heard = now
        self.allowed = min(_BURST, self.allowed + more) - cost
        if self.allowed < 0:
            raise wire.WireError(f"more than {_RATE:g} messages a second")

    def join(self) -> None:
        """The guest has a place now."""
        self.joined, self.allowed = True, _BURST


class Connections:
    """All connections to a table that come through its `door`, a socket that listens."""

    def __init__(self, door: socket.socket, loop: Loop, table: SharedTable) -> None:
        self._door, self._loop, self._table = door, loop, table
        self._all: set[_Connection] = set()
        self._sweeping = False
        loop.listen(door, self._admit)

    def move(self, door: socket.socket) -> None:
        """Guests come through another door from now on."""
        self._loop.forget(self._door)
        self._door.close()
        self._door = door
        self._loop.listen(door, self._admit)

    def say_goodbye(self, why: str) -> None:
        """Tell everybody that the table has ended, as far as they listen; nobody else comes in."""
        self._loop.forget(self._door)
        for connection in list(self._all):
            self._send(connection, wire.Closed(why))
            self._finish(connection)
        end = time.monotonic() + _FAREWELL
        while self._all and time.monotonic() < end:
            self._loop.step(0.1)

    def close(self) -> None:
        """Close the door and every connection."""
        self._door.close()
        for connection in self._all:
            connection.link.close()

    # -- coming and going -----------------------------------------------------------------

    def _admit(self, mask: int) -> None:
        """Take connections that wait at the door."""
        for _ in range(_ADMITTED):
            try:
                link, _ = self._door.accept()
            except BlockingIOError:
                return
            except OSError:  # as where no more files can be opened
                time.sleep(0.05)
                return
            link.setblocking(False)
            if len(self._all) >= _MOST_GUESTS and not self._make_room():
                with contextlib.suppress(OSError):
                    link.send(wire.line(wire.Closed("the table is full: try later")))
                link.close()
                continue
            self._connect(link)

    def _make_room(self) -> bool:
        """Close the oldest connection that has not joined; whether there was one."""
        idle = [each for each in self._all if not each.joined]
        if idle:
            self._drop(min(idle, key=lambda each: each.began))
        return bool(idle)

    def _connect(self, link: socket.socket) -> None:
        def send(message: wire.FromTable) -> None:
            self._send(connection, message)

        connection = _Connection(link, Guest(send), time.monotonic())
        self._all.add(connection)

        def work(mask: int) -> None:
            if mask & selectors.EVENT_WRITE:
                self._write(connection)
            if mask & selectors.EVENT_READ:
                self._read(connection)

        self._loop.listen(link, work)
        if not self._sweeping:
            self._sweeping = True
            self._loop.later(_PATIENCE, self._sweep)

    def _sweep(self) -> None:
        """Close the connections that have had time to join, and look again later if some have not
        had it yet."""
        idle = [each for each in self._all if not each.joined]
        old = [each for each in idle if time.monotonic() - each.began >= _PATIENCE]
        for connection in old:
            self._drop(connection)
        self._sweeping = len(idle) > len(old)
        if self._sweeping:
            self._loop.later(_PATIENCE, self._sweep)

    def _finish(self, connection: _Connection) -> None:
        """Close a connection once everything has gone out."""
        connection.closing = True
        if connection in self._all:
            wait = _FAREWELL if connection.waiting else 0  # who does not read goes all the same
            self._drop_later(connection, wait)

    def _drop_later(self, connection: _Connection, seconds: float = 0) -> None:
        """Close a connection once whoever calls is done: he is in the middle of something."""
        self._loop.later(seconds, partial(self._drop, connection))

    def _drop(self, connection: _Connection) -> None:
        """Close a connection now; its guest is gone."""
        if connection not in self._all:
            return
        self._all.remove(connection)
        self._loop.forget(connection.link)
        connection.link.close()
        # Of thousands that come and go at once, nothing stays until garbage is collected.
        connection.lines, connection.waiting = wire.LineCutter(), bytearray()
        self._table.leave(connection.guest)

    # -- what goes out --------------------------------------------------------------------

    def _send(self, connection: _Connection, message: wire.FromTable) -> None:
        if connection.closing or connection not in self._all:
            return
        connection.waiting += wire.line(message)
        if len(connection.waiting) > _MOST_WAITING:
            self._drop_later(connection)
            connection.closing = True
            return
        self._write(connection)
        if isinstance(message, wire.Closed):
            self._finish(connection)

    def _write(self, connection: _Connection) -> None:
        """Send what can be sent at once."""
        try:
            sent = connection.link.send(connection.waiting) if connection.waiting else 0
            del connection.waiting[:sent]
        except BlockingIOError:
            pass
        except OSError:
            self._drop_later(connection)
            return
        if connection in self._all:
            self._loop.wait_to_write(connection.link, wanted=bool(connection.waiting))
        if connection.closing and not connection.waiting:
            self._drop_later(connection)

    # -- what comes in --------------------------------------------------------------------

    def _read(self, connection: _Connection) -> None:
        if connection.behind:
            return  # what came before is heard first
        try:
            data = connection.link.recv(_PIECE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._drop(connection)
            return
        if not connection.closing:
            connection.lines.add(data)
            self._hear_some(connection)
            return
        connection.ignored += len(data)
        if connection.ignored > _PIECE:
            self._drop(connection)

    def _hear_some(self, connection: _Connection) -> None:
        """Hear a few of the messages that have come, and the next ones once the others have had
        their turn."""
        connection.behind = False
        try:
            for _ in range(_AT_ONCE):
                if connection.closing or connection not in self._all:
                    return
                line = connection.lines.next()
                if line is None:
                    return
                connection.ration(line)
                if line.strip():
                    self._hear(connection, wire.from_guest(line))
            connection.behind = True
            self._loop.later(0, partial(self._hear_some, connection))
        except wire.WireError as error:
            self._send(connection, wire.Closed(str(error)))
        except Exception as error:
            self._loop.fault(error)
            # The report names files of the host.
            self._send(connection, wire.Closed("the table could not do that: its host knows why"))

    def _hear(self, connection: _Connection, message: wire.FromGuest) -> None:
        guest = connection.guest
        if connection.joined:
            self._table.hear(guest, message)
        elif isinstance(message, wire.Look):
            guest.send(self._table.about())
        elif isinstance(message, wire.Join):
            try:
                self._table.enter(guest, message)
                connection.join()
            except NoSeat as error:
                # Later, so that keys cannot be tried fast; meanwhile nothing is heard.
                connection.closing = True
                self._loop.later(_WRONG, partial(self._refuse, connection, str(error)))
        else:
            raise wire.WireError("the first message has to be join or look")

    def _refuse(self, connection: _Connection, why: str) -> None:
        connection.closing = False
        self._send(connection, wire.Closed(why))
