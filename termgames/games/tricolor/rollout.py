"""Playouts in plain Python, one stone after the other, with which the kernel is compared."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from termgames.core.arrays import Floats, Rng
from termgames.games.tricolor import scoring
from termgames.games.tricolor.options import SEATS, THUE_MORSE
from termgames.games.tricolor.rules import TriColor
from termgames.games.tricolor.state import State
from termgames.go.playouts import plain
from termgames.go.playouts.positions import thue_morse


@lru_cache(maxsize=2)
def order_of(order: str) -> tuple[int, ...]:
    """The seats in order of play, to be read cyclically."""
    if order == THUE_MORSE:
        return tuple(thue_morse(len(SEATS))[0].tolist())
    return tuple(range(len(SEATS)))


def rollout(game: TriColor) -> Callable[[State, Rng], Floats]:
    """A function that answers the shares of the win (3,) after one playout of a state in
    which a move is to be made."""

    def shares(state: State, rng: Rng) -> Floats:
        """(3,): the shares of the win after one playout of `state`."""
        plain_rng = random.Random(int(rng.integers(2**63)))
        areas = playout(game, state.stones, state.turn, plain_rng, passed=state.passed)[0]
        return np.asarray(scoring.shares(np.array([areas], np.float32))[0], np.float32)

    return shares


def playout(
    game: TriColor,
    stones: bytes,
    turn: int,
    rng: random.Random,
    *,
    passed: Sequence[int] = (),
) -> tuple[list[int], int]:
    """The three areas after random play from a position, and the number of turns played.
    Arguments as in `state.State`."""
    board = plain.PlainBoard(game.topology, stones)
    played = plain.play(board, order_of(game.order), turn, rng, passed=passed)
    return count(game.topology.adjacent, board.stones), played


def count(adjacent: Sequence[Sequence[int]], stones: Sequence[int]) -> list[int]:
    """The three areas of a board `stones` (cells,), 0 empty, else 1 + seat (rule 5)."""
    areas = [0] * (1 + len(SEATS))
    seen = [stone > 0 for stone in stones]
    for cell, stone in enumerate(stones):
        if stone:
            areas[stone] += 1
        elif not seen[cell]:
            seen[cell] = True
            region = [cell]
            around: set[int] = set()
            for point in region:
                for near in adjacent[point]:
                    if stones[near]:
                        around.add(stones[near])
                    elif not seen[near]:
                        seen[near] = True
                        region.append(near)
            if len(around) == 1:
                areas[around.pop()] += len(region)
    return areas[1:]
