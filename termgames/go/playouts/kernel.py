"""Playouts on one topology by one set of rules."""

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Rng
from termgames.core.topology import Topology
from termgames.go.playouts.layout import layout
from termgames.go.playouts.move_weights import MoveWeights
from termgames.go.playouts.positions import FinishedPlayouts, StartPositions
from termgames.go.playouts.reach import Reach
from termgames.go.playouts.restrained import RestrainedRun
from termgames.go.playouts.uniform import PlayoutRules, UniformRun
from termgames.go.playouts.weighted import WeightedRun


class PlayoutKernel:
    """Plays many games at random to their ends; keeps nothing between calls."""

    def __init__(
        self,
        topology: Topology,
        colours: int,
        *,
        reach: Reach | None = None,
        keep_prisoners: bool = False,
        move_weights: MoveWeights | None = None,
        restrained: bool = False,
    ) -> None:
        """There are 2 to 6 `colours`. `reach` limits where stones may be put; None: no limit.
        With `keep_prisoners` the results say who holds which prisoners. `move_weights` makes
        some points likelier than others; None: all are equally likely. `restrained` is for
        three colours of which the middle score wins: see the module of that name."""
        assert 2 <= colours <= 6
        assert not restrained or (colours == 3 and move_weights is None)
        self.topology, self.colours = topology, colours
        self.rules = PlayoutRules(layout(topology), colours, reach, keep_prisoners, move_weights)
        self._run = UniformRun
        if restrained:
            self._run = RestrainedRun
        elif move_weights is not None:
            self._run = WeightedRun

    def run(
        self,
        positions: StartPositions,
        lanes: int,
        rng: Rng,
        *,
        cap: int | None = None,
        tail: float = 0.0,
        trace: bool = False,
    ) -> FinishedPlayouts:
        """`lanes` playouts from each position.

        A playout is stopped after `cap` turns, or a few more. The default is twelve times the
        number of cells; few playouts of many colours reach it, and no others. When the part of
        playouts that have not ended is `tail` or less, these are stopped too. `trace` asks for
        the moves of each playout.
        """
        positions.check(self.topology.cells, self.colours)
        turns = 12 * self.topology.cells if cap is None else cap
        return self._run(self.rules, positions, lanes, rng, turns, trace=trace).finish(tail)

    def weights(self, positions: StartPositions) -> NDArray[np.int64]:
        """(P, cells): the weight of every point for the next stone of a weighted playout, 0
        where none may be put. Ko and reach are ignored. Needs `move_weights`."""
        positions.check(self.topology.cells, self.colours)
        run = WeightedRun(self.rules, positions, 1, _UNUSED, 1, trace=False)
        return run.weights()


_UNUSED = np.random.default_rng(0)
"""Passed where nothing is drawn: weights follow from positions."""
