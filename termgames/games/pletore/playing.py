"""Random play from any positions to the end of the game, on many boards at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Indices, ShortInts, SmallInts
from termgames.games.pletore.bit_boards import FIRST, BitBoards

_CHECK = 4
"""The number of steps between two counts of finished boards."""
_CROWD = 0.8
"""Finished boards are dropped when at most this part of the boards is still being played."""


@dataclass(frozen=True, eq=False)
class FinalBoards:
    """Finished boards; sides are FIRST and SECOND."""

    stones: NDArray[Any]
    """(2, size, B): words of each side's stones."""
    played: NDArray[Any]
    """(2, size, B): words of the points where each side has put stones, standing or not."""
    button: SmallInts
    """(B,): the side that took it; FREE or NO_BUTTON as in the rules."""
    plies: ShortInts
    """(B,): turns, button and passes included."""


def play(boards: BitBoards, mirror: Indices) -> FinalBoards:
    """Play all boards to their end, with FIRST to move.

    `mirror` (n,): the numbers of the boards on which rule 4 forbids SECOND to answer the first
    stone by its mirror image.
    """
    result = FinalBoards(
        boards.planes[:2].copy(), boards.played.copy(), boards.button.copy(), boards.plies.copy()
    )
    mover = FIRST
    while True:
        if boards.careful and boards.step % _CHECK == 0 and _drop_finished(boards, result):
            break
        boards.find_legal(mover)
        boards.advance(mover)
        mover = 1 - mover
        if boards.step == 1 and mirror.size:
            row, column = boards.last_place(mirror)
            boards.barred = (mirror, boards.size - 1 - row, boards.size - 1 - column)
    return result


def _drop_finished(boards: BitBoards, result: FinalBoards) -> bool:
    """If many boards are finished, copy them to `result` and drop them from `boards`. Returns
    whether all were finished and copied."""
    done = boards.passes >= 2
    left = len(done) - int(np.count_nonzero(done))
    # Before the first step drop finished boards even if they are few: they must not be played.
    if left > _CROWD * len(done) and (boards.step or left == len(done)):
        return False
    ended = boards.lanes[done]
    result.stones[:, :, ended] = boards.planes[:2][:, :, done]
    result.played[:, :, ended] = boards.played[:, :, done]
    result.button[ended], result.plies[ended] = boards.button[done], boards.plies[done]
    if left:
        boards.keep(np.flatnonzero(~done))
    return not left
