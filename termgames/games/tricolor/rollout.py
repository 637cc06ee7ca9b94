"""Batched playouts of Tri-Color Balancing Go: random play to the end, counted.

`go.playouts` plays and `scoring.py` counts; this module turns states into start positions, and
finished boards into areas and shares of the win.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from termgames.core.game import Playouts
from termgames.core.two_player import PASS
from termgames.games.tricolor import scoring
from termgames.games.tricolor.options import SEATS, THUE_MORSE
from termgames.games.tricolor.rules import TriColor
from termgames.games.tricolor.state import Move, Place, State
from termgames.go import playouts as go

_ALL = (1 << len(SEATS)) - 1


@dataclass(frozen=True, eq=False)
class CountedPlayouts:
    """Finished boards and what they come to; L lanes."""

    utility: NDArray[np.float32]
    """(L, 3): shares of the win."""
    score: NDArray[np.float32]
    """(L, 3): areas."""
    owner: NDArray[np.int8]
    """(L, cells)."""
    boards: go.FinishedPlayouts


class TriColorKernel:
    """Playouts of one set-up game; implements `core.game.Kernel`.

    A playout ends where all have passed, with every stone alive: nobody asks about dead
    stones. Kos are simple ones (rule 3 knows more), and nobody resigns.
    """

    relaxes = frozenset({"superko"})

    def __init__(self, game: TriColor) -> None:
        self.game, self.topology = game, game.topology
        self.go_kernel = go.PlayoutKernel(game.topology, len(SEATS))
        self.order = (
            go.thue_morse(len(SEATS)) if game.order == THUE_MORSE else go.cyclic(len(SEATS))
        )
        self.features = len(SEATS) * game.topology.cells
        """Feature seat * cells + cell: the seat was the first to play on the cell."""

    def positions(
        self,
        stones: NDArray[np.uint8],
        turn: NDArray[np.intp],
        passed: NDArray[np.uint8] | None,
    ) -> go.StartPositions:
        """What playouts begin with; arguments as of `run`."""
        return go.StartPositions(stones, turn, self.order, passed)

    def run(
        self,
        stones: NDArray[np.uint8],
        turn: NDArray[np.intp],
        passed: NDArray[np.uint8] | None,
        lanes: int,
        rng: np.random.Generator,
        *,
        tail: float = 0.0,
        trace: bool = False,
    ) -> CountedPlayouts:
        """`lanes` playouts from each of P positions, without making states.

        `stones` (P, cells): 0 empty, else 1 + seat; `turn` (P,): stones and passes so far;
        `passed` (P,): the seats, as bits, that have passed since the last stone, None for
        nobody. When only the part `tail` of all playouts is left these are stopped and counted
        as they stand.
        """
        starts = self.positions(stones, turn, passed)
        return self.counted(self.go_kernel.run(starts, lanes, rng, tail=tail, trace=trace))

    def counted(self, done: go.FinishedPlayouts) -> CountedPlayouts:
        """What finished boards come to."""
        owner = scoring.owners(self.topology, done.stones)
        points = scoring.points(owner)
        return CountedPlayouts(scoring.shares(points), points, owner, done)

    def playouts(
        self,
        states: Sequence[State],
        lanes: int,
        rng: np.random.Generator,
        *,
        trace: bool = False,
    ) -> Playouts:
        """`lanes` playouts from each state; see `core.game.Playouts`.

        A state that is over, or in which the players are asked about dead stones, is counted as
        it stands; a proposal to resign together counts as declined.
        """
        boards = b"".join(self.game.counted(state) for state in states)
        done = self.run(
            np.frombuffer(boards, np.uint8).reshape(len(states), -1),
            np.array([state.turn for state in states]),
            np.array([_passed(state) for state in states], np.uint8),
            lanes,
            rng,
            trace=trace,
        )
        utility = done.utility
        for at, state in enumerate(states):
            if state.survivor is not None:
                utility[at * lanes : (at + 1) * lanes] = self.game.utilities(state)
        return Playouts(
            utility=utility,
            score=done.score,
            owner=done.owner,
            plies=done.boards.plies,
            played=done.boards.played(len(SEATS)),
            trace=tuple(tuple(map(_move, line)) for line in done.boards.trace),
        )


def _passed(state: State) -> int:
    """The seats that have passed since the last stone, as bits; all where play is over."""
    if state.ending is not None or state.agreement is not None:
        return _ALL
    return sum(1 << seat for seat in state.passed)


def _move(cell: int) -> Move:
    return PASS if cell == go.PASS else Place(cell)


kernel = TriColorKernel
"""The kernel of a game of Tri-Color."""
