"""Advisers who think a tenth of their time, for tests of what is done with their advice.

A module of its own: their processes import it.
"""

from __future__ import annotations

from termgames import games
from termgames.play.advice import HINT_LOOKS, LOOK
from termgames.study.advice import Adviser
from termgames.study.roles import BesideRole
from termgames.study.teaching import Teacher


class ShortRole(BesideRole):
    """Advises as `BesideRole` does, but sooner; teachers take their time."""

    def worker(self) -> Adviser | Teacher:
        if self.teaches:
            return super().worker()
        game = games.create(self.game_id, self.options)
        return Adviser(game, LOOK.scaled(HINT_LOOKS / 10))
