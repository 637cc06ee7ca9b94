"""The boards and positions on which Pletore's playouts are measured."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import gcd

import numpy as np

from termgames.core.bench_case import BenchCase
from termgames.games.pletore import reference
from termgames.games.pletore.options import INFO
from termgames.games.pletore.rollout import PletoreKernel
from termgames.games.pletore.rules import Pletore
from termgames.games.pletore.state import NO_BUTTON, Place, Replace

SIZES: Sequence[int] = (9, 13, 19)
MIXED = 64
"""Different positions of a mid-game start."""


def bench_cases() -> list[BenchCase]:
    """Every board, from the empty board and from mixed positions of random games, half of
    them after a third of the turns and half after two thirds. The button is left out: it
    takes no time."""
    cases = []
    for size in SIZES:
        game = Pletore(INFO.settle({"size": size}))
        kernel = PletoreKernel(game)
        empty = bytes(game.topology.cells)
        cases.append(_case("empty", kernel, [empty], [0]))
        cases.append(_case("mid-game", kernel, *positions(kernel, MIXED)))
    return cases


def positions(kernel: PletoreKernel, count: int, *, seed: int = 0) -> tuple[list[bytes], list[int]]:
    """Boards and colours to move, taken from `count` different random games."""
    rng = np.random.default_rng(seed)
    games = kernel.playouts([kernel.game.start()], count, rng, trace=True).trace
    boards, turns = [], []
    for number, moves in enumerate(games):
        board, turn = bytearray(kernel.game.topology.cells), 0
        for move in moves[: len(moves) * (1 + number % 2) // 3]:
            if isinstance(move, Place | Replace):
                board[move.cell] = turn + 1
            turn = 1 - turn
        boards.append(bytes(board))
        turns.append(turn)
    return boards, turns


def _case(
    start: str, kernel: PletoreKernel, boards: Sequence[bytes], turns: Sequence[int]
) -> BenchCase:
    count = len(boards)
    stones = np.frombuffer(b"".join(boards), np.uint8).reshape(count, -1)
    turn = np.array(turns, np.int8)
    komi = np.zeros(count, np.float32)
    button, passes = np.full(count, NO_BUTTON, np.int8), np.zeros(count, np.uint8)
    rays = reference.rays_of(kernel.game.topology)

    def play(batch: int, rng: np.random.Generator) -> int:
        some = gcd(count, batch)  # as many positions as share the batch evenly
        at = slice(0, some)
        done = kernel.run(
            stones[at], turn[at], komi[at], button[at], passes[at], batch // some, rng
        )
        return int(done.plies.sum())

    def one(rng: random.Random) -> int:
        number = rng.randrange(count)
        board, _, turns_taken = reference.play(
            rays, boards[number], turns[number], NO_BUTTON, None, rng
        )
        reference.count(rays, board)
        return turns_taken

    return BenchCase(f"{kernel.size}x{kernel.size}", start, play, one)
