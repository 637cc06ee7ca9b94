"""Weighted playouts: the steps of `uniform`, but points are drawn by weight; see `weights`."""

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Flags, Indices
from termgames.go.playouts.boards import STONES, where
from termgames.go.playouts.lanes import ChosenPoints, LaneTurns
from termgames.go.playouts.layout import EMPTY, ROOT, SIDE, WALL
from termgames.go.playouts.move_weights import ROOMS, MoveWeights, around, ring
from termgames.go.playouts.positions import StartPositions
from termgames.go.playouts.uniform import PlayoutRules, UniformRun


class WeightedRun(UniformRun):
    """One call of a kernel whose points have weights."""

    # The more points are looked at, the more their weights count: not to be changed for speed.
    least_effort = 0

    def _prepare(self, rules: PlayoutRules, positions: StartPositions) -> None:
        assert rules.move_weights is not None
        self.move_weights: MoveWeights = rules.move_weights
        steps = ring(self.layout)
        self.near = around(self.layout)
        self.ring = np.array(steps)[:, None]
        self.digits = (2 * np.arange(len(steps), dtype=np.uint16))[:, None]
        self.beside = slice(None, None, len(steps) // len(self.layout.ways))
        """The entries of the ring that are next to the point."""
        self.last = np.zeros(self.total, np.intp)
        """(L,): the place on its board where the last stone was put, 0 for none."""
        if positions.last is not None:
            cell = self.boards.each(positions.last)
            self.last = np.where(cell >= 0, self.layout.places[cell], 0)

    def weights(self) -> NDArray[np.int64]:
        """(L, cells): the weights of all points in the first turn, 0 where no stone may be put.
        Neither ko nor reach is looked at.

        Points around the last stone get the factor `near`, which is a little less than what
        they get in playouts: see `MoveWeights.near`.
        """
        lay, boards = self.layout, self.boards
        lane, cell = np.nonzero(boards.rows[:, lay.places] == EMPTY)
        base, place = lane * lay.stride, lay.places[cell]
        side = self.side_of.take(self.first_turn).take(lane)
        fit, weight = self._weigh(base + place, base, side)
        close = (self.near.take(self.last.take(lane), axis=0) == place[:, None]).any(axis=1)
        weight *= np.where(close, self.move_weights.near, 1)
        weights = np.zeros((self.total, lay.cells), np.int64)
        weights[lane, cell] = weight * fit
        return weights

    def _pick(self, turns: LaneTurns) -> ChosenPoints:
        """Choose points for the lanes that find one: by weight, among some points drawn at random
        and those around the last stone."""
        live, boards, move_weights = self.live, self.boards, self.move_weights
        looked = self.tries.take(live.effort) + (move_weights.samples - 1)
        lane, _, place, looks_at_all = self._points(turns, looked)
        by, beside = self._around(turns)
        drawn = lane.size
        lane = np.concatenate([lane, by])
        base = turns.base.take(lane)
        at = np.concatenate([place + base[:drawn], beside])
        fit, weight = self._weigh(at, base, turns.side.take(lane))
        fit &= at != live.barred.take(lane)
        weight *= fit
        # Each point drawn at random stands for (empty points / points drawn) points.
        weight[:drawn] *= turns.count.take(lane[:drawn])
        weight[drawn:] *= (looked * move_weights.near).take(by)
        chosen, some = self._drawn(lane, weight, drawn)
        choices = np.bincount(lane[:drawn].take(where(fit[:drawn])), minlength=some.size)
        self._learn(some, choices, looks_at_all, turns.count)
        at = at.take(chosen)
        taker = where(some)
        last = at - turns.base.take(taker)
        assert boards.slot_of is not None
        self.last[live.row.take(taker)] = last
        return ChosenPoints(
            some=some,
            taker=taker,
            slot=boards.slot_of.take(at),
            place=last.astype(np.uint16),
            at=at,
            around=boards.codes.take(at + boards.ways),
            passing=where(looks_at_all > some),
        )

    def _around(self, turns: LaneTurns) -> tuple[Indices, Indices]:
        """The empty points in reach around the last stones, lane by lane: the numbers of their
        lanes, and the points in flat arrays; each (m,)."""
        near = self.near.take(self.last.take(self.live.row), axis=0)
        wide = near.shape[1]
        near += turns.base[:, None]
        at = near.reshape(-1)
        empty = where(self.boards.codes.take(at) == EMPTY)
        lane, at = empty // wide, at.take(empty)
        if self.reach is not None:
            close = self._in_reach(turns, lane, at - turns.base.take(lane))
            lane, at = lane.take(close), at.take(close)
        return lane, at

    def _drawn(self, lane: Indices, weight: NDArray[np.int64], drawn: int) -> tuple[Indices, Flags]:
        """For each lane with an item of positive weight, the index of one item, drawn by weight;
        and (n,) which lanes these are. `lane` and `weight` (m,) are the items' lanes and weights,
        sorted by lane in two parts: the first `drawn` items, and the others."""
        count = self.live.row.size
        sums = weight.cumsum()
        upto = np.concatenate([np.zeros(1, np.int64), sums])
        ends = np.bincount(lane[:drawn], minlength=count).cumsum()
        end1 = upto.take(ends)
        ends = np.bincount(lane[drawn:], minlength=count).cumsum()
        ends += drawn
        end2 = upto.take(ends)
        begin1, begin2 = np.empty_like(end1), np.empty_like(end2)
        begin1[0], begin1[1:] = 0, end1[:-1]
        begin2[0], begin2[1:] = end1[-1], end2[:-1]
        first = end1 - begin1
        total = first + end2
        total -= begin2
        some = total > 0
        pick = (self.draws.words(count) * (total / 2.0**32)).astype(np.int64)
        pick += np.where(pick < first, begin1, begin2 - first)
        chosen: Indices = sums.searchsorted(pick[some], side="right")
        return chosen, some

    def _weigh(
        self, at: Indices, base: Indices, side: NDArray[np.uint16]
    ) -> tuple[Flags, NDArray[np.int64]]:
        """(m,) each: whether a stone may be put on the empty points `at` (m,), ko and reach left
        out, and the points' weights; `base` and `side` (m,) as in `NewStones`."""
        boards = self.boards
        ring = boards.codes.take(at + self.ring)
        # Flags are viewed as bytes: adding them as they are makes numpy convert them, slowly.
        digits = (ring != EMPTY).view(np.uint8)
        digits += digits
        mine = (ring & SIDE) == side
        digits -= mine.view(np.uint8)
        digits += (ring >= WALL).view(np.uint8)
        pattern = np.bitwise_or.reduce(digits.astype(np.uint16) << self.digits, axis=0)
        weight = self.move_weights.patterns.take(pattern)

        met, own, free = ring[self.beside], mine[self.beside], digits[self.beside] == 0
        tally = boards.tally.take((met & ROOT) + base)
        same = met[:, None] == met
        times = np.add.reduce(same.view(np.int8), axis=1, dtype=np.int8)
        rest = (tally >> 12) - times
        last = rest == 0
        safe = own > last
        taken = last > own
        fit: Flags = np.logical_or.reduce(safe | taken | free, axis=0)
        safe |= met == WALL
        fit &= ~np.logical_and.reduce(safe, axis=0)
        # A group that touches the point in several directions counts once.
        once = own.copy()
        for way in range(1, len(met)):
            once[way] &= ~np.logical_or.reduce(same[way, :way], axis=0)
        room = np.add.reduce(rest * once, axis=0)
        room += np.add.reduce(free.view(np.int8), axis=0, dtype=np.int8)
        np.minimum(room, ROOMS - 1, out=room)
        tactic = np.logical_or.reduce(taken, axis=0).view(np.uint8)
        tactic += np.logical_or.reduce(taken & ((tally & STONES) > 1), axis=0).view(np.uint8)
        for what in (last & own, (rest == 1) > own, own):
            tactic += tactic
            tactic += np.logical_or.reduce(what, axis=0).view(np.uint8)
        tactic *= np.uint8(ROOMS)
        tactic += room.astype(np.uint8)
        weight *= self.move_weights.tactics.take(tactic)
        return fit, weight
