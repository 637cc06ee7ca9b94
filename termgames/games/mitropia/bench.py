"""The boards and positions on which Mitropia's playouts are measured."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from termgames.core.arrays import Rng
from termgames.core.game import BenchCase
from termgames.core.options import Value
from termgames.games.mitropia import reference
from termgames.games.mitropia.options import INFO
from termgames.games.mitropia.questions import Turn
from termgames.games.mitropia.rollout import MitropiaKernel, on_the_way
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.state import State

BOARDS: Mapping[str, Mapping[str, Value]] = {
    "9x9-cut, 2 players": {"players": 2},
    "13x13, 3 players": {"players": 3},
    "19x19, 5 players": {"players": 5},
    "islands": {"map": "islands"},
}
MIXED = 64
"""How many different positions a mid-game start has."""


def bench_cases() -> list[BenchCase]:
    """Every board, from the beginning and from mixed positions of random games, half of
    them after a third of the turns and half after two thirds. Whole playouts; a search
    stops them earlier (`bot.evaluation.BoardEvaluator.ends`)."""
    cases = []
    for board, chosen in BOARDS.items():
        game = Mitropia(INFO.settle(chosen))
        kernel = MitropiaKernel(game)
        begun, _ = on_the_way(game, game.start(), np.random.default_rng(0))
        cases.append(_case(board, "empty", kernel, [begun]))
        cases.append(_case(board, "mid-game", kernel, positions(kernel, begun, MIXED)))
    return cases


def positions(kernel: MitropiaKernel, begun: State, count: int, *, seed: int = 0) -> list[State]:
    """`count` states, an even number, from as many random games that begin with `begun`: half of
    them after a third of the usual number of turns, half after two thirds. A turn begins in
    each."""
    rng = np.random.default_rng(seed)
    usual = int(kernel.boards([begun], 32, rng).plies.mean())
    states = []
    for third in (1, 2):
        stopped = kernel.boards([begun], count // 2, rng, cap=usual * third // 3)
        held = stopped.prisoners
        for lane, stones in enumerate(stopped.stones):
            prisoners = begun.board.prisoners
            if held is not None:
                prisoners = tuple(map(tuple, held[lane].tolist()))
            board = replace(begun.board, stones=stones.tobytes(), prisoners=prisoners)
            turn = int(stopped.plies[lane]) % kernel.seats
            seat = begun.order[turn]
            states.append(replace(begun, board=board, question=Turn(seat), turn=seat))
    return states


def _case(board: str, start: str, kernel: MitropiaKernel, states: list[State]) -> BenchCase:
    def play(some: Sequence[State], lanes: int, rng: Rng) -> int:
        return int(kernel.playouts(some, lanes, rng).plies.sum())

    def one(state: State, rng: random.Random) -> int:
        return reference.playout(kernel.game, state, rng)[1]

    return BenchCase.of(board, start, states, play, one)
