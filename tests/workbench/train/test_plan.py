"""Plans: which contradict themselves, which are the same, and what a folder must not hold."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from termgames.core import net_files
from termgames.core.errors import OptionError, StorageError, TermgamesError
from termgames.workbench.pinned_weights import of_file
from termgames.workbench.train.campaign import Campaign
from termgames.workbench.train.plan import Plan, set_up
from tests.search.test_value_nets import go as go_for_two
from tests.search.test_value_nets import net_for
from tests.workbench.train import training_data
from tests.workbench.train.training_data import GAMES

PLAN = Plan("pletore", {"size": 5}, seed=1, playouts=16, games=4, generations=2, channels=4)


def some_net(path: Path, seed: int = 1) -> Path:
    """A net for Pletore in a file."""
    _, game, _ = set_up("pletore", {"size": 5})
    return training_data.some_net(path, game, seed)


def begun(folder: Path, plan: Plan = PLAN) -> None:
    """Begin a campaign, and leave it at that."""
    with Campaign(plan, folder, print):
        pass


def refused(folder: Path, plan: Plan, match: str, kind: type[TermgamesError] = OptionError) -> None:
    """The campaign is refused, and nothing is written."""
    before = sorted(folder.rglob("*"))
    with pytest.raises(kind, match=match):
        Campaign(plan, folder, print)
    assert sorted(folder.rglob("*")) == before


def test_options_that_need_or_exclude_one_another(tmp_path: Path) -> None:
    first = of_file(some_net(tmp_path / "first.npz"))
    words = "--net-alone needs --first-net"
    alone = replace(PLAN, net_alone=True)
    refused(tmp_path / "new", alone, words)
    Campaign(replace(PLAN, first_net=first, depth=1), tmp_path / "new", print)


def test_games_that_no_net_can_see() -> None:
    with pytest.raises(OptionError, match="nothing that a net could learn"):
        set_up("mitropia", {})


CHANGES: dict[str, tuple[dict[str, Any], str]] = {
    "game": (
        {"game_id": "plurality", "options": {"size": 7}},
        "a training of pletore, not of plurality",
    ),
    "options": ({"options": {"size": 9}}, "a training with --size 5, not with --size 9"),
    "no options": ({"options": {}}, "with --size 5, not with no options of the game"),
    "seed": ({"seed": 2}, "with --seed 1, not with --seed 2"),
    "playouts": ({"playouts": 64}, "with --playouts 16, not with --playouts 64"),
    "games": ({"games": 6, "bundle": 6}, "with --games 4, not with --games 6"),
    "bundle": ({"bundle": 3}, "with bundles of 40 games, not with bundles of 3 games"),
    "channels": ({"channels": 6}, "with --channels 4, not with --channels 6"),
    "depth": ({"depth": 3}, "with --depth 2, not with --depth 3"),
    "pooling": ({"pooling": 2}, "with --pooling 0, not with --pooling 2"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_another_campaign_is_not_mixed_in(tmp_path: Path, change: str) -> None:
    begun(tmp_path)
    fields, words = CHANGES[change]
    refused(tmp_path, replace(PLAN, **fields), f"holds {'' if 'a train' in words else '.*'}{words}")
    Campaign(replace(PLAN, generations=5), tmp_path, print)


def test_options_that_a_later_version_has_are_told(tmp_path: Path) -> None:
    begun(tmp_path)
    path = tmp_path / "campaign.json"
    about = json.loads(path.read_text())
    path.write_text(json.dumps({**about, "options": {"sizes": 4}}))
    words = f"{tmp_path} holds a training with options that the game does not have here, not with"
    refused(tmp_path, PLAN, words)


def test_first_nets_are_compared(tmp_path: Path) -> None:
    first, other = (of_file(some_net(tmp_path / f"{seed}.npz", seed)) for seed in (1, 2))
    flat = replace(PLAN, depth=1)
    folder = tmp_path / "without"
    begun(folder, flat)
    refused(folder, replace(flat, first_net=first), "without --first-net, not with --first-net")
    folder = tmp_path / "with"
    begun(folder, replace(flat, first_net=first))
    refused(folder, replace(flat, first_net=other), "with another --first-net: choose")
    refused(folder, flat, "with a --first-net: choose another --out")
    longer = replace(flat, first_net=first, steps=9)
    refused(folder, longer, "with --steps 0, not with --steps 9: choose")


def test_whether_a_net_plays_alone_is_compared(tmp_path: Path) -> None:
    go = replace(PLAN, game_id="mitropia", options=GAMES["go"][1], depth=1)
    first = tmp_path / "first.npz"
    net_files.save(net_for(go_for_two()[1]), first)
    plan = replace(go, first_net=of_file(first))
    begun(tmp_path / "games", plan)
    alone = replace(plan, net_alone=True)
    refused(tmp_path / "games", alone, "without --net-alone, not with --net-alone: choose")


def test_a_campaign_of_an_older_version_goes_on(tmp_path: Path) -> None:
    begun(tmp_path)
    about = json.loads((tmp_path / "campaign.json").read_text())
    for name in ("first_net", "net_alone", "pooling", "steps"):
        del about[name]
    older = {"teacher": "", "beside": [], "judge": "", "weights": {}}
    (tmp_path / "campaign.json").write_text(json.dumps({**about, **older}))
    Campaign(PLAN, tmp_path, print)
    refused(tmp_path, replace(PLAN, pooling=2), "with --pooling 0, not with --pooling 2")


@pytest.mark.parametrize(
    ("name", "value"), [("opponent", "random"), ("keep_owners", True), ("teacher", "greedy")]
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


def test_options_that_are_no_numbers_of_any_board(tmp_path: Path) -> None:
    begun(tmp_path)
    about = (tmp_path / "campaign.json").read_text()
    endless = about.replace('"size": 5', '"size": 1e400')
    assert endless != about
    (tmp_path / "campaign.json").write_text(endless)
    refused(tmp_path, PLAN, r"campaign\.json is damaged: choose another --out", StorageError)


def test_a_folder_whose_net_no_player_could_be_given(tmp_path: Path) -> None:
    refused(tmp_path / "a,b", PLAN, "--out .*a,b.*: choose a folder without commas")


@pytest.mark.parametrize(
    "name",
    [
        *("pletore.npz", "pletore.json", "spent.json", "00/net.npz"),
        *("100/games-0000.npz", "03/games-12345.npz"),
    ],
)
def test_files_of_nobody_knows_which_training_are_not_taken_over(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "new"
    # What else lies there does no harm.
    for other in ("notes.txt", "2024/letter", "2025", "majorities.npz", "x/net.npz"):
        (folder / other).parent.mkdir(parents=True, exist_ok=True)
        (folder / other).touch()
    Campaign(PLAN, folder, print)
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).touch()
    refused(folder, PLAN, rf"holds {name} but no campaign\.json .* choose another --out")


def test_folders_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused(tmp_path / "file", PLAN, "cannot use .*file: Not a directory", StorageError)
    with pytest.raises(StorageError, match="cannot use"):
        begun(tmp_path / "file" / "within")


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may do anything")
def test_folders_that_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StorageError, match=r"cannot (use|write)"):
        begun(tmp_path / "new")
