"""What every bot can do, and how it is asked for a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Unpack, runtime_checkable

from termgames.core.errors import TermgamesError
from termgames.play.events import Answer, Resigns
from termgames.search.limits import Listeners, ShouldStop, Thought

if TYPE_CHECKING:
    from termgames.play.match import AnyMatch

MoveTexts = Sequence[tuple[str, str]]
"""Moves as the Go Text Protocol writes them: the seat's name and the move's text."""


class Forfeit(TermgamesError):
    """The bot has lost the game, but not by the game's rules; the text says how."""


class Resigned(Forfeit):
    """The bot has given the game up, as it may."""


class Bot(Protocol):
    """A player that is a program. It may remember what it thought about before; it never
    needs to: any state may follow any other."""

    def think(
        self, state: Any, *, seconds: float | None = None, **around: Unpack[Listeners]
    ) -> Thought:
        """The bot's answer to the question open in `state`; somebody is to act there. A bot that
        searches takes no longer than so many `seconds`, as far as it can tell. One that gives the
        game up raises Resigned."""


@runtime_checkable
class Pondering(Protocol):
    """Capability of a bot: it can think while another does."""

    def ponder(self, state: Any, should_stop: ShouldStop) -> None:
        """Think about `state`, in which another is to act, until `should_stop` or for as
        long as it makes sense; a bot may decline by returning at once."""


@runtime_checkable
class Following(Protocol):
    """Capability of a bot: it has to be told the moves that were played before it is to think."""

    def follow(self, moves: MoveTexts) -> None:
        """Take the moves of the match, from its beginning to the position it is asked about."""

    def follow_match(self, match: AnyMatch) -> None:
        """The same, from the match itself."""


def inform(bot: Bot, match: AnyMatch) -> None:
    """Tell a bot the moves that were played, before it is to think, if it has to be told."""
    if isinstance(bot, Following):
        bot.follow_match(match)


def reply(serial: int, think: Callable[[], Thought]) -> Answer | Resigns:
    """What a bot replies to question `serial`: its decision, or that it gives the game up."""
    try:
        return Answer(serial, think())
    except Resigned:
        return Resigns(serial)
