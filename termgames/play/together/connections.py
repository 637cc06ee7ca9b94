"""The connections of guests: what comes over them, and what goes out.

A guest who sends nonsense, too much, or does not read what he is sent is sent away, and harms
nobody else.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable

from termgames.play.together import wire
from termgames.play.together.guests import Guest
from termgames.play.together.rations import Allowance
from termgames.play.together.seating import NoSeat
from termgames.play.together.table import SharedTable

_MOST_GUESTS = 64
"""Connections at once. For more, those that have not joined are closed, the oldest first."""
_PATIENCE = 15.0
"""Seconds in which a connection has to join."""
_MOST_WAITING = 1_000_000
"""Bytes that a guest has not read yet, at most."""
_RATE, _BURST = 20.0, 200.0
"""Messages a second that are heard of one guest, and how many may come at once. A long one counts
as one more for each kilobyte."""
_BEFORE = 20.0
"""Messages of a connection that has not joined."""
_WRONG = 0.5
"""Seconds before a connection that had no right key is closed."""
_FAREWELL = 3.0
"""Seconds that are left for last messages."""
_NO_FILES = 0.05
"""Seconds until somebody is let in where the system had no file for him."""


class Connections:
    """All connections to a table. `fault` is told of errors that are no guest's."""

    def __init__(self, table: SharedTable, fault: Callable[[Exception], None]) -> None:
        self.table, self.fault = table, fault
        self._all: list[_Connection] = []
        """The oldest first."""
        self._admitting: asyncio.Task[None] | None = None

    def open(self, door: socket.socket) -> None:
        """Guests come through this door, a socket that listens, and through no other."""
        self._shut()
        self._admitting = asyncio.create_task(self._admit(door))

    async def say_goodbye(self, why: str) -> None:
        """Tell everybody that the table has ended, as far as they listen; nobody else comes in."""
        self._shut()
        for connection in self._all:
            connection.send(wire.Closed(why))
        await asyncio.gather(*(each.task for each in self._all), return_exceptions=True)

    def _shut(self) -> None:
        if self._admitting is not None:
            self._admitting.cancel()

    async def _admit(self, door: socket.socket) -> None:
        """Take one connection after the other that waits at a door."""
        with door:
            while True:
                try:
                    link, _ = await asyncio.get_running_loop().sock_accept(door)
                    await self._connect(link)
                except OSError:
                    await asyncio.sleep(_NO_FILES)

    async def _connect(self, link: socket.socket) -> None:
        idle = next((each for each in self._all if not each.joined), None)
        full = len(self._all) >= _MOST_GUESTS
        if full and idle is not None:
            idle.task.cancel()
            await asyncio.wait([idle.task])
        limit = wire.MOST_FROM_GUEST - 1
        connection = _Connection(self, *await asyncio.open_unix_connection(sock=link, limit=limit))
        self._all.append(connection)
        connection.task.add_done_callback(lambda _: self._drop(connection))
        if full and idle is None:
            connection.send(wire.Closed("the table is full: try later"))

    def _drop(self, connection: _Connection) -> None:
        self._all.remove(connection)
        connection.close()


class _Connection:
    """One connection: a `task` that hears what comes over it, and what is to go out."""

    def __init__(self, owner: Connections, reader: StreamReader, writer: StreamWriter) -> None:
        self._owner, self._reader, self._writer = owner, reader, writer
        self.joined = False
        self._guest = Guest(self.send)
        self._allowed = Allowance(_BEFORE, 0)
        self.task = asyncio.create_task(self._attend())
        self._patience = self._end_after(_PATIENCE)

    def send(self, message: wire.FromTable) -> None:
        """Send a message; nothing more goes out, nor is heard, after the last one."""
        if self._writer.is_closing():
            return
        self._writer.write(wire.line(message))
        if self._writer.transport.get_write_buffer_size() > _MOST_WAITING:
            self._writer.transport.abort()
        elif isinstance(message, wire.Closed):
            self._writer.close()  # once everything has gone out
            self._end_after(_FAREWELL)

    def close(self) -> None:
        """Close it now; its guest is gone."""
        self._patience.cancel()
        if self._writer.transport.get_write_buffer_size():
            self._writer.transport.abort()
        self._writer.close()
        self._owner.table.leave(self._guest)

    def _end_after(self, seconds: float) -> asyncio.TimerHandle:
        return self.task.get_loop().call_later(seconds, self.task.cancel)

    async def _attend(self) -> None:
        """Hear the guest until he goes or is sent away."""
        with contextlib.suppress(EOFError, OSError):
            while not self._writer.is_closing():
                await self._hear_next()
                await asyncio.sleep(0)  # the others have their turn
            await self._writer.wait_closed()

    async def _hear_next(self) -> None:
        try:
            line = await self._reader.readuntil()
        except asyncio.LimitOverrunError:
            self.send(wire.Closed(f"a line of more than {wire.MOST_FROM_GUEST} bytes"))
            return
        if self._writer.is_closing():
            return
        try:
            if not self._allowed.take(1 + len(line) / 1024):
                raise wire.WireError(f"more than {_RATE:g} messages a second")
            if line.strip():
                self._hear(wire.from_guest(line))
        except wire.WireError as error:
            self.send(wire.Closed(str(error)))
        except NoSeat as error:
            # Later, so that keys cannot be tried fast; meanwhile nothing is heard.
            await asyncio.sleep(_WRONG)
            self.send(wire.Closed(str(error)))
        except Exception as error:
            self._owner.fault(error)
            # The report names files of the host.
            self.send(wire.Closed("the table could not do that: its host knows why"))

    def _hear(self, message: wire.FromGuest) -> None:
        if self.joined:
            self._owner.table.hear(self._guest, message)
        elif isinstance(message, wire.Look):
            self.send(self._owner.table.about())
        elif isinstance(message, wire.Join):
            self._owner.table.enter(self._guest, message)
            self.joined, self._allowed = True, Allowance(_BURST, _RATE)
            self._patience.cancel()
        else:
            raise wire.WireError("the first message has to be join or look")
