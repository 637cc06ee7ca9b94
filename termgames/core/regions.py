"""Regions of empty cells on many boards at once, and the stones around them.

A region is a maximal set of empty cells connected by the topology's directions. Games
count with the functions here whether they look at one board (the readable engine) or at
thousands (a kernel); there is no second implementation.

Inside, boards lie on a *plane*: the lattice rows one after the other with an empty guard
column between them, so that one step in a direction is the same distance everywhere and
every operation runs over contiguous memory. Planes have the lanes (boards) last.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Flags, Indices, Ints, SmallInts
from termgames.core.game import NEUTRAL, NOBODY
from termgames.core.topology import Cell, Topology

_ROUNDS = 14
"""Rounds after which the boards that still change go on without the others; an even number."""


@dataclass(frozen=True, eq=False)
class Plane:
    """How the cells of a topology lie on a padded plane.

    With `margin` guard places before and after the rows, every step from any place of the rows
    stays inside the array. Guard places belong to no cell.
    """

    places: Indices
    """(cells,): the place of each cell."""
    ways: tuple[int, ...]
    """For each direction the distance of one step, in places."""
    width: int
    """Places in a row, one of them a guard."""
    length: int
    """Places of the rows themselves."""
    margin: int
    """Guard places before the first row, and as many after the last."""


@lru_cache(maxsize=32)
def plane(topology: Topology) -> Plane:
    """The plane of a topology: place = row * width + column. ValueError for a graph, whose
    neighbours do not lie in fixed directions."""
    if not topology.steps:
        raise ValueError("regions are found on lattices only: a graph has no directions")
    columns, rows = topology.lattice.max(axis=0).tolist()
    width = columns + 2
    lattice = topology.lattice.astype(np.intp)
    return Plane(
        places=lattice[:, 1] * width + lattice[:, 0],
        ways=tuple(dx + dy * width for dx, dy in topology.steps),
        width=width,
        length=(rows + 1) * width,
        margin=width + 1,
    )


@dataclass(frozen=True)
class Region:
    """One region of one board."""

    cells: tuple[Cell, ...]
    """Ascending."""
    touching: tuple[int, ...]
    """Distinct stones next to it, by colour."""


@dataclass(frozen=True, eq=False)
class Regions:
    """The empty regions of B boards.

    A region's number is one of its own cells; which one is not defined, but equal boards
    get equal numbers. Stones have the number `cells`.
    """

    label: Indices
    """(B, cells): the number of the region of each cell, `cells` for stones."""
    size: Ints
    """(B, cells): empty cells of each region, by its number; 0 elsewhere."""
    touching: Ints
    """(B, colours, cells): distinct stones of each colour next to each region, by its
    number; a stone counts once for a region however many of its cells it touches."""

    def listing(self, board: int) -> list[Region]:
        """The regions of one board, in the order of their first cells."""
        label = self.label[board]
        members: dict[int, list[Cell]] = {}
        for cell in np.flatnonzero(label < len(label)).tolist():
            members.setdefault(int(label[cell]), []).append(cell)
        return [
            Region(tuple(cells), tuple(self.touching[board, :, number].tolist()))
            for number, cells in members.items()
        ]


def regions(topology: Topology, stones: Bytes, *, colours: int = 2) -> Regions:
    """The regions of boards `stones` (B, cells): 0 empty, else 1 + colour.

    `colours` is the number of colours to count.
    """
    boards, cells = stones.shape
    board_plane = plane(topology)
    planes = to_planes(topology, stones)
    survey = Survey(topology, boards)
    labels = survey.label(planes != 0)[board_plane.places].T
    label = np.append(_numbers(topology)[1], cells)[np.minimum(labels, cells)]

    board, cell = np.nonzero(stones == 0)
    index = board * cells + label[board, cell]
    size = np.bincount(index, minlength=boards * cells).reshape(boards, cells)
    touching = np.empty((boards, colours, cells), np.int32)
    for colour in range(colours):
        charges = survey.charge((planes == 1 + colour).view(np.int8))
        touching[:, colour] = np.bincount(
            index, charges[board_plane.places[cell], board], minlength=boards * cells
        ).reshape(boards, cells)
    return Regions(label, size.astype(np.int32), touching)


def territory(topology: Topology, stones: Bytes, blocs: Sequence[int] | Indices) -> SmallInts:
    """The owners of the empty regions of boards `stones` (B, cells): who alone touches them.

    `blocs` (colours,), or (B, colours) where boards differ, holds the leading colour of
    each colour's bloc; where all play for themselves that is `range(colours)`. Returns
    (B, cells). An empty cell has the colour that alone touches its region, the leading colour
    of a bloc if several of its colours do, and NEUTRAL if several blocs or none touch it. A
    stone has NOBODY.
    """
    leading = np.asarray(blocs, np.int8)
    sets = around(topology, stones)
    owner = np.empty(stones.shape, np.int8)
    tables, which = leading, np.zeros(len(stones), np.intp)
    if leading.ndim == 2:
        tables, which = np.unique(leading, axis=0, return_inverse=True)
    for number, leaders in enumerate(np.atleast_2d(tables)):
        some = slice(None) if leading.ndim == 1 else np.flatnonzero(which == number)
        owner[some] = _who_owns(tuple(leaders.tolist())).take(sets[some])
    owner[stones > 0] = NOBODY
    return owner


def owners(topology: Topology, stones: Bytes, blocs: Sequence[int] | Indices) -> SmallInts:
    """(B, cells): the owner of each point of boards `stones` (B, cells), a colour or NEUTRAL: of
    a stone its colour, of an empty point as in `territory`."""
    ground = territory(topology, stones, blocs)
    return np.where(stones > 0, stones.astype(np.int8) - np.int8(1), ground)


@lru_cache(maxsize=256)
def _who_owns(leaders: tuple[int, ...]) -> SmallInts:
    """(2 ** colours,): the owner of a region, indexed by the colours around it as bits."""
    owner = np.full(1 << len(leaders), NEUTRAL, np.int8)
    for bits in range(1, len(owner)):
        touching = [colour for colour in range(len(leaders)) if bits >> colour & 1]
        if len({leaders[colour] for colour in touching}) == 1:
            owner[bits] = touching[0] if len(touching) == 1 else leaders[touching[0]]
    owner.setflags(write=False)
    return owner


_SPREAD = 6
"""Rounds between two checks of whether the sets of a board still grow."""


def around(topology: Topology, stones: Bytes) -> Bytes:
    """(B, cells): the colours around the region of each empty cell, as bits; for a stone
    its own colour."""
    board_plane = plane(topology)
    planes = to_planes(topology, stones)
    empty = np.zeros_like(planes)
    empty[board_plane.places] = (planes[board_plane.places] == 0) * np.uint8(255)
    sets = np.zeros((board_plane.length + 2 * board_plane.margin, len(stones)), np.uint8)
    sets[board_plane.margin : -board_plane.margin] = _BIT.take(planes)
    result = np.empty_like(planes)
    left: Indices | None = None  # all boards
    while True:
        growing = np.flatnonzero(_grow(sets, empty, board_plane))
        inner = sets[board_plane.margin : -board_plane.margin]
        if left is None:
            left, result[:] = np.arange(len(stones)), inner
        else:
            result[:, left] = inner
        if not growing.size:
            return np.ascontiguousarray(result[board_plane.places].T)
        left, sets, empty = left[growing], sets.take(growing, 1), empty.take(growing, 1)


_BIT = np.array([0, 1, 2, 4, 8, 16, 32], np.uint8)


def _grow(sets: Bytes, empty: Bytes, board_plane: Plane) -> Flags:
    """Add to the sets of empty cells those of their neighbours, `_SPREAD` times. Returns (B,):
    whether the board changed in the last round. Arrays have the boards last and are
    contiguous."""
    lanes = sets.shape[1]
    flat, open_ = sets.reshape(-1), empty.reshape(-1)
    begin, size = board_plane.margin * lanes, empty.size
    inner, gain, before = flat[begin : begin + size], np.empty(size, np.uint8), empty
    first, *others = (begin + way * lanes for way in board_plane.ways)
    for number in range(_SPREAD):
        if number == _SPREAD - 1:
            before = inner.copy()
        np.bitwise_or(inner, flat[first : first + size], out=gain)
        for at in others:
            np.bitwise_or(gain, flat[at : at + size], out=gain)
        np.bitwise_and(gain, open_, out=gain)
        np.bitwise_or(inner, gain, out=inner)
    changed: Flags = (before != inner).reshape(-1, lanes).any(axis=0)
    return changed


def to_planes(topology: Topology, stones: Bytes) -> Bytes:
    """Boards (B, cells) as planes (length, B), 0 at guard places."""
    board_plane = plane(topology)
    planes = np.zeros((board_plane.length, len(stones)), np.uint8)
    planes[board_plane.places] = stones.T
    return planes


@lru_cache(maxsize=32)
def _numbers(topology: Topology) -> tuple[NDArray[Any], Indices]:
    """Random numbers of the cells, (length,) by place with the type's largest value at
    guards; and (cells,) the cell of each number.

    The least number of a region spreads in few rounds when numbers are random; numbered
    in order, cells would hand it round every corner of a snake.
    """
    dtype = np.uint8 if topology.cells < 255 else np.uint16
    board_plane = plane(topology)
    # The standard library's: loading `numpy.random` would delay the first board on the screen.
    cell_of = np.array(random.Random(0).sample(range(topology.cells), topology.cells), np.intp)
    number = np.full(board_plane.length, np.iinfo(dtype).max, dtype)
    number[board_plane.places[cell_of]] = np.arange(topology.cells)
    return number, cell_of


class Survey:
    """Finds the regions of `lanes` boards, on their planes.

    All calls share the same working memory: the next call overwrites the arrays that the last
    one returned.
    """

    def __init__(self, topology: Topology, lanes: int) -> None:
        self.board_plane = board_plane = plane(topology)
        self.lanes = lanes
        number = _numbers(topology)[0]
        self.wall_label = int(np.iinfo(number.dtype).max)
        """The label of places in no region."""
        self._ways = [way * lanes for way in board_plane.ways]
        self._begin = board_plane.margin * lanes
        self._end = self._begin + board_plane.length * lanes
        whole, size = self._end + self._begin, self._end - self._begin
        self._number = np.repeat(number, lanes)
        self._guard = np.where(self._number == self.wall_label, self._number, 0)
        self._labels = np.full((2, whole), self.wall_label, number.dtype)
        self._wall = np.empty(size, number.dtype)
        self._least = np.empty(size, number.dtype)
        self._worth = np.zeros(whole, np.int8)
        self._counted = np.zeros(whole, np.int8)
        self._total = np.empty(size, np.int8)
        self._flags = np.empty((2, size), bool)

    def label(self, occupied: Flags) -> NDArray[Any]:
        """Number the regions of boards `occupied` (length, lanes).

        Returns (length, lanes): a number below `cells` that the cells of a region share,
        `wall_label` at stones and guards. Every empty cell takes the least number around
        it until nothing changes; after some rounds most boards are done, and the others
        go on without them.
        """
        wall = self._wall
        np.multiply(occupied.reshape(-1).view(np.uint8), wall.dtype.type(self.wall_label), out=wall)
        np.bitwise_or(wall, self._guard, out=wall)
        now, then = self._labels
        inner = now[self._begin : self._end]
        np.bitwise_or(wall, self._number, out=inner)
        _spread(now, then, wall, self._least, self._ways, _ROUNDS)
        changed = self._flags[0]
        np.not_equal(inner, then[self._begin : self._end], out=changed)
        moving = np.flatnonzero(np.logical_or.reduce(changed.reshape(-1, self.lanes), axis=0))
        by_place: NDArray[Any] = inner.reshape(-1, self.lanes)
        margin, length = self.board_plane.margin, self.board_plane.length
        while moving.size:
            rest = wall.reshape(-1, self.lanes)[:, moving].reshape(-1)
            shape = (2, length + 2 * margin, moving.size)
            pair = np.full(shape, self.wall_label, wall.dtype)
            pair[0, margin:-margin] = by_place[:, moving]
            flat = pair.reshape(2, -1)
            ways = [way * moving.size for way in self.board_plane.ways]
            _spread(flat[0], flat[1], rest, np.empty_like(rest), ways, _ROUNDS)
            by_place[:, moving] = pair[0, margin:-margin]
            moving = moving[np.logical_or.reduce(pair[0] != pair[1], axis=0)]
        return by_place

    def charge(self, signs: SmallInts) -> SmallInts:
        """Charge each pair of a stone and a region next to it to one cell of the region.

        `signs` (length, lanes) is the value of each stone, 0 where there is none; regions
        are those of the last `label`. Returns (length, lanes): the sum over the cells of a
        region is the sum of `signs` over the distinct stones next to it. Entries at stones and
        guards mean nothing.
        """
        begin, end = self._begin, self._end
        label, worth, counted, total = self._labels[0], self._worth, self._counted, self._total
        stone, credit = worth[begin:end], counted[begin:end]
        stone[...] = signs.reshape(-1)
        fresh, other = self._flags
        first, *ways = self._ways
        # Cell x is charged by the stone from which x lies in the direction, unless the
        # stone sees the same region in an earlier direction.
        seen = [label[begin + first : end + first]]
        total[...] = worth[begin - first : end - first]
        for way in ways:
            there = label[begin + way : end + way]
            np.not_equal(there, seen[0], out=fresh)
            for earlier in seen[1:]:
                np.not_equal(there, earlier, out=other)
                np.logical_and(fresh, other, out=fresh)
            np.multiply(stone, fresh.view(np.int8), out=credit)
            np.add(total, counted[begin - way : end - way], out=total)
            seen.append(there)
        return total.reshape(-1, self.lanes)


def _spread(
    now: NDArray[Any],
    then: NDArray[Any],
    wall: NDArray[Any],
    least: NDArray[Any],
    ways: Sequence[int],
    rounds: int,
) -> None:
    """Let every place take the least label around it, `rounds` times (an even number).

    All arrays are flat; `now` and `then` have margins that hold the largest label. In the end
    `now` holds the last round's result, `then` that of the round before.
    """
    begin = (now.size - wall.size) // 2
    end = begin + wall.size
    for _ in range(rounds):
        np.minimum(now[begin:end], now[begin + ways[0] : end + ways[0]], out=least)
        for way in ways[1:]:
            np.minimum(least, now[begin + way : end + way], out=least)
        np.bitwise_or(least, wall, out=then[begin:end])
        now, then = then, now
