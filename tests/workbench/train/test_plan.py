"""Plans: which contradict themselves, which are the same, and what a folder must not hold."""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from termgames.core import net_files
from termgames.core.errors import OptionError, StorageError, TermgamesError
from termgames.core.nets import NetError
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
    words = "--net-alone needs --first-net and excludes --teacher"
    alone = replace(PLAN, net_alone=True)
    refused(tmp_path / "new", alone, words)
    refused(tmp_path / "new", replace(alone, first_net=first, teacher="greedy"), words)
    Campaign(replace(PLAN, first_net=first), tmp_path / "new", print)


def test_games_that_no_net_can_see() -> None:
    with pytest.raises(OptionError, match="nothing that a net could learn"):
        set_up("mitropia", {})


@pytest.mark.parametrize(
    ("teacher", "words"),
    [
        ("gnogo", "unknown player 'gnogo'"),
        ("human", "a human is no bot"),
        ("gtp:no-such-program --mode gtp", "there is no program 'no-such-program'"),
        ("bot:solver", "plays on solved boards alone"),
        ("mcts:aim=area", "area"),
    ],
)
def test_a_player_who_cannot_play_is_refused_at_once(
    tmp_path: Path, teacher: str, words: str
) -> None:
    refused(tmp_path / "new", replace(PLAN, teacher=teacher), words)
    Campaign(replace(PLAN, teacher="greedy"), tmp_path / "new", print)
    if teacher.startswith("gtp"):
        # The workers of a cluster have programs of their own.
        Campaign(replace(PLAN, teacher=teacher), tmp_path / "new", print, here=False)


def test_a_teacher_whose_weights_do_not_fit_is_refused_at_once(tmp_path: Path) -> None:
    teacher = f"mcts:playouts=8,policy={some_net(tmp_path / 'some.npz')}"
    other = replace(PLAN, game_id="majorities", options={"size": 3}, teacher=teacher)
    refused(tmp_path / "new", other, "not for majorities", NetError)
    gone = replace(PLAN, teacher="mcts:playouts=8,policy=none.npz")
    refused(tmp_path / "new", gone, "cannot read weights from none.npz", NetError)


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
    "teacher": ({"teacher": "greedy"}, "without --teacher, not with --teacher greedy"),
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


def test_options_of_nets_and_folders_are_compared(tmp_path: Path) -> None:
    first, other = (of_file(some_net(tmp_path / f"{seed}.npz", seed)) for seed in (1, 2))
    folder = tmp_path / "without"
    begun(folder)
    refused(folder, replace(PLAN, first_net=first), "without --first-net, not with --first-net")
    folder = tmp_path / "with"
    begun(folder, replace(PLAN, first_net=first))
    refused(folder, replace(PLAN, first_net=other), "with another --first-net: choose")
    refused(folder, PLAN, "with a --first-net: choose another --out")
    longer = replace(PLAN, first_net=first, steps=9)
    refused(folder, longer, "with --steps 0, not with --steps 9: choose")


def test_whether_a_net_plays_alone_is_compared(tmp_path: Path) -> None:
    go = replace(PLAN, game_id="mitropia", options=GAMES["go"][1], depth=1)
    first = tmp_path / "first.npz"
    net_files.save(net_for(go_for_two()[1]), first)
    plan = replace(go, first_net=of_file(first))
    begun(tmp_path / "games", plan)
    alone = replace(plan, net_alone=True)
    refused(tmp_path / "games", alone, "without --net-alone, not with --net-alone: choose")


def test_a_players_weights_are_known_by_their_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some_net(tmp_path / "one.npz")
    shutil.copy(tmp_path / "one.npz", tmp_path / "same.npz")
    monkeypatch.chdir(tmp_path)
    plan = replace(PLAN, teacher="mcts:playouts=8,policy=one.npz")
    begun(tmp_path / "new", plan)
    # A name for the same player.
    Campaign(replace(plan, teacher="MCTS:policy=one.npz,playouts=8"), tmp_path / "new", print)
    Campaign(replace(plan, teacher="mcts:playouts=8,policy=same.npz"), tmp_path / "new", print)
    some_net(tmp_path / "one.npz", 2)
    refused(tmp_path / "new", plan, "whose --teacher had other weights: choose another --out")


def test_playouts_are_nobodys_where_a_teacher_plays(tmp_path: Path) -> None:
    plan = replace(PLAN, teacher="greedy")
    begun(tmp_path, plan)
    Campaign(replace(plan, playouts=400), tmp_path, print)


def test_what_differs_first_is_told(tmp_path: Path) -> None:
    begun(tmp_path, replace(PLAN, teacher="greedy", seed=0))
    other = replace(PLAN, playouts=64, seed=0)
    refused(tmp_path, other, "with --teacher greedy, not without --teacher")
    refused(tmp_path, replace(other, teacher="greedy", seed=1), "with --seed 0, not with --seed 1")


def test_a_campaign_of_an_older_version_goes_on(tmp_path: Path) -> None:
    begun(tmp_path)
    about = json.loads((tmp_path / "campaign.json").read_text())
    added_later = (
        "beside",
        "first_net",
        "net_alone",
        "judge",
        "pooling",
        "weights",
        "steps",
    )
    for name in ("teacher", *added_later):
        del about[name]
    (tmp_path / "campaign.json").write_text(json.dumps(about))
    Campaign(PLAN, tmp_path, print)
    refused(tmp_path, replace(PLAN, teacher="greedy"), "without --teacher, not with --teacher")


@pytest.mark.parametrize(("name", "value"), [("opponent", "random"), ("keep_owners", True)])
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
    beside = replace(PLAN, beside=(str(tmp_path),))
    refused(tmp_path / "new", beside, words + "leave --beside .* out", StorageError)


def test_weights_that_an_older_version_did_not_take_down_are_not_compared(tmp_path: Path) -> None:
    plan = replace(PLAN, teacher=f"mcts:playouts=8,policy={some_net(tmp_path / 'one.npz')}")
    begun(tmp_path / "new", plan)
    about = json.loads((tmp_path / "new" / "campaign.json").read_text())
    (tmp_path / "new" / "campaign.json").write_text(json.dumps({**about, "weights": {}}))
    Campaign(plan, tmp_path / "new", print)


@pytest.mark.parametrize(
    "content", ["{", "[]", "null", "{}", '{"game_id": 3}', "[" * 100_000, "\xff", "beside", "seed"]
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
    beside = replace(PLAN, beside=(str(tmp_path),))
    refused(tmp_path / "new", beside, r"campaign\.json is damaged: ", StorageError)


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


def test_a_program_that_is_there_is_not_started_to_look(tmp_path: Path) -> None:
    teacher = f'gtp:{sys.executable} -c \'open("{tmp_path / "started"}", "w")\''
    Campaign(replace(PLAN, teacher=teacher), tmp_path / "new", print)
    assert not (tmp_path / "started").exists()
