"""What a driver hands to the application: no more than it can deal with.

Who holds a key down, or a program that pretends to be a player, sends faster than anything can be
drawn. Beyond a bound input is dropped instead of being worked off for minutes.
"""

from collections.abc import Iterable
from typing import Final
from weakref import WeakSet

from textual import events
from textual.driver import Driver
from textual.message import Message

MOST_WAITING: Final = 100
"""Messages that may wait for the application."""
MOST_MOVES: Final = 32
"""Messages beyond which movements of the mouse are not handed on: a newer one will come."""


class Inbox:
    """Messages of a driver on their way to the application."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._waiting: WeakSet[Message] = WeakSet()
        """Messages that the application has not handled yet. The set is weak, since Textual drops
        movements of the mouse where newer ones wait."""
        self._flood: WeakSet[Message] = WeakSet()
        """Messages that came in a flood: they reach the application, which drops them."""

    @property
    def flooded(self) -> bool:
        """Whether most of a flood is still to be dropped: until then nothing need be taken."""
        return len(self._flood) > MOST_WAITING // 2

    def take(self, messages: Iterable[Message]) -> bool:
        """Hand on messages; False where there is no room for all of them. Those that still wait
        are dropped then as well: nobody types so fast."""
        for message in messages:
            waiting = len(self._waiting)
            if isinstance(message, events.MouseMove) and waiting > MOST_MOVES:
                continue
            if waiting >= MOST_WAITING:
                self._flood, self._waiting = self._waiting, WeakSet()
                return False
            self._waiting.add(message)
            self._driver.process_message(message)
        return True

    def drops(self, event: events.Event) -> bool:
        """Whether an event is part of a flood, and not to be handled."""
        dropped = event in self._flood
        self._flood.discard(event)
        return dropped

    def forget(self, event: events.Event) -> None:
        """To be called when the application handles an event. The weak set of waiting messages
        would lose it only when Python frees it, which may take until the next garbage
        collection."""
        self._waiting.discard(event)
