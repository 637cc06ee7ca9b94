"""Random Go on many boards at once: two to five colours, any topology, any mix of positions.

Playouts of what is said by `Positions`, playouts by which rules by the arguments of `Lanes`;
`Lanes.run` plays every lane to its end. Who plays when is a table of colours by ply
(`orders`), how far a stone may be put from its fellows is a `Reach`, who gets prisoners is
said in `prisoners` and `spoils`. What finished boards are worth is the games' affair;
`evaluation` adds up for a search what it came to.

Points are all equally likely, or have weights by a `Guide` (`by_hand` makes one).

The readable rules of the same play are `core.stones`; `play` says what playouts leave out.

- what a caller needs: `kernel`, `positions`, `orders`, `reach`, `guide`, `sums`
- play: `play`, the steps of uniform playouts; `guided`, with weights; `shapes`, known by hand
- boards: `layout`, `boards`, `live`, `prisoners`, `spoils`, `draws`
- `plain`, the same in plain Python, to measure against
"""

from termgames.core.lanes.guide import Guide, by_hand
from termgames.core.lanes.kernel import Lanes
from termgames.core.lanes.orders import cyclic, thue_morse
from termgames.core.lanes.play import PASS
from termgames.core.lanes.positions import Finished, Positions
from termgames.core.lanes.reach import DICE, Reach
from termgames.core.lanes.sums import evaluation

__all__ = [
    "DICE",
    "PASS",
    "Finished",
    "Guide",
    "Lanes",
    "Positions",
    "Reach",
    "by_hand",
    "cyclic",
    "evaluation",
    "thue_morse",
]
