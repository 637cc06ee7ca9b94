"""The process of a table: its socket, its guests' connections, its bots, its clock.

One thread waits for whatever comes next; bots' replies reach it through a pipe. A guest who sends
nonsense, too much, or does not read what he is sent is sent away, and harms nobody else.
"""

from __future__ import annotations

import contextlib
import heapq
import os
import queue
import selectors
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from termgames import __version__
from termgames.core.errors import StorageError
from termgames.core.game import Seat
from termgames.play import events, fault_reports, store
from termgames.play.bots.options import BotOptions
from termgames.play.bots.processes import BotProcesses
from termgames.play.match import AnyMatch
from termgames.play.save_file import SaveFile
from termgames.play.sitting.live import Live
from termgames.play.together import rooms, wire
from termgames.play.together.rooms import Kept
from termgames.play.together.seating import NoSeat, Seating
from termgames.play.together.table import Guest, Manners, SharedTable

_PIECE = 65_536
_MOST_GUESTS = 64
"""Connections at once; more are sent away."""
_PATIENCE = 15.0
"""Seconds in which a connection has to join."""
_MOST_WAITING = 4_000_000
"""Bytes that a guest has not read yet, at most."""
_RATE, _BURST = 20.0, 200.0
"""Messages a second that are heard of one guest, and how many may come at once."""
_WRONG = 0.5
"""Seconds before a connection that had no right key is closed."""
_FAREWELL = 3.0
"""Seconds that are left for last messages when a table ends."""


@dataclass(eq=False)
class _Connection:
    """One connection: what came over it, and what is to go out."""

    link: socket.socket
    guest: Guest
    began: float
    lines: wire.LineCutter = field(default_factory=wire.LineCutter)
    waiting: bytearray = field(default_factory=bytearray)
    joined: bool = False
    closing: bool = False
    """Whether it is closed as soon as everything has gone out."""
    allowed: float = _BURST
    """How many messages will be heard now."""
    heard: float = 0.0
    """When the last one came."""


class TableProcess:
    """A table and all who are connected to it. `run` returns when the table has ended.

    `report` gets what happens as JSON objects, for a program beside the table; `until_over`: the
    table ends with its game.
    """

    def __init__(
        self,
        name: str,
        door: socket.socket,
        match: AnyMatch,
        kept: Kept | None,
        seating: Seating,
        *,
        file: SaveFile | None,
        rules: Manners,
        options: BotOptions,
        report: Callable[[dict[str, Any]], None],
        until_over: bool = False,
    ) -> None:
        self.name, self.socket = name, str(door.getsockname())
        rooms.keep_host_key(Path(self.socket), seating.host_key)
        self._door, self._kept = door, kept
        self._file, self._options, self._report = file, options, report
        self._until_over = until_over
        self._selector = selectors.DefaultSelector()
        self._connections: set[_Connection] = set()
        self._clock: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()
        self._replies: queue.SimpleQueue[tuple[BotProcesses, Seat, events.Reply]] = (
            queue.SimpleQueue()
        )
        self._woken, self._wake = os.pipe()
        for end in (self._woken, self._wake):
            os.set_blocking(end, False)
        self._bots: BotProcesses | None = None
        self._ending = ""
        self._selector.register(door, selectors.EVENT_READ, self._admit)
        self._selector.register(self._woken, selectors.EVENT_READ, self._take_replies)
        self._table = SharedTable(name, __version__, match, seating, rules, self)

    # -- what the table needs -------------------------------------------------------------

    def sit_down(self, match: AnyMatch, listen: Callable[[events.Event], None]) -> Live:
        """The sitting of a match, with fresh bots. Another game is saved in a file of its own."""
        if self._bots is not None:
            self._bots.close()
            if self._file is not None:
                self._file.close()
                self._file = SaveFile(store.new_file(match.game.id))
        bots = self._bots = BotProcesses(match, self._options)
        bots.attach(lambda seat, reply: self._hear_bot(bots, seat, reply))
        live = Live(match, file=self._file, bots=bots.thinkers, listen=listen)
        live.keeper.save()
        self._keep()
        return live

    def bot(self, match: AnyMatch, seat: Seat) -> events.Thinker:
        """A fresh bot for a seat."""
        assert self._bots is not None
        return self._bots.restart(seat)

    def later(self, seconds: float, work: Callable[[], None]) -> None:
        """Call `work` in so many seconds, once everything that is being done is done."""
        heapq.heappush(self._clock, (time.monotonic() + seconds, next(self._numbers), work))

    def tell(self, event: str, **what: Any) -> None:
        """Report an event, but not that guests go when the table ends. Who sits where is kept."""
        if not (self._ending and event == "away"):
            self._report({"event": event, **what})
        if event in ("joined", "away"):
            self._keep()
        if event == "over" and self._until_over:
            self.later(0, lambda: self.end("the game is over"))

    def end(self, why: str) -> None:
        """End the table: everybody is told why."""
        self._ending = self._ending or why

    def _keep(self) -> None:
        """Write down who sits where, for when the table is set up again."""
        if self._kept is None or self._file is None:
            return
        self._kept.file = self._file.path
        try:
            self._kept.save()
        except StorageError as error:
            self._report({"event": "note", "text": str(error)})

    # -- the loop -------------------------------------------------------------------------

    def run(self) -> None:
        """Serve until the table ends, or a signal ends it. Nothing stays behind."""
        try:
            try:
                self._table.open()
                while not self._ending:
                    self._step(None)
            except KeyboardInterrupt:
                self.end("the table was closed")
                self._say_goodbye()
                raise
            self._say_goodbye()
        finally:
            self._close()

    def _step(self, longest: float | None) -> None:
        """Wait for what comes next, at most until a time is due, and do it."""
        now = time.monotonic()
        waits = [] if longest is None else [longest]
        if self._clock:
            waits.append(max(0.0, self._clock[0][0] - now))
        for key, mask in self._selector.select(min(waits, default=None)):
            key.data(mask)
        while self._clock and self._clock[0][0] <= time.monotonic():
            heapq.heappop(self._clock)[2]()

    def _say_goodbye(self) -> None:
        """Tell everybody that the table has ended, as far as they listen."""
        self._selector.unregister(self._door)
        for connection in list(self._connections):
            self._send(connection, wire.Closed(self._ending))
            self._finish(connection)
        end = time.monotonic() + _FAREWELL
        while self._connections and time.monotonic() < end:
            self._step(0.1)
        self._report({"event": "ended", "why": self._ending})

    def _close(self) -> None:
        """Close everything; the socket's file is removed."""
        self._door.close()
        rooms.remove(Path(self.socket))
        for connection in list(self._connections):
            connection.link.close()
        if self._bots is not None:
            self._bots.close()
        self._table.live.close()

    # -- connections ----------------------------------------------------------------------

    def _admit(self, mask: int) -> None:
        """Take the connections that wait at the door."""
        while True:
            try:
                link, _ = self._door.accept()
            except BlockingIOError:
                return
            except OSError:  # as where no more files can be opened
                time.sleep(0.05)
                return
            link.setblocking(False)
            if len(self._connections) >= _MOST_GUESTS and not self._make_room():
                with contextlib.suppress(OSError):
                    link.send(wire.line(wire.Closed("the table is full: try later")))
                link.close()
                continue
            self._connect(link)

    def _make_room(self) -> bool:
        """Close the oldest connection that has not joined, if it has had a moment; whether there
        was one."""
        now = time.monotonic()
        idle = [each for each in self._connections if not each.joined and now - each.began > 1]
        if idle:
            self._drop(min(idle, key=lambda each: each.began))
        return bool(idle)

    def _connect(self, link: socket.socket) -> None:
        def send(message: wire.FromTable) -> None:
            self._send(connection, message)

        connection = _Connection(link, Guest(send), time.monotonic())
        self._connections.add(connection)

        def work(mask: int) -> None:
            if mask & selectors.EVENT_WRITE:
                self._write(connection)
            if mask & selectors.EVENT_READ:
                self._read(connection)

        self._selector.register(link, selectors.EVENT_READ, work)
        self.later(_PATIENCE, partial(self._drop_idle, connection))

    def _drop_idle(self, connection: _Connection) -> None:
        """Close a connection that has not joined."""
        if not connection.joined:
            self._drop(connection)

    def _send(self, connection: _Connection, message: wire.FromTable) -> None:
        if connection.closing or connection not in self._connections:
            return
        connection.waiting += wire.line(message)
        if len(connection.waiting) > _MOST_WAITING:
            self.later(0, lambda: self._drop(connection))
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
            # Whoever calls is in the middle of something.
            self.later(0, lambda: self._drop(connection))
            return
        self._watch(connection)
        if connection.closing and not connection.waiting:
            self.later(0, lambda: self._drop(connection))

    def _watch(self, connection: _Connection) -> None:
        """Wait for what the connection waits for."""
        if connection in self._connections:
            wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if connection.waiting else 0)
            key = self._selector.get_key(connection.link)
            if key.events != wanted:
                self._selector.modify(connection.link, wanted, key.data)

    def _read(self, connection: _Connection) -> None:
        try:
            data = connection.link.recv(_PIECE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._drop(connection)
            return
        if connection.closing:
            return
        try:
            for line in connection.lines.take(data):
                if connection.closing or connection not in self._connections:
                    return
                self._ration(connection)
                self._hear(connection, wire.from_guest(line))
        except wire.WireError as error:
            self._send(connection, wire.Closed(str(error)))
        except Exception as error:
            # One guest's message must not end the table of all the others.
            fault = fault_reports.report(error)
            self._report({"event": "fault", "text": fault})
            self._send(connection, wire.Closed(f"the table could not do that: {fault}"))

    def _ration(self, connection: _Connection) -> None:
        """WireError for a guest who says too much."""
        now = time.monotonic()
        more = connection.allowed + _RATE * (now - (connection.heard or now))
        connection.heard, connection.allowed = now, min(_BURST, more) - 1
        if connection.allowed < 0:
            raise wire.WireError(f"more than {_RATE:g} messages a second")

    def _hear(self, connection: _Connection, message: wire.FromGuest) -> None:
        guest = connection.guest
        if connection.joined:
            self._table.hear(guest, message)
        elif isinstance(message, wire.Look):
            guest.send(self._table.about())
        elif isinstance(message, wire.Join):
            try:
                self._table.enter(guest, message)
                connection.joined = True
            except NoSeat as error:
                # Later, so that keys cannot be tried fast; meanwhile nothing is heard.
                connection.closing = True
                self.later(_WRONG, partial(self._refuse, connection, str(error)))
        else:
            raise wire.WireError("the first message has to be join or look")

    def _refuse(self, connection: _Connection, why: str) -> None:
        connection.closing = False
        self._send(connection, wire.Closed(why))

    def _finish(self, connection: _Connection) -> None:
        """Close a connection once everything has gone out."""
        connection.closing = True
        if connection in self._connections and not connection.waiting:
            self.later(0, lambda: self._drop(connection))

    def _drop(self, connection: _Connection) -> None:
        """Close a connection now; its guest is gone."""
        if connection not in self._connections:
            return
        self._connections.remove(connection)
        self._selector.unregister(connection.link)
        connection.link.close()
        if connection.joined:
            self._table.leave(connection.guest)

    # -- bots -----------------------------------------------------------------------------

    def _hear_bot(self, bots: BotProcesses, seat: Seat, reply: events.Reply) -> None:
        """Called in the thread of a bot."""
        if isinstance(reply, events.Progress):
            return  # guests are not told what bots think
        self._replies.put((bots, seat, reply))
        with contextlib.suppress(BlockingIOError):
            os.write(self._wake, b".")

    def _take_replies(self, mask: int) -> None:
        with contextlib.suppress(BlockingIOError):
            os.read(self._woken, _PIECE)
        while not self._replies.empty():
            bots, seat, reply = self._replies.get()
            if bots is self._bots:
                self._table.hear_bot(seat, reply)
