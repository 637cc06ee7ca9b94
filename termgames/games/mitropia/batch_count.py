"""The count of thousands of finished boards at once (rules 19 to 21); `counting` shows its
steps for one. Stones are alive here, all of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from termgames.core import regions
from termgames.core.topology import Topology


@dataclass(frozen=True, eq=False)
class Boards:
    """B boards with what counts besides; all arrays have a row a board, players by seat."""

    stones: NDArray[np.uint8]
    """(B, cells): 0 empty, else 1 + seat. No group is without liberties."""
    prisoners: NDArray[np.int32]
    """(B, seats, seats): holder x colour."""
    heads: NDArray[np.uint8]
    """(B, seats): the head of each seat's bloc."""
    order: NDArray[np.uint8]
    """(B, seats): the seats in order of play."""
    cards: NDArray[np.int32]
    """(B, seats): points on cards."""
    area: NDArray[np.bool_]
    """(B,): whether stones and territory count, and no prisoners."""


@dataclass(frozen=True, eq=False)
class Tally:
    """What they come to."""

    totals: NDArray[np.float32]
    """(B, seats)."""
    owner: NDArray[np.int8]
    """(B, cells): whose each point is, stones included, or NEUTRAL."""
    shares: NDArray[np.float32]
    """(B, seats): shares of the win."""


def tally(topology: Topology, boards: Boards) -> Tally:
    """Count all boards."""
    stones, heads = boards.stones, boards.heads.astype(np.intp)
    count, seats = heads.shape
    ground_owner = regions.territory(topology, stones, heads)
    owner = np.where(stones > 0, stones.astype(np.int8) - np.int8(1), ground_owner)
    ground, points = (
        np.stack([np.count_nonzero(what == seat, axis=1) for seat in range(seats)], axis=1)
        for what in (ground_owner, owner)
    )
    back = put_back(boards.prisoners, heads, boards.order, ground)
    kept = (boards.prisoners - back).sum(axis=2)
    own = np.where(boards.area[:, None], points, ground - back.sum(axis=1) + kept)
    totals = boards.cards.astype(np.float32)
    np.add.at(totals, (np.arange(count)[:, None], heads), own.astype(np.float32))
    return Tally(totals, owner, shares(totals, heads))


def put_back(
    prisoners: NDArray[np.int32],
    heads: NDArray[np.intp],
    order: NDArray[np.uint8],
    ground: NDArray[np.intp],
) -> NDArray[np.intp]:
    """(B, seats, seats): the prisoners, by holder and colour, that are put back into
    `ground` (B, seats), the territory of their colour (rule 20)."""
    opposed = heads[:, :, None] != heads[:, None]
    back: NDArray[np.intp] = (prisoners * opposed).astype(np.intp)
    board, colour = np.nonzero(back.sum(axis=1) > ground)
    if board.size:
        # More than there is room for: holders take turns until the ground is full.
        turns = order[board].astype(np.intp)
        held = np.take_along_axis(back[board, :, colour], turns, axis=1)
        placed = np.empty_like(held)
        np.put_along_axis(placed, turns, _in_turns(held, ground[board, colour]), axis=1)
        back[board, :, colour] = placed
    return back


def _in_turns(held: NDArray[np.intp], room: NDArray[np.intp]) -> NDArray[np.intp]:
    """(n, holders): how many of what they hold (n, holders) each puts down, one at a time
    in turn, until `room` (n,) is full; they hold more than that together."""
    rounds, above = np.zeros(len(held), np.intp), held.max(axis=1)
    # The most rounds for which there is room.
    while (rounds + 1 < above).any():
        middle = (rounds + above) // 2
        fits = np.minimum(held, middle[:, None]).sum(axis=1) <= room
        rounds, above = np.where(fits, middle, rounds), np.where(fits, above, middle)
    whole = np.minimum(held, rounds[:, None])
    left = (held > rounds[:, None]).cumsum(axis=1) <= (room - whole.sum(axis=1))[:, None]
    found: NDArray[np.intp] = whole + (left & (held > rounds[:, None]))
    return found


def shares(totals: NDArray[np.float32], heads: NDArray[np.intp]) -> NDArray[np.float32]:
    """(B, seats): the win, shared by all with the highest total whom nobody occupies."""
    free = heads == np.arange(heads.shape[1])
    most = np.where(free, totals, -np.inf).max(axis=1, keepdims=True)
    wins = free & (totals == most)
    return np.asarray(wins / wins.sum(axis=1, keepdims=True), np.float32)
