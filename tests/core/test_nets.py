"""Nets over boards: what a convolution is, where boards end, what is made of the outputs."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from termgames.core.nets import Net, Shape, convolved, edged, log_softmax
from termgames.core.topology import Topology, from_rows, hexhex, square
from tests.core.random_nets import random_net

BOARDS = {
    "square": square(5),
    "hexagon": hexhex(3),
    "gaps": from_rows(["...-.", ".-...", "....."]),
}


def looked_up(
    planes: NDArray[np.float32], kernel: NDArray[np.float32], board: Topology
) -> NDArray[np.float64]:
    """The convolution by its definition: (cells, out) from (cells, in)."""
    wide = len(kernel)
    taps = kernel.reshape(wide, wide, planes.shape[1], -1)
    result = np.zeros((board.cells, taps.shape[3]))
    for cell, (x, y) in enumerate(board.lattice.tolist()):
        for row in range(wide):
            for column in range(wide):
                there = (x + column - wide // 2, y + row - wide // 2)
                if there in board.at_lattice:
                    result[cell] += planes[board.at_lattice[there]] @ taps[row, column]
    return result


every_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)


@every_board
@pytest.mark.parametrize("wide", [3, 5])
def test_a_convolution_sums_over_the_lattice_around_each_cell(board: Topology, wide: int) -> None:
    rng = np.random.default_rng(wide)
    values = rng.random((3, board.cells, 5), np.float32)
    kernel = rng.random((wide, wide * 5, 6), np.float32)
    out = convolved(edged(values), kernel, board)
    for number in range(3):
        np.testing.assert_allclose(out[number], looked_up(values[number], kernel, board), rtol=1e-4)


@every_board
def test_boards_of_a_batch_do_not_touch(board: Topology) -> None:
    rng = np.random.default_rng(3)
    net = random_net(Shape(planes=3, actions_per_cell=2, off_board_actions=1, channels=8))
    planes = rng.random((70, board.cells, 3), np.float32)
    together = net(planes, board)
    for number in (0, 31, 32, 69):
        alone = net(planes[number : number + 1], board)
        np.testing.assert_allclose(together.logits[number], alone.logits[0], atol=1e-5)
        np.testing.assert_allclose(together.owner[number], alone.owner[0], atol=1e-5)


@every_board
def test_a_net_that_pools_sees_a_stone_at_the_other_end_of_the_board(board: Topology) -> None:
    """Without pooling, one of a 5x5 and a 3x3 convolution sees three cells far."""
    rng = np.random.default_rng(4)
    for pooling in (0, 1):
        shape = Shape(2, actions_per_cell=1, off_board_actions=0, channels=8, depth=1)
        net = random_net(replace(shape, pooling=pooling))
        planes = rng.random((1, board.cells, 2), np.float32)
        other = planes.copy()
        x, y = board.lattice.T
        first, last = int((x + y).argmin()), int((x + y).argmax())
        apart = max(abs(int(x[first] - x[last])), abs(int(y[first] - y[last])))
        other[0, last] += 1
        seen = net(planes, board).logits[0, first] != net(other, board).logits[0, first]
        assert seen == (pooling > 0 or apart <= 3)


def test_what_is_told_of_the_whole_board_is_the_mean_and_the_most_of_each_channel() -> None:
    """By the definition, for the only layer that is told of it."""
    board, rng = square(5), np.random.default_rng(6)
    plain = random_net(Shape(2, actions_per_cell=1, off_board_actions=0, channels=4, depth=2))
    pool = rng.normal(0, 1, (8, 4)).astype(np.float32)
    shape = replace(plain.shape, pooling=2)
    net = Net(shape, {**plain.weights, "2.pool": pool})
    planes = rng.random((3, board.cells, 2), np.float32)
    planes[0, -1] += 5
    first, last = net.trunk(planes, board)[2:]
    assert (first[0, :-1].argmax(axis=0) == board.cells - 1).any(), "the last cell counts, too"
    told = np.concatenate([first[:, :-1].mean(axis=1), first[:, :-1].max(axis=1)], axis=1) @ pool
    sums = convolved(first, net.kernels[2], board) + net.weights["2.bias"] + told[:, None]
    np.testing.assert_allclose(last[:, :-1], np.maximum(sums, 0), rtol=1e-5, atol=1e-6)
    assert (plain.trunk(planes, board)[2] == first).all()


def test_a_policy_is_of_the_legal_actions() -> None:
    logits = np.array([[1.0, -np.inf, 2.0], [-300.0, 500.0, -np.inf]], np.float32)
    chances = np.exp(log_softmax(logits))
    some = [1 / (1 + np.e), 0, np.e / (1 + np.e)]
    np.testing.assert_allclose(chances, [some, [0, 1, 0]], rtol=1e-6)
    np.testing.assert_array_equal(chances[0], np.exp(log_softmax(logits[0])))


def test_a_net_tells_of_several_owners_and_of_nobody() -> None:
    shape = Shape(planes=2, actions_per_cell=1, off_board_actions=0, channels=8, owners=3)
    net, board = random_net(shape), square(5)
    out = net(np.random.default_rng(2).standard_normal((4, 25, 2)).astype(np.float32), board)
    owned = out.owned
    assert owned.shape == (4, board.cells, 3)
    weights = np.exp(out.owner.astype(np.float64))
    np.testing.assert_allclose(owned, weights / (1 + weights.sum(axis=2, keepdims=True)), rtol=1e-4)
    one = replace(out, owner=out.owner[:, :, :1])
    np.testing.assert_allclose(one.owned, 1 / (1 + np.exp(-one.owner)), rtol=1e-5)
    far = replace(out, owner=np.array([[[200.0, -200.0, 100.0]]], np.float32))
    assert far.owned[0, 0] == pytest.approx([1, 0, 0], abs=1e-30)
