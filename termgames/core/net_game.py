"""What a packed game offers to nets and other policies: their input, which of their outputs stands
for which action, and the values that follow from the owners they predict.

Below, n is a number of positions.
"""

from typing import Protocol, runtime_checkable

from termgames.core.arrays import Floats, Indices, SmallInts
from termgames.core.evaluation import Points, Reward
from termgames.core.packed import Positions
from termgames.core.topology import Topology


@runtime_checkable
class HandmadePolicy(Protocol):
    """Capability of a packed game: hand-made knowledge of how likely its actions are."""

    def logits(self, positions: Positions) -> Floats:
        """(n, actions): the logarithms of weights; an action's probability is in proportion to its
        weight. Finite for all actions, legal or not."""


@runtime_checkable
class NetGame(Protocol):
    """Capability of a packed game: what a net (`core.nets`) sees of its positions, and which of
    the net's outputs stands for which action."""

    topology: Topology
    weights_name: str
    """The name of the file of weights. Games with the same input planes share one."""
    planes: int
    """How many numbers a net sees for each cell."""
    actions_per_cell: int
    """How many actions belong to each cell."""
    off_board_actions: int
    """How many actions belong to no cell, such as a pass."""
    owners: int
    """For how many seats a net predicts the cells they will own."""
    action_index: Indices
    """(actions,): the index of each action among a net's logits. For an action of a cell this is
    cell * actions_per_cell + its number among the cell's actions; the others follow."""

    def input_planes(self, positions: Positions) -> Floats:
        """(n, cells, planes): each position as the seat to act sees it."""

    def predicted_seats(self, positions: Positions) -> Indices:
        """(n, owners): the seats whose cells a net predicts, in the order of its outputs: the seat
        to act comes first. The game is over in none of the positions."""

    def permuted_actions(self, cells: Indices) -> Indices:
        """(actions,): the action that each action becomes when the board is rotated or mirrored
        so that cell i moves to `cells[i]`; `cells` is (cells,)."""


def net_shape(game: NetGame) -> tuple[int, int, int, int]:
    """The sizes of a net for a game: input planes, actions a cell, actions of no cell, owners."""
    return game.planes, game.actions_per_cell, game.off_board_actions, game.owners


@runtime_checkable
class PredictsValues(Protocol):
    """Capability of a `NetGame` whose result follows from who owns the cells in the end: the owners
    that a net predicts give the values of positions."""

    feature_seats: Indices
    """(features,): the seat whose reward each AMAF feature sums up."""

    def predicted_owners(self, positions: Positions, owner: Floats) -> Floats:
        """(n, cells, seats): the probability that each seat owns the cell in the end. `owner`
        (n, cells, owners): that of the seats of `predicted_seats`."""

    def predicted_points(self, positions: Positions, owner: Floats) -> Points:
        """(n, seats): the expected final scores; `owner` as above."""

    def predicted_values(
        self, positions: Positions, owner: Floats, covariance: Floats, reward: Reward
    ) -> tuple[Floats, Floats]:
        """Expected rewards and win shares (n, seats); `owner` as above, and `covariance`
        (n, owners, owners) is that of the numbers of cells that these seats will own."""

    def net_weight(self, positions: Positions) -> Floats:
        """(n,): the weight of the net's values in a mean with those of playouts, from 0 to 1."""


@runtime_checkable
class OwnersKnown(Protocol):
    """Capability of a `NetGame`: the final board determines who owns which cell."""

    def final_owners(self, positions: Positions) -> SmallInts:
        """(n, cells): the seat that owns each cell, below 0 for none; the game is over in all of
        the positions."""
