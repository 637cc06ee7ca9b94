"""A guest's visit to a table: the connection, and how it is found again when it breaks."""

import contextlib
import time
from collections.abc import Sequence
from dataclasses import replace

from termgames.core.errors import StorageError
from termgames.core.game import Seat
from termgames.play.together import rooms, wire
from termgames.play.together.link import PATIENCE, Link
from termgames.play.together.rooms import OwnSeat, Silent

_RETRIES = 60
"""How often a connection that broke is tried again, once a second."""


def seats_for(about: wire.About, own: Sequence[OwnSeat], name: str) -> list[Seat]:
    """Which seats of a table may be wanted by a user who calls himself so, or does not: of his
    `own` those that he took under that name, where he did, and at which nobody sits, the latest
    last; else those that are free; else his own, for a second window."""
    named = [each for each in own if each.name.casefold() == name.casefold()]
    mine = [each.seat for each in named or own if named or not (name and each.name)]
    kinds = {each.seat: each.kind for each in about.seats if each.kind == "bot" or not each.present}
    free = [seat for seat, kind in kinds.items() if kind == "free"]
    return [seat for seat in mine if seat in kinds and seat not in free] or free or mine


def taking(
    about: wire.About, own: Sequence[OwnSeat], seat: Seat | None, join: wire.Join
) -> wire.Join:
    """The first line of a guest who takes a seat, with its key where it is one of his `own`: where
    that opens nothing any more, the seat that he names or any free one will do."""
    mine = next((each for each in own if each.seat == seat), None)
    if mine is None:
        return replace(join, seat=seat)
    host = join.host or (rooms.host_key(about.table) if mine.host else "")
    return replace(join, key=mine.key, host=host)


class Visit:
    """One guest at the table that a link leads to. Sitting down may be refused: `receive` answers
    `Closed` then.

    Messages may be sent from one thread and received in another.
    """

    def __init__(self, link: Link, first: wire.Join, *, remembers: bool = True) -> None:
        """`remembers`: the seat is kept for this user's next visit."""
        self._link, self._first, self._remembers = link, first, remembers
        self.address = link.address
        self.closed = False
        """Whether the guest has left."""
        self._key = self._host = ""
        """What takes the seat again; empty until the table has said so."""
        self.send(first)

    def fileno(self) -> int:
        """The file that can be read when something has come."""
        return self._link.fileno()

    def send(self, message: wire.FromGuest) -> None:
        """Send a message; one that a broken connection loses is not sent again: the table tells
        anew how things stand."""
        try:
            self._link.send(message)
        except StorageError:
            return  # whoever receives will notice

    def receive(self) -> list[wire.FromTable]:
        """What has come; waits until something has, though not for long before the guest has a
        place. StorageError when the connection broke, or when what comes is not from a table."""
        if not (self._key or self._link.wait(PATIENCE)):
            raise Silent(str(self.address))
        messages = list(self._link.receive())
        for message in messages:
            if isinstance(message, wire.Welcome) and not self._key:
                self._key = message.key
                self._host = (self._first.host or self._first.key) if message.host else ""
                if self._remembers and message.seat is not None:
                    host = message.host and not self.address.host
                    own = OwnSeat(message.seat, message.key, self._first.name, host)
                    rooms.remember_seat(str(self.address), own)
        return messages

    @property
    def may_come_back(self) -> bool:
        """Whether there is a place to come back to."""
        return bool(self._key)

    def come_back(self) -> bool:
        """Sit down again after the connection broke, which is tried for a while, unless the guest
        leaves; whether he is back."""
        self._link.close()
        for _ in range(_RETRIES):
            time.sleep(1)
            if self.closed:
                return False
            with contextlib.suppress(StorageError):
                self._sit_down_again()
                return True
        return False

    def _sit_down_again(self) -> None:
        first = wire.Join(wire.VERSION, self._first.name, self._key, host=self._host)
        link = Link(self.address)
        try:
            # First of all: meanwhile another thread may want to send something.
            link.send(first)
        except StorageError:
            link.close()
            raise
        self._link = link
        if self.closed:  # meanwhile
            link.close()

    def close(self) -> None:
        """Leave. May be called twice."""
        self.closed = True
        self._link.close()
