"""The boards and positions on which Plurality's playouts are measured."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import numpy as np

from termgames.core.arrays import Rng
from termgames.core.game import BenchCase, midway
from termgames.core.options import Value
from termgames.games.plurality import reference
from termgames.games.plurality.options import INFO
from termgames.games.plurality.rollout import PluralityKernel
from termgames.games.plurality.rules import Plurality, State

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
    return [case for board, chosen in BOARDS.items() for case in _cases(board, chosen)]


def _cases(board: str, chosen: Mapping[str, Value]) -> list[BenchCase]:
    game = Plurality(INFO.settle(chosen))
    kernel = PluralityKernel(game)

    def play(states: Sequence[State], lanes: int, rng: Rng) -> int:
        return int(kernel.counted(states, lanes, rng).plies.sum())

    def one(state: State, rng: random.Random) -> int:
        return reference.playout(game.geometry, state.stones, state.turn, rng)[2]

    mixed = midway(game, kernel, MIXED, np.random.default_rng(0))
    starts = (("empty", [game.start()]), ("mid-game", mixed))
    return [BenchCase.of(board, start, states, play, one) for start, states in starts]
