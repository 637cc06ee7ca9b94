"""How likely each action is: as a net trained on searches of the game sees it, or as the game
itself says by hand-made knowledge."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from termgames.core.nets import HANDMADE_FACTOR, Net, NetError, shipped
from termgames.core.packed import HandmadePolicy, NetGame, PackedGame, Positions


class Policy(Protocol):
    """What a search asks about the nodes it expands. A game that knows by hand
    (`core.packed.HandmadePolicy`) is one."""

    def logits(self, positions: Positions) -> NDArray[np.float32]:
        """(n, actions): not yet restricted to what is legal."""


def likelihoods(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """(k,): logarithms of the probabilities of a position's legal actions, from the logits
    of these (k,)."""
    found = logits - logits.max()
    return np.asarray(found - np.log(np.exp(found).sum()), np.float32)


class NetPolicy:
    """A net that looks at positions of one game, in addition to what the game knows by hand
    if it does; implements `Policy`."""

    def __init__(self, game: NetGame, net: Net) -> None:
        """NetError where the net was made for other things to see or to do."""
        shape = net.shape
        wanted, has = (
            (game.planes, game.actions_per_cell, game.off_board_actions),
            (shape.planes, shape.actions_per_cell, shape.off_board_actions),
        )
        if wanted != has:
            raise NetError(
                f"these weights are not for {game.weights_name}: planes, actions a cell and "
                f"actions beside the board are {has}, not {wanted}"
            )
        self.game, self.net = game, net

    def logits(self, positions: Positions) -> NDArray[np.float32]:
        """(n, actions)."""
        told = self.net(self.game.input_planes(positions), self.game.topology).logits
        found = told[:, self.game.action_index]
        if isinstance(self.game, HandmadePolicy):
            found += self.net.weights[HANDMADE_FACTOR] * self.game.logits(positions)
        return found


def usual(game: PackedGame[Any, Any]) -> Policy | None:
    """The policy that comes with the program, a net where there is one; None where a game
    has none."""
    net = shipped(game.weights_name) if isinstance(game, NetGame) else None
    if net is not None:
        assert isinstance(game, NetGame)
        return NetPolicy(game, net)
    return unlearned(game)


def unlearned(game: PackedGame[Any, Any]) -> Policy | None:
    """The policy that needs no training; None where a game has none."""
    return game if isinstance(game, HandmadePolicy) else None
