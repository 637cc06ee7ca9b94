"""Campaigns: they go on where they were ended, and say how their weights came about."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from termgames.core import net_files
from termgames.core.errors import OptionError, StorageError
from termgames.core.nets import NetError
from termgames.workbench.train.campaign import Campaign
from termgames.workbench.train.gate import Gate
from termgames.workbench.train.plan import Plan
from tests.workbench.train.training_data import trained

PLAN = Plan("pletore", {"size": 4}, 1, 8, 4, 2, bundle=2, channels=8, steps=3)
NO_GATE = Gate(0, 1.0, 1)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
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
    trained(plan, folder, told.append, seconds=seconds)
    return told


def concluded(folder: Path, gate: Gate = NO_GATE, plan: Plan = PLAN) -> dict[str, Any]:
    """What is told of a net in the end."""
    with Campaign(plan, folder, print).begun() as campaign:
        campaign.run()
        return campaign.conclude("termgames train pletore", gate)


def test_a_campaign_begins_with_a_net(whole: Path, tmp_path: Path) -> None:
    weights = whole / "01" / "net.npz"
    plan = replace(PLAN, generations=1, first_net=str(weights))
    begun, first = Campaign(plan, tmp_path / "begun", print), net_files.load(weights)
    before = begun.net_before(0)
    assert first.weights["0.kernel"].tobytes() == before.weights["0.kernel"].tobytes()
    assert Campaign(PLAN, tmp_path / "x", print).net_before(0) is None
    for other in ({"channels": 6}, {"channels": 12}, {"depth": 1}, {"pooling": 2}):
        with pytest.raises(OptionError, match=r"another shape .* ask for --channels 8 --depth 2$"):
            Campaign(replace(plan, **other), tmp_path / "other", print)
    # What the file holds is part of the plan, not where it lies.
    shutil.copy(weights, tmp_path / "same.npz")
    same = replace(plan, first_net=f"{tmp_path}/same.npz")
    with begun.begun():
        pass
    Campaign(same, tmp_path / "begun", print)
    shutil.copy(whole / "00" / "net.npz", tmp_path / "other.npz")
    changed = replace(plan, first_net=f"{tmp_path}/other.npz")
    with pytest.raises(OptionError, match="a training with another --first-net"):
        Campaign(changed, tmp_path / "begun", print)


def test_nothing_is_written_before_the_work_begins(tmp_path: Path) -> None:
    campaign = Campaign(PLAN, tmp_path / "new", print)
    assert not (tmp_path / "new").exists()
    with campaign.begun():
        assert (tmp_path / "new" / "campaign.json").exists()
    # Somebody else has begun there after it was looked at.
    late = Campaign(replace(PLAN, seed=2), tmp_path / "other", print)
    with Campaign(PLAN, tmp_path / "other", print).begun():
        pass
    with pytest.raises(OptionError, match="another --seed"):
        late.begun().__enter__()
    assert not (tmp_path / "other" / ".campaign.json.lock").exists()


@pytest.mark.parametrize("content", ["null", "{", "[1]", '{"games": null}', "\xff"])
@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("spent.json", "is damaged: delete it"),
        ("01/fit.json", "is damaged: delete net.npz beside it"),
    ],
)
def test_files_that_are_damaged(done: Path, name: str, remedy: str, content: str) -> None:
    if (name[3:6], content[:1]) == ("fit", "{"):
        content = "7"
    (done / name).write_bytes(content.encode("latin-1"))
    with pytest.raises(StorageError, match=rf"{name} {remedy}"):
        concluded(done)


def test_a_damaged_net_is_named_with_the_remedy(done: Path) -> None:
    for generation, plan in (("01", PLAN), ("00", PLAN)):
        whole_file = (done / generation / "net.npz").read_bytes()
        (done / generation / "net.npz").write_bytes(b"x")
        if generation == "00":
            (done / "01" / "net.npz").unlink()
        with pytest.raises(NetError, match="holds no net; delete that file, and the same command"):
            concluded(done, plan=plan)
        (done / generation / "net.npz").write_bytes(whole_file)
    (done / "00" / "net.npz").unlink()
    assert concluded(done)["games"] == 8


def test_weights_say_how_they_came_about(done: Path) -> None:
    told = concluded(done)
    net = net_files.load(done / "pletore.npz")
    assert net.shape.channels == 8
    assert told == json.loads((done / "pletore.json").read_text())
    assert told["command"] == "termgames train pletore"
    assert told["games"] == 8
    assert [one["steps"] for one in told["generations"]] == [3, 3]
    assert (told["first_net"], told["playouts"]) == (None, PLAN.playouts)
    assert "gate" not in told


@pytest.mark.long
def test_the_gate_is_a_match_against_the_search_without(done: Path) -> None:
    told = concluded(done, Gate(2, 0.02, 1))
    assert told["gate"]["games"] == 2
    assert not told["gate"]["passed"]
    assert 0 <= told["gate"]["share"][1] <= 1
    # The result stays with the net, and with no other one.
    assert concluded(done)["gate"] == told["gate"]
    more = replace(PLAN, generations=3)
    run(done, more)
    assert "gate" not in concluded(done, plan=more)
    for content in ("null", "{"):
        (done / "pletore.json").write_text(content)
        assert "gate" not in concluded(done, plan=more)
