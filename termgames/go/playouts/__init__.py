"""Random Go on many boards at once: two to five colours, any topology, any mix of positions.

Playouts of what is said by `Positions`, playouts by which rules by the arguments of `Lanes`;
`Lanes.run` plays every lane to its end. Who plays when is a table of colours by ply
(`orders`), how far a stone may be put from its fellows is a `Reach`, who gets prisoners is
said in `prisoners` and `spoils`. What finished boards are worth is the games' affair;
`evaluation` adds up for a search what it came to.

Points are all equally likely, or have weights by a `MoveWeights` (`by_hand` makes one).

The readable rules of the same play are `go.board`; `uniform` says what playouts leave out.

kernel, positions, orders, reach   what a caller needs to start playouts
statistics                         what playouts tell a search
uniform                            the steps of playouts in which all points are equally likely
weighted, weights, patterns        the same with weights: who sets them, shapes known by hand
layout, boards, lanes              how boards lie in memory, and which are still being played
prisoners, spoils                  who gets the stones of captured groups
random_integers                    random integers in bulk
reference                          the same play in plain Python, to measure against
"""

from termgames.go.playouts.kernel import Lanes
from termgames.go.playouts.orders import cyclic, thue_morse
from termgames.go.playouts.positions import Finished, Positions
from termgames.go.playouts.reach import DICE, Reach
from termgames.go.playouts.statistics import evaluation
from termgames.go.playouts.uniform import PASS
from termgames.go.playouts.weights import MoveWeights, by_hand

__all__ = [
    "DICE",
    "PASS",
    "Finished",
    "Lanes",
    "MoveWeights",
    "Positions",
    "Reach",
    "by_hand",
    "cyclic",
    "evaluation",
    "thue_morse",
]
