"""How likely each action is, as a net trained on searches of the game sees it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.nets import Net, NetError, shipped
from termgames.core.packed import PackedGame, Positions, Seeing


class Policy:
    """A net that looks at positions of one game."""

    def __init__(self, game: Seeing, net: Net) -> None:
        """NetError where the net was made for other things to see or to do."""
        shape = net.shape
        wanted, has = (
            (game.planes, game.kinds, game.idles),
            (shape.planes, shape.kinds, shape.idles),
        )
        if wanted != has:
            raise NetError(
                f"these weights are not for {game.sight}: planes, kinds and idle actions are "
                f"{has}, not {wanted}"
            )
        self.game, self.net = game, net

    def logits(self, positions: Positions) -> NDArray[np.float32]:
        """(n, outputs): by `Seeing.spots`, not yet restricted to what is legal."""
        return self.net(self.game.seen(positions), self.game.topology).logits

    def likelihoods(
        self, logits: NDArray[np.float32], actions: NDArray[np.int32]
    ) -> NDArray[np.float32]:
        """(k,): logarithms of the probabilities of the legal `actions` (k,) of a position
        with these logits (outputs,)."""
        chosen = logits[self.game.spots[actions]]
        chosen = chosen - chosen.max()
        return np.asarray(chosen - np.log(np.exp(chosen).sum()), np.float32)


def usual(game: PackedGame[Any, Any]) -> Policy | None:
    """The policy that comes with the program; None where a game has none."""
    if not isinstance(game, Seeing):
        return None
    net = shipped(game.sight)
    return None if net is None else Policy(game, net)
