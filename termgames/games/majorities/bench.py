"""The boards and positions on which Majorities' playouts are measured."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from termgames.core.arrays import Rng
from termgames.core.game import BenchCase
from termgames.games.majorities import reference
from termgames.games.majorities.options import INFO
from termgames.games.majorities.rollout import FillKernel
from termgames.games.majorities.rules import Majorities, State

SIZES = (5, 7)
MIXED = 32
"""Different positions of a mid-game start."""


def bench_cases() -> list[BenchCase]:
    """Each board, from the empty board and from mixed positions of random games, half of
    them after a third of the cells and half after two thirds."""
    cases = []
    for size in SIZES:
        game = Majorities(INFO.settle({"size": size}))
        kernel = FillKernel(game)
        cases.append(_case(game, "empty", kernel, [game.start()]))
        cases.append(_case(game, "mid-game", kernel, positions(game, MIXED)))
    return cases


def positions(game: Majorities, count: int, *, seed: int = 0) -> list[State]:
    """Positions of `count` different random games, none of them over."""
    rng = random.Random(seed)
    states: list[State] = []
    while len(states) < count:
        state = game.start()
        placed = game.topology.cells * (1 + len(states) % 2) // 3
        while state.ending is None and len(state.stones) - state.stones.count(0) < placed:
            empty = [cell for cell, stone in enumerate(state.stones) if not stone]
            chosen = rng.sample(empty, game.stones_due(state))
            state = game.apply(state, game.turn_of(chosen))
        if state.ending is None:
            states.append(state)
    return states


def _case(game: Majorities, start: str, kernel: FillKernel, states: Sequence[State]) -> BenchCase:
    stones = np.frombuffer(b"".join(state.stones for state in states), np.uint8)
    stones = stones.reshape(len(states), -1)
    turn = np.array([state.turn for state in states], np.int8)
    due = np.array([game.stones_due(state) for state in states], np.int8)
    empties = (stones == 0).sum(axis=1)
    orders = [reference.order(state.stones, state.turn, game.stones_due(state)) for state in states]

    def play(batch: int, rng: Rng) -> int:
        # A batch that is too small for all positions takes fewer, with eight lanes each.
        some = min(len(states), batch // 8)
        lanes = batch // some
        kernel.run(stones[:some], turn[:some], due[:some], lanes, rng)
        return int(empties[:some].sum()) * lanes

    def one(rng: random.Random) -> int:
        number = rng.randrange(len(states))
        reference.playout(game.geometry, states[number].stones, orders[number], rng)
        return len(orders[number])

    return BenchCase(f"size {game.geometry.size}", start, play, one)
