"""Files of weights: what they keep, what of older formats is read, what is refused."""

from __future__ import annotations

import os
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest

from termgames.core import net_files
from termgames.core.net_files import load
from termgames.core.nets import ALONE, DOUBT, Net, NetError, Shape
from termgames.core.topology import square
from tests.core.random_nets import random_net


def test_files(tmp_path: Path) -> None:
    net, board = (
        random_net(Shape(planes=2, actions_per_cell=1, off_board_actions=2, channels=8, depth=1)),
        square(5),
    )
    path = tmp_path / "net.npz"
    net_files.save(net, path)
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
    net_files.save(random_net(Shape(planes=2, actions_per_cell=1, off_board_actions=2)), path)
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
    net_files.save(random_net(Shape(planes=2, actions_per_cell=1, off_board_actions=2)), path)
    monkeypatch.setattr(net_files, "_MOST_BYTES", 1000)
    with pytest.raises(NetError, match="too large"):
        load(path)


@pytest.mark.parametrize("claim", ["(8, 10**9)", "(8, 1000000000)", "(-1, -8)", "()", "(True, 8)"])
def test_no_room_is_made_for_what_an_array_only_claims(tmp_path: Path, claim: str) -> None:
    shape = Shape(planes=2, actions_per_cell=1, off_board_actions=0, channels=8)
    path, about = (
        tmp_path / "net.npz",
        f"{{'descr': '<f4', 'fortran_order': False, 'shape': {claim}}}",
    )
    net_files.save(random_net(shape), path)
    with zipfile.ZipFile(path, "a") as packed:
        packed.writestr("more.npy", array(about) + bytes(16))
    tracemalloc.start()
    with pytest.raises(NetError, match=r"net\.npz"):
        load(path)
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_weights_that_are_no_finite_numbers(tmp_path: Path, value: float) -> None:
    net = random_net(Shape(planes=2, actions_per_cell=1, off_board_actions=0, channels=8))
    weights = {name: values.copy() for name, values in net.weights.items()}
    weights["1.bias"][3] = value
    net_files.save(Net(net.shape, weights), path := tmp_path / "net.npz")
    with pytest.raises(NetError, match=r"net\.npz: 1\.bias holds what is no finite number"):
        load(path)


@pytest.mark.parametrize("doubt", [(-1.0, 4.0), (4.0, -1.0)])
def test_a_net_whose_variance_could_be_negative_is_refused(
    tmp_path: Path, doubt: tuple[float, float]
) -> None:
    net = random_net(Shape(planes=2, actions_per_cell=1, off_board_actions=0, channels=8))
    weights = {**net.weights, DOUBT: np.array(doubt, np.float32)}
    net_files.save(Net(net.shape, weights), path := tmp_path / "net.npz")
    with pytest.raises(NetError, match=r"net\.npz: doubt holds a number below 0"):
        load(path)
    weights[DOUBT] = np.array([0, 4], np.float32)
    net_files.save(Net(net.shape, weights), path)
    with pytest.raises(NetError, match=r"net\.npz: doubt begins with 0"):
        load(path)
    weights[DOUBT] = np.array([4, 0], np.float32)
    net_files.save(Net(net.shape, weights), path)
    assert load(path).predicts_values


def test_weights_of_another_shape_are_refused(tmp_path: Path) -> None:
    shape = Shape(planes=2, actions_per_cell=1, off_board_actions=0, channels=8)
    weights = dict(random_net(shape).weights)
    path = tmp_path / "net.npz"
    weights.pop("0.bias")
    np.savez(path, shape=np.array([2, 2, 1, 0, 8, 2]), **weights)
    with pytest.raises(NetError, match=r"net\.npz: .*0\.bias"):
        load(path)
    np.savez(path, shape=np.array([99, 2, 1, 0, 8, 2]), **weights)
    with pytest.raises(NetError, match="another format"):
        load(path)


@pytest.mark.parametrize(("version", "lacks"), [(2, (DOUBT, ALONE)), (3, (ALONE,)), (4, ())])
def test_nets_of_older_formats_are_read(
    tmp_path: Path, version: int, lacks: tuple[str, ...]
) -> None:
    shape = Shape(planes=2, actions_per_cell=1, off_board_actions=0, channels=8)
    about = {name: np.ones_like(array) for name, array in random_net(shape).weights.items()}
    held = {name: array for name, array in about.items() if name not in lacks}
    path = tmp_path / "net.npz"
    np.savez(path, shape=np.array([version, 2, 1, 0, 8, shape.depth]), **held)
    net = load(path)
    for name, array in net.weights.items():
        assert (array == (0 if name in lacks else 1)).all()
    assert net.alone == (version == 4)
    assert net.predicts_values == (version > 2)
