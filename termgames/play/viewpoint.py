"""Whose eyes a front end has: in games with hidden hands it shows what they may see.

One human at the keyboard sees his own hand throughout; several hand the keyboard over and
see theirs one after the other; where only bots play, and in records of games that are not
over, everybody is a spectator. What is over hides nothing any more.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from termgames.core.game import CHANCE, Hidden, Seat
from termgames.play.match import Match


class Viewpoint:
    """What may be shown of one match; `humans` are the seats played at this keyboard."""

    def __init__(self, match: Match, humans: Collection[Seat]) -> None:
        self._match = match
        self.humans = humans
        self.holder: Seat | None = None
        """The human who has taken the keyboard, where several share it."""
        self._hidden = isinstance(match.game, Hidden)
        self._seen: dict[int, tuple[Any, Seat | None, Any]] = {}

    @property
    def secret(self) -> bool:
        """Whether there is something that not everybody may know."""
        return self._hidden and not self._match.over

    @property
    def shared(self) -> bool:
        """Whether people who may not see each other's hands look on."""
        return self.secret and len(self.humans) > 1

    @property
    def waits_for(self) -> Seat | None:
        """The human who has to take the keyboard before the game goes on, or None."""
        prompt = self._match.prompt() if self.shared else None
        if prompt is None or prompt.seat not in self.humans or prompt.seat == self.holder:
            return None
        return prompt.seat

    @property
    def seat(self) -> Seat | None:
        """The seat whose view is shown; None for a spectator's."""
        if not self.shared:
            return next(iter(self.humans), None)
        if self.waits_for is not None or self.holder not in self.humans:
            return None
        return self.holder

    def state(self, ply: int) -> Any:
        """The position before move `ply` as it may be shown; the same object each time."""
        whole = self._match.state_at(ply)
        if not self.secret:
            return whole
        seat, known = self.seat, self._seen.get(ply)
        if known is None or known[0] is not whole or known[1] != seat:
            known = self._seen[ply] = (whole, seat, self._match.seen(seat, ply))
        return known[2]

    def text(self, ply: int) -> str:
        """The text of move `ply` as it may be shown; where others look on, without what
        the viewer alone learnt."""
        match = self._match
        seat = None if self.shared else self.seat
        move = match.told(ply, seat) if self.secret else match.moves[ply]
        return str(match.game.format(move))

    def actor(self, ply: int) -> int:
        """The seat that made move `ply`, or CHANCE."""
        return (
            CHANCE
            if self._match.by_chance(ply)
            else self._match.game.to_act(self._match.state_at(ply))
        )
