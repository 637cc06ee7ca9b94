"""Calls of several threads, made as one: everybody gets what he asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from termgames.core import gathered
from termgames.core.gathered import Gathering
from termgames.core.topology import square
from termgames.go.playouts.kernel import Call, PlayoutKernel
from termgames.go.playouts.positions import FinishedPlayouts, StartPositions, cyclic
from termgames.go.playouts.reach import reach_of
from tests.abreast import abreast

BOARD = square(5)
KERNEL = PlayoutKernel(BOARD, 3)


def filled(colour: int, count: int = 1) -> StartPositions:
    """Boards that end at once, since all have passed: a row of stones of one colour."""
    stones = np.zeros((count, BOARD.cells), np.uint8)
    stones[:, :5] = colour
    over = np.full(count, 7, np.uint8)
    return StartPositions(stones, np.zeros(count, np.intp), cyclic(3), over)


def played(
    asked: Sequence[tuple[PlayoutKernel, StartPositions, int]], **options: Any
) -> list[FinishedPlayouts]:
    """What comes of calls of so many threads, which are members of one gathering."""
    done: dict[int, FinishedPlayouts] = {}

    def member(number: int) -> None:
        kernel, starts, lanes = asked[number]
        rng = np.random.default_rng(number)
        done[number] = kernel.run(starts, lanes, rng, **options)

    abreast(member, len(asked))
    return [done[number] for number in range(len(asked))]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[Call]:
    """The calls that kernels really make."""
    made: list[Call] = []
    finished = PlayoutKernel.finished

    def noted(kernel: PlayoutKernel, call: Call, **options: Any) -> FinishedPlayouts:
        made.append(call)
        return finished(kernel, call, **options)

    monkeypatch.setattr(PlayoutKernel, "finished", noted)
    return made


def test_calls_are_made_as_one_and_everybody_gets_his_own_lanes(calls: list[Call]) -> None:
    done = played([(KERNEL, filled(1), 4), (KERNEL, filled(2, 3), 2), (KERNEL, filled(3), 1)])
    assert [call.total for call in calls] == [11]
    for colour, (result, lanes) in enumerate(zip(done, (4, 6, 1), strict=True), start=1):
        assert result.stones.shape == (lanes, BOARD.cells)
        assert (result.stones[:, :5] == colour).all()
        assert result.plies.tolist() == [0] * lanes
        assert result.first.shape == (lanes, BOARD.cells)
        assert (result.ended.shape, result.stuck.shape) == ((lanes,), (lanes,))
        assert result.prisoners is None


class Numbered(PlayoutKernel):
    """A kernel whose lanes are told apart by every field of their results."""

    def __init__(self) -> None:
        super().__init__(BOARD, 3)
        self.drawn: list[int] = []

    def finished(self, call: Call, *, trace: bool = False) -> FinishedPlayouts:
        self.drawn.append(int(call.rng.integers(1 << 30)))
        lane = np.arange(call.total, dtype=np.uint8)
        boards = np.repeat(lane[:, None], BOARD.cells, axis=1)
        return FinishedPlayouts(
            boards,
            lane.astype(np.int16),
            boards + np.uint8(100),
            lane % 2 == 0,
            np.broadcast_to(lane.astype(np.int32)[:, None, None], (call.total, 3, 3)),
            lane % 3 == 0,
            (),
            (),
        )


def test_every_field_is_of_the_lanes_asked_for() -> None:
    kernel = Numbered()
    done: dict[int, FinishedPlayouts] = {}

    def member(number: int) -> None:
        done[number] = kernel.run(filled(1), 2 + number, np.random.default_rng(number), cap=99)

    abreast(member, 3)
    seen: list[int] = []
    for number, result in done.items():
        lanes = result.plies.tolist()
        assert lanes == list(range(lanes[0], lanes[0] + 2 + number))
        assert result.stones[:, 3].tolist() == lanes
        assert result.first[:, 3].tolist() == [100 + lane for lane in lanes]
        assert result.ended.tolist() == [lane % 2 == 0 for lane in lanes]
        assert result.stuck.tolist() == [lane % 3 == 0 for lane in lanes]
        assert result.prisoners is not None
        assert result.prisoners[:, 1, 2].tolist() == lanes
        seen += lanes
    assert sorted(seen) == list(range(9))
    # The random numbers are those of one of the callers.
    firsts = {int(np.random.default_rng(number).integers(1 << 30)) for number in range(3)}
    assert len(kernel.drawn) == 1
    assert set(kernel.drawn) <= firsts


def test_lanes_of_a_position_lie_together() -> None:
    starts = replace(filled(1, 2), stones=np.concatenate([filled(1).stones, filled(2).stones]))
    done, _ = played([(KERNEL, starts, 3), (KERNEL, filled(3), 1)])
    assert done.stones[:, 0].tolist() == [1, 1, 1, 2, 2, 2]


def test_playouts_made_together_are_like_those_made_alone() -> None:
    """From one position, as part of a call with others: as many points for everybody."""
    empty = replace(filled(1), stones=np.zeros((1, BOARD.cells), np.uint8), passed=None)
    ahead = replace(filled(2), passed=None)
    together = played([(KERNEL, empty, 600), (KERNEL, ahead, 600)])
    for starts, done in zip((empty, ahead), together, strict=True):
        alone = KERNEL.run(starts, 600, np.random.default_rng(9))
        for colour in (1, 2, 3):
            here, there = ((each.stones == colour).sum(1).mean() for each in (done, alone))
            assert here == pytest.approx(there, abs=1.2)


def test_calls_of_another_kind_have_caps_tails_and_orders_of_their_own() -> None:
    call = Call(filled(1), 2, np.random.default_rng(1), 99, 0.1)
    longer = replace(filled(1), order=np.array([[0, 1, 2, 0]], np.uint8))
    others = (replace(call, cap=98), replace(call, tail=0.2), replace(call, positions=longer))
    assert replace(call, lanes=5, positions=filled(2, 3)).kind == call.kind
    assert all(other.kind != call.kind for other in others)


@pytest.mark.parametrize("difference", ["kernel", "colours", "given", "reach"])
def test_calls_of_different_kinds_are_made_apart(difference: str, calls: list[Call]) -> None:
    kernel, starts = KERNEL, filled(2)
    if difference == "kernel":
        kernel = PlayoutKernel(BOARD, 3, restrained=True)
    elif difference == "colours":
        kernel = PlayoutKernel(BOARD, 4)
    elif difference == "reach":
        kernel = PlayoutKernel(BOARD, 3, reach=reach_of(BOARD, 2))
    else:
        starts = replace(starts, passed=None)
    one, other = played([(KERNEL, filled(1), 2), (kernel, starts, 3)])
    assert sorted(call.total for call in calls) == [2, 3]
    assert (one.stones[:, 0] == 1).all()
    assert len(other.stones) == 3


def test_kernels_by_the_same_rules_fit_each_other(calls: list[Call]) -> None:
    twins = [PlayoutKernel(BOARD, 3, reach=reach_of(BOARD, 2)) for _ in range(2)]
    played([(kernel, filled(1), 2) for kernel in twins])
    assert [call.total for call in calls] == [4]


def test_orders_of_their_own_go_along(calls: list[Call]) -> None:
    """One call has one order of play for all of its positions, another one for each."""
    own = [[0, 1, 2], [2, 1, 0]]
    starts = replace(filled(1, 2), order=np.array(own, np.uint8))
    played([(KERNEL, filled(2), 2), (KERNEL, starts, 1)])
    joined = calls[0].positions
    by_colour = joined.order[joined.stones[:, 0] == 1], joined.order[joined.stones[:, 0] == 2]
    assert [orders.tolist() for orders in by_colour] == [own, [[0, 1, 2]] * 2]


def test_one_order_for_all_stays_one_unless_callers_have_others(calls: list[Call]) -> None:
    played([(KERNEL, filled(1), 2), (KERNEL, filled(2), 1)])
    assert calls.pop().positions.order.tolist() == [[0, 1, 2]]
    turned = replace(filled(2), order=np.array([[2, 0, 1]], np.uint8))
    played([(KERNEL, filled(1), 2), (KERNEL, turned, 1)])
    joined = calls[0].positions
    assert joined.order[joined.stones[:, 0] == 2].tolist() == [[2, 0, 1]]
    assert joined.order[joined.stones[:, 0] == 1].tolist() == [[0, 1, 2]] * 2


def test_no_call_has_more_of_its_own_lanes_stopped_than_it_allows(calls: list[Call]) -> None:
    played([(KERNEL, filled(1), 10), (KERNEL, filled(1), 30)], tail=0.2)
    assert calls[0].tail == pytest.approx(0.05)


def test_errors_of_members_are_seen() -> None:
    def fails(number: int) -> None:
        assert number, "the first one"

    with pytest.raises(AssertionError, match="the first one"):
        abreast(fails, 2)


def test_who_leaves_is_not_waited_for(calls: list[Call]) -> None:
    done = []

    def member(number: int) -> None:
        for _ in range(1 + number):
            done.append(KERNEL.run(filled(1), 2, np.random.default_rng(number)))

    abreast(member, 2)
    assert [call.total for call in calls] == [4, 2]
    assert len(done) == 3


@pytest.mark.parametrize("error", [MemoryError, ValueError, SystemExit])
def test_errors_reach_everybody_whose_call_it_was(
    error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two members ask for the same thing, which fails, and a third one for something else."""
    finished = PlayoutKernel.finished

    def failing(kernel: PlayoutKernel, call: Call, **options: Any) -> FinishedPlayouts:
        if kernel is KERNEL:
            raise error("no room for these lanes")
        return finished(kernel, call, **options)

    monkeypatch.setattr(PlayoutKernel, "finished", failing)
    other, told = PlayoutKernel(BOARD, 4), []

    def member(number: int) -> None:
        rng = np.random.default_rng(number)
        if number == 2:
            assert len(other.run(filled(1), 2, rng).stones) == 2
        else:
            with pytest.raises(error, match="no room"):
                KERNEL.run(filled(1), 2, rng)
        told.append(number)

    abreast(member, 3)
    assert sorted(told) == [0, 1, 2]


def test_a_thread_is_a_member_only_meanwhile(calls: list[Call]) -> None:
    gathering = Gathering()
    assert gathered.current() is None
    with gathering.member():
        assert gathered.current() is gathering
        KERNEL.run(filled(1), 2, np.random.default_rng(1))
    assert gathered.current() is None
    KERNEL.run(filled(1), 3, np.random.default_rng(1))
    assert [call.total for call in calls] == [2, 3]


def test_who_asks_alone_is_not_gathered_and_draws_what_he_would_have_drawn(
    calls: list[Call],
) -> None:
    empty = replace(filled(1), stones=np.zeros((1, BOARD.cells), np.uint8), passed=None)
    usual = KERNEL.run(empty, 3, np.random.default_rng(5))
    done = {}

    def member(number: int) -> None:
        if number:
            with gathered.alone():
                done[number] = KERNEL.run(empty, 3, np.random.default_rng(5))
        KERNEL.run(filled(1), 2, np.random.default_rng(number))

    abreast(member, 2)
    assert (done[1].stones == usual.stones).all()
    assert [call.total for call in calls] == [3, 3, 4]


def test_traces_are_made_alone(calls: list[Call]) -> None:
    empty = replace(filled(1), stones=np.zeros((1, BOARD.cells), np.uint8), passed=None)
    with Gathering().member():
        done = KERNEL.run(empty, 2, np.random.default_rng(1), trace=True)
    assert len(done.trace) == 2
