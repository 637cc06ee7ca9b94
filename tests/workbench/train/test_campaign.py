"""Campaigns: they go on where they were ended, and say how their weights came about."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from termgames.core import array_files, net_files
from termgames.core.errors import OptionError, StorageError, TermgamesError
from termgames.core.nets import NetError
from termgames.workbench.pinned_weights import of_file
from termgames.workbench.train import files, provenance
from termgames.workbench.train.bundles import Bundle, play_bundle, read_report
from termgames.workbench.train.campaign import Campaign
from termgames.workbench.train.fit import Loss
from termgames.workbench.train.gate import Gate
from termgames.workbench.train.plan import Plan
from tests.workbench.train.training_data import trained

PLAN = Plan(
    "pletore", {"size": 4}, seed=1, playouts=8, games=4, generations=2, bundle=2, channels=8
)
NO_GATE = Gate(0, 1.0, 1)
pytestmark = pytest.mark.usefixtures("short_fits")


@pytest.fixture(scope="module")
def whole(short_fits: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
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
    with Campaign(plan, folder, print) as campaign:
        campaign.run()
        return campaign.conclude("termgames train pletore", gate)


def test_a_fit_takes_the_steps_that_were_asked_for(tmp_path: Path) -> None:
    run(tmp_path, replace(PLAN, generations=1, steps=2))
    assert json.loads((tmp_path / "00" / "fit.json").read_text())["steps"] == 2


def test_as_many_games_are_played_as_were_asked_for(tmp_path: Path) -> None:
    plan = replace(PLAN, games=3, generations=1)
    assert concluded(tmp_path, plan=plan)["games"] == 3
    reports = [read_report(path, {}, "") for path in files.bundles(tmp_path / "00")]
    assert [report.games for report in reports] == [2, 1]


def nets_of(folder: Path, pattern: str = "*/net.npz") -> list[bytes]:
    return [
        b"".join(array.tobytes() for _, array in sorted(net_files.load(path).weights.items()))
        for path in sorted(folder.glob(pattern))
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
    assert net_files.load(weights.file()).weights["0.kernel"].tobytes() == kernel(begun)
    assert kernel(begun) != kernel(fresh)
    for other in ({"channels": 6}, {"channels": 12}, {"depth": 1}, {"pooling": 2}):
        with pytest.raises(OptionError, match=r"another shape .* ask for --channels 8 --depth 2$"):
            Campaign(replace(plan, **other), tmp_path / "other", print)
    with begun:
        begun.run()
    trained(replace(PLAN, generations=1), tmp_path / "other")
    played = [(tmp_path / name / "00" / "games-0000.npz").read_bytes() for name in SEVERAL]
    assert played[0] != played[1], "the net plays the first games"
    # What the file holds is part of the plan, not where it lies.
    shutil.copy(weights.path, tmp_path / "same.npz")
    same = replace(plan, first_net=of_file(tmp_path / "same.npz"))
    assert Campaign(same, tmp_path / "begun", print).weights(0) == same.first_net
    shutil.copy(whole / "00" / "net.npz", tmp_path / "other.npz")
    changed = replace(plan, first_net=of_file(tmp_path / "other.npz"))
    with pytest.raises(OptionError, match="a training with another --first-net"):
        Campaign(changed, tmp_path / "begun", print)


def test_a_first_net_is_not_written_over(whole: Path, tmp_path: Path) -> None:
    own = shutil.copy(whole / "01" / "net.npz", tmp_path / "pletore.npz")
    with pytest.raises(OptionError, match="copy that elsewhere first"):
        Campaign(replace(PLAN, first_net=of_file(own)), tmp_path, print)


def test_a_first_net_for_another_game_is_refused_at_once(whole: Path, tmp_path: Path) -> None:
    plan = replace(PLAN, game_id="majorities", options={"size": 3})
    with pytest.raises(NetError, match="not for majorities"):
        Campaign(replace(plan, first_net=of_file(whole / "01" / "net.npz")), tmp_path, print)
    assert not list(tmp_path.iterdir())


SEVERAL = ("begun", "other")


def kernel(campaign: Campaign) -> bytes:
    """The first weights of the net that the first generation's fit begins with."""
    return campaign.net(0, np.random.default_rng(1)).weights["0.kernel"].tobytes()


def test_time_that_is_up(tmp_path: Path) -> None:
    with pytest.raises(TermgamesError, match="more --hours") as raised:
        run(tmp_path, seconds=1e-9)
    assert not isinstance(raised.value, OptionError), "it was not asked wrongly"


def test_generations_and_bundles_are_in_order_whatever_their_digits(
    done: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (9, 99, 100):
        shutil.copytree(done / "01", done / f"{number:02}")
    (done / "99" / "net.npz").unlink()
    for place in (done / "1", done / "notes"):
        place.mkdir()
    assert [place.name for place in files.fitted(done)] == ["00", "01", "09", "100"]
    assert [place.name for place in files.generations(done)][-2:] == ["99", "100"]
    for number in (12_000, 9999):
        for suffix in (".npz", ".json"):
            copy = files.bundle_file(done / "100", number).with_suffix(suffix)
            shutil.copy(done / "100" / f"games-0000{suffix}", copy)
    (done / "100" / "games-0003.npz.new").touch()
    names = [path.name for path in files.bundles(done / "100")]
    assert names == [f"games-{number:04}.npz" for number in (0, 1, 9999, 12_000)]
    shutil.rmtree(done / "99")
    shutil.copy(done / "00" / "net.npz", done / "100" / "net.npz")
    concluded(done)
    assert nets_of(done, "pletore.npz") == nets_of(done, "00/net.npz")


def test_two_runs_do_not_train_in_one_folder(done: Path) -> None:
    with Campaign(PLAN, done, print):
        with pytest.raises(StorageError, match=rf"another training runs in {done} \(process"):
            Campaign(PLAN, done, print).__enter__()
        assert (done / ".campaign.json.lock").exists()
    assert not (done / ".campaign.json.lock").exists()
    with pytest.raises(TypeError), Campaign(PLAN, done, print):
        raise TypeError
    assert run(done) == []


def test_nothing_is_written_before_the_work_begins(tmp_path: Path) -> None:
    campaign = Campaign(PLAN, tmp_path / "new", print)
    assert not (tmp_path / "new").exists()
    with campaign:
        assert (tmp_path / "new" / "campaign.json").exists()
    # Somebody else has begun there after it was looked at.
    late = Campaign(replace(PLAN, seed=2), tmp_path / "other", print)
    with Campaign(PLAN, tmp_path / "other", print):
        pass
    with pytest.raises(OptionError, match="with --seed 1, not with --seed 2"):
        late.__enter__()
    assert not (tmp_path / "other" / ".campaign.json.lock").exists()


def test_games_in_which_nothing_is_searched_teach_nothing(tmp_path: Path) -> None:
    plan = replace(PLAN, game_id="majorities", options={"size": 2}, games=1, bundle=1)
    with pytest.raises(TermgamesError, match=r"the search played nothing .*a larger board$"):
        trained(plan, tmp_path)


@pytest.mark.parametrize("content", ["null", "{", "[1]", '{"games": null}', "\xff"])
@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("spent.json", "is damaged: delete it"),
        ("01/fit.json", "is damaged: delete net.npz beside it"),
        ("00/games-0001.json", r"is damaged: delete that bundle's .npz and .json"),
    ],
)
def test_files_that_are_damaged(done: Path, name: str, remedy: str, content: str) -> None:
    if (name[3:6], content[:1]) in (("fit", "{"), ("gam", "[")):
        content = "7"
    (done / name).write_bytes(content.encode("latin-1"))
    with pytest.raises(StorageError, match=rf"{name} {remedy}"):
        concluded(done)


@pytest.mark.parametrize("content", ["NaN", "Infinity", "-1", "true", "9" * 400, '"1"', "null"])
def test_seconds_that_nobody_can_have_spent(done: Path, content: str) -> None:
    (done / "spent.json").write_text(content)
    with pytest.raises(StorageError, match=r"spent\.json is damaged: delete it"):
        concluded(done)


def test_time_is_counted_from_run_to_run(done: Path) -> None:
    (done / "spent.json").write_text("7200")
    with Campaign(PLAN, done, print) as campaign:
        assert 7200 <= campaign.seconds < 7300
    (done / "01" / "net.npz").unlink()
    (done / "01" / "games-0001.npz").unlink()
    trained(PLAN, done, seconds=7000)
    assert not (done / "01" / "games-0001.npz").exists(), "the time was up before"


def test_no_generation_begins_once_the_time_is_up(done: Path) -> None:
    (done / "spent.json").write_text("7200")
    nets = [done / generation / "net.npz" for generation in ("00", "01")]
    for net in nets:
        net.unlink()
    trained(PLAN, done, seconds=7000)
    assert [net.exists() for net in nets] == [True, False]
    nets[0].unlink()
    trained(PLAN, done, seconds=1e5)
    assert [net.exists() for net in nets] == [True, True]


@pytest.mark.parametrize(
    "about",
    [
        {"games": True, "leads": []},
        {"games": -1, "leads": []},
        {"games": 1, "leads": "12"},
        {"games": 1, "leads": [float("nan")]},
        {"games": 1, "leads": [10**400]},
        {"games": 1, "leads": [True]},
        {"games": 1},
    ],
)
def test_reports_that_are_damaged(done: Path, about: dict[str, Any]) -> None:
    (done / "00" / "games-0001.json").write_text(json.dumps(about))
    with pytest.raises(StorageError, match=r"games-0001\.json is damaged: delete that bundle"):
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


def test_a_handicap_follows_from_the_leads_of_the_generation_before(done: Path) -> None:
    for number, leads in enumerate(([3.0, 5.0], [7.0])):
        about = {"games": 2, "leads": leads}
        (done / "00" / f"games-{number:04}.json").write_text(json.dumps(about))
    with Campaign(PLAN, done, print) as campaign:
        assert campaign._ahead(0) == 0
        assert campaign._ahead(1) == 5


def test_files_that_have_gone(done: Path) -> None:
    fit = (done / "01" / "fit.json").rename(done / "fit.json")
    with pytest.raises(StorageError, match=r"cannot read .*fit\.json: .*directory; delete"):
        concluded(done)
    fit.rename(done / "01" / "fit.json")
    (done / "00" / "games-0001.json").unlink()
    with pytest.raises(StorageError, match=r"cannot read .*games-0001\.json: No such file"):
        concluded(done)


def test_what_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(array_files, "save", full)
    with pytest.raises(StorageError, match=r"cannot write .*games-0000\.npz: No space left"):
        trained(PLAN, tmp_path)


def test_weights_say_how_they_came_about(done: Path) -> None:
    told = concluded(done)
    net = net_files.load(done / "pletore.npz")
    assert net.shape.channels == 8
    assert told == json.loads((done / "pletore.json").read_text())
    assert told["command"] == "termgames train pletore"
    assert told["games"] == 8
    assert [one["steps"] for one in told["generations"]] == [3, 3]
    assert (told["first_net"], told["playouts"]) == (None, PLAN.playouts)
    assert not told["net_alone"]
    assert "gate" not in told


def test_games_of_an_older_version_are_counted(done: Path) -> None:
    about = json.loads((done / "00" / "games-0000.json").read_text())
    (done / "00" / "games-0000.json").write_text(json.dumps(about["leads"]))
    assert concluded(done)["games"] == 8


def test_games_without_a_choice_are_not_counted() -> None:
    plan = replace(PLAN, game_id="majorities", options={"size": 2}, bundle=1)
    samples, report = play_bundle(Bundle(plan, 0, 0, 0.0, None))
    assert (len(samples), report.games) == (0, 0)


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


def test_a_gate_is_not_taken_for_that_of_a_net_after_an_accident(done: Path) -> None:
    assert "gate" in concluded(done, Gate(2, 0.02, 1))
    more = replace(PLAN, generations=3)
    run(done, more)
    fit = (done / "00" / "fit.json").read_text()
    (done / "00" / "fit.json").write_text("{")
    with pytest.raises(StorageError):
        concluded(done, plan=more)
    (done / "00" / "fit.json").write_text(fit)
    assert "gate" not in concluded(done, plan=more)


def test_a_kill_between_the_files_of_a_net_leaves_no_wrong_gate(
    done: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "gate" in concluded(done, Gate(2, 0.02, 1))
    more = replace(PLAN, generations=3)
    run(done, more)
    writing = provenance._write, net_files.save

    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    for place, name in ((provenance, "_write"), (net_files, "save")):
        monkeypatch.setattr(place, name, killed)
        with pytest.raises(KeyboardInterrupt):
            concluded(done, plan=more)
        monkeypatch.undo()
    assert (provenance._write, net_files.save) == writing
    assert "gate" not in concluded(done, plan=more)


@pytest.mark.parametrize(("steps", "lines"), [(3, 3), (20, 10), (105, 10)])
def test_a_fit_is_reported_ten_times(steps: int, lines: int) -> None:
    told: list[str] = []
    report = Campaign._on_step(SimpleNamespace(progress=told.append), 2, steps)  # type: ignore[arg-type]
    for step in range(1, steps + 1):
        report(step, Loss(0.5, 0.25, 0.1, 0.9))
    assert len(told) == lines
    assert told[0].startswith(f"generation 2: step {max(1, steps // 10)} of {steps}, cross entropy")
