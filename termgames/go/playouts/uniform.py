"""Uniform playouts of Go on many boards at once.

Each turn of a playout puts a stone on a *fit* point: empty, in reach, no suicide, no own eye and
not forbidden by the simple ko; all fit points are equally likely. Where there is none the turn
is a pass. A playout ends when all players have passed since the last stone. Superko is not
looked at.

Lanes do not wait for each other. In a step every lane looks at some of its empty points, drawn
at random, or at all of them, and puts a stone on one that is fit. If it looked at all and none
is fit, it passes; if it looked at some, it tries again in the next step and looks at more.
However many points are looked at, every fit point remains equally likely.

An *eye* is a point with only stones of one's own side and walls around it, unless it is the
last liberty of one of these groups.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Flags, Indices, Rng
from termgames.go.playouts.boards import LaneBoards, numbers, where
from termgames.go.playouts.lanes import ChosenPoints, LaneTurns, LiveLanes, NewStones
from termgames.go.playouts.layout import EMPTY, SHIFT, Codes, Layout
from termgames.go.playouts.move_weights import MoveWeights
from termgames.go.playouts.positions import NOWHERE, FinishedPlayouts, StartPositions
from termgames.go.playouts.reach import Reach

Lines = tuple[tuple[int, ...], ...]

PASS = -1
"""Stands for a pass in traces, which otherwise hold cells."""

TRIES = np.array([1, 2, 3, 5, 8, 12, 1 << 14])
"""How many points a lane looks at in a step; if the board has hardly more empty points it looks at
all. A step without a fit point takes the lane two entries further, a stone takes it one back."""
_PARTS = 12
"""With a reach, lanes move through `TRIES` by parts of an entry, of which this many make a whole.
Many points are out of reach then; with whole entries up to a third of all steps would find no fit
point."""
_BACK, _BACK_IF_FEW = 6, 1
"""How many parts a stone takes the lane back; the second in batches of at most `_FEW` lanes."""
_FEW = 256
"""In so small a batch a step takes about as long however many points are looked at."""
_LATER = 2
"""The least entry of `TRIES` for a lane that has looked at a point that was not fit: its board has
filled, and no single point is likely to be fit again. Without it a sixth of all steps of a playout
find no point."""
_LOOK = 4
"""After so many steps lanes that have reached their cap are dropped; lanes that end by passes are
dropped at once."""


@dataclass(frozen=True)
class PlayoutRules:
    """The rules of a kernel's playouts; see `PlayoutKernel`."""

    layout: Layout
    colours: int
    reach: Reach | None
    keep_prisoners: bool
    move_weights: MoveWeights | None


class UniformRun:
    """One call of a kernel: the playouts of one batch."""

    counts_stones = False
    """Whether boards count the stones of each colour."""
    turns_a_step = 1
    """The most turns that a lane takes in a step."""
    least_effort = _LATER
    """The least effort of a lane that has not found a point at once, where there is no reach."""
    few_points = 0
    """A player who is `_asked` and has at most `few_points` fit points may pass all the same."""

    def __init__(
        self,
        rules: PlayoutRules,
        positions: StartPositions,
        lanes: int,
        rng: Rng,
        cap: int,
        *,
        trace: bool,
    ) -> None:
        self.layout, self.colours, self.reach = rules.layout, rules.colours, rules.reach
        self.draws = Draws(rng)
        self.boards = LaneBoards(
            rules.layout,
            positions,
            rules.colours,
            lanes,
            reach=rules.reach,
            keep_prisoners=rules.keep_prisoners,
            find=rules.move_weights is not None,
            count=self.counts_stones,
        )
        self.total = self.boards.total
        self.stones: list[tuple[Indices, NDArray[np.uint16]]] = []
        """For each step the stones put: their points in flat arrays, and their colours, from 1."""
        self.log: list[tuple[Indices, ...]] | None = [] if trace else None
        """For each step: lanes, their cells or PASS, and the distances of their turns; None
        without a trace."""
        parts, back = 1, 1
        if self.reach is not None:
            parts, back = _PARTS, _BACK_IF_FEW if self.total <= _FEW else _BACK
        self.tries = TRIES.repeat(parts)
        """How many points a lane looks at, by its effort (`LiveLanes.effort`)."""
        self._most = self.tries.size - parts
        self._least = self.least_effort if self.reach is None else 0
        self._changes = np.array([2 * parts, -back])
        """The change of a lane's effort after a step without, and with a stone."""
        self._seat(positions, cap)
        self.live = self._begin(positions, cap)
        self.plies = np.zeros(self.total, np.int16)
        self.ended = np.zeros(self.total, bool)
        self._prepare(rules, positions)

    def _prepare(self, rules: PlayoutRules, positions: StartPositions) -> None:
        """For subclasses: set up further fields."""

    # -- the beginning ----------------------------------------------------------------------

    def _seat(self, positions: StartPositions, cap: int) -> None:
        """Set up the tables of players by turn, so long that turns never have to wrap around."""
        order, count = positions.order, len(positions.stones)
        length = order.shape[1]
        players = np.bitwise_or.reduce(np.uint8(1) << order, axis=1)
        self.all_players = self.boards.each(np.broadcast_to(players, count))
        """(L,): the colours that play, from 0, as bits."""
        if positions.blocs is not None:
            order = np.broadcast_to(order, (count, length))
        first = positions.ply % length
        turns = int(first.max()) + cap + _LOOK * self.turns_a_step + 2
        turns = length * -(-turns // length)
        own = np.arange(count) if len(order) == count else np.zeros(count, np.intp)
        self.first_turn = self.boards.each(own * turns + first)
        """(L,): indices of the tables below."""
        table = np.tile(order, turns // length)
        self.colour_of = table.reshape(-1).astype(np.uint16) + np.uint16(1)
        """By turn: the colour that plays, from 1."""
        sides = table
        if positions.blocs is not None:
            sides = np.take_along_axis(positions.blocs, table.astype(np.intp), axis=1)
        self.side_of: Codes = (sides.reshape(-1).astype(np.uint16) + np.uint16(1)) << np.uint16(
            SHIFT
        )
        """By turn: its side, as in codes."""

    def _begin(self, positions: StartPositions, cap: int) -> LiveLanes:
        boards, lay, total = self.boards, self.layout, self.total
        row = np.arange(total)
        passed = np.zeros(total, np.uint8)
        if positions.passed is not None:
            passed = boards.each(positions.passed).astype(np.uint8)
        distance = np.zeros(total, np.intp)
        if self.reach is not None:
            distance = self._distances(total)
            if positions.roll is not None and self.reach.dice:
                rolled = boards.each(positions.roll).astype(np.intp)
                distance = np.where(rolled > 0, rolled, distance)
        count = boards.each(boards.empty_count)
        return LiveLanes(
            row=row,
            end=row * lay.cells + count,
            turn=self.first_turn.copy(),
            limit=self.first_turn + cap,
            passed=passed,
            ko=np.full(total, NOWHERE, np.intp),
            ko_colour=np.zeros(total, np.uint16),
            barred=np.full(total, NOWHERE, np.intp),
            effort=np.where(count < TRIES[-2], self._most, 0),
            distance=distance,
        )

    # -- steps ------------------------------------------------------------------------------

    def finish(self, tail: float) -> FinishedPlayouts:
        """Play until no more than the part `tail` of the lanes is left; returns the results."""
        self._drop()
        step = 0
        while self.live.row.size > tail * self.total:
            ended = self._step()
            step += 1
            if ended or step % _LOOK == 0:
                self._drop()
        live = self.live
        self.plies[live.row] = live.turn - self.first_turn.take(live.row)
        prisoners = self.boards.prisoners
        trace, rolls = self._traces()
        return FinishedPlayouts(
            stones=self.boards.stones(),
            plies=self.plies,
            first=self._first(),
            ended=self.ended,
            prisoners=None if prisoners is None else prisoners.by_holder(),
            stuck=self.boards.stuck(),
            trace=trace,
            rolls=rolls,
        )

    def _drop(self) -> None:
        """Drop the lanes that have ended."""
        live = self.live
        ended = live.passed == self.all_players.take(live.row)
        over = ended | (live.turn >= live.limit)
        if over.any():
            rows = live.row[over]
            self.plies[rows] = live.turn[over] - self.first_turn[rows]
            self.ended[rows] = ended[over]
            live.keep(where(~over))

    def _step(self) -> bool:
        """Do one step of every lane; returns whether some lane has ended by passes."""
        live = self.live
        slots = live.row * self.layout.cells
        turns = LaneTurns(
            colour=self.colour_of.take(live.turn),
            side=self.side_of.take(live.turn),
            slots=slots,
            base=live.row * self.layout.stride,
            count=live.end - slots,
        )
        pick = self._pick(turns)
        taker = pick.taker
        if taker.size:
            put = NewStones(
                lane=taker,
                row=live.row.take(taker),
                base=turns.base.take(taker),
                slot=pick.slot,
                place=pick.place,
                at=pick.at,
                around=pick.around,
                colour=turns.colour.take(taker),
                side=turns.side.take(taker),
                following=self.colour_of.take(live.turn.take(taker) + 1),
            )
            self._note(put)
            self.boards.put(live, put)
            live.passed[taker] = 0
            live.turn += pick.some
            self._roll(taker)
        return pick.passing.size > 0 and self._pass(pick.passing)

    def _pick(self, turns: LaneTurns) -> ChosenPoints:
        """Choose points for the lanes that find one."""
        live, boards = self.live, self.boards
        base, side, barred = turns.base, turns.side, live.barred
        asked = self._asked(turns)
        lane: Indices | None = None
        if self.reach is not None or asked is not None or live.effort.any():
            many = self.tries.take(live.effort)
            if asked is not None:
                np.copyto(many, TRIES[-1], where=asked)
            lane, slot, place, looks_at_all = self._points(turns, many)
            base, side, barred = base.take(lane), side.take(lane), barred.take(lane)
        else:
            slot = self.draws.below(turns.count)
            slot += turns.slots
            place = boards.empties.take(slot)
        at = base + place
        around = boards.codes.take(at + boards.ways)
        fit = np.logical_or.reduce(around == EMPTY, axis=0)
        hard = where(~fit)
        if hard.size:
            fit[hard] = boards.judge(around.take(hard, axis=1), base.take(hard), side.take(hard))
            fit &= at != barred
        taker = chosen = where(fit)
        passing = chosen[:0]
        if lane is None:
            live.effort += 2
            live.effort *= ~fit
        else:
            choices = np.bincount(lane.take(chosen), minlength=turns.count.size)
            if asked is not None:
                few = where(asked & looks_at_all & (choices > 0) & (choices <= self.few_points))
                choices[self._idle(turns, few, lane, around)] = 0
                chosen = chosen.compress(choices.take(lane.take(chosen)) > 0)
            first = choices.cumsum()
            first -= choices
            first += self.draws.below(choices)
            fit = choices > 0
            taker, passing = where(fit), where(looks_at_all > fit)
            chosen = chosen.take(first.take(taker))
            self._learn(fit, choices, looks_at_all, turns.count)
        return ChosenPoints(
            some=fit,
            taker=taker,
            slot=slot.take(chosen),
            place=place.take(chosen),
            at=at.take(chosen),
            around=around.take(chosen, axis=1),
            passing=passing,
        )

    def _asked(self, turns: LaneTurns) -> Flags | None:
        """For subclasses: (n,): in which lanes the player may pass although he has fit points, see
        `_idle`, so that all empty points are looked at; None where nobody may."""
        return None

    def _idle(self, turns: LaneTurns, few: Indices, lane: Indices, around: Codes) -> Indices:
        """For subclasses: which of the lanes numbered `few` pass although they have fit points, at
        most `few_points`. `around` (directions, m) are the codes around the points looked at,
        `lane` (m,) the numbers of their lanes; of the lanes `few` all empty points are there."""
        return few[:0]

    def _points(
        self, turns: LaneTurns, many: Indices
    ) -> tuple[Indices, Indices, NDArray[np.uint16], Flags]:
        """Draw `many` (n,) points for each lane. Returns the points' lanes, slots and places, each
        (m,) and lane by lane; and (n,) which lanes look at all their empty points. A lane does
        that if it has hardly more than `many`, which is then changed to their number."""
        looks_at_all = many + (many >> 1) > turns.count
        np.copyto(many, turns.count, where=looks_at_all)
        lane = numbers(many.size).repeat(many)
        slot = self.draws.below(turns.count.take(lane))
        some = where(looks_at_all.take(lane))
        begin = many.cumsum()
        begin -= many
        slot[some] = some - begin.take(lane.take(some))
        slot += turns.slots.take(lane)
        place = self.boards.empties.take(slot)
        if self.reach is not None:
            near = self._in_reach(turns, lane, place)
            lane, slot, place = lane.take(near), slot.take(near), place.take(near)
        return lane, slot, place, looks_at_all

    def _in_reach(self, turns: LaneTurns, lane: Indices, place: NDArray[np.uint16]) -> Indices:
        """The indices of those of the points (m,) that are within their turns' reach."""
        row, distance = self.live.row.take(lane), self.live.distance.take(lane)
        return where(self.boards.in_reach(place, row, turns.colour.take(lane), distance))

    def _learn(self, some: Flags, choices: Indices, looks_at_all: Flags, count: Indices) -> None:
        """Adjust the lanes' efforts after a step. All arrays (n,): `some`, which lanes have found a
        fit point; `choices`, how many of the points they looked at were fit; `looks_at_all`,
        whether they looked at all empty points; and `count`, how many of these they have."""
        effort = self.live.effort
        effort += self._changes.take(some)
        np.minimum(effort, self._most, out=effort)
        np.maximum(effort, self._least, out=effort)
        # If few of all points were fit, it is best to look at all of them again.
        np.copyto(effort, self._most, where=looks_at_all & (4 * choices < count))

    def _pass(self, lane: Indices) -> bool:
        """Let the lanes numbered `lane` pass; returns whether one of them has ended."""
        live = self.live
        turn = live.turn.take(lane)
        colour = self.colour_of.take(turn) - np.uint16(1)
        passed = live.passed.take(lane) | np.uint8(1) << colour.astype(np.uint8)
        live.passed[lane] = passed
        if self.log is not None:
            none = np.full(lane.size, PASS)
            self.log.append((live.row.take(lane), none, live.distance.take(lane)))
        live.turn[lane] = turn + 1
        mine = live.ko_colour.take(lane) == self.colour_of.take(turn + 1)
        live.barred[lane] = np.where(mine, live.ko.take(lane), NOWHERE)
        self._roll(lane)
        return bool((passed == self.all_players.take(live.row.take(lane))).any())

    def _distances(self, count: int) -> Indices:
        """(count,): the reach of `count` new turns."""
        assert self.reach is not None
        if not self.reach.dice:
            return np.full(count, self.reach.least, np.intp)
        return self.reach.thrown(self.draws.words(count))

    def _roll(self, lane: Indices) -> None:
        """Throw dice for the new turns of the lanes numbered `lane`, if reach is DICE."""
        if self.reach is not None and self.reach.dice:
            self.live.distance[lane] = self._distances(lane.size)

    # -- the log of the moves -------------------------------------------------------------------

    def _note(self, put: NewStones) -> None:
        self.stones.append((put.at, put.colour))
        if self.log is not None:
            cell = self.layout.cell_of.take(put.place)
            self.log.append((put.row, cell, self.live.distance.take(put.lane)))

    def _first(self) -> Bytes:
        """(L, cells): the colour, from 1, that first put a stone on each cell; 0 for none."""
        first = np.zeros(self.total * self.layout.stride, np.uint8)
        if self.stones:
            # Stones are written in reverse, so that the first one on a point stays.
            at, colour = map(np.concatenate, zip(*reversed(self.stones), strict=True))
            first[at] = colour
        return first.reshape(self.total, -1)[:, self.layout.places]

    def _traces(self) -> tuple[Lines, Lines]:
        """For each lane the cells of its turns, and the reaches of its turns."""
        if self.log is None:
            return (), ()
        none = (np.zeros(0, np.intp),) * 3
        rows, cells, reaches = map(np.concatenate, zip(none, *self.log, strict=True))
        order = np.argsort(rows, kind="stable")
        ends = np.bincount(rows, minlength=self.total).cumsum()[:-1]
        lines, rolls = (
            tuple(tuple(line.tolist()) for line in np.split(what[order], ends))
            for what in (cells, reaches)
        )
        return lines, rolls if self.reach is not None else ()


_BULK = 1 << 16
"""How many words are drawn at once."""


class Draws:
    """Random 32-bit words out of a pool that is filled again when it is used up."""

    def __init__(self, rng: Rng) -> None:
        self._rng = np.random.Generator(np.random.SFC64(rng.integers(2**63)))
        self._pool = np.empty(0, np.int64)
        self._at = 0

    def words(self, count: int) -> NDArray[np.int64]:
        """(count,): uniform below 2**32; to be read only."""
        if self._at + count > self._pool.size:
            size = max(_BULK, count)
            self._pool = self._rng.integers(1 << 32, size=size, dtype=np.uint32).astype(np.int64)
            self._at = 0
        self._at += count
        return self._pool[self._at - count : self._at]

    def below(self, bounds: Indices) -> Indices:
        """(n,): whole numbers, uniform below the bounds (n,); 0 for a bound of 0. Bounds must be
        below 2**16, so that no number is favoured by more than one part in 2**16."""
        drawn: Indices = self.words(bounds.size) * bounds
        drawn >>= 32
        return drawn
