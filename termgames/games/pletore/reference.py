"""Playouts in careful plain Python: the yardstick that the kernel is measured with.

The same law: a stone that may be put, all equally likely; the button when there is none and
it is free; else a pass. Points are tried at random and all of them are listed only when
none of a few would do. Only `rollout`, the door for a search, knows numpy.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from termgames.core.arrays import Floats, Rng
from termgames.core.topology import Topology
from termgames.core.two_player import WHITE
from termgames.games.pletore.rules import FREE, Pletore, State

_TRIES = 12

Rays = tuple[tuple[tuple[int, ...], ...], ...]
"""By point and direction (right, up, left, down): the points one after the other."""


@lru_cache(maxsize=8)
def rays_of(topology: Topology) -> Rays:
    """The rays of a board without what lies beyond its edge."""
    return tuple(
        tuple(tuple(cell for cell in ray if cell != topology.cells) for ray in ways)
        for ways in topology.rays.tolist()
    )


def rollout(game: Pletore) -> Callable[[State, Rng], Floats]:
    """A function that answers the win shares by seat (2,) after one playout of a state."""
    rays = rays_of(game.topology)

    def shares(state: State, rng: Rng) -> Floats:
        """(2,): who has won after one playout of `state`."""
        plain = random.Random(int(rng.integers(2**63)))
        barred = game.barred(state)
        board, holder, _ = play(rays, state.stones, state.turn, state.button, barred, plain)
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
) -> tuple[bytearray, int, int]:
    """Board, holder of the button and number of turns after random play to the end.

    Stones, `turn` and `button` as in `rules.State`; `barred` is the point that the first
    stone may not go to (rule 4), for a start from Black's first stone. A start from the
    empty board does without that rule.
    """
    board = bytearray(stones)
    cells, pick = len(board), rng.random
    passes = turns = 0
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
    """Whether a stone `own` (1 or 2) may be put on `cell`, in whatever way (rule 3)."""
    held = board[cell]
    if held == own:
        return False
    pinched = pinch(ways, board)
    return pinched == own if held else pinched != 3 - own


def pinch(ways: Sequence[Sequence[int]], board: bytearray) -> int:
    """Who pinches a point (rule 2), as bits: 1 Black, 2 White."""
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
