"""`termgames train`: what it prints, what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.support import Cli

TINY = ["--size", "5", "--games", "2", "--playouts", "16", "--generations", "1", "--gate", "0"]


def test_a_tiny_campaign(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from termgames.lab.train import campaign

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
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_wrong_usage(
    cli: Cli, call: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = cli(*call)
    assert done.code == 2
    assert words in done.err
    assert list(tmp_path.iterdir()) == []
