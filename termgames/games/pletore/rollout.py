"""Playouts in careful plain Python, to compare the kernel's speed and results with.

Moves are as likely as in the kernel: each legal placement or replacement equally; without any,
the button if it is free, else a pass. A few points are tried at random; all legal ones are listed
only if none of these was legal. Only `rollout`, which searches call, uses numpy.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from termgames.core.arrays import Floats, Rng
from termgames.core.topology import Topology
from termgames.core.two_player import WHITE
from termgames.games.pletore import scoring
from termgames.games.pletore.rules import FREE, Pletore, State

_TRIES = 12
"""Points tried at random before all legal ones are listed."""

_MAY_PUT = [
    [
        scoring.placeable(held, pinched, own) or scoring.replaceable(held, pinched, own)
        for held in range(3)
        for pinched in range(4)
    ]
    for own in range(3)
]
"""_MAY_PUT[own][held << 2 | pinched]: rule 3 as a table."""

Rays = tuple[tuple[tuple[int, ...], ...], ...]
"""By point and direction (right, up, left, down): the points in that direction, nearest first."""


@lru_cache(maxsize=8)
def rays_of(topology: Topology) -> Rays:
    """The rays of a board, without the padding of `Topology.rays`."""
    return tuple(
        tuple(tuple(cell for cell in ray if cell != topology.cells) for ray in ways)
        for ways in topology.rays.tolist()
    )


def rollout(game: Pletore) -> Callable[[State, Rng], Floats]:
    """A function that plays one playout of a state and returns the win shares by seat (2,)."""
    rays = rays_of(game.topology)

    def shares(state: State, rng: Rng) -> Floats:
        """(2,): the win shares by seat after one playout of `state`."""
        plain = random.Random(int(rng.integers(2**63)))
        barred = game.barred(state)
        board, holder, _ = play(
            rays, state.stones, state.turn, state.button, barred, plain, passes=state.passes
        )
        black, white = count(rays, board)
        lead: float = black - white - state.komi
        lead += 0.5 * ((holder == 0) - (holder == 1))
        share = 0.5 if lead == 0 else float(lead > 0)
        by_colour = (share, 1 - share) if state.black_seat == 0 else (1 - share, share)
        return np.array(by_colour, np.float32)

    return shares


def play(
    rays: Rays,
    stones: Sequence[int],
    turn: int,
    button: int,
    barred: int | None,
    rng: random.Random,
    *,
    passes: int = 0,
) -> tuple[bytearray, int, int]:
    """Play at random to the end: the final stones, the button as in `State`, and the turns played.

    `stones`, `turn`, `button` and `passes` are as in `rules.State`. `barred` is the point on which
    the next stone may not be put (rule 4), from `Pletore.barred`. Playouts from the empty board
    do not apply rule 4 to White's first stone.
    """
    board = bytearray(stones)
    cells, pick = len(board), rng.random
    turns = 0
    while passes < 2:
        chosen = -1
        for _ in range(_TRIES):
            cell = int(pick() * cells)
            if cell != barred and may_put(rays[cell], board, cell, turn + 1):
                chosen = cell
                break
        else:
            legal = [
                cell
                for cell in range(cells)
                if cell != barred and may_put(rays[cell], board, cell, turn + 1)
            ]
            if legal:
                chosen = legal[int(pick() * len(legal))]
        if chosen >= 0:
            board[chosen] = turn + 1
            passes, barred = 0, None
        elif button == FREE:
            button, passes = turn, 0
        else:
            passes += 1
        turn = 1 - turn
        turns += 1
    return board, button, turns


def may_put(ways: Sequence[Sequence[int]], board: bytearray, cell: int, own: int) -> bool:
    """Whether `own` (1 or 2) may place a stone on `cell`, or replace the one there (rule 3).
    `ways` are the rays of `cell`."""
    held = board[cell]
    return held != own and _MAY_PUT[own][held << 2 | pinch(ways, board)]


def pinch(ways: Sequence[Sequence[int]], board: bytearray) -> int:
    """Who pinches the point with the rays `ways` (rule 2), as bits: 1 Black, 2 White."""
    seen = []
    for way in ways:
        for cell in way:
            if board[cell]:
                seen.append(board[cell])
                break
        else:
            seen.append(0)
    right, up, left, down = seen
    return (right | left) & (up | down)


def count(rays: Rays, board: bytearray) -> tuple[int, int]:
    """Stones and controlled points of Black and of White (rule 5), without komi."""
    totals = [0, 0, 0, 0]
    for cell, held in enumerate(board):
        totals[held or pinch(rays[cell], board)] += 1
    return totals[1], totals[WHITE + 1]
