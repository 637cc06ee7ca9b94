"""Restrained playouts against the readable rules: who passes although he could go on."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from termgames.core.topology import Cell, Topology, square
from termgames.go.board import put_stones
from termgames.go.playouts.kernel import PlayoutKernel
from termgames.go.playouts.positions import cyclic, thue_morse
from termgames.go.playouts.restrained import FEW, LITTLE_ROOM, REST, SLIP
from tests.cases import cases
from tests.go.playouts.support import BOARDS, middle_games, positions, replayed

LANES = 6


def points(topology: Topology, stones: bytes) -> list[int]:
    """Each colour's stones, and the empty points that have only such stones around them."""
    owned = [0, 0, 0]
    for cell, stone in enumerate(stones):
        around = {stones[near] for near in topology.adjacent[cell]}
        if stone:
            owned[stone - 1] += 1
        elif len(around) == 1 and around != {0}:
            owned[around.pop() - 1] += 1
    return owned


def content(owned: list[int], colour: int) -> bool:
    """Whether somebody would rather have no more points: all but who has least of all."""
    least = min(owned)
    return owned[colour] > least or (least > 0 and owned.count(least) > 1)


def idle(topology: Topology, stones: bytes, colour: int, could: list[Cell]) -> bool:
    """Whether a colour may pass: few points are left to it, with none it takes others, and it would
    rather have no more."""
    few = len(could) <= FEW and stones.count(0) <= LITTLE_ROOM
    return (
        few
        and content(points(topology, stones), colour)
        and not any(put_stones(topology, stones, (cell,), colour).captured for cell in could)
    )


@pytest.mark.parametrize("board", BOARDS)
def test_who_has_least_goes_on(board: str) -> None:
    """Every turn replayed: with few fit points left those pass who are content and could capture
    nothing, mostly; nobody else does who could put a stone."""
    topology = BOARDS[board]
    starts = middle_games(topology, 3, 5)
    kernel = PlayoutKernel(topology, 3, restrained=True)
    done = kernel.run(starts, LANES, np.random.default_rng(1), trace=True)
    passes = 0

    def may_pass(stones: bytes, colour: int, could: list[Cell]) -> bool:
        nonlocal passes
        passes += (may := idle(topology, stones, colour, could))
        return may

    for lane, _, again in replayed(topology, starts, done, lambda start: may_pass):
        assert again.passed == {0, 1, 2} or not done.trace[lane]
    assert done.ended.all()
    assert passes > LANES


def first_moves(rows: str, colour: int, resting: int = 0) -> float:
    """How often the colour puts a stone in the first turn of playouts from a square board, on
    which the colours `resting`, as bits, rest."""
    topology, lanes = square(5), 4000
    starts = replace(
        positions(topology, cyclic(3), topology.read(rows.split("/"), ".abc")),
        ply=np.array([colour]),
        resting=np.array([resting], np.uint8),
    )
    kernel = PlayoutKernel(topology, 3, restrained=True)
    done = kernel.run(starts, lanes, np.random.default_rng(0), cap=1, trace=True)
    return sum(moves[0] >= 0 for moves in done.trace) / lanes


OFTEN = {"all": 1, "slip": SLIP, "rest": 1 - REST + REST * SLIP}
GOING_ON = cases("""
# Board, how often each colour goes on; and, where some rest, who they are, as bits.
# Points by colour: 5, 13, 5. The two who have least share the win, and are content.
aa.cc/aa.cc/abbbc/bb.bb/bbbbb | slip slip slip | 000
# Who slips is not asked again where few points are fit.
aa.cc/aa.cc/abbbc/bb.bb/bbbbb | - slip - | 010
# 4, 13, 5: the first colour goes on; so it does with nothing.
aa.cc/aa.cc/.bbbc/bb.bb/bbbbb | all slip slip | 000
..ccc/..ccc/.bbbc/bb.bb/bbbbb | all slip slip | 000
# All are content, but a stone of the first colour may be taken by each of the others.
aa.cc/aa.cc/.bbbc/bb.bb/bbba. | slip all all | 000
# Two who have nothing have lost, and both go on.
..bbb/bbbbb/bbbbb/bb.bb/bbbbb | all slip all | 000
# Who rests plays only if he has least; one may have more stones than another, though fewer than a
# third.
aaaa./...../bbb../...../c.... | all - - | 000
aaaa./...../bbb../...../c.... | rest - - | 001
aaaa./...../bbb../...../c.... | all - - | 110
aaaa./...../bbb../...../c.... | - rest - | 010
aaaa./...../bbb../...../c.... | - - all | 111
aaaa./...../bb.../...../cc... | - all all | 111
""")


@pytest.mark.parametrize(("rows", "often", "resting"), GOING_ON)
def test_how_often_somebody_goes_on(rows: str, often: str, resting: str) -> None:
    for colour, expected in enumerate(often.split()):
        if expected != "-":
            found = first_moves(rows, colour, int(resting, 2))
            assert found == pytest.approx(OFTEN[expected], abs=0.03)


@pytest.mark.parametrize(
    ("board", "order"), list(zip(BOARDS, ["cyclic", "thue-morse"] * len(BOARDS), strict=False))
)
def test_who_rests_passes_until_he_has_least(board: str, order: str) -> None:
    """Every turn replayed, with others resting and others having passed in each position: of those
    who rest whoever has more stones than another may pass, and in the end all have passed once."""
    topology = BOARDS[board]
    table = cyclic(3) if order == "cyclic" else thue_morse(3)
    starts = middle_games(topology, 3, 8)
    resting = np.arange(8, dtype=np.uint8)
    passed = np.array([0, 1, 2, 3, 4, 5, 6, 6], np.uint8)
    starts = replace(starts, order=table, resting=resting, passed=passed)
    kernel = PlayoutKernel(topology, 3, restrained=True)
    done = kernel.run(starts, LANES, np.random.default_rng(2), trace=True)
    rested = 0

    def may_pass(stones: bytes, colour: int, could: list[Cell], start: int) -> bool:
        nonlocal rested
        counts = [stones.count(1 + other) for other in range(3)]
        rests = bool(start >> colour & 1) and counts[colour] > min(counts)
        rested += rests
        return rests or idle(topology, stones, colour, could)

    for _, _, again in replayed(
        topology, starts, done, lambda start: partial(may_pass, start=start)
    ):
        assert again.passed == {0, 1, 2}
    assert done.ended.all()
    assert rested > 10 * LANES


def test_all_who_rest_pass_one_after_the_other() -> None:
    """The first two have more stones than the third one: mostly he plays alone. Each of them rests
    or does not, whatever the other does."""
    rows = ["aaaaaaa", "a......", "bbbbbb.", *[7 * "."] * 3, "c......"]
    start = positions(square(7), cyclic(3), square(7).read(rows, ".abc"))
    start = replace(start, resting=np.array([0b011], np.uint8))
    kernel, rng = PlayoutKernel(square(7), 3, restrained=True), np.random.default_rng(4)
    done = kernel.run(start, 4000, rng, cap=3, trace=True)
    plays = np.array([moves[:3] for moves in done.trace]) >= 0
    often = 1 - (1 - SLIP) * REST
    assert plays.mean(axis=0) == pytest.approx([often, often, 1], abs=0.025)
    assert plays[:, :2].all(axis=1).mean() == pytest.approx(often**2, abs=0.02)
