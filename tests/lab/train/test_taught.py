"""Games of a teacher: only what he played is an example, and campaigns learn from them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from termgames import games
from termgames.core import nets
from termgames.core.errors import OptionError
from termgames.lab.train import campaign, taught
from termgames.lab.train.campaign import Campaign, Plan
from termgames.lab.train.taught import Taught
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player

TEACHER = "greedy"
PLAN = Plan(
    "pletore", {"size": 4}, seed=3, playouts=16, games=4, generations=1, bundle=2, channels=4,
    depth=1, teacher=TEACHER,
)  # fmt: skip


def test_a_net_is_shown_what_the_teacher_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taught, "_STRAYING", 0.3)
    game = games.create("pletore", {"size": 4})
    packed = games.packed(game)
    assert packed is not None
    played = Taught(game, packed, TEACHER).play([1, 2])
    assert played is not None
    samples, _ = played
    assert len(samples) > 4
    for number, row in enumerate(samples.rows):
        part = slice(samples.first[number], samples.first[number + 1])
        assert (samples.actions[part] == packed.legal(row)).all()
        assert sorted(samples.visits[part])[-1] == samples.visits[part].sum() == 1
    assert ((samples.owner >= 0) & (samples.owner <= 1)).all()
    # The same seed gives the same game, another one another.
    again, other = (Taught(game, packed, TEACHER).play([1, seed]) for seed in (2, 3))
    assert again is not None
    assert other is not None
    assert again[0].rows.tobytes() == samples.rows.tobytes()
    assert other[0].rows.tobytes() != samples.rows.tobytes()


def test_random_placements_are_no_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.create("pletore", {"size": 4})
    packed = games.packed(game)
    assert packed is not None
    monkeypatch.setattr(taught, "_STRAYING", 1.1)
    played = Taught(game, packed, TEACHER).play([1])
    # Where nothing but a pass is left, the teacher is asked after all.
    placed = 0 if played is None else int((played[0].visits > 0).sum() - len(played[0]))
    assert placed == 0
    if played is not None:
        assert all(packed.legal(row).size == packed.passes(row).size for row in played[0].rows)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "_LEAST_STEPS", 3)
    monkeypatch.setattr(campaign, "_MOST_STEPS", 3)


@pytest.mark.usefixtures("short")
def test_a_campaign_learns_from_a_teacher_and_from_games_beside(tmp_path: Path) -> None:
    first = Campaign(PLAN, tmp_path / "first", lambda _: None).run()
    assert nets.load(first).foretells
    told: list[str] = []
    larger = replace(PLAN, options={"size": 5}, beside=(str(tmp_path / "first"),))
    Campaign(larger, tmp_path / "second", told.append).run()
    of_first, of_second = (
        json.loads((tmp_path / name / "00" / "fit.json").read_text())["positions"]
        for name in ("first", "second")
    )
    assert of_second > of_first
    assert any("to go" in line and "games a minute" in line for line in told)


@pytest.mark.parametrize("there", ["nothing", "another game", "no games"])
def test_a_folder_beside_that_holds_no_such_games_is_refused(tmp_path: Path, there: str) -> None:
    beside = tmp_path / "beside"
    if there != "nothing":
        plan = replace(PLAN, game_id="majorities", options={"size": 3}, teacher="")
        Campaign(plan if there == "another game" else PLAN, beside, lambda _: None)
    if there == "another game":
        (beside / "00").mkdir()
        (beside / "00" / "games-0000.npz").touch()
    with pytest.raises(OptionError, match="holds no games"):
        Campaign(replace(PLAN, beside=(str(beside),)), tmp_path / "new", lambda _: None)


@pytest.mark.usefixtures("short")
def test_a_teacher_who_never_plays_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Taught, "play", lambda *_: None)
    with pytest.raises(OptionError, match="greedy played nothing"):
        Campaign(PLAN, tmp_path, lambda _: None).run()


def test_a_teacher_who_resigns_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.create("pletore", {"size": 4})
    packed = games.packed(game)
    assert packed is not None
    teacher = Taught(game, packed, TEACHER)
    bot = make_bot(parse_player(TEACHER), game, seed=1)
    asked = 0

    class Resigning:
        def think(self, state: object) -> object:
            nonlocal asked
            asked += 1
            if asked == 3:
                raise taught.Forfeit("resigned")
            return bot.think(state)

    monkeypatch.setattr(teacher, "bot", Resigning())
    played = teacher.play([5])
    assert played is not None
    assert len(played[0]) == 2
    assert np.isfinite(played[1])
