"""Batched playouts of Tri-Color Balancing Go: random play to the end, counted.

`go.playouts` plays and `scoring.py` counts; this module turns states into start positions, and
finished boards into areas and shares of the win.
"""

from dataclasses import dataclass

from termgames.core import regions
from termgames.core.arrays import Bytes, Floats, Indices, Rng, SmallInts
from termgames.games.tricolor import scoring
from termgames.games.tricolor.options import SEATS, THUE_MORSE
from termgames.games.tricolor.rules import TriColor
from termgames.go.playouts.kernel import PlayoutKernel
from termgames.go.playouts.positions import FinishedPlayouts, StartPositions, cyclic, thue_morse


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
    """Playouts of one set-up game.

    A playout ends when all have passed; all stones are alive then. Only simple kos are forbidden,
    not all repetitions of rule 3, and nobody resigns.
    """

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
        around = regions.around(self.topology, done.stones)
        owner, points = scoring.owners(around), scoring.points(around, self.game.shared)
        return CountedPlayouts(scoring.shares(points), points, owner, done)
