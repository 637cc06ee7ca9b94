"""The process of a table: its guests' connections, its bots, its file."""

import asyncio
import contextlib
import math
import socket
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from termgames import __version__
from termgames.core.errors import OptionError, StorageError
from termgames.core.game import Seat
from termgames.core.text import sentence
from termgames.play import events, fault_reports, signals, store
from termgames.play.bots.options import BotOptions
from termgames.play.bots.processes import BotProcesses
from termgames.play.match import AnyMatch
from termgames.play.save_file import SaveFile
from termgames.play.sitting.live import Live
from termgames.play.together import rooms
from termgames.play.together.attendance import Manners
from termgames.play.together.connections import Connections
from termgames.play.together.rooms import Kept
from termgames.play.together.seating import Seating
from termgames.play.together.table import SharedTable

_KEPT_AFTER = 1.0
"""Seconds between two times that it is written down who sits where."""
_AT_DOOR = 5.0
"""Seconds between two looks whether guests still find the table."""
_ALONE = 2 * 3600.0
"""Seconds between two looks whether anybody is there. Where nobody was at two, and the game is
over, the table ends."""
_MOST_FAULTS = 20
"""Faults whose details are kept."""


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
        seating: Seating,
        *,
        file: SaveFile | None,
        rules: Manners,
        options: BotOptions,
        report: Callable[[dict[str, Any]], None],
        until_over: bool = False,
    ) -> None:
        self.name, self.socket, self._door = name, str(door.getsockname()), door
        self._file, self._seating = file, seating
        self._options, self._report, self._until_over = options, report, until_over
        self._bots: BotProcesses | None = None
        self._unkept = ""
        self._keeping, self._kept_at = False, -math.inf
        self._faults = 0
        self._runner = asyncio.Runner()
        self._loop = self._runner.get_loop()
        self._ending: asyncio.Future[str] = self._loop.create_future()
        self._loop.set_exception_handler(lambda _, context: self._fault(context.get("exception")))
        self._table = SharedTable(name, __version__, match, seating, rules, self)
        self._connections = Connections(self._table, self._fault)
        self._keep()

    def run(self) -> bool:
        """Serve until the table ends, or a signal ends it; whether all moves are saved. Nothing
        stays behind."""
        try:
            with self._runner, signals.handed_to(self._hear_signal):
                self._runner.run(self._serve())
            return not self._table.live.keeper.lost
        finally:
            self._close()

    async def _serve(self) -> None:
        self._connections.open(self._door)
        self._table.open()
        self.later(_AT_DOOR, self._look_at_door)
        self.later(_ALONE, self._look_for_guests)
        why = await self._ending
        await self._connections.say_goodbye(why)
        self._report({"event": "ended", "why": why})

    def _hear_signal(self, number: int) -> bool:
        self._loop.call_soon_threadsafe(self.end, "the table was closed")
        return True

    def _fault(self, error: BaseException | None) -> None:
        """Report a fault, and keep its details for the first ones; the table goes on."""
        if error is not None and self._faults < _MOST_FAULTS:
            self._faults += 1
            self._report({"event": "fault", "text": fault_reports.report(error)})

    def _close(self) -> None:
        """Close everything; the socket's file is removed."""
        self._keep()
        rooms.remove(Path(self.socket))
        if self._bots is not None:
            self._bots.close()
        self._table.live.close()

    def _look_at_door(self) -> None:
        """Open the door anew where guests do not find it: at a logout its folder is removed, and
        later that may be another one."""
        self.later(_AT_DOOR, self._look_at_door)
        with contextlib.suppress(StorageError, OptionError, OSError):
            path = rooms.socket_path(rooms.folder(), self.name)
            if str(path) != self.socket or not path.exists():
                self._connections.open(rooms.listen(path))
                if str(path) != self.socket:
                    Path(self.socket).unlink(missing_ok=True)
                self.socket = str(path)

    def _look_for_guests(self, *, alone: bool = False) -> None:
        """End where the game is over and nobody is there, as it was at the last look (`alone`)."""
        now = self._table.match.over and not len(self._table.guests)
        if now and alone:
            self.end("the game is over, and nobody was here for hours")
        self.later(_ALONE, partial(self._look_for_guests, alone=now))

    # -- what the table needs -------------------------------------------------------------

    def sit_down(self, match: AnyMatch, listen: Callable[[events.Event], None]) -> Live:
        """The sitting of a match, with fresh bots. Another game is saved in a file of its own."""
        if self._bots is not None:
            if self._file is not None:
                before, self._file = self._file, SaveFile(store.new_file(match.game.id))
                before.close()
            self._bots.close()
            self._keep_soon()
        bots = self._bots = BotProcesses(match, self._options)
        bots.attach(lambda seat, reply: self._hand_over(bots, seat, reply))
        live = Live(match, file=self._file, bots=bots.thinkers, listen=listen)
        live.keeper.save()
        return live

    def bot(self, match: AnyMatch, seat: Seat) -> events.Thinker:
        """A fresh bot for a seat."""
        assert self._bots is not None
        return self._bots.restart(seat)

    def later(self, seconds: float, work: Callable[[], None]) -> None:
        """Call `work` in so many seconds, once everything that is being done is done."""
        self._loop.call_later(seconds, work)

    def tell(self, event: str, **what: Any) -> None:
        """Report an event, but not that guests go when the table ends. Who sits where is kept."""
        if not (self._ending.done() and event == "away"):
            self._report({"event": event, **what})
        if event in ("joined", "away"):
            self._keep_soon()
        elif event == "freed":
            self._keep()
        if event == "over" and self._until_over:
            self.later(0, lambda: self.end("the game is over"))

    def end(self, why: str) -> None:
        """End the table: everybody is told why."""
        if not self._ending.done():
            self._ending.set_result(why)

    # -- bots -----------------------------------------------------------------------------

    def _hand_over(self, bots: BotProcesses, seat: Seat, reply: events.Reply) -> None:
        """Called in the thread of a bot."""
        if not isinstance(reply, events.Progress):  # guests are not told what bots think
            with contextlib.suppress(RuntimeError):  # the table has ended
                self._loop.call_soon_threadsafe(self._hear_bot, bots, seat, reply)

    def _hear_bot(self, bots: BotProcesses, seat: Seat, reply: events.Reply) -> None:
        if bots is self._bots:
            self._table.hear_bot(seat, reply)

    # -- who sits where -------------------------------------------------------------------

    def _keep_soon(self) -> None:
        """Write down who sits where now, or in a moment where that was just done."""
        if not self._keeping:
            self._keeping = True
            self.later(self._kept_at + _KEPT_AFTER - time.monotonic(), self._keep)

    def _keep(self) -> None:
        """Write down who sits where, for when the table is set up again, and the host's key."""
        self._keeping, self._kept_at = False, time.monotonic()
        before, self._unkept = self._unkept, ""
        try:
            rooms.keep_host_key(self.name, self._seating.host_key)
            if self._file is not None:
                Kept(self.name, self._file.path, self._seating).save()
        except StorageError as error:
            self._unkept = str(error)
            if not before:
                self._table.guests.note(f"{sentence(self._unkept)}.", host=True)
