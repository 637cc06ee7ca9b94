"""Bundles of games: what they teach, and that everything follows from the seed."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from termgames.core.errors import StorageError
from termgames.core.net_game import NetGame
from termgames.workbench.train.samples import Samples, joined, load
from termgames.workbench.train.selfplay import SelfPlay, SelfPlaySettings
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
    with pytest.raises(StorageError, match=r"games\.npz: it holds no games; mend it"):
        load(path, game, "mend it")
