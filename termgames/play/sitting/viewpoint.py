"""Whose view of the game is shown, in games with hidden hands.

A human who plays alone against bots sees his own hand throughout. Several humans hand the
keyboard over to each of them who holds something, and each sees his own hand while he holds it;
nobody has to look away from a player with an empty hand. Where only bots play, and in
records of games that are not over, what is shown is what a spectator may know. When a game
is over, everything is shown.
"""

from collections.abc import Collection
from typing import Any

from termgames.core.game import Seat, has_secrets
from termgames.play.match import AnyMatch


class Viewpoint:
    """What may be shown of one match; `humans` are the seats played at this keyboard."""

    def __init__(self, match: AnyMatch, humans: Collection[Seat]) -> None:
        self._match = match
        self.humans = humans
        self.holder: Seat | None = None
        """The human who has taken the keyboard, where several share it."""
        self.took_over: set[Seat] = set()
        """The humans to whom the keyboard was handed before."""
        self.apart = False
        """Whether others follow the game at terminals of their own."""
        self._hidden = has_secrets(match.game)
        self._views: dict[tuple[int, Seat | None], tuple[Any, Any]] = {}
        """By ply and viewer: the whole position, and what the viewer sees of it."""

    @property
    def secret(self) -> bool:
        """Whether the match has anything that some players may not know."""
        return self._hidden and self._match.hides

    @property
    def shared(self) -> bool:
        """Whether several humans, who may not see each other's hands, share the keyboard."""
        return self.secret and len(self.humans) > 1

    @property
    def watched(self) -> bool:
        """Whether somebody who may not see a hand here would notice which questions are asked."""
        return self.shared or (self.secret and self.apart)

    @property
    def waits_for(self) -> Seat | None:
        """The human who has to take the keyboard before the game goes on, or None."""
        seat = self._human_to_act
        if not self.shared or seat is None or seat == self.holder or not self._holds(seat):
            return None
        return seat

    @property
    def seat(self) -> Seat | None:
        """The seat whose view is shown; None for a spectator's."""
        if not self.shared:
            return next(iter(self.humans), None)
        if self.waits_for is not None:
            return None
        seat = self.holder if self._human_to_act is None else self._human_to_act
        return seat if seat in self.humans else None

    def state(self, ply: int) -> Any:
        """The position before move `ply` as it may be shown; the same object each time."""
        seat = self.seat
        if self.shared and seat != self.holder and ply < self._match.ply:
            seat = None  # nobody took the keyboard: the last holder's view is not for all eyes
        return self._state(ply, seat)

    def lasting(self, ply: int) -> Any:
        """The position before move `ply` as it may be printed where it stays in sight: a
        spectator's view where several humans share the keyboard."""
        return self._state(ply, None if self.shared else self.seat)

    def move(self, ply: int) -> Any:
        """Move `ply` as the onlookers may know it."""
        return self._match.move_seen(ply, None if self.shared else self.seat)

    def text(self, ply: int) -> str:
        """The text of move `ply`, as the onlookers may know it."""
        return str(self._match.game.format(self.move(ply)))

    @property
    def _human_to_act(self) -> Seat | None:
        """The human who is to act, None where none is."""
        seat = self._match.to_act
        return seat if seat in self.humans else None

    def _holds(self, seat: Seat) -> bool:
        """Whether the player of `seat` may know more of the present position than a spectator
        may."""
        ply = self._match.ply
        return bool(self._state(ply, seat) != self._state(ply, None))

    def _state(self, ply: int, seat: Seat | None) -> Any:
        match = self._match
        whole = match.state_at(ply)
        if not self.secret:
            return whole
        position, view = self._views.get((ply, seat), (None, None))
        if position is not whole:
            prompt = match.prompt() if ply == match.ply and seat == match.to_act else None
            view = match.seen(seat, ply) if prompt is None else prompt.state
            self._views[ply, seat] = whole, view
        return view
