"""The process of a table: its socket, its guests' connections, its bots, its clock.

One thread waits for whatever comes next; bots' replies reach it through a pipe. A guest who sends
nonsense, too much, or does not read what he is sent is sent away, and harms nobody else.
"""

from __future__ import annotations

import contextlib
import heapq
import math
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
from termgames.play.together.attendance import Manners
from termgames.play.together.guests import Guest
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
_KEPT_AFTER = 1.0
"""Seconds between two times that it is written down who sits where."""
_WRONG = 0.5
"""Seconds before a connection that had no right key is closed."""
_MOST_FAULTS = 20
"""Faults of a table whose details are kept."""
_FAREWELL = 3.0
"""Seconds that are left for last messages when a table ends."""


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
        self._faults = 0
        self._sweeping = self._keeping = False
        self._kept_at = -math.inf
        self._selector.register(door, selectors.EVENT_READ, self._admit)
        self._selector.register(self._woken, selectors.EVENT_READ, self._take_replies)
        self._table = SharedTable(name, __version__, match, seating, rules, self)

    # -- what the table needs -------------------------------------------------------------

    def sit_down(self, match: AnyMatch, listen: Callable[[events.Event], None]) -> Live:
        """The sitting of a match, with fresh bots. Another game is saved in a file of its own."""
        if self._bots is not None:
            fresh = None if self._file is None else SaveFile(store.new_file(match.game.id))
            self._bots.close()
            if self._file is not None:
                self._file.close()
            self._file = fresh
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
            self._keep_soon()
        elif event == "freed":
            self._keep()
        if event == "over" and self._until_over:
            self.later(0, lambda: self.end("the game is over"))

    def end(self, why: str) -> None:
        """End the table: everybody is told why."""
        self._ending = self._ending or why

    def _keep_soon(self) -> None:
        """Write down who sits where now, or in a moment where that was just done."""
        wait = self._kept_at + _KEPT_AFTER - time.monotonic()
        if wait <= 0:
            self._keep()
        elif not self._keeping:
            self._keeping = True
            self.later(wait, self._keep)

    def _keep(self) -> None:
        """Write down who sits where, for when the table is set up again."""
        self._keeping, self._kept_at = False, time.monotonic()
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
        now = time.monotonic()
        due = []
        while self._clock and self._clock[0][0] <= now:
            due.append(heapq.heappop(self._clock)[2])
        for work in due:
            self._guarded(work)

    def _guarded(self, work: Callable[[], None]) -> None:
        """Do something for the table; a fault of it must not end the table of all the others."""
        try:
            work()
        except Exception as error:
            self._tell_fault(error)

    def _tell_fault(self, error: Exception) -> None:
        """Report a fault, and keep its details for the first ones."""
        self._faults += 1
        if self._faults <= _MOST_FAULTS:
            self._report({"event": "fault", "text": fault_reports.report(error)})

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
        self._keep()
        self._door.close()
        rooms.remove(Path(self.socket))
        for connection in list(self._connections):
            connection.link.close()
        if self._bots is not None:
            self._bots.close()
        self._table.live.close()

    # -- connections ----------------------------------------------------------------------

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
            if len(self._connections) >= _MOST_GUESTS and not self._make_room():
                with contextlib.suppress(OSError):
                    link.send(wire.line(wire.Closed("the table is full: try later")))
                link.close()
                continue
            self._connect(link)

    def _make_room(self) -> bool:
        """Close the oldest connection that has not joined; whether there was one."""
        idle = [each for each in self._connections if not each.joined]
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
        if not self._sweeping:
            self._sweeping = True
            self.later(_PATIENCE, self._sweep)

    def _sweep(self) -> None:
        """Close the connections that have had time to join, and look again later if some have not
        had it yet."""
        idle = [each for each in self._connections if not each.joined]
        old = [each for each in idle if time.monotonic() - each.began >= _PATIENCE]
        for connection in old:
            self._drop(connection)
        self._sweeping = len(idle) > len(old)
        if self._sweeping:
            self.later(_PATIENCE, self._sweep)

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
                if connection.closing or connection not in self._connections:
                    return
                line = connection.lines.next()
                if line is None:
                    return
                self._ration(connection, line)
                if line.strip():
                    self._hear(connection, wire.from_guest(line))
            connection.behind = True
            self.later(0, partial(self._hear_some, connection))
        except wire.WireError as error:
            self._send(connection, wire.Closed(str(error)))
        except Exception as error:
            self._tell_fault(error)
            # The report names files of the host.
            self._send(connection, wire.Closed("the table could not do that: its host knows why"))

    def _ration(self, connection: _Connection, line: bytes) -> None:
        """WireError for a guest who says too much."""
        now = time.monotonic()
        more = _RATE * (now - (connection.heard or now)) if connection.joined else 0
        cost = 1 + len(line) / 1024
        connection.heard = now
        connection.allowed = min(_BURST, connection.allowed + more) - cost
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
                connection.joined, connection.allowed = True, _BURST
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
        if connection in self._connections:
            wait = _FAREWELL if connection.waiting else 0  # who does not read goes all the same
            self.later(wait, partial(self._drop, connection))

    def _drop(self, connection: _Connection) -> None:
        """Close a connection now; its guest is gone."""
        if connection not in self._connections:
            return
        self._connections.remove(connection)
        self._selector.unregister(connection.link)
        connection.link.close()
        # Of thousands that come and go at once, nothing stays until garbage is collected.
        connection.lines, connection.waiting = wire.LineCutter(), bytearray()
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
                self._guarded(partial(self._table.hear_bot, seat, reply))
