"""Playouts of a game in which the middle score wins: late in it only who has least plays on.

In uniform playouts all go on as long as a stone may be put, as if every point were welcome. Where
the middle score wins, whoever has the most would rather have less, and whoever has the middle is
content: both pass, and who has least takes what is left until he has no longer least. So a turn
with few fit points is a pass unless the player to move has fewer points than both others. Now and
then he plays all the same: else playouts would never see what those who have the most can do, such
as to take a large group, or to give one away.

Points are stones, and empty points with stones of one colour and walls alone around them.
"""

from __future__ import annotations

import numpy as np

from termgames.core.arrays import Indices, Ints
from termgames.go.playouts.boards import COLOUR_SLOTS
from termgames.go.playouts.lanes import LaneTurns
from termgames.go.playouts.layout import SHIFT, WALL, Codes
from termgames.go.playouts.uniform import UniformRun

FEW = 6
"""So many fit points are few."""
LITTLE_ROOM = 20
"""With so many empty points it is looked whether few are fit; with more that hardly happens."""
SLIP = 0.2
"""How often a player goes on who has no reason to."""
_SLIP = int(SLIP * 2**32)
_PLAYERS = slice(1, 4)
"""The colours among those of `COLOUR_SLOTS`."""


class RestrainedRun(UniformRun):
    """One call of a kernel for three players who know when to pass."""

    counts_stones = True
    few_points, few_empty = FEW, LITTLE_ROOM

    def _idle(self, turns: LaneTurns, few: Indices, lane: Indices, around: Codes) -> Indices:
        """See `UniformRun`."""
        points = self._points_of(few, lane, around)
        mine = points[np.arange(few.size), turns.colour.take(few).astype(np.intp) - 1]
        least, middle, _ = np.sort(points, axis=1).T
        # Two who have least share the win, unless they have nothing.
        content = (mine > least) | ((least == middle) & (least > 0))
        content &= self.draws.words(few.size) >= _SLIP
        return few.compress(content)

    def _points_of(self, few: Indices, lane: Indices, around: Codes) -> Ints:
        """(k, 3): the points of all players in the k lanes `few`; other arguments as of `_idle`."""
        assert self.boards.stones_of is not None
        number = np.full(self.live.row.size, -1)
        number[few] = np.arange(few.size)
        at = number.take(lane)
        here = at >= 0
        at, around = at.compress(here), around.compress(here, axis=1)
        sides = around >> np.uint16(SHIFT)
        wall = around >= WALL
        colour = np.maximum.reduce(np.where(wall, 0, sides), axis=0)
        ground = np.logical_and.reduce(wall | (sides == colour), axis=0) & (colour > 0)
        counts = np.bincount(
            at.compress(ground) * COLOUR_SLOTS + colour.compress(ground),
            minlength=few.size * COLOUR_SLOTS,
        )
        stones = self.boards.stones_of.reshape(-1, COLOUR_SLOTS).take(
            self.live.row.take(few), axis=0
        )
        points: Ints = (counts.reshape(-1, COLOUR_SLOTS) + stones)[:, _PLAYERS]
        return points
