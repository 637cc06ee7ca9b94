"""Humans who need not be asked about everything that others do."""

from __future__ import annotations

from typing import Any, Literal

from termgames.core.game import Seat
from termgames.play.abilities import Abilities
from termgames.play.match import Match
from termgames.play.viewpoint import Viewpoint

When = Literal["idle", "all"]
"""When somebody is not asked out of turn: while he has no choice, or never."""


class AutoAnswer:
    """Who lets stand, unasked, what others do; asks nobody and plays nothing.

    Where others look on, not to be asked for want of a choice would tell them so: that is
    a way of his own for who plays alone against bots.
    """

    def __init__(self, match: Match, can: Abilities, view: Viewpoint) -> None:
        self._match, self._can, self._view = match, can, view
        self._when: dict[Seat, When] = {}

    def when(self, seat: Seat) -> When | None:
        """When the human of `seat` is not asked; None: he is asked always."""
        return self._when.get(seat)

    def set(self, seat: Seat, when: When | None) -> None:
        """Change that."""
        self._when.pop(seat, None)
        if when is not None:
            self._when[seat] = when

    def lets(self, seat: Seat, state: Any) -> bool:
        """Whether the human of `seat` lets stand, unasked, what `state` asks him about."""
        when = self.when(seat)
        idle = when == "idle" and not self._view.shared
        return when == "all" or (idle and self._without_choice(state))

    def decided(self, ply: int) -> bool:
        """Whether the human who made move `ply` had something to decide."""
        state = self._match.state_at(ply)
        let = self._can.let(state)
        if let is None or let != self._match.moves[ply]:
            return True
        seat = self._match.game.to_act(state)
        return self.when(seat) != "all" and not self._without_choice(state)

    def _without_choice(self, state: Any) -> bool:
        return len(self._match.game.legal_moves(state)) <= 1
