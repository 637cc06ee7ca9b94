"""Playouts in careful plain Python, to compare the kernel's speed and results with.

Under random play to the full board, all fills with the right numbers of stones are equally likely,
so shuffling the colours is enough. Only `rollout`, which searches call, uses numpy. The variants
in which the order of stones matters are not played here.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np

from termgames.core.arrays import Floats, Rng
from termgames.games.majorities.geometry import Geometry
from termgames.games.majorities.rules import Majorities, State


def rollout(game: Majorities) -> Callable[[State, Rng], Floats] | None:
    """A function that plays one playout of a state and returns the win shares by seat (2,); None
    for the variants of rule 6."""
    if game.capture or not game.voids:
        return None

    def shares(state: State, rng: Rng) -> Floats:
        plain = random.Random(int(rng.integers(2**63)))
        due = game.stones_due(state)
        black = playout(game.geometry, state.stones, order(state.stones, state.turn, due), plain)
        return np.array([black, not black], np.float32)

    return shares


def order(stones: bytes, turn: int, due: int) -> list[int]:
    """The colours of the stones to come: `turn` places `due` more, then the players place two each
    in turn. One for each empty cell of `stones` (cells,)."""
    return [turn if k < due else turn ^ 1 ^ (k - due) // 2 % 2 for k in range(stones.count(0))]


def playout(geometry: Geometry, stones: bytes, to_come: Sequence[int], rng: random.Random) -> bool:
    """Put the colours `to_come`, one for each empty cell, on the empty cells of `stones` (cells,)
    at random; returns whether Black wins."""
    colours = list(to_come)
    rng.shuffle(colours)
    fill = iter(colours)
    black = [stone == 1 if stone else not next(fill) for stone in stones]
    span = geometry.per_direction
    won = 0
    for direction in range(3):
        lines = 0
        for line in geometry.lines[direction * span : (direction + 1) * span]:
            own = 0
            for cell in line:
                own += black[cell]
            if 2 * own > len(line):
                lines += 1
        if 2 * lines > span:
            won += 1
    return won >= 2
