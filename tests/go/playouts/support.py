"""Playouts again, one turn at a time, by the readable rules of `go.board`."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from termgames.core.topology import Cell, Topology, from_rows, hexhex, square
from termgames.go.board import Group, group, put_stones
from termgames.go.playouts.kernel import PlayoutKernel
from termgames.go.playouts.positions import FinishedPlayouts, StartPositions, cyclic
from termgames.go.playouts.uniform import PASS

ISLANDS = "...--.. .-....- ....... --.-... ....... ..-..-- ...-..."
BOARDS = {
    "square": square(7),
    "hexhex": hexhex(4),
    "gaps": from_rows(ISLANDS.split()),
    "hexagons": from_rows(ISLANDS.split(), hexagons=True),
}

MayPass = Callable[[bytes, int, list[Cell]], bool]


def never(stones: bytes, colour: int, could: list[Cell]) -> bool:
    """In uniform playouts nobody passes who could put a stone somewhere."""
    return False


@dataclass
class Taken:
    """One capture of a replay."""

    before: bytes
    """The board with the killing stone, before anything is removed."""
    group: Group
    killer: int


@dataclass
class Replay:
    """A lane played again."""

    stones: bytes
    passed: set[int]
    first: dict[Cell, int] = field(default_factory=dict)
    captures: list[Taken] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)


def positions(
    topology: Topology, order: NDArray[np.uint8], *boards: bytes, **more: object
) -> StartPositions:
    """Positions with ply 0 to play, on empty boards if none are given."""
    rows = boards or (bytes(topology.cells),)
    stones = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)
    return StartPositions(stones, np.zeros(len(rows), np.intp), order, **more)


def replay(
    topology: Topology,
    stones: bytes,
    order: Sequence[int],
    ply: int,
    moves: Sequence[int],
    blocs: Sequence[int] | None = None,
    passed: Collection[int] = (),
    may_pass: MayPass = never,
) -> Replay:
    """Play `moves` by `put_stones`; whatever a playout should not have done is in `refusals`.
    `may_pass` says whether a colour may pass that could put stones on some points."""
    found = Replay(stones, set(passed))
    forbidden: tuple[Cell, int] | None = None
    for number, cell in enumerate(moves):
        if found.passed == set(order):
            found.refusals.append(f"{number}: a move after all have passed")
        colour = order[(ply + number) % len(order)]
        if cell == PASS:
            found.passed.add(colour)
            could = [
                other
                for other in range(topology.cells)
                if not found.stones[other]
                and fit(topology, found.stones, other, colour, blocs, forbidden)
            ]
            if could and not may_pass(found.stones, colour, could):
                names = ", ".join(topology.names[other] for other in could)
                found.refusals.append(f"{number}: passed beside {names}")
            continue
        if found.stones[cell]:
            found.refusals.append(f"{number}: {topology.names[cell]} is occupied")
        if not fit(topology, found.stones, cell, colour, blocs, forbidden):
            found.refusals.append(f"{number}: {topology.names[cell]} is not fit")
        found.first.setdefault(cell, colour)
        found.passed = set()
        placement = put_stones(topology, found.stones, (cell,), colour, blocs)
        before = bytearray(found.stones)
        before[cell] = 1 + colour
        for taken in placement.captured:
            found.captures.append(Taken(bytes(before), taken, colour))
        forbidden = None
        if sum(len(taken.cells) for taken in placement.captured) == 1:
            own = group(topology, placement.stones, cell, blocs)
            if own.cells == (cell,) and len(own.liberties) == 1:
                (victim,) = placement.captured[0].cells
                forbidden = (victim, before[victim] - 1)
        found.stones = placement.stones
    return found


def fit(
    topology: Topology,
    stones: bytes,
    cell: Cell,
    colour: int,
    blocs: Sequence[int] | None,
    forbidden: tuple[Cell, int] | None,
) -> bool:
    """Whether a playout may put a stone there: no suicide, no own eye, no ko."""
    if (cell, colour) == forbidden:
        return False
    side = (lambda c: c) if blocs is None else (lambda c: blocs[c])
    around = topology.adjacent[cell]
    eye = all(
        stones[near]
        and side(stones[near] - 1) == side(colour)
        and len(group(topology, stones, near, blocs).liberties) > 1
        for near in around
    )
    return not eye and not put_stones(topology, stones, (cell,), colour, blocs).suicide


def replayed(
    topology: Topology,
    starts: StartPositions,
    done: FinishedPlayouts,
    may_pass: Callable[[int], MayPass] = lambda start: never,
) -> Iterator[tuple[int, int, Replay]]:
    """Each lane, its position and how it went by the rules, by which it has come to its board;
    `may_pass` by position."""
    lanes = len(done.trace) // len(starts.stones)
    for lane, moves in enumerate(done.trace):
        start = lane // lanes
        order = starts.order[start % len(starts.order)].tolist()
        bits = 0 if starts.passed is None else int(starts.passed[start])
        again = replay(
            topology,
            starts.stones[start].tobytes(),
            order,
            int(starts.ply[start]),
            moves,
            None if starts.blocs is None else starts.blocs[start].tolist(),
            {colour for colour in order if bits >> colour & 1},
            may_pass(start),
        )
        assert again.refusals == []
        assert done.stones[lane].tobytes() == again.stones
        yield lane, start, again


def evenly(chosen: Counter[int], weights: dict[int, int]) -> bool:
    """Whether choices are in proportion to weights, within what chance makes."""
    share = chosen.total() / sum(weights.values())
    square_sum = sum((chosen[c] - share * w) ** 2 / (share * w) for c, w in weights.items())
    freedom = len(weights) - 1
    return set(chosen) <= set(weights) and bool(
        square_sum < freedom + 4.5 * np.sqrt(2 * freedom) + 8
    )


def middle_games(topology: Topology, colours: int, seed: int) -> StartPositions:
    """Positions from all over random games, with different players to move, one of them
    with a pass behind it and one that is over."""
    rng = np.random.default_rng(seed)
    kernel, order = PlayoutKernel(topology, colours), cyclic(colours)
    start = positions(topology, order)
    boards = [
        kernel.run(start, 1, rng, cap=cap).stones[0] for cap in (0, 3, 11, 20, 33, 60, 95, 999)
    ]
    passed = np.zeros(len(boards), np.uint8)
    passed[2], passed[-1] = 2, (1 << colours) - 1
    return StartPositions(np.stack(boards), np.arange(len(boards)) * 7, order, passed)
