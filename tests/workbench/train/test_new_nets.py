"""Nets to be taught: what they say before they have learnt anything more."""

from __future__ import annotations

import numpy as np

from termgames.core.nets import HANDMADE_FACTOR, Shape
from termgames.core.topology import square
from termgames.workbench.train.new_nets import fresh, on_its_own


def test_a_fresh_net_is_indifferent() -> None:
    board = square(5)
    net = fresh(Shape(planes=3, actions_per_cell=1, off_board_actions=1), np.random.default_rng(0))
    out = net(np.random.default_rng(1).random((4, board.cells, 3), np.float32), board)
    assert not out.logits.any()


def test_a_net_on_its_own_needs_neither_playouts_nor_hand_made_knowledge() -> None:
    net = fresh(Shape(2, 1, 0), np.random.default_rng(1))
    own = on_its_own(net)
    assert net.weights[HANDMADE_FACTOR] == 1
    assert own.weights[HANDMADE_FACTOR] == 0
    assert not net.alone
    assert own.alone
    assert own.size == net.size
    assert (own.weights["0.kernel"] == net.weights["0.kernel"]).all()
