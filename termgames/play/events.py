"""What a session tells a screen, and what it needs of bots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from termgames.core.game import Seat


class Thinker(Protocol):
    """Somebody who is asked for moves and answers later, elsewhere."""

    def ask(self, serial: int, state: Any) -> None:
        """Begin to think about `state`; the answer will carry `serial`."""

    def stop(self) -> None:
        """Come to a decision now; nothing happens when nobody is thinking."""


@dataclass(frozen=True)
class Changed:
    """The position, the players or whose turn it is may have changed."""


@dataclass(frozen=True)
class Asked:
    """A bot was asked about something that happened out of turn, and is to answer after a
    time that tells nothing; `serial` is the question's."""

    serial: int


@dataclass(frozen=True)
class Thinking:
    """The bot to move has thought on; see `GameSession.thinking`."""


@dataclass(frozen=True)
class NotSaved:
    """The move was played but could not be saved; the game goes on.

    Told once, until a move was saved again.
    """

    text: str


@dataclass(frozen=True)
class BotFailed:
    """A bot cannot go on; `retry` asks it again, `take_over` puts a human in its seat."""

    seat: Seat
    text: str


Event = Changed | Asked | Thinking | NotSaved | BotFailed
