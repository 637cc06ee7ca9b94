"""Games of other campaigns: which a net can learn from, and what their folders may hold."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from termgames.core.errors import OptionError, StorageError, TermgamesError
from termgames.workbench.pinned_weights import Weights, of_file
from termgames.workbench.train.campaign import Campaign
from termgames.workbench.train.gate import Gate
from termgames.workbench.train.plan import Plan
from tests.workbench.train.training_data import trained

PLAN = Plan(
    "pletore", {"size": 4}, seed=3, playouts=16, games=2, generations=1, bundle=1, channels=4,
    depth=1,
)  # fmt: skip


pytestmark = pytest.mark.usefixtures("short_fits")


@pytest.fixture(scope="module")
def first(short_fits: None, tmp_path_factory: pytest.TempPathFactory) -> Weights:
    """The net of a campaign that is done; its folder is two above."""
    return of_file(trained(PLAN, tmp_path_factory.mktemp("first")))


@pytest.fixture
def other(first: Weights, tmp_path: Path) -> Path:
    """A copy of that campaign's folder."""
    return shutil.copytree(Path(first.path).parents[1], tmp_path / "other")


def with_beside(folder: Path, plan: Plan = PLAN) -> Plan:
    return replace(plan, options={"size": 5}, beside=(str(folder),))


def refused(
    plan: Plan, match: str, tmp_path: Path, kind: type[TermgamesError] = OptionError
) -> None:
    """The campaign is refused before anything is played or written."""
    with pytest.raises(kind, match=match):
        Campaign(plan, tmp_path / "new", print)
    assert not (tmp_path / "new").exists()


def rewrite(folder: Path, **changes: object) -> None:
    path = folder / "campaign.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_folders_without_games(tmp_path: Path, other: Path) -> None:
    refused(
        with_beside(tmp_path / "none"), r"--beside .*none: there is no campaign\.json", tmp_path
    )
    shutil.rmtree(other / "00")
    refused(with_beside(other), "--beside .*other: no games were finished there", tmp_path)


def test_games_that_the_net_cannot_see(tmp_path: Path, other: Path) -> None:
    plan = replace(PLAN, game_id="majorities", options={"size": 3})
    words = "--beside .*other: a net for majorities .* cannot learn from games of pletore"
    refused(replace(plan, beside=(str(other),)), words, tmp_path)
    rewrite(other, game_id="mitropia", options={})
    refused(with_beside(other), "--beside .*other: mitropia with these options", tmp_path)


def test_damaged_games_are_seen_before_anything_is_played(tmp_path: Path, other: Path) -> None:
    games = other / "00" / "games-0001.npz"
    content = games.read_bytes()
    advice = r"; leave --beside .*other out, or delete that bundle's \.npz and \.json"
    games.write_bytes(content[:-9])
    refused(with_beside(other), "it holds no games" + advice, tmp_path, StorageError)
    games.write_bytes(content)
    rewrite(other, options={"size": 7})
    words = r"cannot read .*games-0000\.npz: its games are of another game, board or version"
    refused(with_beside(other), words + advice, tmp_path, StorageError)
    rewrite(other, options={"size": 4})
    games.with_suffix(".json").write_text("null")
    words = r"games-0001\.json is damaged: leave --beside .*other out"
    refused(with_beside(other), words, tmp_path, StorageError)
    (other / "campaign.json").write_text("[]")
    words = r"campaign\.json is damaged: leave --beside .*other out$"
    refused(with_beside(other), words, tmp_path, StorageError)


def test_games_of_all_generations_are_learnt_from(tmp_path: Path, other: Path) -> None:
    source = Campaign(with_beside(other), tmp_path / "new", print).other_sources[0]
    assert len(source.paths) == 2
    shutil.copytree(other / "00", other / "99")
    shutil.copytree(other / "00", other / "100")
    source = Campaign(with_beside(other), tmp_path / "new", print).other_sources[0]
    names = [path.relative_to(other.resolve()).as_posix() for path in source.paths]
    assert names[2:] == [
        f"{place}/games-000{number}.npz" for place in (99, 100) for number in (0, 1)
    ]


def test_a_folder_is_the_same_however_it_is_named(
    tmp_path: Path, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    more = shutil.copytree(other, tmp_path / "more")
    plan = replace(with_beside(other), beside=("other", "more"))
    with Campaign(plan, tmp_path / "new", print):
        pass
    same = replace(plan, beside=("./more", str(other), "other", "x/../more"))
    assert len(Campaign(same, tmp_path / "new", print).other_sources) == 2
    with pytest.raises(OptionError, match=rf"with --beside {more} --beside {other}, not with --b"):
        Campaign(with_beside(more), tmp_path / "new", print)


def test_a_campaign_that_is_done_asks_for_no_games(tmp_path: Path, other: Path) -> None:
    plan = replace(with_beside(other), teacher="greedy")
    trained(plan, tmp_path / "new")
    shutil.rmtree(other)
    told: list[str] = []
    trained(plan, tmp_path / "new", told.append)
    assert told == []
    with pytest.raises(OptionError, match=r"other: there is no campaign\.json"):
        Campaign(replace(plan, generations=2), tmp_path / "new", print)


def test_bundles_without_samples_do_no_harm(tmp_path: Path, other: Path) -> None:
    games = other / "00" / "games-0001.npz"
    with np.load(games) as file:
        none = {name: file[name][:0] for name in file.files if name != "first"}
    np.savez(games, first=np.zeros(1, np.int64), **none)
    trained(with_beside(other), tmp_path / "new")
    shutil.copy(games, other / "00" / "games-0000.npz")
    trained(with_beside(other), tmp_path / "newer")
    fits = [
        json.loads((tmp_path / name / "00" / "fit.json").read_text()) for name in ("new", "newer")
    ]
    assert fits[0]["positions"] > fits[1]["positions"] > 0


def test_what_the_latest_net_learnt_from_is_told(tmp_path: Path, other: Path) -> None:
    trained(with_beside(other), tmp_path / "new")
    shutil.copytree(other / "00", other / "01")
    plan = replace(with_beside(other), generations=2)
    with Campaign(plan, tmp_path / "new", print) as campaign:
        campaign.run(None)
        told = campaign.conclude("termgames train pletore", Gate(0, 0.1, 1))
    assert [source["games"] for source in told["beside"]] == [4]
