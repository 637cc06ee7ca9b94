"""Guided playouts: what they may play by the readable rules, and what they prefer."""

from collections import Counter

import numpy as np
import pytest

from termgames.core.topology import Cell, Topology
from termgames.go.board import group
from termgames.go.playouts.kernel import PlayoutKernel
from termgames.go.playouts.move_weights import (
    ROOMS,
    TACTICS,
    MoveWeights,
    by_hand,
    known_patterns,
    tactic,
)
from termgames.go.playouts.positions import StartPositions, cyclic
from termgames.go.playouts.uniform import PASS
from tests.go.playouts.support import BOARDS, evenly, fit, middle_games, replayed

LANES = 6
ALL = 1 << 12
"""Samples of a guide that looks at every point."""


def neutral(topology: Topology, near: int) -> MoveWeights:
    """All points weigh the same."""
    patterns = np.ones(4 ** (8 if len(topology.steps) == 4 else 6), np.int64)
    return MoveWeights(patterns, np.ones(TACTICS, np.int64), near)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("allied", [False, True])
def test_every_turn_is_one_of_the_rules(board: str, allied: bool) -> None:
    topology, colours = BOARDS[board], 3
    starts = middle_games(topology, colours, 4)
    allies = [0, 1, 0] if allied else [0, 1, 2]
    stones = np.zeros_like(starts.stones) if allied else starts.stones
    blocs = np.tile(np.array(allies, np.uint8), (len(stones), 1)) if allied else None
    starts = StartPositions(stones, starts.ply, starts.order, blocs=blocs)
    kernel = PlayoutKernel(topology, colours, move_weights=by_hand(topology), keep_prisoners=True)
    done = kernel.run(starts, LANES, np.random.default_rng(1), trace=True)
    assert done.ended.mean() > 0.9  # allies may take and retake for ever
    for lane, _, again in replayed(topology, starts, done):
        taken = sum(len(one.group.cells) for one in again.captures)
        assert done.prisoners[lane].sum() == taken


def ring_of(topology: Topology, cell: Cell) -> list[Cell]:
    """The points around one, from east counter-clockwise; `cells` off the board."""
    steps = topology.steps
    if len(steps) == 4:
        steps = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
    x, y = topology.lattice[cell].tolist()
    return [topology.at_lattice.get((x + dx, y + dy), topology.cells) for dx, dy in steps]


def weight(
    topology: Topology, move_weights: MoveWeights, stones: bytes, cell: Cell, colour: int
) -> int:
    """What the guide says of a point, read slowly."""
    pattern = 0
    for digit, other in enumerate(ring_of(topology, cell)):
        kind = 3
        if other < topology.cells:
            kind = 0 if not stones[other] else 1 if stones[other] == 1 + colour else 2
        pattern += kind << 2 * digit
    around = topology.adjacent[cell]
    room = sum(not stones[near] for near in around)
    takes, saves, threatens, joins = 0, False, False, False
    for met in {group(topology, stones, near) for near in around if stones[near]}:
        pairs = sum(not stones[near] for at in met.cells for near in topology.adjacent[at])
        rest = pairs - sum(near in met.cells for near in around)
        own = stones[met.cells[0]] == 1 + colour
        joins |= own
        room += rest if own else 0
        saves |= own and not rest
        threatens |= not own and rest == 1
        if not own and not rest:
            takes = max(takes, min(2, len(met.cells)))
    number = tactic(
        takes=takes, saves=saves, threatens=threatens, joins=joins, room=min(room, ROOMS - 1)
    )
    return int(move_weights.patterns[pattern] * move_weights.tactics[number])


@pytest.mark.parametrize("board", BOARDS)
def test_choices_are_as_weights_say(board: str) -> None:
    """Where all points are looked at: each in proportion to its weight, and those around
    the last stone so much more."""
    topology, colours, lanes = BOARDS[board], 3, 3000
    rng = np.random.default_rng(5)
    patterns = rng.integers(1, 20, size=by_hand(topology).patterns.size)
    move_weights = MoveWeights(patterns, rng.integers(1, 20, size=TACTICS), near=3, samples=ALL)
    starts = middle_games(topology, colours, 5)
    last = np.array([np.flatnonzero(board)[0] if board.any() else -1 for board in starts.stones])
    starts = StartPositions(starts.stones, starts.ply, starts.order, last=last)
    done = PlayoutKernel(topology, colours, move_weights=move_weights).run(
        starts, lanes, rng, cap=1, trace=True
    )
    for start, row in enumerate(starts.stones):
        stones, colour = row.tobytes(), int(starts.ply[start]) % colours
        near = ring_of(topology, int(last[start])) if last[start] >= 0 else []
        weights = {
            cell: weight(topology, move_weights, stones, cell, colour) * (4 if cell in near else 1)
            for cell in range(topology.cells)
            if not stones[cell] and fit(topology, stones, cell, colour, None, None)
        }
        chosen = Counter(moves[0] for moves in done.trace[start * lanes : (start + 1) * lanes])
        assert evenly(chosen, weights) if weights else set(chosen) == {PASS}


@pytest.mark.parametrize("board", BOARDS)
def test_points_that_were_drawn_stand_for_the_others(board: str) -> None:
    """With equal weights a few of many points are as good as all: those that are not near
    are all as likely, and the near ones so much more."""
    topology, lanes = BOARDS[board], 12000
    last = topology.adjacent[topology.cells // 2][0]
    stones = np.zeros((1, topology.cells), np.uint8)
    stones[0, last] = 1
    near = [cell for cell in ring_of(topology, last) if cell < topology.cells]
    for factor in (0, 5):
        start = StartPositions(stones, np.array([1]), cyclic(2), last=np.array([last]))
        kernel = PlayoutKernel(topology, 2, move_weights=neutral(topology, factor))
        done = kernel.run(start, lanes, np.random.default_rng(factor), cap=1, trace=True)
        chosen = Counter(moves[0] for moves in done.trace)
        total = topology.cells - 1 + factor * len(near)
        for cell in range(topology.cells):
            share = lanes * (1 + factor * (cell in near)) / total
            assert abs(chosen[cell] - share) < 5 * share**0.5 or cell == last
        assert not chosen[last]


def number(text: str) -> int:
    """The pattern of nine marks, row by row from the top."""
    marks = text.replace(" ", "")
    return sum(
        ".XO-".index(marks[place]) << 2 * at for at, place in enumerate((5, 2, 1, 0, 3, 6, 7, 8))
    )


def test_shapes() -> None:
    shapes = known_patterns()
    good = [
        "XOX ... ...",
        "XO. ... ...",
        "XO. O.. ...",
        ".X. O.O ...",
        "X.. O.. ---",
        "--- ..O .X.",
    ]
    bad = ["... ... ...", "X.. ... ..X", "XXX X.X XXX", "... ... ---", ".X. X.X .X."]
    for text in good:
        swapped = text.translate(str.maketrans("XO", "OX"))
        turned = " ".join("".join(row) for row in zip(*reversed(text.split()), strict=True))
        assert {number(text), number(swapped), number(turned)} <= shapes, text
    assert not {number(text) for text in bad} & shapes
