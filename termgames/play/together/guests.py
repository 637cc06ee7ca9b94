"""Who is at a table, and the room it stands in: all that a table speaks to."""

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from termgames.core.errors import TermgamesError
from termgames.core.game import Seat
from termgames.play import events
from termgames.play.match import AnyMatch
from termgames.play.sitting.live import Live
from termgames.play.together import wire
from termgames.play.together.rations import Allowance
from termgames.play.together.seating import Chair
from termgames.play.together.telling import Told

_MOST_TOLD, _TOLD_A_SECOND = 6, 1.2
"""What one guest may tell everybody in a row, as talk and proposals, and later."""


class Room(Protocol):
    """What a table needs of the process it stands in."""

    def sit_down(self, match: AnyMatch, listen: Callable[[events.Event], None]) -> Live:
        """A sitting of a match of this table; the one before is closed."""

    def bot(self, match: AnyMatch, seat: Seat) -> events.Thinker:
        """A fresh bot for a seat; what it says comes by `SharedTable.hear_bot`."""

    def later(self, seconds: float, work: Callable[[], None]) -> None:
        """Call `work` in so many seconds."""

    def tell(self, event: str, **what: Any) -> None:
        """Something happened that a program beside the table may want to know."""

    def end(self, why: str) -> None:
        """End the table."""


class Declined(TermgamesError):
    """What a guest wants is not done; `rule` names why in one word."""

    def __init__(self, rule: str, text: str) -> None:
        super().__init__(text)
        self.rule = rule


class Guest:
    """Somebody at a terminal. `send` takes messages for him at any time."""

    def __init__(self, send: Callable[[wire.FromTable], None]) -> None:
        self.send = send
        self.place: Chair | None = None
        """His seat or place to watch from; None until he has joined."""
        self.host = False
        self.name = ""
        self.told = Told(None)
        self._ration = Allowance(_MOST_TOLD, _TOLD_A_SECOND)

    @property
    def seat(self) -> Seat | None:
        """The seat that he plays."""
        return None if self.place is None else self.place.seat

    @property
    def own_seat(self) -> Seat:
        """The seat that he plays; Declined for who watches."""
        if self.seat is None:
            raise Declined("seat", "you only watch this game")
        return self.seat

    def ration(self) -> None:
        """He tells everybody something; Declined for who has told too much. All windows of a seat
        share a ration, and so do all who watch."""
        if self.place is not None and not (self._ration.take() and self.place.told.take()):
            raise Declined("often", "that is too much at once: wait a few seconds")


class Guests:
    """All who are at a table, in the order in which they came."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._there: list[Guest] = []

    def __iter__(self) -> Iterator[Guest]:
        """Those who are there now, whoever goes meanwhile."""
        return iter(list(self._there))

    def __len__(self) -> int:
        return len(self._there)

    def add(self, guest: Guest) -> None:
        """Somebody has come."""
        self._there.append(guest)

    def remove(self, guest: Guest) -> None:
        """Somebody has gone; ValueError for who was not there."""
        self._there.remove(guest)

    def at(self, place: Chair) -> list[Guest]:
        """Those with the key of a place."""
        return [guest for guest in self._there if guest.place is place]

    def tell(self, message: wire.FromTable, *, host: bool = False) -> None:
        """Send a message to everybody, or to the `host` alone."""
        for guest in self:
            if guest.host or not host:
                guest.send(message)

    def note(self, text: str, *, host: bool = False) -> None:
        """Tell everybody something in words, or the `host` alone what is his, as where the game is
        saved; and the room."""
        self.tell(wire.Note(text), host=host)
        self._room.tell("note", text=text)
