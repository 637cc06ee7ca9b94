"""Batched playouts of Tri-Color Balancing Go: random play to the end, counted.

`go.playouts` plays and `scoring.py` counts; this module turns states into start positions, and
finished boards into areas and shares of the win.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from termgames.core.arrays import Bytes, Floats, Indices, Rng, SmallInts
from termgames.core.game import Playouts
from termgames.core.two_player import PASS
from termgames.games.tricolor import scoring
from termgames.games.tricolor.options import SEATS, THUE_MORSE
from termgames.games.tricolor.rules import TriColor
from termgames.games.tricolor.state import Move, Place, State
from termgames.go.playouts.kernel import PlayoutKernel
from termgames.go.playouts.positions import FinishedPlayouts, StartPositions, cyclic, thue_morse
from termgames.go.playouts.uniform import PASS as NO_STONE

_ALL = (1 << len(SEATS)) - 1


@dataclass(frozen=True, eq=False)
class CountedPlayouts:
    """Finished boards of L lanes with their counts."""

    utility: Floats
    """(L, 3): shares of the win."""
    score: Floats
    """(L, 3): areas."""
    owner: SmallInts
    """(L, cells): the seat whose area each point is, or NEUTRAL."""
    boards: FinishedPlayouts


class TriColorKernel:
    """Playouts of one set-up game; implements `core.game.Kernel`.

    A playout ends when all have passed; all stones are alive then. Only simple kos are forbidden,
    not all repetitions of rule 3, and nobody resigns.
    """

    relaxes = frozenset({"superko"})

    def __init__(self, game: TriColor) -> None:
        self.game, self.topology = game, game.topology
        self.go_kernel = PlayoutKernel(game.topology, len(SEATS))
        self.order = thue_morse(len(SEATS)) if game.order == THUE_MORSE else cyclic(len(SEATS))
        self.features = len(SEATS) * game.topology.cells
        """Feature seat * cells + cell: the seat was the first to play on the cell."""

    def positions(self, stones: Bytes, turn: Indices, passed: Bytes | None) -> StartPositions:
        """The start of playouts from P positions; arguments as in `run`."""
        return StartPositions(stones, turn, self.order, passed)

    def run(
        self,
        stones: Bytes,
        turn: Indices,
        passed: Bytes | None,
        lanes: int,
        rng: Rng,
        *,
        trace: bool = False,
    ) -> CountedPlayouts:
        """`lanes` playouts from each of P positions, without making states.

        `stones` (P, cells): 0 empty, else 1 + seat; `turn` (P,): stones and passes so far;
        `passed` (P,): the seats, as bits, that have passed since the last stone, None for
        nobody.
        """
        starts = self.positions(stones, turn, passed)
        return self.counted(self.go_kernel.run(starts, lanes, rng, trace=trace))

    def counted(self, done: FinishedPlayouts) -> CountedPlayouts:
        """The counts of finished boards."""
        owner = scoring.owners(self.topology, done.stones)
        points = scoring.points(owner)
        return CountedPlayouts(scoring.shares(points), points, owner, done)

    def playouts(
        self, states: Sequence[State], lanes: int, rng: Rng, *, trace: bool = False
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
    return PASS if cell == NO_STONE else Place(cell)


kernel = TriColorKernel
"""The kernel of a game of Tri-Color."""
