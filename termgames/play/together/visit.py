"""A guest's visit to a table: the connection, and how it is found again when it breaks."""

from __future__ import annotations

from termgames.core.errors import StorageError
from termgames.play.together import rooms, wire
from termgames.play.together.address import Address
from termgames.play.together.link import Link

RETRIES = 60
"""How often a connection that broke is tried again, once a second."""


class Visit:
    """One guest at the table of an address. Sitting down may be refused: `receive` answers
    `Closed` then.

    Messages may be sent from one thread and received in another.
    """

    def __init__(self, address: Address, first: wire.Join, *, remembers: bool = True) -> None:
        """StorageError where the table cannot be reached. `remembers`: the key of the seat is kept
        for this user's next visit."""
        self.address, self._first, self._remembers = address, first, remembers
        self._key = self._host = ""
        """What takes the seat again; empty until the table has said so."""
        self._link = Link(address)
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
        """What has come; waits until something has. StorageError when the connection broke, or
        when what comes is not from a table."""
        messages = list(self._link.receive())
        for message in messages:
            if isinstance(message, wire.Welcome) and not self._key:
                self._key = message.key
                self._host = (self._first.host or self._first.key) if message.host else ""
                if self._remembers and message.seat is not None:
                    rooms.remember_key(str(self.address), message.key)
        return messages

    @property
    def may_come_back(self) -> bool:
        """Whether there is a place to come back to."""
        return bool(self._key)

    def come_back(self) -> None:
        """Sit down again after the connection broke; StorageError where that does not work."""
        self._link.close()
        first = wire.Join(wire.VERSION, self._first.name, self._key, host=self._host)
        link = Link(self.address)
        try:
            # First of all: meanwhile another thread may want to send something.
            link.send(first)
        except StorageError:
            link.close()
            raise
        self._link = link

    def close(self) -> None:
        """Leave. May be called twice."""
        self._link.close()
