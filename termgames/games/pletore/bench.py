"""The boards and positions on which Pletore's playouts are measured."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from termgames.core.arrays import Rng
from termgames.core.game import BenchCase, midway
from termgames.games.pletore import reference
from termgames.games.pletore.options import INFO
from termgames.games.pletore.rollout import PletoreKernel
from termgames.games.pletore.rules import Pletore, State

SIZES: Sequence[int] = (9, 13, 19)
MIXED = 64
"""Different positions of a mid-game start."""


def bench_cases() -> list[BenchCase]:
    """Every board, from the empty board and from mixed positions of random games, half of
    them after a third of the turns and half after two thirds."""
    return [case for size in SIZES for case in _cases(size)]


def _cases(size: int) -> list[BenchCase]:
    game = Pletore(INFO.settle({"size": size}))
    kernel, rays = PletoreKernel(game), reference.rays_of(game.topology)

    def play(states: Sequence[State], lanes: int, rng: Rng) -> int:
        return int(kernel.counted(states, lanes, rng).plies.sum())

    def one(state: State, rng: random.Random) -> int:
        board, _, turns = reference.play(rays, state.stones, state.turn, state.button, None, rng)
        reference.count(rays, board)
        return turns

    mixed = midway(game, kernel, MIXED, np.random.default_rng(0))
    starts = (("empty", [game.start()]), ("mid-game", mixed))
    return [BenchCase.of(f"{size}x{size}", start, states, play, one) for start, states in starts]
