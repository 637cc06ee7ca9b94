"""Random Go on many boards at once: two to five colours, any topology, any mix of positions.

`Playouts of what` is said by `Positions`, `Playouts by which rules` by the arguments of
`Lanes`; `Lanes.run` plays every lane to its end. Who plays when is a table of colours by
ply (`orders`); how far a stone may be put from its fellows is a `Reach`; who gets
prisoners is `spoils`; what a finished board is worth begins with `owners`.

The readable rules of the same play are `core.stones`; `play` says what playouts leave out.
"""

from termgames.core.lanes.orders import cyclic, thue_morse
from termgames.core.lanes.owners import owners
from termgames.core.lanes.play import PASS, Lanes
from termgames.core.lanes.positions import Finished, Positions
from termgames.core.lanes.reach import DICE, Reach

__all__ = [
    "DICE",
    "PASS",
    "Finished",
    "Lanes",
    "Positions",
    "Reach",
    "cyclic",
    "owners",
    "thue_morse",
]
