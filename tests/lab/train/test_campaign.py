"""Campaigns: they go on where they were ended, and say how their weights came about."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from termgames.core import nets
from termgames.core.errors import OptionError, StorageError
from termgames.core.nets import NetError
from termgames.lab.train import campaign
from termgames.lab.train.campaign import Campaign, Plan
from termgames.lab.train.gate import Gate
from termgames.lab.weights import of_file

PLAN = Plan(
    "pletore", {"size": 5}, seed=1, playouts=16, games=4, generations=2, bundle=2, channels=8
)
NO_GATE = Gate(0, 1.0, 1)


@pytest.fixture(scope="module", autouse=True)
def short() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(campaign, "_LEAST_STEPS", 3)
        patch.setattr(campaign, "_MOST_STEPS", 3)
        yield


@pytest.fixture(scope="module")
def whole(short: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a campaign that is done, to look at."""
    folder = tmp_path_factory.mktemp("whole")
    run(folder)
    return folder


@pytest.fixture
def done(whole: Path, tmp_path: Path) -> Path:
    """A copy of it, to go on with."""
    return shutil.copytree(whole, tmp_path / "done")


def run(folder: Path, plan: Plan = PLAN, seconds: float | None = None) -> list[str]:
    told: list[str] = []
    Campaign(plan, folder, told.append).run(seconds)
    return told


def nets_of(folder: Path) -> list[bytes]:
    return [
        b"".join(array.tobytes() for _, array in sorted(nets.load(path).weights.items()))
        for path in sorted(folder.glob("*/net.npz"))
    ]


def test_what_was_cut_short_ends_as_if_it_had_not_been(whole: Path, done: Path) -> None:
    nets = nets_of(whole)
    assert len(nets) == 2
    assert nets[0] != nets[1]
    # Killed in the second generation, while a bundle was being written.
    (done / "01" / "net.npz").unlink()
    (done / "01" / "games-0001.npz").rename(done / "01" / "games-0001.npz.new")
    told = run(done)
    assert nets_of(done) == nets
    assert told
    assert all(line.startswith("generation 1") for line in told)


def test_a_campaign_of_an_older_version_goes_on(done: Path) -> None:
    about = json.loads((done / "campaign.json").read_text())
    older = {name: about[name] for name in about if name not in campaign._FIELDS_ADDED_LATER}
    (done / "campaign.json").write_text(json.dumps(older))
    assert run(done) == []
    with pytest.raises(OptionError, match="teacher"):
        Campaign(replace(PLAN, teacher="greedy"), done, print)


def test_a_campaign_that_is_done_does_nothing_and_may_be_prolonged(done: Path) -> None:
    before = nets_of(done)
    assert run(done) == []
    run(done, replace(PLAN, generations=3))
    assert nets_of(done)[:2] == before
    assert len(nets_of(done)) == 3


def test_a_campaign_begins_with_a_net(whole: Path, tmp_path: Path) -> None:
    weights = of_file(whole / "01" / "net.npz")
    plan = replace(PLAN, generations=1, first_net=weights)
    begun, fresh = Campaign(plan, tmp_path / "begun", print), Campaign(PLAN, tmp_path / "x", print)
    assert nets.load(weights.file()).weights["0.kernel"].tobytes() == kernel(begun)
    assert kernel(begun) != kernel(fresh)
    # It grows where the campaign's net is larger, and plays the first games in any case.
    larger = Campaign(replace(plan, channels=12), tmp_path / "larger", print)
    assert larger.net(0, RNG).shape.channels == 12
    assert larger.net(0, RNG).weights["0.bias"].any()
    assert larger.weights(0) == weights
    for less in ({"channels": 6}, {"depth": 1}):
        with pytest.raises(OptionError, match="has 8 channels and 2 layers: ask for as many, --ch"):
            Campaign(replace(plan, **less), tmp_path / "smaller", print)
    begun.run()
    larger.run()
    other = Campaign(replace(PLAN, generations=1), tmp_path / "other", print)
    other.run()
    played = [(tmp_path / name / "00" / "games-0000.npz").read_bytes() for name in SEVERAL]
    assert played[0] == played[1] != played[2]
    # What the file holds is part of the plan, not where it lies.
    shutil.copy(weights.path, tmp_path / "same.npz")
    same = replace(plan, first_net=of_file(tmp_path / "same.npz"))
    assert Campaign(same, tmp_path / "begun", print).weights(0) == same.first_net
    shutil.copy(whole / "00" / "net.npz", tmp_path / "other.npz")
    changed = replace(plan, first_net=of_file(tmp_path / "other.npz"))
    with pytest.raises(OptionError, match="a campaign with another --first-net"):
        Campaign(changed, tmp_path / "begun", print)


def test_a_first_net_is_not_written_over(whole: Path, tmp_path: Path) -> None:
    own = shutil.copy(whole / "01" / "net.npz", tmp_path / "pletore.npz")
    with pytest.raises(OptionError, match="copy that elsewhere first"):
        Campaign(replace(PLAN, first_net=of_file(own)), tmp_path, print)


def test_a_first_net_for_another_game_is_refused_at_once(whole: Path, tmp_path: Path) -> None:
    plan = replace(PLAN, game_id="majorities", options={"size": 3}, teacher="greedy")
    with pytest.raises(NetError, match="not for majorities"):
        Campaign(replace(plan, first_net=of_file(whole / "01" / "net.npz")), tmp_path, print)
    assert not list(tmp_path.iterdir())


SEVERAL = ("begun", "larger", "other")
RNG = np.random.default_rng(0)


def kernel(campaign: Campaign) -> bytes:
    """The first weights of the net that the first generation's fit begins with."""
    return campaign.net(0, np.random.default_rng(1)).weights["0.kernel"].tobytes()


def test_another_campaign_is_not_mixed_in(tmp_path: Path) -> None:
    Campaign(PLAN, tmp_path, print)
    with pytest.raises(OptionError, match="a campaign with playouts 16, not 64"):
        Campaign(replace(PLAN, playouts=64), tmp_path, print)
    with pytest.raises(OptionError, match="with options"):
        Campaign(replace(PLAN, options={"size": 9}), tmp_path, print)
    (tmp_path / "campaign.json").write_text("{")
    with pytest.raises(StorageError, match="is damaged"):
        Campaign(PLAN, tmp_path, print)


def test_folders_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot use"):
        Campaign(PLAN, tmp_path / "file", print)


def test_games_that_no_net_can_see() -> None:
    with pytest.raises(OptionError, match="nothing that a net could learn"):
        campaign.set_up(replace(PLAN, game_id="mitropia", options={}))


def test_time_that_is_up(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="more --hours"):
        run(tmp_path, seconds=1e-9)


def test_weights_say_how_they_came_about(done: Path) -> None:
    told = Campaign(PLAN, done, print).conclude("termgames train pletore", NO_GATE)
    net = nets.load(done / "pletore.npz")
    assert net.shape.channels == 8
    assert told == json.loads((done / "pletore.json").read_text())
    assert told["command"] == "termgames train pletore"
    assert told["games"] == 8
    assert [one["steps"] for one in told["generations"]] == [3, 3]
    assert "gate" not in told


def test_the_gate_is_a_match_against_the_search_without(done: Path) -> None:
    told = Campaign(PLAN, done, print).conclude("", Gate(2, 0.02, 1))
    assert told["gate"]["games"] == 2
    assert not told["gate"]["passed"]
    assert 0 <= told["gate"]["share"][1] <= 1
