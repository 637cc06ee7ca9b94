"""Answers that are given for humans, who then need not be asked about every move of others.

In some games every other player is asked whether he accepts a move. The usual answer lets the move
stand; this module keeps which humans want that answer given for them, and when.
"""

from typing import Any, Literal

from termgames.core.display import AnyDisplay
from termgames.core.game import Seat
from termgames.play.match import AnyMatch
from termgames.play.sitting.viewpoint import Viewpoint

When = Literal["idle", "all"]
"""When a move is accepted for a human: while he has no other answer, or always."""
REVEALS_HAND = "the others may conclude from it whether you hold such a card"
"""What "idle" tells where several humans share the keyboard; each is told so before it counts."""


class AutoAnswer:
    """For which humans moves of others are accepted without asking them.

    "idle" is the default at this keyboard. Where several humans share it that has a price: who is
    not asked has no card that answers, and the others see that. They see it of each other alike,
    bots never do, and everybody may choose to be asked as long as he holds any card. How many cards
    he holds is known anyway: at a shared keyboard a human without cards is never asked. Where
    others follow the game at terminals of their own, nobody has agreed to that: there everybody who
    holds a card is asked.
    """

    def __init__(self, match: AnyMatch, display: AnyDisplay, view: Viewpoint) -> None:
        self._match, self._display, self._view = match, display, view
        self._when: dict[Seat, When | None] = {}
        self._reopened: Any = None

    def when(self, seat: Seat) -> When | None:
        """When the human of `seat` is not asked; None: he is always asked."""
        return self._when.get(seat, None if self._view.apart else "idle")

    def set(self, seat: Seat, when: When | None) -> None:
        """Choose when the human of `seat` is not asked; None: he is always asked, at a shared
        keyboard whenever he holds a card."""
        self._when[seat] = when
        self._reopened = None

    def reopen(self, state: Any) -> None:
        """Ask the question open in `state`, which an undo went back to, whatever was chosen since
        it was answered. `state` is the position as its player sees it."""
        self._reopened = state

    def answer(self, seat: Seat, state: Any) -> Any | None:
        """The move that is made for `seat`, who is to act in `state`; None: he is asked."""
        accepting = self._display.let(state)
        if accepting is None or seat not in self._view.humans or state is self._reopened:
            return None
        return None if self._why(seat, state) is None else accepting

    def _why(self, seat: Seat, state: Any) -> When | None:
        """Why the human of `seat` need not be asked whether he accepts what was done; None: he is
        asked."""
        when = self.when(seat)
        if when == "all":
            return "all"
        if when is None:
            idle = self._view.watched and not self._display.hand(state, seat)
        else:
            idle = not self._has_choice(state)
        return "idle" if idle else None

    def unasked(self, ply: int) -> When | None:
        """Why a human was not asked for move `ply`, which accepted what another player had done,
        going by his present choice; None: he was asked."""
        return self._why(self._match.actor(ply), self._match.state_at(ply))

    def accepted(self, ply: int) -> bool:
        """Whether move `ply` only let stand what another player had done."""
        if not self._display.reactive:
            return False
        accepting = self._display.let(self._match.state_at(ply))
        return accepting is not None and accepting == self._match.move_at(ply)

    def decided(self, ply: int) -> bool:
        """Whether the human who made move `ply` had something to decide. Where others look on, what
        was let stand is no decision, whatever its player held."""
        if not self.accepted(ply):
            return True
        if self._view.watched:
            return False
        always = self.when(self._match.actor(ply)) == "all"
        return not always and self._has_choice(self._match.state_at(ply))

    def _has_choice(self, state: Any) -> bool:
        return len(self._match.game.legal_moves(state)) > 1
