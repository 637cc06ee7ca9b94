"""What a sitting and those around it tell each other, as plain values.

A sitting asks bots through `Thinker` and hears from them in replies; it tells its front end
what happened in events.
"""

from dataclasses import dataclass
from typing import Any, Protocol

from termgames.core.game import Seat

# -- from a bot to the sitting --------------------------------------------------------------


class Thinker(Protocol):
    """A bot that is asked for moves and replies later, through `Thinkers.hear`."""

    def ask(self, serial: int, state: Any, seconds: float | None = None) -> None:
        """Begin to think about `state`, for so many seconds at most; replies carry `serial`. With
        `seconds` its clock runs as soon as it has said that it begins."""

    def stop(self) -> None:
        """Decide now; nothing happens when the bot is not thinking."""


@dataclass(frozen=True)
class Begins:
    """The bot begins to think about question `serial`: it was busy before, or not there yet."""

    serial: int


@dataclass(frozen=True)
class Progress:
    """The decision on question `serial` as it stands; the bot thinks on."""

    serial: int
    thought: Any
    """A bot's Thought, or what else its process finds."""


@dataclass(frozen=True)
class Answer:
    """The decision on question `serial`."""

    serial: int
    thought: Any
    """A bot's Thought, or what else its process finds."""


@dataclass(frozen=True)
class Resigns:
    """The bot resigns instead of answering question `serial`. It never resigns out of turn."""

    serial: int


@dataclass(frozen=True)
class Failed:
    """The bot cannot go on. `serial` is the question it was at, None outside of any."""

    serial: int | None
    text: str


Reply = Begins | Progress | Answer | Resigns | Failed
"""What a bot says. It travels unchanged from the bot's process to the sitting."""

# -- from the sitting to its front end ------------------------------------------------------


@dataclass(frozen=True)
class Changed:
    """The position, the players or whose turn it is may have changed."""


@dataclass(frozen=True)
class Estimated:
    """There is another estimate of a position."""


@dataclass(frozen=True)
class Delayed:
    """A bot was asked out of turn: the front end calls `Thinkers.due` with `serial` in
    `seconds` from now, see `sitting.thinkers`."""

    serial: int
    seconds: float


@dataclass(frozen=True)
class Thinking:
    """The bot to move reported progress; see `Thinkers.thinking`."""


@dataclass(frozen=True)
class NotSaved:
    """The move was played but could not be saved; the game goes on.

    This is told once, until saving has worked again.
    """

    text: str


@dataclass(frozen=True)
class Notice:
    """What the player should know, such as that the game went on in a copy, or why he is asked
    again. The game goes on."""

    text: str
    everybody: bool = False
    """Whether it is for all who play or watch, wherever they are."""


@dataclass(frozen=True)
class BotFailed:
    """A bot cannot go on; `retry` asks a fresh one, `take_over` puts a human in its seat."""

    seat: Seat
    text: str


@dataclass(frozen=True)
class ClockChanged:
    """A clock runs now that stood, or stands now."""


@dataclass(frozen=True)
class LineChanged:
    """Another line of a game that is looked through is shown, or what stands beside it, or whether
    moves are tried."""


@dataclass(frozen=True)
class NotesChanged:
    """Comments or variations of a game that is looked through have changed, and are to be kept."""


Event = (
    Changed
    | Estimated
    | Delayed
    | Thinking
    | NotSaved
    | Notice
    | BotFailed
    | ClockChanged
    | LineChanged
    | NotesChanged
)
