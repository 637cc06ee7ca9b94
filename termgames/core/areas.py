"""Regions of empty cells on many boards at once, and the stones around them.

A region is a maximal set of empty cells connected by the topology's directions. Games
count with the functions here whether they look at one board (the readable engine) or at
thousands (a kernel); there is no second implementation.

Inside, boards lie on a *plane*: the lattice rows one after the other with an empty guard
column between them, so that one step in a direction is the same distance everywhere and
every operation runs over contiguous memory. Planes have the lanes (boards) last.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from termgames.core.topology import Cell, Topology

_ROUNDS = 10
"""Propagation rounds before the boards that have not settled are treated by themselves."""


@dataclass(frozen=True, eq=False)
class Plane:
    """How a topology lies on a padded plane.

    Neighbours of any place, also one on the rim, stay within `length + 2 * margin`
    places; guard places belong to no cell.
    """

    places: NDArray[np.intp]
    """(cells,): the place of each cell."""
    ways: tuple[int, ...]
    """For each direction the distance of one step."""
    width: int
    """Places in a row, one of them a guard."""
    length: int
    """Places of the rows themselves."""
    margin: int
    """Guard places before the first row, and as many after the last."""


@lru_cache(maxsize=32)
def plane(topology: Topology) -> Plane:
    """The plane of a topology: place = row * width + column."""
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

    label: NDArray[np.intp]
    """(B, cells): the number of the region of each cell, `cells` for stones."""
    size: NDArray[np.int32]
    """(B, cells): empty cells of each region, by its number; 0 elsewhere."""
    touching: NDArray[np.int32]
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


def regions(topology: Topology, stones: NDArray[np.uint8], *, colours: int = 2) -> Regions:
    """The regions of boards `stones` (B, cells): 0 empty, else 1 + colour.

    `colours` is the number of colours to count.
    """
    boards, cells = stones.shape
    lying = plane(topology)
    lain = lay(topology, stones)
    labels = label_planes(topology, lain != 0)
    cell_of = np.append(_Numbers.of(topology).cell_of, cells)
    label = cell_of[np.minimum(labels.inner[lying.places].T, cells)]

    board, cell = np.nonzero(stones == 0)
    index = board * cells + label[board, cell]
    size = np.bincount(index, minlength=boards * cells).reshape(boards, cells)
    touching = np.empty((boards, colours, cells), np.int32)
    for colour in range(colours):
        charges = charge(labels, (lain == 1 + colour).view(np.int8))
        touching[:, colour] = np.bincount(
            index, charges[lying.places[cell], board], minlength=boards * cells
        ).reshape(boards, cells)
    return Regions(label, size.astype(np.int32), touching)


def lay(topology: Topology, stones: NDArray[np.uint8], guard: int = 0) -> NDArray[np.uint8]:
    """Boards (B, cells) as planes (length, B), with `guard` at places that are no cell."""
    lying = plane(topology)
    lain = np.full((lying.length, len(stones)), guard, np.uint8)
    lain[lying.places] = stones.T
    return lain


@dataclass(frozen=True, eq=False)
class _Numbers:
    """Random numbers of the cells: with them the least number of a region spreads fast,
    while cells numbered in order would hand it round every corner of a snake."""

    number: NDArray[np.unsignedinteger]
    """(length, 1) by place; the largest value of the type at guards."""
    cell_of: NDArray[np.intp]
    """(cells,): the cell with a number."""

    @staticmethod
    @lru_cache(maxsize=32)
    def of(topology: Topology) -> _Numbers:
        dtype = np.uint8 if topology.cells < 255 else np.uint16
        cell_of = np.random.default_rng(0).permutation(topology.cells)
        lying = plane(topology)
        number = np.full((lying.length, 1), np.iinfo(dtype).max, dtype)
        number[lying.places[cell_of], 0] = np.arange(topology.cells)
        number.setflags(write=False)
        return _Numbers(number, cell_of)


@dataclass(frozen=True, eq=False)
class Labels:
    """Region numbers of many boards on their plane, as `label_planes` gives them."""

    topology: Topology
    padded: NDArray[np.unsignedinteger]
    """(length + 2 margin, lanes): the least `_Numbers` of the region of each place; the
    largest value of the type at stones and guards."""

    @property
    def wall(self) -> int:
        """The label of places that are in no region."""
        return int(np.iinfo(self.padded.dtype).max)

    @property
    def inner(self) -> NDArray[np.unsignedinteger]:
        """(length, lanes): `padded` without its margins."""
        lying = plane(self.topology)
        return self.padded[lying.margin : lying.margin + lying.length]


def label_planes(topology: Topology, occupied: NDArray[np.bool_]) -> Labels:
    """Number the regions of boards `occupied` (length, lanes) on planes.

    Every empty cell takes the least number around it until nothing changes. After a few
    rounds nearly all boards are done; the rest goes on without them.
    """
    lying, numbers = plane(topology), _Numbers.of(topology).number
    # All bits set where no region is: at stones and at guards.
    wall = occupied * numbers.dtype.type(np.iinfo(numbers.dtype).max)
    wall |= np.where(numbers == np.iinfo(numbers.dtype).max, numbers, 0)
    start = _padded(lying, wall | numbers)
    label, moving = _spread(lying, start, wall, _ROUNDS)
    unsettled = np.flatnonzero(moving)
    while unsettled.size:
        part = np.ascontiguousarray(label[:, unsettled])
        part, moving = _spread(
            lying, part, np.ascontiguousarray(wall[:, unsettled]), _ROUNDS
        )
        label[:, unsettled] = part
        unsettled = unsettled[moving]
    return Labels(topology, label)


def _padded(
    lying: Plane, inner: NDArray[np.unsignedinteger]
) -> NDArray[np.unsignedinteger]:
    """`inner` (length, lanes) with margins of the type's largest value."""
    lanes = inner.shape[1]
    whole = np.empty((lying.length + 2 * lying.margin, lanes), inner.dtype)
    whole[: lying.margin] = whole[-lying.margin :] = np.iinfo(inner.dtype).max
    whole[lying.margin : -lying.margin] = inner
    return whole


def _spread(
    lying: Plane,
    label: NDArray[np.unsignedinteger],
    wall: NDArray[np.unsignedinteger],
    rounds: int,
) -> tuple[NDArray[np.unsignedinteger], NDArray[np.bool_]]:
    """`rounds` rounds of taking the least number around; and (lanes,) which boards still
    changed in the last."""
    lanes = label.shape[1]
    begin, end = lying.margin * lanes, (lying.margin + lying.length) * lanes
    now, then = label.reshape(-1), label.copy().reshape(-1)
    flat_wall = wall.reshape(-1)
    least = np.empty_like(flat_wall)
    for _ in range(rounds):
        least[:] = now[begin:end]
        for way in lying.ways:
            shift = way * lanes
            np.minimum(least, now[begin + shift : end + shift], out=least)
        np.bitwise_or(least, flat_wall, out=then[begin:end])
        now, then = then, now
    changed = (now[begin:end] != then[begin:end]).reshape(-1, lanes)
    return now.reshape(-1, lanes), np.logical_or.reduce(changed, axis=0)


def charge(labels: Labels, signs: NDArray[np.int8]) -> NDArray[np.int8]:
    """Charge each pair of a stone and a region next to it to one cell of the region.

    `signs` (length, lanes) is what a stone is worth, 0 where there is none. The answer has
    the same shape; summed over the cells of a region it counts its distinct stones.
    Places of stones and guards hold nonsense.
    """
    lying = plane(labels.topology)
    lanes = signs.shape[1]
    whole = lying.length + 2 * lying.margin
    begin, end = lying.margin * lanes, (lying.margin + lying.length) * lanes
    label = labels.padded.reshape(-1)
    worth = np.zeros((whole, lanes), np.int8)
    worth[lying.margin : -lying.margin] = signs
    stone = worth.reshape(-1)[begin:end]
    counted = np.zeros(whole * lanes, np.int8)
    total = np.zeros(end - begin, np.int8)
    fresh = np.empty(end - begin, bool)
    other = np.empty(end - begin, bool)
    seen: list[NDArray[np.unsignedinteger]] = []
    for way in lying.ways:
        shift = way * lanes
        there = label[begin + shift : end + shift]
        # Seen from a stone: is this the first direction in which that region lies?
        fresh.fill(True)
        for earlier in seen:
            np.not_equal(there, earlier, out=other)
            np.logical_and(fresh, other, out=fresh)
        np.multiply(stone, fresh.view(np.int8), out=counted[begin:end])
        # Cell x is charged by the stone from which x lies in this direction.
        np.add(total, counted[begin - shift : end - shift], out=total)
        seen.append(there)
    return total.reshape(-1, lanes)
