"""Nets over boards: what a convolution is, where boards end, what a file may hold."""

from __future__ import annotations

import os
import tracemalloc
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from termgames.core import nets
from termgames.core.nets import (
    ALONE,
    DOUBT,
    Net,
    NetError,
    Shape,
    convolved,
    edged,
    fresh,
    likelihoods,
    load,
)
from termgames.core.topology import Topology, from_rows, hexhex, square

BOARDS = {
    "square": square(5),
    "hexagon": hexhex(3),
    "gaps": from_rows(["...-.", ".-...", "....."]),
}


def made(shape: Shape, seed: int = 0) -> Net:
    """A net with an opinion: `fresh` ones are indifferent."""
    rng = np.random.default_rng(seed)
    weights = {
        name: array + rng.normal(0, 0.1, array.shape).astype(np.float32)
        for name, array in fresh(shape, rng).weights.items()
    }
    return Net(shape, weights)


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


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("wide", [3, 5])
def test_a_convolution_sums_over_the_lattice_around_each_cell(board: Topology, wide: int) -> None:
    rng = np.random.default_rng(wide)
    values = rng.random((3, board.cells, 5), np.float32)
    kernel = rng.random((wide, wide * 5, 6), np.float32)
    out = convolved(edged(values), kernel, board)
    for number in range(3):
        np.testing.assert_allclose(out[number], looked_up(values[number], kernel, board), rtol=1e-4)


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_boards_of_a_batch_do_not_touch(board: Topology) -> None:
    rng = np.random.default_rng(3)
    net = made(Shape(planes=3, actions_per_cell=2, off_board_actions=1, channels=8))
    planes = rng.random((70, board.cells, 3), np.float32)
    together = net(planes, board)
    for number in (0, 31, 32, 69):
        alone = net(planes[number : number + 1], board)
        np.testing.assert_allclose(together.logits[number], alone.logits[0], atol=1e-5)
        np.testing.assert_allclose(together.owner[number], alone.owner[0], atol=1e-5)


def test_one_net_serves_all_sizes() -> None:
    net = made(Shape(planes=2, actions_per_cell=3, off_board_actions=1))
    for board in (square(5), square(19), hexhex(4)):
        out = net(np.ones((2, board.cells, 2), np.float32), board)
        assert out.logits.shape == (2, board.cells * 3 + 1)
        assert out.owner.shape == (2, board.cells, 1)


def test_far_from_the_rim_a_pattern_is_the_same_everywhere() -> None:
    net, board = made(Shape(planes=1, actions_per_cell=1, off_board_actions=0)), square(19)
    planes = np.zeros((2, board.cells, 1), np.float32)
    planes[0, board.cell("j10")] = planes[1, board.cell("k11")] = 1
    out = net(planes, board).logits
    assert out[0, board.cell("j11")] == pytest.approx(out[1, board.cell("k12")], abs=1e-5)
    assert out[0, board.cell("j11")] != pytest.approx(out[0, board.cell("j12")], abs=1e-5)


def test_a_fresh_net_is_indifferent() -> None:
    board = square(5)
    net = fresh(Shape(planes=3, actions_per_cell=1, off_board_actions=1), np.random.default_rng(0))
    out = net(np.random.default_rng(1).random((4, board.cells, 3), np.float32), board)
    assert not out.logits.any()


def test_files(tmp_path: Path) -> None:
    net, board = (
        made(Shape(planes=2, actions_per_cell=1, off_board_actions=2, channels=8, depth=1)),
        square(5),
    )
    path = tmp_path / "net.npz"
    net.save(path)
    again = load(path)
    planes = np.random.default_rng(0).random((2, board.cells, 2), np.float32)
    assert again.shape == net.shape
    assert (again(planes, board).logits == net(planes, board).logits).all()
    assert [file.name for file in tmp_path.iterdir()] == ["net.npz"]


def test_files_that_hold_no_net(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    with pytest.raises(NetError, match="No such file"):
        load(path)
    path.write_text("nonsense")
    with pytest.raises(NetError, match=r"net\.npz: it holds no net"):
        load(path)
    made(Shape(planes=2, actions_per_cell=1, off_board_actions=2)).save(path)
    path.write_bytes(path.read_bytes()[:2000])
    with pytest.raises(NetError, match=r"net\.npz: it holds no net"):
        load(path)


def test_what_is_no_plain_file_is_not_opened(tmp_path: Path) -> None:
    """A record can name any path: a pipe would be waited for, a device read for ever."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path, Path("/dev/zero"), tmp_path / "no\0name", Path("~no-one/net")):
        with pytest.raises(NetError, match="cannot read weights"):
            load(path)
    with pytest.raises(NetError, match=r"\\x1b\[2J: No such file"):
        load(Path("\x1b[2J"))


def array(header: str) -> bytes:
    """A numpy array that breaks off after its header."""
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode()


@pytest.mark.parametrize(
    "entries",
    [
        {},
        {"shape": b"x"},
        {"shape.npy": b"x"},
        {"shape.npy": array("{'descr': '<f4', 'fortran_order': False, 'shape': (10**11,), }")},
        {
            "shape.npy": array(
                "{'descr': '<f4', 'fortran_order': False, 'shape': (100000000000,), }"
            )
        },
        {"shape.npy": array("{'descr': 'O', 'fortran_order': False, 'shape': (3,), }")},
        {"shape.npy": array("(" * 2000)},
    ],
)
def test_archives_of_strangers(tmp_path: Path, entries: dict[str, bytes]) -> None:
    path = tmp_path / "net.npz"
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in entries.items():
            packed.writestr(name, content)
    with pytest.raises(NetError, match="net"):
        load(path)


@pytest.mark.parametrize(
    "shape",
    [3, [], [[2, 2], [1, 1]], [np.nan], [np.inf], [2, 1, 1, 1, 24, 10**9], [2, 1, 1, 1, -1, 1]],
)
def test_shapes_of_strangers(tmp_path: Path, shape: object) -> None:
    path = tmp_path / "net.npz"
    np.savez(path, shape=np.array(shape))
    with pytest.raises(NetError, match="net"):
        load(path)


def test_an_archive_that_unpacks_to_too_much_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "net.npz"
    made(Shape(planes=2, actions_per_cell=1, off_board_actions=2)).save(path)
    monkeypatch.setattr(nets, "_MOST_BYTES", 1000)
    with pytest.raises(NetError, match="too large"):
        load(path)


@pytest.mark.parametrize("claim", ["(8, 10**9)", "(8, 1000000000)", "(-1, -8)", "()", "(True, 8)"])
def test_no_room_is_made_for_what_an_array_only_claims(tmp_path: Path, claim: str) -> None:
    shape = Shape(planes=2, actions_per_cell=1, off_board_actions=0, channels=8)
    path, about = (
        tmp_path / "net.npz",
        f"{{'descr': '<f4', 'fortran_order': False, 'shape': {claim}}}",
    )
    made(shape).save(path)
    with zipfile.ZipFile(path, "a") as packed:
        packed.writestr("more.npy", array(about) + bytes(16))
    tracemalloc.start()
    with pytest.raises(NetError, match=r"net\.npz"):
        load(path)
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_weights_that_are_no_finite_numbers(tmp_path: Path, value: float) -> None:
    net = made(Shape(planes=2, actions_per_cell=1, off_board_actions=0, channels=8))
    weights = {name: values.copy() for name, values in net.weights.items()}
    weights["1.bias"][3] = value
    Net(net.shape, weights).save(path := tmp_path / "net.npz")
    with pytest.raises(NetError, match=r"net\.npz: 1\.bias holds what is no finite number"):
        load(path)


@pytest.mark.parametrize("doubt", [(-1.0, 4.0), (4.0, -1.0)])
def test_a_net_whose_variance_could_be_negative_is_refused(
    tmp_path: Path, doubt: tuple[float, float]
) -> None:
    net = made(Shape(planes=2, actions_per_cell=1, off_board_actions=0, channels=8))
    weights = {**net.weights, DOUBT: np.array(doubt, np.float32)}
    Net(net.shape, weights).save(path := tmp_path / "net.npz")
    with pytest.raises(NetError, match=r"net\.npz: doubt holds a number below 0"):
        load(path)
    weights[DOUBT] = np.array([0, 4], np.float32)
    Net(net.shape, weights).save(path)
    with pytest.raises(NetError, match=r"net\.npz: doubt begins with 0"):
        load(path)
    weights[DOUBT] = np.array([4, 0], np.float32)
    Net(net.shape, weights).save(path)
    assert load(path).predicts_values


def test_a_policy_is_of_the_legal_actions() -> None:
    logits = np.array([[1.0, -np.inf, 2.0], [-300.0, 500.0, -np.inf]], np.float32)
    chances = np.exp(likelihoods(logits))
    some = [1 / (1 + np.e), 0, np.e / (1 + np.e)]
    np.testing.assert_allclose(chances, [some, [0, 1, 0]], rtol=1e-6)
    np.testing.assert_array_equal(chances[0], np.exp(likelihoods(logits[0])))


def test_a_plain_array_is_no_net(tmp_path: Path) -> None:
    np.save(path := tmp_path / "net.npy", np.zeros(5, np.float32))
    path.rename(path := tmp_path / "net.npz")
    with pytest.raises(NetError, match="it holds no net"):
        load(path)


def test_weights_of_another_shape_are_refused(tmp_path: Path) -> None:
    shape = Shape(planes=2, actions_per_cell=1, off_board_actions=0, channels=8)
    weights = dict(made(shape).weights)
    path = tmp_path / "net.npz"
    bias = weights.pop("0.bias")
    np.savez(path, shape=np.array([2, 2, 1, 0, 8, 2]), **weights)
    with pytest.raises(NetError, match=r"net\.npz: .*0\.bias"):
        load(path)
    weights["0.bias"] = bias[:-1]
    with pytest.raises(NetError, match=r"0\.bias is \(7,\) of float32, not \(8,\)"):
        Net(shape, weights)
    np.savez(path, shape=np.array([99, 2, 1, 0, 8, 2]), **weights)
    with pytest.raises(NetError, match="another format"):
        load(path)


def test_planes_of_another_game_are_refused() -> None:
    net = made(Shape(planes=2, actions_per_cell=1, off_board_actions=0))
    with pytest.raises(NetError, match="sees 2 planes, not 3"):
        net(np.zeros((1, 25, 3), np.float32), square(5))


def test_what_was_never_trained_is_not_there() -> None:
    assert nets.shipped("no-such-game") is None


@pytest.mark.parametrize("size", [(6, 2), (9, 2), (6, 4), (11, 5)])
def test_a_net_that_has_grown_says_the_same(size: tuple[int, int]) -> None:
    rng = np.random.default_rng(5)
    small = nets.fresh(Shape(3, 2, 1, 6, 2), rng)
    taught = {
        name: array + rng.normal(0, 0.1, array.shape).astype(np.float32)
        for name, array in small.weights.items()
    }
    small = nets.Net(small.shape, taught)
    large = nets.grown(small, *size, rng)
    assert large.shape == Shape(3, 2, 1, *size)
    for board in (square(5), hexhex(3)):
        planes = rng.random((5, board.cells, 3), np.float32)
        before, after = small(planes, board), large(planes, board)
        np.testing.assert_allclose(before.logits, after.logits, atol=1e-4)
        np.testing.assert_allclose(before.owner, after.owner, atol=1e-4)
    for name in (nets.DOUBT, nets.HANDMADE_FACTOR):
        assert (large.weights[name] == small.weights[name]).all()
    # What is new is ready to learn: its channels see the board.
    trunk = large.trunk(planes, board)[-1]
    assert trunk[:, :, 6:].any() == (size[0] > 6)


def test_a_net_does_not_grow_smaller() -> None:
    rng = np.random.default_rng(5)
    for size in ((5, 2), (6, 1)):
        with pytest.raises(ValueError, match="does not grow smaller"):
            nets.grown(nets.fresh(Shape(3, 2, 1, 6, 2), rng), *size, rng)


@pytest.mark.parametrize(("version", "lacks"), [(2, (DOUBT, ALONE)), (3, (ALONE,)), (4, ())])
def test_nets_of_older_formats_are_read(
    tmp_path: Path, version: int, lacks: tuple[str, ...]
) -> None:
    shape = Shape(planes=2, actions_per_cell=1, off_board_actions=0, channels=8)
    about = {name: np.ones_like(array) for name, array in made(shape).weights.items()}
    held = {name: array for name, array in about.items() if name not in lacks}
    path = tmp_path / "net.npz"
    np.savez(path, shape=np.array([version, 2, 1, 0, 8, shape.depth]), **held)
    net = load(path)
    for name, array in net.weights.items():
        assert (array == (0 if name in lacks else 1)).all()
    assert net.alone == (version == 4)
    assert net.predicts_values == (version > 2)


def test_a_net_tells_of_several_owners_and_of_nobody() -> None:
    shape = Shape(planes=2, actions_per_cell=1, off_board_actions=0, channels=8, owners=3)
    net, board = made(shape), square(5)
    out = net(np.random.default_rng(2).standard_normal((4, 25, 2)).astype(np.float32), board)
    owned = out.owned
    assert owned.shape == (4, board.cells, 3)
    weights = np.exp(out.owner.astype(np.float64))
    np.testing.assert_allclose(owned, weights / (1 + weights.sum(axis=2, keepdims=True)), rtol=1e-4)
    one = replace(out, owner=out.owner[:, :, :1])
    np.testing.assert_allclose(one.owned, 1 / (1 + np.exp(-one.owner)), rtol=1e-5)
    far = replace(out, owner=np.array([[[200.0, -200.0, 100.0]]], np.float32))
    assert far.owned[0, 0] == pytest.approx([1, 0, 0], abs=1e-30)


def test_seats_that_share_a_cell_lose_what_the_others_win() -> None:
    """Two cells of which one is certain, as if each found its owner by itself; measured is twice
    that, and a variance of 4 in twice the points, which is 1 in points."""
    shape = Shape(planes=2, actions_per_cell=1, off_board_actions=0, channels=8, owners=3)
    weights = {**made(shape).weights, DOUBT: np.array([4, 2], np.float32)}
    owner = np.array([[[0.5, 0.25, 0.0], [0.0, 0.0, 1.0]]], np.float32)
    found = Net(shape, weights).covariance(owner)
    assert found.tolist() == [[[1.5, -0.25, 0], [-0.25, 1 + 2 * 0.1875, 0], [0, 0, 1]]]


def test_a_file_keeps_how_many_owners_there_are(tmp_path: Path) -> None:
    shape = Shape(planes=2, actions_per_cell=1, off_board_actions=0, channels=8, owners=3)
    fresh(shape, np.random.default_rng(1)).save(path := tmp_path / "net.npz")
    assert load(path).shape == shape


def test_a_net_on_its_own_needs_neither_playouts_nor_hand_made_knowledge() -> None:
    net = fresh(Shape(2, 1, 0), np.random.default_rng(1))
    own = nets.on_its_own(net)
    assert net.weights[nets.HANDMADE_FACTOR] == 1
    assert own.weights[nets.HANDMADE_FACTOR] == 0
    assert not net.alone
    assert own.alone
    assert own.size == net.size
    assert (own.weights["0.kernel"] == net.weights["0.kernel"]).all()
