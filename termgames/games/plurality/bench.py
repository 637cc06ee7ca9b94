"""The boards and positions on which Plurality's playouts are measured."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from math import gcd

import numpy as np
from numpy.typing import NDArray

from termgames.core.bench_case import BenchCase
from termgames.core.options import Value
from termgames.games.plurality import reference
from termgames.games.plurality.options import INFO
from termgames.games.plurality.rollout import PluralityKernel
from termgames.games.plurality.rules import Plurality

BOARDS: Mapping[str, Mapping[str, Value]] = {
    "13x13": {"size": 13},
    "19x19": {"size": 19},
    "hexhex 7": {"hex": 7},
}
MIXED = 64
"""Different positions of a mid-game start."""


def bench_cases() -> list[BenchCase]:
    """Every board, from the empty board and from mixed positions of random games, half of
    them after a third of the placements and half after two thirds."""
    cases = []
    for board, chosen in BOARDS.items():
        game = Plurality(INFO.settle(chosen))
        kernel = PluralityKernel(game)
        start = game.start()
        cases.append(_case(board, "empty", kernel, [start.stones], [start.turn]))
        cases.append(_case(board, "mid-game", kernel, *positions(kernel, MIXED)))
    return cases


def positions(
    kernel: PluralityKernel, count: int, *, seed: int = 0
) -> tuple[list[bytes], list[int]]:
    """Boards and colours to move, taken from `count` different random games."""
    rng = np.random.default_rng(seed)
    cells = kernel.topology.cells
    empty, black = np.zeros((1, cells), np.uint8), np.zeros(1, np.int8)
    games = kernel.run(empty, black, 0.0, count, rng, trace=True).trace
    boards, turns = [], []
    for number, placements in enumerate(games):
        board, turn = bytearray(cells), 0
        for shape, enemy in placements[: len(placements) * (1 + number % 2) // 3]:
            trio = kernel.geometry.shapes[shape]
            for cell in trio:
                board[cell] = 1 + turn
            board[trio[enemy]] = 2 - turn
            turn = 1 - turn
        boards.append(bytes(board))
        turns.append(turn)
    return boards, turns


def _case(
    board: str, start: str, kernel: PluralityKernel, boards: Sequence[bytes], turns: Sequence[int]
) -> BenchCase:
    stones: NDArray[np.uint8] = np.frombuffer(b"".join(boards), np.uint8)
    stones = stones.reshape(len(boards), -1)
    turn = np.array(turns, np.int8)

    def play(batch: int, rng: np.random.Generator) -> int:
        some = gcd(len(boards), batch)  # as many positions as share the batch evenly
        lanes = batch // some
        return int(kernel.run(stones[:some], turn[:some], 5.5, lanes, rng).plies.sum())

    def one(rng: random.Random) -> int:
        number = rng.randrange(len(boards))
        return reference.playout(kernel.geometry, boards[number], turns[number], rng)[2]

    return BenchCase(board, start, play, one)
