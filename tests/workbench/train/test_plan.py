"""Plans: which contradict themselves, which are the same, and what a folder must not hold."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from termgames.core.errors import OptionError, StorageError, TermgamesError
from termgames.workbench.train.campaign import Campaign
from termgames.workbench.train.plan import Plan, set_up
from tests.workbench.train import training_data

PLAN = Plan("pletore", {"size": 5}, seed=1, playouts=16, games=4, generations=2, channels=4)


def some_net(path: Path, seed: int = 1) -> Path:
    """A net for Pletore in a file."""
    _, game, _ = set_up("pletore", {"size": 5})
    return training_data.some_net(path, game, seed)


def begun(folder: Path, plan: Plan = PLAN) -> None:
    """Begin a campaign, and leave it at that."""
    with Campaign(plan, folder, print).begun():
        pass


def refused(folder: Path, plan: Plan, match: str, kind: type[TermgamesError] = OptionError) -> None:
    """The campaign is refused, and nothing is written."""
    before = sorted(folder.rglob("*"))
    with pytest.raises(kind, match=match):
        Campaign(plan, folder, print)
    assert sorted(folder.rglob("*")) == before


CHANGES: dict[str, dict[str, Any]] = {
    "game and board": {"game_id": "plurality", "options": {"size": 7}},
    "board": {"options": {"size": 9}},
    "--seed": {"seed": 2},
    "--games": {"games": 6, "bundle": 6},
    "--games and --pooling": {"bundle": 3, "pooling": 2},
}


@pytest.mark.parametrize("change", CHANGES)
def test_another_campaign_is_not_mixed_in(tmp_path: Path, change: str) -> None:
    begun(tmp_path)
    refused(tmp_path, replace(PLAN, **CHANGES[change]), f"holds a training with another {change}:")
    Campaign(replace(PLAN, generations=5), tmp_path, print)


def test_a_campaign_of_an_older_version_goes_on(tmp_path: Path) -> None:
    begun(tmp_path)
    about = json.loads((tmp_path / "campaign.json").read_text())
    for name in ("first_net", "pooling", "steps"):
        del about[name]
    older = {"net_alone": False, "teacher": "", "beside": [], "judge": "", "weights": {}}
    (tmp_path / "campaign.json").write_text(json.dumps({**about, **older}))
    Campaign(PLAN, tmp_path, print)
    refused(tmp_path, replace(PLAN, pooling=2), "another --pooling")


@pytest.mark.parametrize(
    ("name", "value"), [("opponent", "random"), ("keep_owners", True), ("net_alone", True)]
)
def test_a_campaign_that_this_version_cannot_continue(
    tmp_path: Path, name: str, value: object
) -> None:
    begun(tmp_path)
    path = tmp_path / "campaign.json"
    about = json.loads(path.read_text())
    path.write_text(json.dumps({**about, "opponent": "", "keep_owners": False}))
    Campaign(PLAN, tmp_path, print)
    path.write_text(json.dumps({**about, name: value}))
    words = rf"campaign\.json: this version has no --{name.replace('_', '-')} any more; "
    refused(tmp_path, PLAN, words + "choose another --out", StorageError)


@pytest.mark.parametrize(
    "content", ["{", "[]", "null", "{}", '{"game_id": 3}', "[" * 100_000, "\xff", "seed"]
)
def test_a_plan_that_is_damaged(tmp_path: Path, content: str) -> None:
    begun(tmp_path)
    about = json.loads((tmp_path / "campaign.json").read_text())
    if content in about:
        content = json.dumps({**about, content: [3]})
    (tmp_path / "campaign.json").write_bytes(content.encode("latin-1"))
    words = r"campaign\.json is damaged: choose another --out"
    refused(tmp_path, PLAN, words, StorageError)
