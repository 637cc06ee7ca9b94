"""Playouts on one topology by one set of rules."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from termgames.core.topology import Topology
from termgames.go.playouts.layout import layout
from termgames.go.playouts.positions import Finished, Positions
from termgames.go.playouts.reach import Reach
from termgames.go.playouts.uniform import Kind, Play
from termgames.go.playouts.weighted import WeightedPlay
from termgames.go.playouts.weights import MoveWeights


class Lanes:
    """Playouts on one topology by one set of rules; keeps nothing between runs."""

    def __init__(
        self,
        topology: Topology,
        colours: int,
        *,
        reach: Reach | None = None,
        spoils: bool = False,
        guide: MoveWeights | None = None,
    ) -> None:
        """`reach` limits where stones may be put; `spoils` keeps prisoners; `guide` makes
        some points likelier than others."""
        assert 2 <= colours <= 5
        self.topology, self.colours, self.spoils = topology, colours, spoils
        self.kind = Kind(layout(topology), colours, reach, spoils, guide)

    def run(
        self,
        positions: Positions,
        lanes: int,
        rng: np.random.Generator,
        *,
        cap: int | None = None,
        tail: float = 0.0,
        trace: bool = False,
    ) -> Finished:
        """`lanes` playouts from each position.

        A playout is stopped after `cap` turns, by default twelve times as many as there
        are cells, which only wild games of five reach; all are stopped when no more than
        the part `tail` of them is still going on.
        """
        positions.check(self.topology.cells, self.colours)
        most = 12 * self.topology.cells if cap is None else cap
        play = Play if self.kind.guide is None else WeightedPlay
        return play(self.kind, positions, lanes, rng, most, trace=trace).finish(tail)

    def weights(self, positions: Positions) -> NDArray[np.int64]:
        """(P, cells): what every point weighs for the next stone of a guided playout, 0
        where none may be put; neither ko nor reach is looked at."""
        positions.check(self.topology.cells, self.colours)
        play = WeightedPlay(self.kind, positions, 1, _UNUSED, 1, trace=False)
        return play.weights()


_UNUSED = np.random.default_rng(0)
"""Weights are not drawn."""
