"""The boards of a batch with their groups: puts stones and removes captured ones.

For each group the pseudo-liberties are counted: all pairs of one of its stones and an empty
point next to it. A group's *tally*, kept at its root, is `LIBERTY` for each pseudo-liberty plus
one for each stone; so one comparison tells whether the group has a liberty.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Flags, Indices, Ints
from termgames.go.playouts.lanes import LiveLanes, NewStones
from termgames.go.playouts.layout import EMPTY, ROOT, SHIFT, SIDE, WALL, Codes, Layout
from termgames.go.playouts.positions import NOWHERE, StartPositions
from termgames.go.playouts.prisoner_counts import Prisoners
from termgames.go.playouts.reach import Reach

LIBERTY = np.int32(1 << 12)
STONES = int(LIBERTY) - 1
"""The part of a tally that counts stones."""
_LONE = (1 + LIBERTY * np.arange(7)).astype(np.int32)
"""(7,): the tally of a single stone with 0, 1, ... empty points beside it."""
_ENDLESS = np.int32(1 << 30)
"""The tally of empty points and walls: so large that they never seem to be captured."""

COLOUR_SLOTS = 8
"""Length of a lane's part in arrays by colour, from 1."""

_NUMBERS = np.arange(1 << 17)


def numbers(count: int) -> Indices:
    """0, 1, 2, ...; to be read only."""
    return _NUMBERS[:count] if count <= _NUMBERS.size else np.arange(count)


def where(flags: Flags) -> Indices:
    """The indices at which flags (n,) are set; np.flatnonzero takes twice as long."""
    return flags.nonzero()[0]


class LaneBoards:
    """The boards of a batch: `lanes` lanes for each start position."""

    def __init__(
        self,
        layout: Layout,
        positions: StartPositions,
        colours: int,
        lanes: int,
        *,
        reach: Reach | None,
        keep_prisoners: bool,
        find: bool = False,
        count: bool = False,
    ) -> None:
        self.layout, self.colours, self.lanes = layout, colours, lanes
        self.total = lanes * len(positions.stones)
        self.ways = layout.ways[:, None]
        self._lay(positions)
        self.reach = reach
        if reach is not None:
            self._measure(reach, positions)
        self.prisoners = Prisoners(positions, colours, self.each) if keep_prisoners else None
        self.slot_of: Indices | None = None
        """By place in flat arrays: where an empty point is in the flat list of empty points; None
        unless `find` asks for it."""
        if find:
            self._find(layout)
        self.stones_of: Ints | None = None
        """(L * COLOUR_SLOTS,): how many stones each colour, from 1, has; None unless `count` asks
        for it."""
        if count:
            shown = positions.stones[:, :, None] == np.arange(COLOUR_SLOTS, dtype=np.uint8)
            self.stones_of = self.each(shown.sum(axis=1, dtype=np.int32)).reshape(-1)

    def each(self, what: NDArray[Any]) -> NDArray[Any]:
        """(L, ...): rows (P, ...), one for each position, repeated for each of its lanes."""
        return np.repeat(what, self.lanes, axis=0)

    def _lay(self, positions: StartPositions) -> None:
        """Set up codes, tallies and empty points of all lanes."""
        lay, stones = self.layout, positions.stones
        count = len(stones)
        sides = stones
        self.colour_at: Bytes | None = None
        """By place in flat arrays: the colours of stones, from 1. Kept only if blocs are given,
        since codes then hold the bloc instead."""
        if positions.blocs is not None:
            table = np.zeros((count, 1 + self.colours), np.uint8)
            table[:, 1:] = 1 + positions.blocs
            sides = np.take_along_axis(table, stones.astype(np.intp), axis=1)
            shown = np.zeros((count, lay.stride), np.uint8)
            shown[:, lay.places] = stones
            guard = np.zeros(lay.margin, np.uint8)
            self.colour_at = np.concatenate([self.each(shown).reshape(-1), guard])
        codes = lay.rooted(sides)
        self.codes = lay.boards(self.each(codes))
        self.rows = self.codes[: self.total * lay.stride].reshape(self.total, lay.stride)

        tally = np.zeros((count, lay.stride), np.int32)
        tally[:, 0] = _ENDLESS
        board, cell = np.nonzero(stones)
        open_ = (lay.beside(codes)[:, board, cell] == EMPTY).sum(axis=0)
        root = codes[board, lay.places[cell]] & ROOT
        np.add.at(tally, (board, root), open_ * int(LIBERTY) + 1)
        alone = (tally > 0) & (tally < LIBERTY)
        self.without_liberties: Flags = np.logical_or.reduce(alone, axis=1)
        """(P,): whether a group stands without liberties from the beginning."""
        self.tally = self.each(tally).reshape(-1)
        self._met = np.zeros(self.tally.size, np.int8)
        """By root: the last direction in which `put` met the group; working memory."""
        self._directions = np.arange(len(lay.ways), dtype=np.int8)[:, None]

        empties = np.zeros((count, lay.cells), np.uint16)
        self.empty_count: Indices = (stones == 0).sum(axis=1)
        """(P,): the number of empty points at the start."""
        board, cell = np.nonzero(stones == 0)
        slot = np.arange(len(cell)) - (self.empty_count.cumsum() - self.empty_count)[board]
        empties[board, slot] = lay.places[cell]
        self.empties = self.each(empties).reshape(-1)

    def _find(self, lay: Layout) -> None:
        """Set up `slot_of`."""
        self.slot_of = np.zeros(self.codes.size, np.intp)
        slot = np.arange(self.empties.size)
        self.slot_of[slot // lay.cells * lay.stride + self.empties] = slot

    def _measure(self, reach: Reach, positions: StartPositions) -> None:
        """Set up the cells that each colour counts distances from."""
        here, start = reach.bits_of(positions.stones, positions.origins, self.colours)
        shape = (reach.words, len(positions.stones), self.colours)
        self.here, self.start = (
            np.repeat(bits.reshape(shape), self.lanes, axis=1).reshape(reach.words, -1)
            for bits in (here, start)
        )
        self.cell_of = np.minimum(self.layout.cell_of, self.layout.cells - 1)
        """(stride,): as in the layout, but never beyond the last cell."""

    # -- where a stone may be put -------------------------------------------------------------

    def in_reach(
        self, place: NDArray[np.uint16], row: Indices, colour: NDArray[np.uint16], distance: Indices
    ) -> Flags:
        """(n,): whether points are within `distance` of the stones of `colour`, from 1, in the
        lanes `row`; all arrays (n,)."""
        assert self.reach is not None
        player = row * self.colours + colour - 1
        return self.reach.holds(self.here, player, distance, self.cell_of.take(place))

    def judge(self, around: Codes, base: Indices, side: NDArray[np.uint16]) -> Flags:
        """(n,): whether `side` may play empty points that have no empty point beside them: a
        stone there captures, or joins a group that keeps a liberty, and it fills no own eye.

        `around` (directions, n) are the codes beside the points; `base` (n,) is where their
        boards begin, `side` (n,) as in codes.
        """
        own, last = (around & SIDE) == side, self._last_liberties(around, base)
        safe = own > last
        safe |= around == WALL
        own ^= last
        # There is a capture or a safe own group; but safe own groups and walls alone are an eye.
        fit: Flags = np.logical_or.reduce(own, axis=0)
        fit &= ~np.logical_and.reduce(safe, axis=0)
        return fit

    def captures(self, around: Codes, base: Indices, side: NDArray[np.uint16]) -> Flags:
        """(n,): whether a stone of `side` on empty points captures another side's stones; arguments
        as of `judge`."""
        others = (around & SIDE) != side
        taken: Flags = np.logical_or.reduce(others & self._last_liberties(around, base), axis=0)
        return taken

    def _last_liberties(self, around: Codes, base: Indices) -> Flags:
        """(directions, n): whether a group is beside empty points that are its last liberty;
        arguments as of `judge`."""
        tally = self.tally.take((around & ROOT) + base)
        beside = np.add.reduce((around[:, None] == around).view(np.int8), axis=1, dtype=np.int8)
        tally >>= 12
        last: Flags = tally == beside.astype(np.int32)
        return last

    # -- stones -------------------------------------------------------------------------------

    def put(self, live: LiveLanes, put: NewStones) -> None:
        """Put stones on points where they may be put, and remove what they capture."""
        around, lane = put.around, put.lane
        group = (around & ROOT) + put.base
        np.subtract.at(self.tally, group.reshape(-1), LIBERTY)
        tally = self.tally.take(group)
        own = (around & SIDE) == put.side
        # A group that touches the stone in several directions counts once.
        self._met[group] = self._directions
        once = self._met.take(group) == self._directions
        dead = tally < LIBERTY
        dead &= once
        dead = dead > own
        own &= once
        joined = np.add.reduce(tally * own, axis=0, dtype=np.int32)
        joined += _LONE.take(np.add.reduce((around == EMPTY).view(np.int8), axis=0, dtype=np.int8))
        code = np.maximum.reduce(around * own, axis=0)
        alone = code == 0
        np.copyto(code, put.side + put.place, where=alone)
        self.codes[put.at] = code
        self.tally[put.base + (code & ROOT)] = joined
        if self.colour_at is not None:
            self.colour_at[put.at] = put.colour
        if self.stones_of is not None:
            self.stones_of[put.row * COLOUR_SLOTS + put.colour] += 1
        if self.reach is not None:
            self._extend(put)
        end = live.end.take(lane)
        end -= 1
        live.end[lane] = end
        moving = self.empties.take(end)
        self.empties[put.slot] = moving
        if self.slot_of is not None:
            self.slot_of[put.base + moving] = put.slot
        live.ko[lane] = NOWHERE
        live.barred[lane] = NOWHERE
        own &= around != code
        own |= dead
        moved = where(own.reshape(-1))
        if moved.size:
            self._move(live, put, moved, dead, tally, code, alone)

    def _extend(self, put: NewStones) -> None:
        """Add new stones to the cells from which their colours count distances."""
        assert self.reach is not None
        cell = self.cell_of.take(put.place)
        player = put.row * self.colours + put.colour - 1
        at = self.reach.word.take(cell) * self.here.shape[1] + player
        here = self.here.reshape(-1)
        here[at] = here.take(at) | self.reach.bit.take(cell)

    def _move(
        self,
        live: LiveLanes,
        put: NewStones,
        moved: Indices,
        dead: Flags,
        tally: Ints,
        code: Codes,
        alone: Flags,
    ) -> None:
        """Give groups that were joined a new root, and remove captured groups. `moved` (k,) are
        the indices of these groups in (directions, stones)."""
        stride = self.layout.stride
        stone = moved % put.lane.size
        taken = dead.reshape(-1).take(moved)
        old = put.around.reshape(-1).take(moved)
        # A group of one stone is at the place beside the new one; larger ones are searched for.
        single = (tally.reshape(-1).take(moved) & STONES) == 1
        ones, more = where(single), where(~single)
        way = moved.take(ones) // put.lane.size
        here = put.at.take(stone.take(ones)) + self.layout.ways.take(way)
        rows = put.row.take(stone.take(more))
        hit = where((self.rows.take(rows, axis=0) == old.take(more)[:, None]).reshape(-1))
        group = hit // stride
        hit += ((rows - numbers(more.size)) * stride).take(group)
        at = np.concatenate([here, hit])
        item = np.concatenate([ones, more.take(group)])
        dying = taken.take(item)
        kept, gone = where(~dying), where(dying)
        self.codes[at.take(kept)] = code.take(stone.take(item.take(kept)))
        if gone.size:
            item = item.take(gone)
            self._take(live, put, stone.take(item), item, at.take(gone), old, alone)

    def _take(
        self,
        live: LiveLanes,
        put: NewStones,
        killer: Indices,
        item: Indices,
        at: Indices,
        old: Codes,
        alone: Flags,
    ) -> None:
        """Remove captured stones; all arrays (s,): their places `at` in flat arrays, the number
        `killer` of the new stone that captures each, and the number `item` of its group, whose
        code is `old[item]`."""
        order = killer.argsort(kind="stable")
        killer, item, at = killer.take(order), item.take(order), at.take(order)
        base = put.base.take(killer)
        around = at + self.ways
        if self.colour_at is None:
            colour = old.take(item) >> np.uint16(SHIFT)
        else:
            colour = self.colour_at.take(at).astype(np.uint16)
        if self.prisoners is not None:
            self.prisoners.share(put, killer, item, colour, self._colours_at(around))
        if self.stones_of is not None:
            np.subtract.at(self.stones_of, put.row.take(killer) * COLOUR_SLOTS + colour, 1)
        self.codes[at] = EMPTY
        np.add.at(self.tally, ((self.codes.take(around) & ROOT) + base).reshape(-1), LIBERTY)
        place = at - base
        many = np.bincount(killer, minlength=put.lane.size)
        end = live.end.take(put.lane)
        end += many
        live.end[put.lane] = end
        end -= many.cumsum()
        slot = end.take(killer) + numbers(at.size)
        self.empties[slot] = place
        if self.slot_of is not None:
            self.slot_of[at] = slot
        if self.reach is not None:
            cell = self.cell_of.take(place)
            player = put.row.take(killer) * self.colours + colour - 1
            word = self.reach.word.take(cell) * self.here.shape[1] + player
            here = self.here.reshape(-1)
            np.bitwise_xor.at(here, word, self.reach.bit.take(cell))
            here[word] |= self.start.reshape(-1).take(word)
        # Ko: a stone captured a single one, and stands alone with that point as only liberty.
        one = where(((many == 1) & alone).take(killer))
        if one.size:
            by = killer.take(one)
            bare = where((self.tally.take(put.at.take(by)) >> 12) == 1)
            one, lane = one.take(bare), put.lane.take(by.take(bare))
            live.ko[lane] = at.take(one)
            live.ko_colour[lane] = colour.take(one)
            mine = where(colour.take(one) == put.following.take(by.take(bare)))
            live.barred[lane.take(mine)] = at.take(one.take(mine))

    def _colours_at(self, around: Indices) -> Indices:
        """(directions, s): the colours, from 1, at the places `around` captured stones; 0 for
        empty points and, where groups may have several colours, for the stone's own group; 7
        for walls."""
        codes = self.codes.take(around)
        if self.colour_at is None:
            return (codes >> SHIFT).astype(np.intp)
        own = codes == self.codes.take(around - self.ways)
        colour = np.where(codes >= WALL, 7, self.colour_at.take(around)).astype(np.intp)
        colour *= ~own & (codes != EMPTY)
        return colour

    # -- the end ------------------------------------------------------------------------------

    def stones(self) -> Bytes:
        """(L, cells): 0 empty, else 1 + colour."""
        codes = self.rows[:, self.layout.places]
        if self.colour_at is None:
            return (codes >> SHIFT).astype(np.uint8)
        shown = self.colour_at[: self.rows.size].reshape(self.rows.shape)
        return np.where(codes == EMPTY, 0, shown[:, self.layout.places]).astype(np.uint8)

    def stuck(self) -> Flags:
        """(L,): whether the board has a group without liberties, at the end of the playout."""
        stuck = np.zeros(self.total, bool)
        lanes = where(self.each(self.without_liberties))
        if lanes.size:
            root = self.rows[lanes][:, self.layout.places] & ROOT
            tally = self.tally.reshape(self.total, -1)[lanes[:, None], root]
            stuck[lanes] = (tally < LIBERTY).any(axis=1)
        return stuck
