"""`termgames train`: what it prints, what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from termgames.workbench.train.campaign import Campaign
from termgames.workbench.train.plan import Plan
from tests.cli.support import Cli

PLETORE = ["train", "pletore", "--out", "x"]
TINY = ["--size", "5", "--games", "2", "--playouts", "16", "--generations", "1", "--gate", "0"]


def test_a_tiny_campaign(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from termgames.workbench.train import campaign

    monkeypatch.setattr(campaign, "_LEAST_STEPS", 2)
    folder = tmp_path / "learnt"
    done = cli("train", "pletore", *TINY, "--out", str(folder))
    assert done.code == 0
    assert "generation 0: 2 steps on" in done.err
    told = json.loads(done.out)
    assert told["weights"] == "pletore.npz"
    assert told["options"] == {"size": 5}
    assert (folder / "pletore.npz").is_file()
    again = cli("train", "pletore", *TINY, "--out", str(folder), "--json")
    assert (again.code, again.err) == (0, "")
    assert json.loads(again.out)["generations"] == told["generations"]
    policy = f"mcts:playouts=64,policy={folder / 'pletore.npz'}"
    one = ["--a", policy, "--b", "random", "--games", "1", "--json"]
    assert cli("arena", "pletore", "--size", "5", *one).code == 0
    other = cli("arena", "majorities", "--size", "3", *one)
    assert other.code == 1
    assert "these weights are not for majorities" in other.err


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (["train", "pletore"], "--out"),
        (["train"], "needs a game"),
        (["train", "pletore", "--out", "x", "--hours", "0"], "--hours takes hours above 0"),
        (["train", "pletore", "--out", "x", "--playouts", "3"], "playouts"),
        (["train", "mitropia", "--out", "x"], "nothing that a net could learn"),
        ([*PLETORE, "--net-alone"], "--net-alone needs --first-net"),
        ([*PLETORE, "--pooling", "3"], "--pooling 3 would reach none of the 2 layers: choose 2 or"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value[1:]),
)
def test_wrong_usage(
    cli: Cli, call: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = cli(*call)
    assert done.code == 2
    assert words in done.err
    assert list(tmp_path.iterdir()) == []


def begun(folder: Path) -> Campaign:
    """A training that `TINY` goes on with."""
    plan = Plan("pletore", {"size": 5}, 1, 16, 2, 1, bundle=2)
    return Campaign(plan, folder, print)


def test_what_fails_while_working_is_no_wrong_usage(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "learnt"
    ask = ["train", "pletore", *TINY, "--out", str(folder)]
    with begun(folder):
        done = cli(*ask)
        assert (done.code, "another training runs in" in done.error) == (1, True)
    other = cli(*ask, "--seed", "5")
    assert other.code == 2
    assert other.error == (
        f"{folder} holds a training with --seed 1, not with --seed 5: "
        "choose another --out, or ask for the same"
    )
    (folder / "spent.json").write_text("null")
    done = cli(*ask)
    assert (done.code, "spent.json is damaged: delete it" in done.error) == (1, True)
    (folder / "spent.json").unlink()
    late = cli(*ask, "--hours", "1e-9")
    assert (late.code, "give it more --hours" in late.error) == (1, True)
    (folder / "campaign.json").write_text("[]")
    done = cli(*ask)
    assert (done.code, "campaign.json is damaged" in done.error) == (1, True)
