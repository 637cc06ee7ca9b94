"""Playouts in careful plain Python: the yardstick that the kernel is measured with.

Random play to the full board gives every fill with the right number of stones the same
chance, so shuffling the colours is enough. Only `rollout`, the door for a search, knows
numpy. The variants in which the order of stones matters are not played here.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np

from termgames.core.arrays import Floats, Rng
from termgames.games.majorities.geometry import Geometry
from termgames.games.majorities.rules import Majorities, State


def rollout(game: Majorities) -> Callable[[State, Rng], Floats] | None:
    """A function that answers the win shares (2,) after one playout of a state; None for
    the variants."""
    if game.capture or not game.voids:
        return None

    def shares(state: State, rng: Rng) -> Floats:
        plain = random.Random(int(rng.integers(2**63)))
        due = game.stones_due(state)
        black = playout(game.geometry, state.stones, order(state.stones, state.turn, due), plain)
        return np.array([black, not black], np.float32)

    return shares


def order(stones: bytes, turn: int, due: int) -> list[int]:
    """The colours of the stones to come, when `turn` places `due` more, then two each."""
    return [turn if k < due else turn ^ 1 ^ (k - due) // 2 % 2 for k in range(stones.count(0))]


def playout(geometry: Geometry, stones: bytes, to_come: Sequence[int], rng: random.Random) -> bool:
    """Fill the empty cells with the colours `to_come` at random; whether Black wins."""
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
