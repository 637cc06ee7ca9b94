"""Random play of Go on many boards at once, in numpy.

A playout puts one stone a turn, each point with the same probability that is empty, in
reach, no suicide, no own eye and not forbidden by the simple ko; where there is no such
point it passes. It ends by a run of passes in which every player occurs. Superko is not
looked at.

Lanes advance on their own: in a step every lane draws some of its empty points and plays
the first one that may be played; the others try again in the next step. A lane that has
been refused several times has all its empty points looked at instead, and passes when
none will do. Both ways choose uniformly.

An *eye* is a point around which there are only stones of one's own side and walls, unless
it is the last liberty of one of the groups there.

Groups are kept with their pseudo-liberties: each pair of a stone and an empty point next
to it counts. A point is worth `_LIBERTY` in a group's tally and a stone one.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.lanes import spoils
from termgames.core.lanes.draws import Draws
from termgames.core.lanes.layout import EMPTY, ROOT, SHIFT, WALL, Codes, layout
from termgames.core.lanes.positions import NOWHERE, Finished, Positions
from termgames.core.lanes.reach import Reach
from termgames.core.topology import Topology

Lines = tuple[tuple[int, ...], ...]

PASS = -1
"""In a trace, instead of a cell."""

_LIBERTY = np.int32(1 << 12)
_STONES = int(_LIBERTY) - 1
_ENDLESS = np.int32(1 << 30)
"""The tally of what is no group."""

_PATIENCE = 4
"""Points refused before all of them are looked at, ..."""
_PAUSE = 4
"""... which is done every so many steps only."""
_FEW = 64
"""With fewer lanes than this a step costs the same however much it does."""
_WIDEST = 8
"""Most points that a lane draws in one step."""

_NUMBERS = np.arange(1 << 17)


def _count(size: int) -> NDArray[np.intp]:
    """0, 1, 2, ...; to be read only."""
    return _NUMBERS[:size] if size <= _NUMBERS.size else np.arange(size)


@dataclass
class _Live:
    """The lanes still being played; all arrays (n,)."""

    row: NDArray[np.intp]
    """Which lane of the batch."""
    base: NDArray[np.intp]
    """Where its board begins."""
    slots: NDArray[np.intp]
    """Where its list of empty points begins."""
    count: NDArray[np.intp]
    """How many points are in it."""
    turn: NDArray[np.intp]
    """Its place in the table of players."""
    passed: NDArray[np.uint8]
    """Colours, as bits, in the run of passes just now."""
    ko: NDArray[np.intp]
    """The point, in flat codes, that a colour may not play, or NOWHERE."""
    ko_colour: NDArray[np.uint16]
    """That colour, from 1."""
    refused: NDArray[np.int16]
    """Points drawn in vain since the last stone."""
    plies: NDArray[np.int16]
    """Turns played."""
    distance: NDArray[np.intp]
    """The reach of this turn."""

    def keep(self, which: NDArray[np.intp]) -> None:
        """Go on with some lanes only."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name).take(which))


@dataclass
class _Batch:
    """A step's stones; all arrays have one entry a stone, (m,)."""

    lane: NDArray[np.intp]
    """Number among the live lanes; no lane occurs twice."""
    base: NDArray[np.intp]
    at: NDArray[np.intp]
    """The point in flat codes."""
    place: NDArray[np.uint16]
    """The point on its board."""
    around: Codes
    """(directions, m): the codes beside it before the stone."""
    colour: NDArray[np.uint16]
    side: NDArray[np.uint16]
    """From 1."""


class Lanes:
    """Playouts on one topology by one set of rules; keeps nothing between runs."""

    def __init__(
        self, topology: Topology, colours: int, *, reach: Reach | None = None, spoils: bool = False
    ) -> None:
        """`reach` limits where stones may be put; `spoils` keeps prisoners."""
        assert 2 <= colours <= 5
        self.topology, self.colours, self.reach, self.spoils = topology, colours, reach, spoils
        self.layout = layout(topology)

    def run(
        self,
        positions: Positions,
        lanes: int,
        rng: np.random.Generator,
        *,
        cap: int | None = None,
        tail: float = 0.0,
        trace: bool = False,
    ) -> Finished:
        """`lanes` playouts from each position.

        A playout is stopped after `cap` turns, by default twelve times as many as there
        are cells, which only wild games of five reach; all are stopped when no more than
        the part `tail` of them is still going on.
        """
        positions.check(self.topology.cells, self.colours)
        most = 12 * self.topology.cells if cap is None else cap
        return _Play(self, positions, lanes, rng, trace=trace).finish(most, tail)


class _Play:
    """One run."""

    def __init__(
        self,
        kind: Lanes,
        positions: Positions,
        lanes: int,
        rng: np.random.Generator,
        *,
        trace: bool,
    ) -> None:
        self.layout, self.colours = kind.layout, kind.colours
        self.reach, self.spoils = kind.reach, kind.spoils
        self.lanes, self.total = lanes, lanes * len(positions.stones)
        self.draws = Draws(rng)
        self.ways = self.layout.ways[:, None]
        self.log: list[tuple[NDArray[np.intp], ...]] | None = [] if trace else None
        """Lanes, their cells or PASS, and the reach of their turns."""
        self._lay(positions)
        self._seat(positions)
        self.live = self._begin(positions)
        self.plies = np.zeros(self.total, np.int16)
        self.ended = np.zeros(self.total, bool)
        self.width = 1
        """Points drawn by a lane in one step."""

    # -- the beginning ----------------------------------------------------------------------

    def _each(self, what: NDArray[Any]) -> NDArray[Any]:
        """One row a lane from one row a position."""
        return np.repeat(what, self.lanes, axis=0)

    def _lay(self, positions: Positions) -> None:
        """Codes, tallies and empty points of all lanes."""
        lay, stones = self.layout, positions.stones
        count = len(stones)
        sides = stones
        self.colour_at: NDArray[np.uint8] | None = None
        """Colours of stones by place, where a code tells the bloc only."""
        if positions.blocs is not None:
            table = np.zeros((count, 1 + self.colours), np.uint8)
            table[:, 1:] = 1 + positions.blocs
            sides = np.take_along_axis(table, stones.astype(np.intp), axis=1)
            shown = np.zeros((count, lay.stride), np.uint8)
            shown[:, lay.places] = stones
            guard = np.zeros(lay.margin, np.uint8)
            self.colour_at = np.concatenate([self._each(shown).reshape(-1), guard])
        codes = lay.rooted(sides)
        self.codes = lay.boards(self._each(codes))
        self.boards = self.codes[: self.total * lay.stride].reshape(self.total, lay.stride)

        tally = np.zeros((count, lay.stride), np.int32)
        tally[:, 0] = _ENDLESS
        board, cell = np.nonzero(stones)
        open_ = (lay.beside(codes)[:, board, cell] == EMPTY).sum(axis=0)
        root = codes[board, lay.places[cell]] & ROOT
        np.add.at(tally, (board, root), open_ * int(_LIBERTY) + 1)
        alone = (tally > 0) & (tally < _LIBERTY)
        self.breathless: NDArray[np.bool_] = np.logical_or.reduce(alone, axis=1)
        """(P,): whether a group stands without liberties from the beginning."""
        self.tally = self._each(tally).reshape(-1)

        empties = np.zeros((count, lay.cells), np.uint16)
        self.empty_count = (stones == 0).sum(axis=1)
        board, cell = np.nonzero(stones == 0)
        slot = np.arange(len(cell)) - (self.empty_count.cumsum() - self.empty_count)[board]
        empties[board, slot] = lay.places[cell]
        self.empties = self._each(empties).reshape(-1)
        self.first = np.zeros(self.total * lay.stride, np.uint8)

        self.prisoners: NDArray[np.int32] | None = None
        if self.spoils:
            shape = (count, self.colours, self.colours)
            held = np.zeros(shape, np.int32) if positions.prisoners is None else positions.prisoners
            self.prisoners = self._each(held.astype(np.int32)).reshape(-1)

    def _seat(self, positions: Positions) -> None:
        """The table of players: entry `turn` is followed by entry `next_turn[turn]`."""
        order = positions.order
        count = len(positions.stones)
        if len(order) < count and (positions.blocs is not None or self.spoils):
            order = np.repeat(order, count, axis=0)
        length = order.shape[1]
        self.colour_of: NDArray[np.uint16] = order.reshape(-1).astype(np.uint16) + np.uint16(1)
        self.side_of = self.colour_of
        if positions.blocs is not None:
            sides = np.take_along_axis(positions.blocs, order.astype(np.intp), axis=1)
            self.side_of = sides.reshape(-1).astype(np.uint16) + np.uint16(1)
        turn = np.arange(order.size).reshape(order.shape)
        self.next_turn = np.roll(turn, -1, axis=1).reshape(-1)
        own = np.arange(count) if len(order) == count else np.zeros(count, np.intp)
        self.turn = turn[own, positions.ply % length]
        bits = np.bitwise_or.reduce(np.uint8(1) << order, axis=1)
        self.all_players = self._each(bits[own])
        """(L,): the players as bits."""
        if self.spoils:
            assert length == self.colours, "spoils want an order in which each colour plays once"
            self.player = self._each(order.astype(np.intp))
            """(L, colours): the colours in order of play."""
            self.place_of = self._each(np.argsort(order, axis=1))
            """(L, colours): where each colour is in it."""

    def _begin(self, positions: Positions) -> _Live:
        lay, total = self.layout, self.total
        count = len(positions.stones)
        row = np.arange(total)
        passed = np.zeros(count, np.uint8) if positions.passed is None else positions.passed
        ko, ko_colour = np.full(total, NOWHERE, np.intp), np.zeros(total, np.uint16)
        if positions.ko is not None:
            assert positions.ko_colour is not None
            cell = self._each(positions.ko)
            ko = np.where(cell >= 0, row * lay.stride + lay.places[cell], NOWHERE)
            ko_colour = self._each(positions.ko_colour).astype(np.uint16) + np.uint16(1)
        distance = np.zeros(total, np.intp)
        if self.reach is not None:
            distance = self.reach.throw(self.draws, total)
            if positions.roll is not None and self.reach.dice:
                rolled = self._each(positions.roll).astype(np.intp)
                distance = np.where(rolled > 0, rolled, distance)
            here, start = self.reach.bits_of(positions.stones, positions.origins, self.colours)
            wide = (self.reach.words, count, self.colours)
            self.here, self.start = (
                np.repeat(bits.reshape(wide), self.lanes, axis=1).reshape(self.reach.words, -1)
                for bits in (here, start)
            )
            last = int(lay.cell_of.max())
            self.cell_of = np.minimum(lay.cell_of, last - 1)
        return _Live(
            row=row,
            base=row * lay.stride,
            slots=row * lay.cells,
            count=self._each(self.empty_count),
            turn=self._each(self.turn),
            passed=self._each(passed).astype(np.uint8),
            ko=ko,
            ko_colour=ko_colour,
            refused=np.zeros(total, np.int16),
            plies=np.zeros(total, np.int16),
            distance=distance,
        )

    # -- steps ------------------------------------------------------------------------------

    def finish(self, cap: int, tail: float) -> Finished:
        """Play all lanes to their ends."""
        self._drop(cap)
        step = 0
        while self.live.row.size > tail * self.total:
            step += 1
            passes = self._step(look_at_all=step % _PAUSE == 0 or self.live.row.size <= _FEW)
            if passes or step % 4 == 0:
                self._drop(cap)
        self.plies[self.live.row] = self.live.plies
        lay = self.layout
        boards = self.boards[:, lay.places]
        stones = (boards >> SHIFT).astype(np.uint8)
        if self.colour_at is not None:
            shown = self.colour_at[: self.boards.size].reshape(self.boards.shape)[:, lay.places]
            stones = np.where(boards == EMPTY, 0, shown).astype(np.uint8)
        held = self.prisoners
        trace, rolls = self._traces()
        return Finished(
            stones=stones,
            plies=self.plies,
            first=self.first.reshape(self.total, -1)[:, lay.places],
            ended=self.ended,
            prisoners=None if held is None else held.reshape(-1, self.colours, self.colours),
            stuck=self._stuck(boards),
            trace=trace,
            rolls=rolls,
        )

    def _stuck(self, boards: Codes) -> NDArray[np.bool_]:
        """(L,): whether a group without liberties stands on a board at the end."""
        found = np.zeros(self.total, bool)
        lanes = np.flatnonzero(self._each(self.breathless))
        if lanes.size:
            root = boards[lanes] & ROOT
            tally = self.tally.reshape(self.total, -1)[lanes[:, None], root]
            found[lanes] = (tally < _LIBERTY).any(axis=1)
        return found

    def _drop(self, cap: int) -> None:
        """Leave out the lanes that are at their end."""
        live = self.live
        ended = live.passed == self.all_players.take(live.row)
        over = ended | (live.plies >= cap)
        if over.any():
            rows = live.row[over]
            self.plies[rows] = live.plies[over]
            self.ended[rows] = ended[over]
            live.keep(np.flatnonzero(~over))

    def _step(self, *, look_at_all: bool) -> bool:
        """Every lane tries some points; answers whether some lane passed."""
        live = self.live
        lanes, width = live.row.size, self.width
        slot = self.draws.below(live.count, width)
        passing = _count(0)
        if look_at_all:
            stuck = np.flatnonzero(live.refused >= (_PATIENCE if lanes > _FEW else 1))
            if stuck.size:
                passing = self._look_at_all(stuck, slot)
        slot += live.slots
        place = self.empties.take(slot)
        at = place + live.base
        around = self.codes.take(at + self.ways[:, None])
        fit = np.logical_or.reduce(around == EMPTY, axis=0)
        hard = np.flatnonzero(~fit)
        if hard.size:
            which = hard if width == 1 else hard % lanes
            beside = around.reshape(len(around), -1).take(hard, axis=1)
            fit.reshape(-1)[hard] = self._judge(beside, at.reshape(-1).take(hard), which)
        if self.reach is not None:
            fit &= self._in_reach(place, live.turn, live.row, live.distance)
        if passing.size:
            fit[:, passing] = False
        if width == 1:
            fit = fit.reshape(-1)
            lane = chosen = np.flatnonzero(fit)
        else:
            chosen = fit.argmax(axis=0) * lanes + _count(lanes)
            fit = fit.reshape(-1).take(chosen)
            lane = np.flatnonzero(fit)
            chosen = chosen.take(lane)
        live.refused += np.int16(width)
        live.refused *= ~fit
        live.refused[passing] = _PATIENCE  # the next one may well pass, too
        if lane.size:
            turn = live.turn.take(lane)
            colour = self.colour_of.take(turn)
            self._put(
                _Batch(
                    lane=lane,
                    base=live.base.take(lane),
                    at=at.reshape(-1).take(chosen),
                    place=place.reshape(-1).take(chosen),
                    around=around.reshape(len(around), -1).take(chosen, axis=1),
                    colour=colour,
                    side=colour if self.side_of is self.colour_of else self.side_of.take(turn),
                ),
                slot.reshape(-1).take(chosen),
            )
            self._next(lane)
            live.passed *= ~fit
        # As many draws as make a fit one likely, and more of them when steps are cheap.
        needed = 0.7 * width * lanes / max(lane.size, 1)
        self.width = int(min(_WIDEST, max(1, needed, 256 // lanes)))
        return passing.size > 0

    def _next(self, lane: NDArray[np.intp]) -> None:
        """The turn goes on in some live lanes."""
        live = self.live
        live.turn[lane] = self.next_turn.take(live.turn.take(lane))
        live.plies[lane] += np.int16(1)
        if self.reach is not None and self.reach.dice:
            live.distance[lane] = self.reach.throw(self.draws, lane.size)

    # -- where a stone may be put -------------------------------------------------------------

    def _in_reach(
        self,
        place: NDArray[np.uint16],
        turn: NDArray[np.intp],
        row: NDArray[np.intp],
        distance: NDArray[np.intp],
    ) -> NDArray[np.bool_]:
        """Whether points are in reach of who is to play there."""
        assert self.reach is not None
        player = row * self.colours + self.colour_of.take(turn) - 1
        return self.reach.holds(self.here, player, distance, self.cell_of.take(place))

    def _judge(
        self, around: Codes, at: NDArray[np.intp], lane: NDArray[np.intp]
    ) -> NDArray[np.bool_]:
        """Whether empty points without an empty point beside them may be played by who is
        to play in their lanes."""
        live = self.live
        turn = live.turn.take(lane)
        own = (around >> SHIFT) == self.side_of.take(turn)
        tally = self.tally.take((around & ROOT) + live.base.take(lane))
        beside = np.add.reduce((around[:, None] == around).view(np.uint8), axis=1, dtype=np.uint8)
        last = (tally >> 12) == beside  # the group's last liberty
        takes = np.logical_or.reduce(last > own, axis=0)
        safe = own > last
        fit = np.logical_or.reduce(safe, axis=0)
        safe |= around == WALL
        fit &= ~np.logical_and.reduce(safe, axis=0)  # an eye
        fit |= takes
        ko = np.flatnonzero(at == live.ko.take(lane))
        if ko.size:
            fit[ko] &= self.colour_of.take(turn.take(ko)) != live.ko_colour.take(lane.take(ko))
        found: NDArray[np.bool_] = fit
        return found

    def _look_at_all(self, stuck: NDArray[np.intp], slot: NDArray[np.intp]) -> NDArray[np.intp]:
        """Choose for lanes among all their points, writing the first row of `slot` (points
        tried, lanes). Answers the lanes without any: there the turn was a pass."""
        live = self.live
        count = live.count.take(stuck)
        most = int(count.max()) if count.size else 0
        index = np.flatnonzero(_count(most) < count[:, None])
        which = index // max(most, 1)
        lane = stuck.take(which)
        number = index - which * most
        place = self.empties.take(live.slots.take(lane) + number)
        if self.reach is not None:
            near = np.flatnonzero(
                self._in_reach(
                    place, live.turn.take(lane), live.row.take(lane), live.distance.take(lane)
                )
            )
            which, lane, number, place = (x.take(near) for x in (which, lane, number, place))
        at = place + live.base.take(lane)
        around = self.codes.take(at + self.ways)
        fit = self._judge(around, at, lane)
        fit |= np.logical_or.reduce(around == EMPTY, axis=0)
        found = np.flatnonzero(fit)
        choices = np.bincount(which.take(found), minlength=stuck.size)
        chosen = choices.cumsum() - choices + self.draws.below(choices)[0]
        some = np.flatnonzero(choices)
        slot[0, stuck.take(some)] = number.take(found.take(chosen.take(some)))
        none = stuck.take(np.flatnonzero(choices == 0))
        if none.size:
            turn = live.turn.take(none)
            live.passed[none] |= np.uint8(1) << (self.colour_of.take(turn) - 1).astype(np.uint8)
            self._note(none, np.full(none.size, PASS))
            self._next(none)
        return none

    # -- stones -------------------------------------------------------------------------------

    def _put(self, put: _Batch, slot: NDArray[np.intp]) -> None:
        """Put stones on points found fit, which are at `slot` of the empties."""
        live = self.live
        around, lane = put.around, put.lane
        root = around & ROOT
        group = root + put.base
        np.subtract.at(self.tally, group.reshape(-1), _LIBERTY)
        tally = self.tally.take(group)
        own = (around >> SHIFT) == put.side
        new = _firsts(around)
        dead = tally < _LIBERTY
        dead &= new
        dead = dead > own
        own &= new
        open_ = np.add.reduce((around == EMPTY).view(np.uint8), axis=0, dtype=np.uint8)
        joined = np.add.reduce(tally * own, axis=0)
        joined += open_ * _LIBERTY
        joined += np.int32(1)
        head = np.maximum.reduce(root * own, axis=0)
        alone = head == 0
        head += put.place * alone
        code = (put.side << SHIFT) + head
        self.codes[put.at] = code
        self.tally[put.base + head] = joined
        first = self.first.take(put.at)
        self.first[put.at] = np.where(first == 0, put.colour, first)
        if self.colour_at is not None:
            self.colour_at[put.at] = put.colour
        if self.reach is not None:
            self._extend(put)
        if self.log is not None:
            self._note(lane, self.layout.cell_of.take(put.place))
        count = live.count.take(lane)
        count -= 1
        self.empties[slot] = self.empties.take(live.slots.take(lane) + count)
        live.count[lane] = count
        live.ko[lane] = NOWHERE
        own &= root != head
        own |= dead
        moved = np.flatnonzero(own.T)
        if moved.size:
            self._move(put, moved, dead, tally, code, alone)

    def _extend(self, put: _Batch) -> None:
        """Colours may count distances from their new stones."""
        assert self.reach is not None
        cell = self.cell_of.take(put.place)
        player = self.live.row.take(put.lane) * self.colours + put.colour - 1
        at = self.reach.word.take(cell) * self.here.shape[1] + player
        here = self.here.reshape(-1)
        here[at] = here.take(at) | self.reach.bit.take(cell)

    def _move(
        self,
        put: _Batch,
        moved: NDArray[np.intp],
        dead: NDArray[np.bool_],
        tally: NDArray[np.int32],
        code: Codes,
        alone: NDArray[np.bool_],
    ) -> None:
        """Groups that get another root, and groups that are taken; `moved` numbers them by
        stone and direction."""
        lay, live = self.layout, self.live
        ways = len(lay.ways)
        stone = moved // ways
        way = moved - stone * ways
        index = way * put.lane.size + stone
        taken = dead.reshape(-1).take(index)
        old = put.around.reshape(-1).take(index)
        # A group of one stone is where it was met; the others are looked for.
        single = (tally.reshape(-1).take(index) & _STONES) == 1
        ones, more = np.flatnonzero(single), np.flatnonzero(~single)
        here = put.at.take(stone.take(ones)) + lay.ways.take(way.take(ones))
        rows = live.row.take(put.lane.take(stone.take(more)))
        hit = np.flatnonzero(self.boards.take(rows, axis=0) == old.take(more)[:, None])
        found = hit // lay.stride
        hit += ((rows - _count(more.size)) * lay.stride).take(found)
        at = np.concatenate([here, hit])
        item = np.concatenate([ones, more.take(found)])
        dying = taken.take(item)
        kept = np.flatnonzero(~dying)
        self.codes[at.take(kept)] = code.take(stone.take(item.take(kept)))
        gone = np.flatnonzero(dying)
        if gone.size:
            item, at = item.take(gone), at.take(gone)
            self._take(put, stone, item, at, old, alone)

    def _take(
        self,
        put: _Batch,
        stone: NDArray[np.intp],
        item: NDArray[np.intp],
        at: NDArray[np.intp],
        old: Codes,
        alone: NDArray[np.bool_],
    ) -> None:
        """Take stones off the boards: `at` in flat codes, of the groups `item`, each next
        to the stone `stone[item]`."""
        live = self.live
        order = np.argsort(stone.take(item), kind="stable")
        item, at = item.take(order), at.take(order)
        killer = stone.take(item)
        base = put.base.take(killer)
        around = at + self.ways
        if self.colour_at is None:
            colour = (old.take(item) >> SHIFT).astype(np.uint8)
        else:
            colour = self.colour_at.take(at)
        if self.prisoners is not None:
            self._share(put, stone, item, colour, around)
        self.codes[at] = EMPTY
        np.add.at(self.tally, ((self.codes.take(around) & ROOT) + base).reshape(-1), _LIBERTY)
        place = at - base
        many = np.bincount(killer, minlength=put.lane.size)
        count = live.count.take(put.lane)
        slot = live.slots.take(put.lane) + count + many - many.cumsum()
        self.empties[slot.take(killer) + _count(at.size)] = place
        live.count[put.lane] = count + many
        if self.reach is not None:
            cell = self.cell_of.take(place)
            player = live.row.take(put.lane.take(killer)) * self.colours + colour - 1
            word = self.reach.word.take(cell) * self.here.shape[1] + player
            here = self.here.reshape(-1)
            np.bitwise_xor.at(here, word, self.reach.bit.take(cell))
            here[word] |= self.start.reshape(-1).take(word)
        # Ko: one stone took one and stands alone with the one liberty that it made.
        one = np.flatnonzero((many == 1).take(killer) & alone.take(killer))
        by = killer.take(one)
        free = self.tally.take(put.at.take(by)) >> 12
        one, by = one.take(np.flatnonzero(free == 1)), by.take(np.flatnonzero(free == 1))
        lane = put.lane.take(by)
        live.ko[lane] = at.take(one)
        live.ko_colour[lane] = colour.take(one)

    def _share(
        self,
        put: _Batch,
        stone: NDArray[np.intp],
        item: NDArray[np.intp],
        colour: NDArray[np.uint8],
        around: NDArray[np.intp],
    ) -> None:
        """Divide the stones that are about to be taken."""
        assert self.prisoners is not None
        colours = self.colours
        row = self.live.row.take(put.lane.take(stone.take(item)))
        group, first, number = np.unique(item, return_index=True, return_inverse=True)
        counts = np.zeros((group.size, colours), np.intp)
        np.add.at(counts, (number, self.place_of[row, colour - 1]), 1)
        codes = self.codes.take(around)
        # A group does not touch itself, nor walls, nor nothing.
        beside = (codes != self.codes.take(around - self.ways)) & (codes < WALL) & (codes != EMPTY)
        way, at = np.nonzero(beside)
        near = (codes >> SHIFT) if self.colour_at is None else self.colour_at.take(around)
        captors = np.zeros((group.size, colours), bool)
        captors[number[at], self.place_of[row[at], near[way, at] - 1]] = True
        row = row.take(first)
        killer = self.place_of[row, put.colour.take(stone.take(group)) - 1]
        shares = spoils.divide(counts, captors, killer)
        player = self.player[row]
        entry = (row[:, None, None] * colours + player[:, :, None]) * colours + player[:, None]
        np.add.at(self.prisoners, entry.reshape(-1), shares.reshape(-1).astype(np.int32))

    # -- the end ------------------------------------------------------------------------------

    def _note(self, lane: NDArray[np.intp], cells: NDArray[np.intp]) -> None:
        """Write down a turn of live lanes if anybody wants to know."""
        if self.log is not None:
            self.log.append((self.live.row.take(lane), cells, self.live.distance.take(lane)))

    def _traces(self) -> tuple[Lines, Lines]:
        """Per lane the cells and the reaches of its turns."""
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


def _firsts(codes: Codes) -> NDArray[np.bool_]:
    """Whether a code (directions, m) is met for the first time, along the first axis."""
    found = np.ones(codes.shape, bool)
    for way in range(1, len(codes)):
        np.not_equal(codes[way], codes[0], out=found[way])
        for before in range(1, way):
            found[way] &= codes[way] != codes[before]
    return found
