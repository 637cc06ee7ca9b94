"""Bundles of games: what they teach, and that everything follows from the seed."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from termgames.core.errors import StorageError
from termgames.core.net_game import NetGame
from termgames.workbench.train.samples import Samples, joined, load
from termgames.workbench.train.selfplay import SelfPlay
from tests.workbench.train.training_data import packed


@cache
def played(name: str, playouts: int = 32) -> tuple[SelfPlay, Samples]:
    game, start = packed(name)
    bundle = SelfPlay(game, start, None, playouts, 3, [1])
    return bundle, bundle.play()


@pytest.mark.parametrize("name", ["pletore", "hexagons", "majorities"])
def test_samples_are_positions_with_what_the_search_made_of_them(name: str) -> None:
    game, _ = packed(name)
    bundle, samples = played(name, 12 if name == "hexagons" else 32)
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
    assert len(samples.leads) == 3
    assert np.isnan(samples.leads).sum() < 3


def test_files_and_joining(tmp_path: Path) -> None:
    _, samples = played("pletore")
    samples.save(tmp_path / "games.npz")
    game, _ = packed("pletore")
    again = load(tmp_path / "games.npz", game)
    assert again.rows.tobytes() == samples.rows.tobytes()
    np.testing.assert_allclose(again.visits, samples.visits, atol=1e-3)
    twice = joined([samples, again], game)
    assert len(twice) == 2 * len(samples)
    middle = slice(twice.first[len(samples)], twice.first[len(samples) + 1])
    assert (twice.actions[middle] == samples.actions[: samples.first[1]]).all()
    assert len(twice.leads) == 6
    assert len(joined([], game)) == 0


def test_files_of_older_versions_lack_the_leads(tmp_path: Path) -> None:
    _, samples = played("pletore")
    samples.save(path := tmp_path / "games.npz")
    with np.load(path) as file:
        np.savez(path, **{name: file[name] for name in file if name != "leads"})
    older = load(path, packed("pletore")[0])
    assert (len(older), len(older.leads)) == (len(samples), 0)


FAULTS: dict[str, tuple[str, Any]] = {
    "an action that there is not": ("actions", lambda found: found + 1000),
    "no whole numbers": ("actions", lambda found: found * 1.0),
    "a list that is too short": ("visits", lambda found: found[:-1]),
    "no rows": ("rows", lambda found: np.zeros(len(found))),
    "parts that run backwards": ("first", lambda found: found[::-1]),
    "parts that lie apart": ("first", lambda found: found[[0, 2, 1, *range(3, len(found))]]),
    "no number": ("visits", lambda found: found * np.nan),
    "fewer visits than none": ("visits", lambda found: -found),
    "nonsense": ("", lambda content: b"PK nonsense"),
    "cut off": ("", lambda content: content[:-100]),
    "another byte": ("", lambda content: content[:200] + bytes(100) + content[300:]),
}
"""What is changed, and how; the whole file where nothing is named."""


@pytest.mark.parametrize("fault", FAULTS)
def test_files_that_are_damaged(tmp_path: Path, fault: str) -> None:
    (game, _), (_, samples) = packed("pletore"), played("pletore")
    path, (name, changed) = tmp_path / "games.npz", FAULTS[fault]
    samples.save(path)
    if name:
        with np.load(path) as file:
            arrays = dict(file)
        np.savez(path, **{**arrays, name: changed(arrays[name])})
    else:
        path.write_bytes(changed(path.read_bytes()))
    with pytest.raises(StorageError, match=r"games\.npz: it holds no games; delete it; "):
        load(path, game)
