"""Playouts of a game in which the middle score wins: late in it only the player with least goes on.

In uniform playouts all go on as long as a stone may be put, as if every point were welcome. Where
the middle score wins, the player with the most would rather have less, and the one in the middle
is content: both pass, and the player with least takes what is left until he is no longer last. So
a turn with few fit points is a pass if the player to move has more points than another, or as many
as the other of two who have least (but not if both have none), and cannot capture anything: who is
last goes on by throwing stones in, and these are taken. Now and then he plays all the same:
otherwise playouts would never show what the others can still do, such as to take a large group, or
to give one away.

Here points are a colour's stones, and empty cells with only its stones and walls around them.

A player who passed in his latest turn before the playout *rests* in most playouts, from their
beginning to their end: he passes, however much room there is, as long as another has fewer stones.
So a search sees what follows when a player who has enough stays out, for example after a large
group has died and its ground is free again. He plays now and then, too.
"""

import numpy as np

from termgames.core.arrays import Flags, Indices, Ints
from termgames.go.playouts.boards import COLOUR_SLOTS, numbers, where
from termgames.go.playouts.lanes import LaneTurns
from termgames.go.playouts.layout import SHIFT, WALL, Codes
from termgames.go.playouts.positions import StartPositions
from termgames.go.playouts.uniform import PlayoutRules, UniformRun

FEW = 6
"""The largest number of fit points that counts as few."""
LITTLE_ROOM = 20
"""Fit points are counted only with up to so many empty points, and then only in turns in which a
player who would pass does so; with more empty points, few are hardly ever fit."""
SLIP = 0.65
"""The probability that a player who would pass plays all the same."""
_SLIP = int(SLIP * 2**32)
_DRAWN, _APART = 1 << 15, 7919
"""How many times a call draws that, and how far apart among these lanes are in the same turn."""
REST = 0.9
"""The part of the playouts in which a player who rests goes on resting."""
_REST = int(REST * 2**32)
NOT_FEW = -1
"""In place of the number of a lane with few fit points."""
_PLAYERS = slice(1, 4)
"""The three colours in arrays of `COLOUR_SLOTS` entries."""


class RestrainedRun(UniformRun):
    """One call of a kernel for three players who know when to pass."""

    counts_stones = True
    # In the Thue-Morse order two who rest may pass twice each before the third one plays.
    turns_a_step = 5
    few_points = FEW

    def _prepare(self, rules: PlayoutRules, positions: StartPositions) -> None:
        """See `UniformRun`."""
        self.rests: Flags | None = None
        """(L, colours): whether each colour rests; None if none does."""
        if positions.resting is not None and positions.resting.any():
            bits = positions.resting[:, None] >> np.arange(self.colours, dtype=np.uint8) & 1
            self.rests = self.boards.each(bits.astype(bool))
            self.rests &= self.draws.words(self.rests.size).reshape(self.rests.shape) < _REST
        self._firm = self.draws.words(_DRAWN) >= _SLIP
        """Whether a player who would pass does so, see `_is_firm`. A turn may take several steps,
        and must not be drawn again."""

    def _is_firm(self, row: Indices, turn: Indices) -> Flags:
        """(k,): whether who would pass does so, in the lanes `row` at their `turn`, both (k,)."""
        return self._firm.take((row * _APART + turn) & (_DRAWN - 1))

    def _step(self) -> bool:
        """See `UniformRun`. Resting players pass first, one after the other; the next player of the
        lane takes the step."""
        if self.rests is not None and self._rest(self.rests):
            self._drop()
        return self.live.row.size > 0 and super()._step()

    def _rest(self, rests: Flags) -> bool:
        """Let players pass who rest, by `rests` (L, colours), and have more stones than another,
        until it is another player's turn. Returns whether a lane has ended."""
        live, ended = self.live, False
        lane = numbers(live.row.size)
        while lane.size:
            row = live.row.take(lane)
            colour = self.colour_of.take(live.turn.take(lane)).astype(np.intp) - 1
            resting = where(rests[row, colour])
            lane, colour = lane.take(resting), colour.take(resting)
            stones, row = self._stones_of(lane), row.take(resting)
            content = stones[numbers(lane.size), colour] > np.minimum.reduce(stones, axis=1)
            lane = lane.compress(content & self._is_firm(row, live.turn.take(lane)))
            if lane.size and self._pass(lane):
                ended = True
                going_on = live.passed.take(lane) != self.all_players.take(live.row.take(lane))
                lane = lane.compress(going_on)
        return ended

    def _stones_of(self, lane: Indices) -> Ints:
        """(k, 3): the stones of all players in the lanes numbered `lane` (k,)."""
        assert self.boards.stones_of is not None
        stones = self.boards.stones_of.reshape(-1, COLOUR_SLOTS)
        counted: Ints = stones.take(self.live.row.take(lane), axis=0)[:, _PLAYERS]
        return counted

    def _asked(self, turns: LaneTurns) -> Flags | None:
        """See `UniformRun`. Only late in a game, and in a turn that is a firm one: nobody else has
        to know what he has."""
        asked: Flags = turns.count <= LITTLE_ROOM
        late = where(asked)
        if not late.size:
            return None
        live = self.live
        asked[late] = self._is_firm(live.row.take(late), live.turn.take(late))
        return asked

    def _idle(self, turns: LaneTurns, few: Indices, lane: Indices, around: Codes) -> Indices:
        """See `UniformRun`."""
        if not few.size:
            return few
        number = np.full(self.live.row.size, NOT_FEW)
        number[few] = np.arange(few.size)
        at = number.take(lane)
        here = at > NOT_FEW
        at, lane, around = at.compress(here), lane.compress(here), around.compress(here, axis=1)
        points = self._points_of(few, at, around)
        mine = points[np.arange(few.size), turns.colour.take(few).astype(np.intp) - 1]
        least, middle, _ = np.sort(points, axis=1).T
        # Two who have least of all share the win, unless they have nothing.
        content = (mine > least) | ((least == middle) & (least > 0))
        asked = content.take(at)
        at, lane, around = at.compress(asked), lane.compress(asked), around.compress(asked, axis=1)
        captures = self.boards.captures(around, turns.base.take(lane), turns.side.take(lane))
        content[at.compress(captures)] = False
        return few.compress(content)

    def _points_of(self, few: Indices, at: Indices, around: Codes) -> Ints:
        """(k, 3): the points of all players in the k lanes `few`. `around` (directions, m) are the
        codes around all their empty points, `at` (m,) says of which of the lanes each is."""
        sides = around >> np.uint16(SHIFT)
        wall = around >= WALL
        colour = np.maximum.reduce(np.where(wall, 0, sides), axis=0)
        ground = np.logical_and.reduce(wall | (sides == colour), axis=0) & (colour > 0)
        counts = np.bincount(
            at.compress(ground) * COLOUR_SLOTS + colour.compress(ground),
            minlength=few.size * COLOUR_SLOTS,
        )
        points: Ints = counts.reshape(-1, COLOUR_SLOTS)[:, _PLAYERS] + self._stones_of(few)
        return points
