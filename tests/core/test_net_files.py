"""Files of weights: what they keep, what of older formats is read, what is refused."""

import os
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from termgames.core import net_files
from termgames.core.net_files import load
from termgames.core.nets import ALONE, DOUBT, Net, NetError, Shape
from termgames.core.topology import square
from tests.core.random_nets import random_net

SHAPE = Shape(planes=2, actions_per_cell=1, off_board_actions=0, channels=8)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "net.npz"


def refuses(path: Path, said: str) -> None:
    with pytest.raises(NetError, match=said):
        load(path)


def saved(path: Path, **changed: Any) -> None:
    """A net of which some weights are others; `bias` is that of its second layer."""
    weights = {name: values.copy() for name, values in random_net(SHAPE).weights.items()}
    for name, values in changed.items():
        if name == "bias":
            weights["1.bias"][3] = values
        else:
            weights[name] = np.array(values, np.float32)
    net_files.save(Net(SHAPE, weights), path)


def test_files(path: Path) -> None:
    net = random_net(Shape(planes=2, actions_per_cell=1, off_board_actions=2, channels=8, depth=1))
    board = square(5)
    net_files.save(net, path)
    again = load(path)
    planes = np.random.default_rng(0).random((2, board.cells, 2), np.float32)
    assert again.shape == net.shape
    assert (again(planes, board).logits == net(planes, board).logits).all()
    assert list(path.parent.iterdir()) == [path]


def test_files_that_hold_no_net(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuses(path, "No such file")
    path.write_text("nonsense")
    refuses(path, r"net\.npz: it holds no net")
    saved(path)
    path.write_bytes(path.read_bytes()[:2000])
    refuses(path, r"net\.npz: it holds no net")
    saved(path)
    monkeypatch.setattr(net_files, "_MOST_BYTES", 1000)
    refuses(path, "too large")


def test_what_is_no_plain_file_is_not_opened(tmp_path: Path) -> None:
    """A record can name any path: a pipe would be waited for, a device read for ever."""
    os.mkfifo(pipe := tmp_path / "pipe")
    for path in (pipe, tmp_path, Path("/dev/zero"), tmp_path / "no\0name", Path("~no-one/net")):
        refuses(path, "cannot read weights")
    refuses(Path("\x1b[2J"), r"\\x1b\[2J: No such file")


def array(kind: str, shape: str) -> bytes:
    """A numpy array that breaks off after its header."""
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode()


@pytest.mark.parametrize(
    "entries",
    [
        {},
        {"shape": b"x"},
        {"shape.npy": b"x"},
        {"shape.npy": array("<f4", "(10**11,)")},
        {"shape.npy": array("<f4", "(100000000000,)")},
        {"shape.npy": array("O", "(3,)")},
        {"shape.npy": array("<f4", "(" * 2000)},
    ],
)
def test_archives_of_strangers(path: Path, entries: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in entries.items():
            packed.writestr(name, content)
    refuses(path, "net")


@pytest.mark.parametrize(
    "shape",
    [3, [], [[2, 2], [1, 1]], [np.nan], [np.inf], [2, 1, 1, 1, 24, 10**9], [2, 1, 1, 1, -1, 1]],
)
def test_shapes_of_strangers(path: Path, shape: object) -> None:
    np.savez(path, shape=np.array(shape))
    refuses(path, "net")


@pytest.mark.parametrize("claim", ["(8, 10**9)", "(8, 1000000000)", "(-1, -8)", "()", "(True, 8)"])
def test_no_room_is_made_for_what_an_array_only_claims(path: Path, claim: str) -> None:
    saved(path)
    with zipfile.ZipFile(path, "a") as packed:
        packed.writestr("more.npy", array("<f4", claim) + bytes(16))
    tracemalloc.start()
    refuses(path, r"net\.npz")
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()


@pytest.mark.parametrize(
    ("name", "values", "said"),
    [
        ("bias", np.nan, r"1\.bias holds what is no finite number"),
        ("bias", -np.inf, r"1\.bias holds what is no finite number"),
        (DOUBT, (-1.0, 4.0), "doubt holds a number below 0"),
        (DOUBT, (4.0, -1.0), "doubt holds a number below 0"),
        (DOUBT, (0.0, 4.0), "doubt begins with 0"),
    ],
)
def test_weights_that_make_no_sense(path: Path, name: str, values: Any, said: str) -> None:
    """Nor may a variance be negative."""
    saved(path, **{name: values})
    refuses(path, rf"net\.npz: {said}")
    saved(path, **{DOUBT: (4, 0)})
    assert load(path).predicts_values


def test_weights_of_another_shape_are_refused(path: Path) -> None:
    weights = dict(random_net(SHAPE).weights)
    weights.pop("0.bias")
    for version, said in ((2, r"net\.npz: .*0\.bias"), (99, "another format")):
        np.savez(path, shape=np.array([version, 2, 1, 0, 8, 2]), **weights)
        refuses(path, said)


@pytest.mark.parametrize(("version", "lacks"), [(2, (DOUBT, ALONE)), (3, (ALONE,)), (4, ())])
def test_nets_of_older_formats_are_read(path: Path, version: int, lacks: tuple[str, ...]) -> None:
    weights = {name: np.ones_like(array) for name, array in random_net(SHAPE).weights.items()}
    held = {name: array for name, array in weights.items() if name not in lacks}
    np.savez(path, shape=np.array([version, 2, 1, 0, 8, SHAPE.depth]), **held)
    net = load(path)
    for name, array in net.weights.items():
        assert (array == (0 if name in lacks else 1)).all()
    assert net.alone == (version == 4)
    assert net.predicts_values == (version > 2)
