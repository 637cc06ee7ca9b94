"""Bundles of games: what they teach, and that everything follows from the seed."""

from __future__ import annotations

import io
import tracemalloc
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.lib import format as npy

from termgames.core.errors import StorageError
from termgames.core.net_game import NetGame
from termgames.core.nets import DOUBT, Net, Shape, log_softmax
from termgames.search.policy import NetPolicy
from termgames.search.settings import suited
from termgames.workbench.train import selfplay
from termgames.workbench.train.new_nets import fresh
from termgames.workbench.train.samples import Samples, joined, load
from termgames.workbench.train.selfplay import SelfPlay, SelfPlaySettings
from tests.search.test_value_nets import go, net_for
from tests.workbench.train.training_data import packed

SMALL = SelfPlaySettings(playouts=32, games=3)
SMALLER = SelfPlaySettings(playouts=12, games=3)
"""For games that take long."""


@cache
def played(
    name: str, seed: int = 1, play_settings: SelfPlaySettings = SMALL
) -> tuple[SelfPlay, Samples]:
    game, start = packed(name)
    bundle = SelfPlay(game, start, None, play_settings, [seed])
    return bundle, bundle.play()


@pytest.mark.parametrize("name", ["pletore", "hexagons", "majorities"])
def test_samples_are_positions_with_what_the_search_made_of_them(name: str) -> None:
    game, _ = packed(name)
    bundle, samples = played(name, 1, SMALLER if name == "hexagons" else SMALL)
    assert len(samples) > 3 * 4
    for number, row in enumerate(samples.rows):
        part = slice(samples.first[number], samples.first[number + 1])
        assert samples.actions[part].tolist() == game.legal(row).tolist()
        assert samples.visits[part].sum() == pytest.approx(1, abs=1e-5)
        assert (samples.visits[part] >= 0).all()
    assert isinstance(game, NetGame)
    assert samples.owner.shape == (len(samples), game.cells, game.owners)
    assert samples.owner.min() >= 0
    assert samples.owner.max() <= 1
    # Games of equals that differ: nobody owns a cell in all of them.
    assert 0.1 < samples.owner.mean() < 0.9
    assert len({row.tobytes() for row in samples.rows}) > 0.9 * len(samples)
    assert all(running.over for running in bundle.games)


def test_both_sides_of_a_game_learn_from_its_end() -> None:
    game, _ = packed("pletore")
    _, samples = played("pletore", play_settings=SelfPlaySettings(playouts=32, games=1))
    seats = game.to_act(samples.rows)
    assert set(seats.tolist()) == {0, 1}
    first, second = (samples.owner[seats == seat] for seat in (0, 1))
    assert (first == first[0]).all()
    assert (second == second[0]).all()
    assert (first[0] + second[0]).max() <= 1 + 1e-6
    assert first[0] != pytest.approx(second[0])


def test_the_same_seed_plays_the_same_games() -> None:
    (_, one), (_, third) = (played("pletore", seed) for seed in (1, 4))
    _, other = played.__wrapped__("pletore", 1)
    assert one.rows.tobytes() == other.rows.tobytes()
    assert (one.visits == other.visits).all()
    assert one.rows.tobytes() != third.rows.tobytes()


def test_bundles_are_explored_as_suits_the_policy_but_not_more_widely() -> None:
    game, start = packed("go")
    assert isinstance(game, NetGame)
    shape = Shape(game.planes, game.actions_per_cell, game.off_board_actions, 4, 1)
    net = fresh(shape, np.random.default_rng(1))
    value_net = Net(shape, {**net.weights, DOUBT: np.ones(2, np.float32)})
    own = suited(game)
    for known, explore, policy_explore in (
        (net, selfplay._EXPLORE, own.policy_explore),
        (value_net, own.net_explore, own.net_policy_explore),
    ):
        bundle = SelfPlay(game, start, NetPolicy(game, known), SMALL, [1])
        for settings in (bundle.settings, bundle.games[0].search.settings):
            assert (settings.explore, settings.policy_explore) == (explore, policy_explore)


def test_files_and_joining(tmp_path: Path) -> None:
    _, samples = played("pletore")
    samples.save(tmp_path / "games.npz")
    game, _ = packed("pletore")
    again = load(tmp_path / "games.npz", game, "")
    assert again.rows.tobytes() == samples.rows.tobytes()
    np.testing.assert_allclose(again.visits, samples.visits, atol=1e-3)
    twice = joined([samples, again], game)
    assert len(twice) == 2 * len(samples)
    middle = slice(twice.first[len(samples)], twice.first[len(samples) + 1])
    assert (twice.actions[middle] == samples.actions[: samples.first[1]]).all()
    assert len(joined([], game)) == 0


FAULTS: dict[str, dict[str, Any]] = {
    "an action that there is not": {"actions": lambda found: found + 1000},
    "no whole numbers": {"actions": lambda found: found * 1.0},
    "a list that is too short": {"visits": lambda found: found[:-1]},
    "no rows": {"rows": lambda found: np.zeros(len(found))},
    "one number": {"first": lambda found: found[0]},
    "parts that run backwards": {"first": lambda found: found[::-1]},
    "parts that lie apart": {"first": lambda found: found[[0, 2, 1, *range(3, len(found))]]},
    "no number": {"visits": lambda found: found * np.nan},
    "fewer visits than none": {"visits": lambda found: -found},
    "a position without visits": {"visits": lambda found: found * 0},
    "an owner that is no number": {"owner": lambda found: found * np.nan},
}


@pytest.mark.parametrize("fault", [*FAULTS, "nonsense", "an array", "cut off", "another byte"])
def test_files_that_are_damaged(tmp_path: Path, fault: str) -> None:
    game, _ = packed("pletore")
    _, samples = played("pletore")
    path = tmp_path / "games.npz"
    samples.save(path)
    content = path.read_bytes()
    if fault == "nonsense":
        path.write_bytes(b"PK nonsense")
    elif fault == "an array":
        with path.open("wb") as file:
            np.save(file, np.zeros(3))
    elif fault == "cut off":
        path.write_bytes(content[:-100])
    elif fault == "another byte":
        path.write_bytes(content[:200] + bytes(100) + content[300:])
    else:
        with np.load(path) as file:
            arrays = dict(file)
        for name, changed in FAULTS[fault].items():
            arrays[name] = changed(arrays[name])
        np.savez(path, **arrays)
    with pytest.raises(StorageError, match=r"games\.npz: it holds no games; mend it"):
        load(path, game, "mend it")


def test_no_room_is_made_for_rows_that_a_file_only_claims_to_hold(tmp_path: Path) -> None:
    game, _ = packed("pletore")
    _, samples = played("pletore")
    samples.save(path := tmp_path / "games.npz")
    header = io.BytesIO()
    about = {"descr": npy.dtype_to_descr(game.dtype), "fortran_order": False, "shape": (10**9,)}
    npy.write_array_header_1_0(header, about)
    with zipfile.ZipFile(path) as file:
        members = {name: file.read(name) for name in file.namelist()}
    with zipfile.ZipFile(path, "w") as file:
        for name, content in {**members, "rows.npy": header.getvalue() + bytes(50)}.items():
            file.writestr(name, content)
    tracemalloc.start()
    with pytest.raises(StorageError, match=r"games\.npz: it holds no games; mend it"):
        load(path, game, "mend it")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 50_000_000


def test_files_that_are_not_there_or_of_another_board(tmp_path: Path) -> None:
    _, samples = played("pletore")
    samples.save(tmp_path / "games.npz")
    for other in ("majorities", "plurality"):
        with pytest.raises(StorageError, match="of another game, board or version; mend it"):
            load(tmp_path / "games.npz", packed(other)[0], "mend it")
    # As many cells, but rows of other fields.
    with np.load(tmp_path / "games.npz") as file:
        arrays = dict(file)
    arrays["rows"] = arrays["rows"][["stones"]]
    np.savez(tmp_path / "fields.npz", **arrays)
    with pytest.raises(StorageError, match="of another game, board or version; mend it"):
        load(tmp_path / "fields.npz", packed("pletore")[0], "mend it")
    with pytest.raises(StorageError, match="No such file or directory; mend it"):
        load(tmp_path / "none.npz", packed("pletore")[0], "mend it")


def test_what_a_net_says_of_a_leaf_comes_to_the_game_of_that_leaf() -> None:
    """A net that also tells results is asked about the leaves of all games together."""
    game, form = go()
    policy = NetPolicy(form, net_for(form))
    settings = SelfPlaySettings(playouts=120, games=3)
    bundle = SelfPlay(form, game.start(), policy, settings, [1])
    bundle._open(bundle.games)
    bundle._search(bundle.games)
    noted = 0
    for running in bundle.games:
        tree = running.search.tree
        for node, likely in enumerate(tree.likely):
            if likely is not None:
                said = policy.logits(tree.positions[tree.place[[node]]])[0]
                logs = log_softmax(said[likely.actions])
                np.testing.assert_allclose(likely.logs, logs, rtol=1e-3, atol=1e-3)
                noted += 1
    assert noted > 10
