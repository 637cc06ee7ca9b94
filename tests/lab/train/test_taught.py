"""Games of a teacher: only what he played is an example, and campaigns learn from them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core import nets
from termgames.core.arrays import Floats
from termgames.core.errors import OptionError
from termgames.core.packed import Positions
from termgames.lab.train import campaign, keeping, taught
from termgames.lab.train.campaign import Campaign, Plan
from termgames.lab.train.keeping import keep_owners, keep_policy
from termgames.lab.train.samples import Samples
from termgames.lab.train.taught import Taught
from termgames.lab.weights import of_file
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from termgames.search.policy import NetPolicy

TEACHER = "greedy"
PLAN = Plan(
    "pletore", {"size": 4}, seed=3, playouts=16, games=4, generations=1, bundle=2, channels=4,
    depth=1, teacher=TEACHER,
)  # fmt: skip


def one_taught_game() -> tuple[Any, Any, Samples]:
    """A game, its packed form, and what the teacher played in it."""
    game = games.create("pletore", {"size": 4})
    packed = games.packed(game)
    assert packed is not None
    played = Taught(game, packed, TEACHER).play([1, 2])
    assert played is not None
    return game, packed, played[0]


def test_a_net_is_shown_what_the_teacher_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taught, "_STRAYING", 0.3)
    game, packed, samples = one_taught_game()
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

    monkeypatch.setattr(teacher, "bots", [Resigning()])
    played = teacher.play([5])
    assert played is not None
    assert len(played[0]) == 2
    assert np.isfinite(played[1])


class Noting:
    """Passes the question on, and notes who was to move."""

    def __init__(self, bot: Any, game: Any) -> None:
        self.bot, self.game = bot, game
        self.seats: set[int] = set()

    def think(self, state: Any) -> Any:
        self.seats.add(self.game.to_act(state))
        return self.bot.think(state)


def test_an_opponent_takes_one_seat_and_both_are_learnt_from() -> None:
    game, packed, _ = one_taught_game()
    taught_games = Taught(game, packed, TEACHER, "random")
    for number, own in ((2, 0), (3, 1)):
        notes = taught_games.bots = [
            Noting(make_bot(parse_player(name), game, seed=1), game) for name in (TEACHER, "random")
        ]
        played = taught_games.play([1, number])
        assert played is not None
        assert [noting.seats for noting in notes] == [{1 - own}, {own}]
        movers = packed.to_act(played[0].rows)
        assert set(movers.tolist()) == {0, 1}


def test_an_opponent_plays_what_is_drawn_at_the_beginning_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(taught, "_STRAYING", 1.1)
    game, packed, _ = one_taught_game()
    played = Taught(game, packed, TEACHER, "random").play([1, 2])
    assert played is not None
    assert len(played[0]) > 4


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("lacks", ["teacher", "first net"])
def test_an_opponent_needs_a_teacher_and_a_first_net(tmp_path: Path, lacks: str) -> None:
    weights = of_file(Campaign(PLAN, tmp_path / "first", lambda _: None).run())
    plan = replace(PLAN, opponent="random", first_net=weights)
    without = replace(plan, teacher="") if lacks == "teacher" else replace(plan, first_net=None)
    with pytest.raises(OptionError, match="needs a teacher and a first net"):
        Campaign(without, tmp_path / "second", lambda _: None)
    Campaign(plan, tmp_path / "second", lambda _: None).run()


class Level:
    """A policy to which all moves are equal but the first, which is e times as likely."""

    def logits(self, positions: Positions) -> Floats:
        logits = np.zeros((len(positions), 40), np.float32)
        logits[:, 0] = 1
        return logits


def test_a_net_says_what_a_policy_learns_from_a_teachers_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keeping, "_AT_ONCE", 3)
    samples, policy = one_taught_game()[2], Level()
    learnt = keep_policy(samples, policy)
    assert learnt.owner is samples.owner
    for number in range(len(samples)):
        part = slice(samples.first[number], samples.first[number + 1])
        even = np.where(samples.actions[part] == 0, np.e, 1)
        np.testing.assert_allclose(learnt.visits[part], even / even.sum(), rtol=1e-5)
    assert len(samples) > 3


def noted(monkeypatch: pytest.MonkeyPatch, keeps: str, first: nets.Net) -> list[int]:
    """How many samples campaigns will ask `first` about, and no other net, call by call of the
    function named `keeps`."""
    asked: list[int] = []
    keep = getattr(keeping, keeps)

    def noting(samples: Samples, policy: NetPolicy) -> Samples:
        assert policy.net.weights["0.kernel"].tobytes() == first.weights["0.kernel"].tobytes()
        asked.append(len(samples))
        kept: Samples = keep(samples, policy)
        return kept

    monkeypatch.setattr(campaign, keeps, noting)
    return asked


@pytest.mark.usefixtures("short")
def test_a_campaign_asks_its_first_net_about_a_teachers_games_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = of_file(Campaign(PLAN, tmp_path / "first", lambda _: None).run())
    asked = noted(monkeypatch, "keep_policy", nets.load(weights.file()))
    own = replace(PLAN, teacher="", beside=(str(tmp_path / "first"),))
    Campaign(replace(own, beside=()), tmp_path / "own", lambda _: None).run()
    Campaign(own, tmp_path / "without", lambda _: None).run()
    assert not asked
    Campaign(replace(own, first_net=weights), tmp_path / "with", lambda _: None).run()
    of_first = json.loads((tmp_path / "first" / "00" / "fit.json").read_text())["positions"]
    assert asked == [of_first]
    both = replace(PLAN, first_net=weights, beside=(str(tmp_path / "own"),))
    Campaign(both, tmp_path / "taught", lambda _: None).run()
    assert len(asked) == 2


def test_owners_of_samples_are_those_that_a_net_expects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "_AT_ONCE", 3)
    _, packed, samples = one_taught_game()
    net = nets.fresh(
        nets.Shape(packed.planes, packed.actions_per_cell, packed.off_board_actions, 4, 1),
        np.random.default_rng(2),
    )
    learnt = keep_owners(samples, NetPolicy(packed, net))
    assert learnt.visits is samples.visits
    logits = net(packed.input_planes(samples.rows), packed.topology).owner
    np.testing.assert_allclose(learnt.owner, 1 / (1 + np.exp(-logits)), rtol=1e-5)
    assert len(samples) > 3


@pytest.mark.usefixtures("short")
def test_owners_are_kept_from_a_first_net_where_the_search_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = of_file(Campaign(PLAN, tmp_path / "first", lambda _: None).run())
    plan = replace(PLAN, teacher="", first_net=weights, keep_owners=True)
    for without in (replace(plan, first_net=None), replace(plan, teacher=TEACHER)):
        with pytest.raises(OptionError, match="kept from a first net, without a teacher"):
            Campaign(without, tmp_path / "second", lambda _: None)
    first = nets.load(weights.file())
    asked = noted(monkeypatch, "keep_owners", first)
    doubts = {}
    for name, each in (("kept", plan), ("learnt", replace(plan, keep_owners=False))):
        net = nets.load(Campaign(each, tmp_path / name, lambda _: None).run())
        doubts[name] = net.weights[nets.DOUBT].tolist()
    fitted = json.loads((tmp_path / "kept" / "00" / "fit.json").read_text())
    assert asked == [fitted["positions"]]
    assert doubts["kept"] == first.weights[nets.DOUBT].tolist() != doubts["learnt"]
