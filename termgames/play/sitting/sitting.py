"""What a table asks of the match at it, whether that is played or looked through."""

from __future__ import annotations

from typing import Any, Protocol

from termgames.core.errors import Refusal
from termgames.core.game import Seat
from termgames.play.sitting.shown import Shown
from termgames.play.teaching import Lesson


class Sitting(Protocol):
    """A match at a table: a game that is played (`Live`) or looked through (`Study`)."""

    @property
    def shown(self) -> Shown:
        """The match and the position of it that is looked at."""

    @property
    def seat(self) -> Seat | None:
        """The seat that a move would be made for; None where the game is over."""

    @property
    def asked(self) -> Any:
        """The position in which a move would be made, as far as the player may know it."""

    @property
    def can_play(self) -> bool:
        """Whether a human can make a move now."""

    @property
    def going_on(self) -> bool:
        """Whether a human may make a move now or later."""

    @property
    def hand_seat(self) -> Seat | None:
        """The seat whose hand can be looked at."""

    @property
    def reaction(self) -> bool:
        """Whether a player is asked out of turn: whether to accept another player's move."""

    @property
    def awaits_bot(self) -> bool:
        """Whether a bot has been asked and has not answered."""

    @property
    def lesson(self) -> Lesson | None:
        """What a teacher says of the last move, as long as it is spoken of."""

    @property
    def can_undo(self) -> bool:
        """Whether there is a decision to take back."""

    @property
    def heading(self) -> str:
        """What has to be said before the name of the game; may be empty."""

    def play(self, move: Any) -> Refusal | None:
        """Make a human's move. Why that is not possible, and nothing has changed then; None when it
        was made."""
