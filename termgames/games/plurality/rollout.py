"""Playouts in careful plain Python, to compare the kernel's speed and results with.

A playout makes a legal placement each turn, all equally likely, until none is left. A shape that is
illegal stays illegal (rule 3), so it is enough to go once over the shapes in random order, and to
place each that is legal then. Only `rollout`, which searches call, uses numpy.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from termgames.core.arrays import Floats, Rng
from termgames.games.plurality.geometry import Geometry
from termgames.games.plurality.rules import Plurality, State


def rollout(game: Plurality) -> Callable[[State, Rng], Floats]:
    """A function that plays one playout of a state and returns the win shares by seat (2,)."""

    def shares(state: State, rng: Rng) -> Floats:
        """(2,): the win shares by seat after one playout of `state`."""
        plain = random.Random(int(rng.integers(2**63)))
        black, white, _ = playout(
            game.geometry, state.stones, state.turn, plain, parity=game.parity
        )
        lead = black - white - state.komi
        share = 0.5 if lead == 0 else float(lead > 0)
        by_colour = (share, 1 - share) if state.black_seat == 0 else (1 - share, share)
        return np.array(by_colour, np.float32)

    return shares


def playout(
    geometry: Geometry, stones: bytes, turn: int, rng: random.Random, *, parity: bool = False
) -> tuple[int, int, int]:
    """Play to the end from `stones` (cells,) with colour `turn` to move, and count.

    Returns the cells of Black's and of White's territories (rules 5 to 7, without komi)
    and the number of placements made. Colours and stones are as in `rules.State`.
    """
    final, plies = play(geometry, stones, turn, rng)
    black, white = count(geometry, final, parity=parity)
    return black, white, plies


def play(geometry: Geometry, stones: bytes, turn: int, rng: random.Random) -> tuple[bytearray, int]:
    """The board after random play to the end, and the number of placements made."""
    board = bytearray(stones)
    shapes, may_place = geometry.shapes, geometry.may_place
    order = list(range(len(shapes)))
    rng.shuffle(order)
    pick = rng.random
    plies = 0
    for number in order:
        if may_place(board, number):
            a, b, c = shape = shapes[number]
            board[a] = board[b] = board[c] = 1 + turn
            board[shape[int(3 * pick())]] = 2 - turn
            turn = 1 - turn
            plies += 1
    return board, plies


def count(geometry: Geometry, stones: bytearray, *, parity: bool = False) -> tuple[int, int]:
    """The cells of Black's and of White's territories (rules 5 to 7)."""
    adjacent = geometry.topology.adjacent
    seen = bytearray(stones)
    totals = [0, 0]
    for first, taken in enumerate(stones):
        if taken or seen[first]:
            continue
        seen[first] = 1
        region = [first]
        around: set[int] = set()
        for cell in region:
            for other in adjacent[cell]:
                if stones[other]:
                    around.add(other)
                elif not seen[other]:
                    seen[other] = 1
                    region.append(other)
        black = sum(stones[stone] == 1 for stone in around)
        lead = 2 * black - len(around)
        if lead:
            totals[lead < 0] += len(region)
        elif parity and around:
            totals[len(region) % 2] += len(region)
    return totals[0], totals[1]
