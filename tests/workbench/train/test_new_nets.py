"""Nets to be taught: what they say before they have learnt anything more."""

from __future__ import annotations

import numpy as np
import pytest

from termgames.core.nets import DOUBT, HANDMADE_FACTOR, Net, Shape
from termgames.core.topology import hexhex, square
from termgames.workbench.train.new_nets import can_grow, fresh, grown, on_its_own


def test_a_fresh_net_is_indifferent() -> None:
    board = square(5)
    net = fresh(Shape(planes=3, actions_per_cell=1, off_board_actions=1), np.random.default_rng(0))
    out = net(np.random.default_rng(1).random((4, board.cells, 3), np.float32), board)
    assert not out.logits.any()


@pytest.mark.parametrize("size", [(6, 2), (9, 2), (6, 4), (11, 5)])
@pytest.mark.parametrize("pooling", [(0, 0), (0, 2), (2, 2), (2, 1)])
def test_a_net_that_has_grown_says_the_same(
    size: tuple[int, int], pooling: tuple[int, int]
) -> None:
    rng = np.random.default_rng(5)
    small = fresh(Shape(3, 2, 1, 6, 2, pooling=pooling[0]), rng)
    taught = {
        name: array + rng.normal(0, 0.1, array.shape).astype(np.float32)
        for name, array in small.weights.items()
    }
    small = Net(small.shape, taught)
    large = grown(small, Shape(3, 2, 1, *size, pooling=pooling[1]), rng)
    assert large.shape == Shape(3, 2, 1, *size, pooling=pooling[1])
    for board in (square(5), hexhex(3)):
        planes = rng.random((5, board.cells, 3), np.float32)
        before, after = small(planes, board), large(planes, board)
        np.testing.assert_allclose(before.logits, after.logits, atol=1e-4)
        np.testing.assert_allclose(before.owner, after.owner, atol=1e-4)
    for name in (DOUBT, HANDMADE_FACTOR):
        assert (large.weights[name] == small.weights[name]).all()
    # What is new is ready to learn: its channels see the board.
    trunk = large.trunk(planes, board)[-1]
    assert trunk[:, :, 6:].any() == (size[0] > 6)


def test_a_net_does_not_grow_smaller() -> None:
    rng = np.random.default_rng(5)
    for size in ((5, 2, 1, 2), (6, 1, 1, 2), (6, 2, 1, 0), (6, 4, 1, 4)):
        with pytest.raises(ValueError, match="does not grow smaller"):
            grown(fresh(Shape(3, 2, 1, 6, 2, pooling=2), rng), Shape(3, 2, 1, *size), rng)


@pytest.mark.parametrize("kind", [(2, 2, 1), (4, 2, 1), (3, 1, 1), (3, 2, 0)])
def test_a_net_does_not_grow_into_one_of_another_game(kind: tuple[int, int, int]) -> None:
    old = Shape(3, 2, 1, 6, 2)
    assert can_grow(old, old)
    assert not can_grow(old, Shape(*kind, 6, 2))
    assert not can_grow(old, Shape(3, 2, 1, 6, 2, owners=3))


def test_a_net_on_its_own_needs_neither_playouts_nor_hand_made_knowledge() -> None:
    net = fresh(Shape(2, 1, 0), np.random.default_rng(1))
    own = on_its_own(net)
    assert net.weights[HANDMADE_FACTOR] == 1
    assert own.weights[HANDMADE_FACTOR] == 0
    assert not net.alone
    assert own.alone
    assert own.size == net.size
    assert (own.weights["0.kernel"] == net.weights["0.kernel"]).all()
