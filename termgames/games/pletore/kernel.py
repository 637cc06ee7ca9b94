"""Batched playouts of Pletore: random play to the end, counted (rules 2 to 6).

Playouts run on the bit planes of `bit_boards.py`, `scoring.py` counts; this module turns positions
into planes, plays, and turns planes into results. In a playout all legal placements and
replacements are equally likely. A player who has none takes the button if it is free, and passes
otherwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import (
    Bytes,
    Flags,
    Floats,
    Indices,
    Rng,
    ShortInts,
    SmallInts,
    transposed_copy,
)
from termgames.core.two_player import BLACK, WHITE
from termgames.games.pletore import scoring, words
from termgames.games.pletore.bit_boards import FIRST, BitBoards, TurnLog, exchanged
from termgames.games.pletore.rules import FREE, Pletore, State

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


_CHUNK = 4096
"""The most boards played at once; more would not fit the processor's caches."""


@dataclass(frozen=True, eq=False)
class CountedPlayouts:
    """`lanes` playouts from each of P positions, by colour; L = P * lanes, position-major."""

    utility: Floats
    """(L, 2): win shares of Black and White: 1 for a win, 0.5 for a draw, 0."""
    score: Floats
    """(L, 2): final points, with komi and button."""
    owner: SmallInts
    """(size, size, L): the colour that each point counts for at the end; see `scoring.owners`."""
    plies: ShortInts
    """(L,): turns played, button and passes included."""
    played: Flags
    """(L, features): see `PletoreKernel.features`."""
    logs: tuple[TurnLog, ...]
    """The turns, with boards numbered as lanes; empty unless a trace was asked for."""


class PletoreKernel:
    """Playouts of one set-up game."""

    def __init__(self, game: Pletore) -> None:
        self.game, self.size = game, game.size
        self.features_per_colour = game.topology.cells + 1
        self.features = 2 * self.features_per_colour
        """Feature colour * (cells + 1) + cell: `colour` placed a stone on `cell` or replaced one
        there; with cell = cells: `colour` took the button."""

    def counted(
        self, states: Sequence[State], lanes: int, rng: Rng, *, trace: bool = False
    ) -> CountedPlayouts:
        """`lanes` playouts from each state, with results by colour; L lanes, `lanes` of each state.

        States whose komi or sides are still open (rule 7) are played with their present komi and
        sides.
        """
        stones = np.frombuffer(b"".join(state.stones for state in states), np.uint8)
        return self.run(
            stones.reshape(len(states), -1),
            np.array([state.turn for state in states], np.int8),
            np.array([state.komi for state in states], np.float32),
            np.array([state.button for state in states], np.int8),
            np.array([state.passes for state in states], np.uint8),
            lanes,
            rng,
            trace=trace,
        )

    def run(
        self,
        stones: Bytes,
        turn: SmallInts,
        komi: Floats,
        button: SmallInts,
        passes: Bytes,
        lanes: int,
        rng: Rng,
        *,
        trace: bool = False,
    ) -> CountedPlayouts:
        """`lanes` playouts from each of P positions, without making states.

        `stones` (P, cells): 0 empty, 1 black, 2 white. `turn` (P,): the colour to move; `komi`
        (P,): White's bonus; `button` and `passes` (P,): as in `State`. Positions need not be
        reachable.
        """
        each = max(1, _CHUNK // lanes)
        chunks = [slice(first, first + each) for first in range(0, len(stones), each)]
        source = np.random.SFC64(rng.integers(2**63))
        parts = []
        for at in chunks:
            sides, holder = self._sides(stones[at], turn[at]), exchanged(button[at], turn[at])
            boards = BitBoards(self.size, sides, holder, passes[at], source)
            boards.copies(lanes, log=trace)
            mirror = self._mirrored(boards, stones[at], turn[at], button[at])
            done = play(boards, mirror)
            parts.append(self._count(boards, done, turn[at], komi[at], button[at]))
        if len(parts) == 1:
            return parts[0]
        logs = [
            TurnLog(log.lanes + at.start * lanes, log.turns)
            for at, part in zip(chunks, parts, strict=True)
            for log in part.logs
        ]
        return CountedPlayouts(
            utility=np.concatenate([part.utility for part in parts]),
            score=np.concatenate([part.score for part in parts]),
            owner=np.concatenate([part.owner for part in parts], axis=2),
            plies=np.concatenate([part.plies for part in parts]),
            played=np.concatenate([part.played for part in parts]),
            logs=tuple(logs),
        )

    def _sides(self, stones: Bytes, turn: SmallInts) -> NDArray[Any]:
        """(2, size, P): `stones` (P, cells) as words, first those of the side to move `turn` (P,),
        then those of the other."""
        planes = stones.T.reshape(self.size, self.size, -1)
        word = words.word_of(self.size)
        return words.pack(np.stack([planes == turn + 1, planes == 2 - turn]), word)

    def _mirrored(
        self, boards: BitBoards, stones: Bytes, turn: SmallInts, button: SmallInts
    ) -> Indices:
        """The boards on which rule 4 will forbid a point in the second step. For the boards on
        which it forbids one in the first step, this sets `boards.barred`."""
        if self.size % 2:
            return np.empty(0, np.intp)
        each = len(boards.lanes) // len(stones)
        cell = np.repeat(scoring.barred(stones, turn, button), each)
        lanes = np.flatnonzero(cell != scoring.NOWHERE)
        if lanes.size:
            boards.barred = (lanes, *np.divmod(cell[lanes], self.size))
        empty = ~stones.any(axis=1) & (turn == BLACK) & (button < 0)
        return np.flatnonzero(np.repeat(empty, each))

    def _count(
        self,
        boards: BitBoards,
        done: FinalBoards,
        turn: SmallInts,
        komi: Floats,
        button: SmallInts,
    ) -> CountedPlayouts:
        """The results of finished boards; `turn`, `komi` and `button` (P,) are from the start."""
        size, total = self.size, len(done.button)
        lanes = total // len(turn)
        first = np.repeat(turn, lanes)
        own, other = words.unpack(done.stones, size)
        # As `scoring.owners` has it: Black's stones 1, White's 2.
        owner = scoring.owners(
            own * (1 + first.view(np.uint8)) + other * (2 - first.view(np.uint8))
        )
        holder = exchanged(done.button, first)
        points = scoring.points(owner, np.repeat(komi, lanes), holder)
        share = np.sign(points[:, 0] - points[:, 1]) / 2 + np.float32(0.5)
        played = np.empty((2, self.features_per_colour, total), bool)
        laid = words.unpack(done.played, size).reshape(2, -1, total)
        white = first == WHITE
        played[:, :-1] = np.where(white, laid[::-1], laid) if white.any() else laid
        played[:, -1] = (holder == np.arange(2)[:, None]) & np.repeat(button == FREE, lanes)
        return CountedPlayouts(
            utility=np.stack([share, 1 - share], axis=1),
            score=points,
            owner=owner,
            plies=done.plies,
            played=transposed_copy(played.reshape(-1, total)),
            logs=tuple(boards.logs or ()),
        )
