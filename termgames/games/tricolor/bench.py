"""The boards and positions on which Tri-Color's playouts are measured."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import numpy as np

from termgames.core.arrays import Bytes, Indices, Rng
from termgames.core.game import BenchCase
from termgames.core.options import Value
from termgames.games.tricolor import reference
from termgames.games.tricolor.options import INFO
from termgames.games.tricolor.rollout import TriColorKernel
from termgames.games.tricolor.rules import TriColor

BOARDS: Mapping[str, Mapping[str, Value]] = {
    "9x9": {"size": 9},
    "13x13": {"size": 13},
    "19x19": {"size": 19},
    "hexhex 6": {"hex": 6},
}
MIXED = 64
"""How many different positions a mid-game start has."""


def bench_cases() -> list[BenchCase]:
    """Every board, from the empty board and from mixed positions of random games, half of
    them after a third of the turns and half after two thirds."""
    cases = []
    for board, chosen in BOARDS.items():
        game = TriColor(INFO.settle(chosen))
        kernel = TriColorKernel(game)
        empty = np.zeros((1, game.topology.cells), np.uint8)
        cases.append(_case(board, "empty", kernel, empty, np.zeros(1, np.intp)))
        cases.append(_case(board, "mid-game", kernel, *positions(kernel, MIXED)))
    return cases


def positions(kernel: TriColorKernel, count: int) -> tuple[Bytes, Indices]:
    """Boards (count, cells) and turns (count,) of `count` random games, an even number: half of
    them after a third of the usual number of turns, half after two thirds."""
    rng = np.random.default_rng(0)
    cells = kernel.topology.cells
    empty, begin = np.zeros((1, cells), np.uint8), np.zeros(1, np.intp)
    usual = int(kernel.run(empty, begin, None, 32, rng).boards.plies.mean())
    boards, turns = [], []
    for third in (1, 2):
        turn = usual * third // 3
        stopped = kernel.go_kernel.run(
            kernel.positions(empty, begin, None), count // 2, rng, cap=turn
        )
        boards.append(stopped.stones)
        turns.append(stopped.plies)
    return np.concatenate(boards), np.concatenate(turns).astype(np.intp)


def _case(
    board: str, start: str, kernel: TriColorKernel, stones: Bytes, turn: Indices
) -> BenchCase:
    rows = [row.tobytes() for row in stones]

    def play(some: Sequence[int], lanes: int, rng: Rng) -> int:
        done = kernel.run(stones[: len(some)], turn[: len(some)], None, lanes, rng)
        return int(done.boards.plies.sum())

    def one(number: int, rng: random.Random) -> int:
        return reference.playout(kernel.game, rows[number], int(turn[number]), rng)[1]

    return BenchCase.of(board, start, range(len(stones)), play, one)
