"""The kernels against the readable rules: every turn replayed through `apply`."""

from typing import Any

import numpy as np
import pytest

from termgames.games.majorities.fills import Fills
from termgames.games.majorities.kernel import FillKernel, to_come
from termgames.games.majorities.options import INFO
from termgames.games.majorities.rules import Majorities, State


def rules_of(**options: Any) -> Majorities:
    return Majorities(INFO.settle(options))


def positions(rules: Majorities, count: int, rng: np.random.Generator) -> list[State]:
    """The start and positions after some random turns, none of them over."""
    found = [rules.start()]
    while len(found) < count:
        s = rules.start()
        for _ in range(int(rng.integers(0, rules.topology.cells // 2))):
            empty = [cell for cell, stone in enumerate(s.stones) if not stone]
            chosen = rng.choice(empty, rules.stones_due(s), replace=False)
            then = rules.apply(s, rules.turn_of(chosen.tolist()))
            if then.ending is not None:
                break
            s = then
        found.append(s)
    return found


def test_random_fills_are_uniform() -> None:
    """All 10 ways to put 3 stones on 5 cells, from two positions in one batch."""
    fills = Fills(7)
    rng = np.random.default_rng(1)
    stones = np.array([[0, 0, 0, 1, 0, 0, 2], [0, 1, 0, 0, 0, 2, 0]], np.uint8)
    seen: dict[tuple[int, int], int] = {}
    calls, lanes = 60, 512
    for _ in range(calls):
        black = fills.take(stones, np.array([3, 3]), lanes, rng)
        bits = np.unpackbits(black.view(np.uint8), axis=1, bitorder="little")
        codes = (bits.T.astype(int) << np.arange(7)).sum(axis=1)
        for index, code in enumerate(codes.tolist()):
            key = (index // lanes, code)
            seen[key] = seen.get(key, 0) + 1
    expected = calls * lanes / 10
    assert len(seen) == 20
    for (position, code), times in seen.items():
        assert code & 0b1000 if position == 0 else code & 0b10
        assert abs(times - expected) < 5 * expected**0.5, (position, code)


def test_lanes_are_nearly_independent() -> None:
    """Shares of wins over batches scatter little more than independent games would."""
    rules = rules_of(size=5)
    made = FillKernel(rules)
    rng = np.random.default_rng(2)
    stones = np.zeros((1, 55), np.uint8)
    due, turn = np.array([1], np.int8), np.array([0], np.int8)
    shares = [
        np.bitwise_count(made.run(stones, turn, due, 1024, rng).won).sum() / 1024
        for _ in range(400)
    ]
    mean = float(np.mean(shares))
    assert np.var(shares) < 1.5 * mean * (1 - mean) / 1024


@pytest.mark.parametrize("lanes", [8, 16, 32, 64, 192, 8192])
def test_any_number_of_lanes(lanes: int) -> None:
    """Counts by position agree with bits laid out one by one."""
    rules = rules_of(size=3)
    made = FillKernel(rules)
    rng = np.random.default_rng(3)
    stones = np.stack([np.frombuffer(s.stones, np.uint8) for s in positions(rules, 5, rng)])
    turn, due = np.ones(5, np.int8), np.full(5, 2, np.int8)
    done = made.run(stones, turn, due, lanes, rng)
    bits = done.bits(done.black).reshape(15, 5, lanes)
    assert np.array_equal(done.counts(done.black), bits.sum(axis=2).T)
    blacks = (stones == 1).sum(axis=1) + to_come((stones == 0).sum(axis=1), turn, due)
    assert (blacks[:, None] == bits.sum(axis=0)).all()
