"""Games of a teacher: only what he played is an example, and campaigns learn from them."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Container
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core import net_files, nets
from termgames.core.arrays import Floats
from termgames.core.errors import OptionError, TermgamesError
from termgames.core.nets import NetError
from termgames.core.packed import Positions
from termgames.core.two_player import PASS
from termgames.play.bots.bot import Forfeit, Resigned
from termgames.play.bots.factory import make_bot
from termgames.play.bots.gtp_bot import GtpBotError
from termgames.search.limits import Thought
from termgames.search.policy import NetPolicy
from termgames.workbench import pinned_weights
from termgames.workbench.pinned_weights import of_file
from termgames.workbench.train import campaign, keeping, taught
from termgames.workbench.train.bundles import Bundle, play_bundle
from termgames.workbench.train.campaign import Campaign
from termgames.workbench.train.gate import Gate
from termgames.workbench.train.keeping import keep_policy
from termgames.workbench.train.plan import Plan
from termgames.workbench.train.samples import Samples
from termgames.workbench.train.taught import Taught
from termgames.workbench.workers import Embedded, Needs
from tests.workbench.train.training_data import trained

TEACHER = "greedy"
PLAN = Plan(
    "pletore", {"size": 4}, seed=3, playouts=16, games=4, generations=1, bundle=2, channels=4,
    depth=1, teacher=TEACHER,
)  # fmt: skip


NO_GATE = Gate(0, 1.0, 1)


def one_taught_game() -> tuple[Any, Any, Samples]:
    """A game, its packed form, and what the teacher played in it."""
    game = games.create("pletore", {"size": 4})
    packed = games.packed(game)
    assert packed is not None
    played = Taught(game, packed, TEACHER, seed=[1]).play([1, 2])
    assert played is not None
    return game, packed, played[0]


@pytest.mark.parametrize("most", range(3, 14))
def test_a_game_may_be_cut_short_while_dead_stones_are_agreed_on(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    game = games.create("tricolor", {"size": 5, "dead-stones": "agree"})
    packed = games.packed(game)
    assert packed is not None
    monkeypatch.setattr(taught, "LONGEST", most / 25)
    monkeypatch.setattr(taught, "_STRAYING", 0.0)
    teaching = Taught(game, packed, "random", seed=[1])
    monkeypatch.setattr(teaching.bot, "think", lambda _: Thought(PASS))
    played = teaching.play([1, 0, 0])
    assert played is None or len(played[0])


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
    again, other = (Taught(game, packed, TEACHER, seed=[1]).play([1, n]) for n in (2, 3))
    assert again is not None
    assert other is not None
    assert again[0].rows.tobytes() == samples.rows.tobytes()
    assert other[0].rows.tobytes() != samples.rows.tobytes()


class Noting:
    """Passes the question on, and notes the states in which it was asked."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self.asked: list[Any] = []

    def think(self, state: Any) -> Any:
        self.asked.append(state)
        return self.bot.think(state)


def noted_games(count: int) -> tuple[Any, Any, Noting, list[Samples]]:
    """A game, its packed form, its teacher, and what was learnt in so many games."""
    game = games.create("pletore", {"size": 4})
    packed = games.packed(game)
    assert packed is not None
    taught_games = Taught(game, packed, TEACHER, seed=[1])
    taught_games.bot = note = Noting(taught_games.bot)  # type: ignore[assignment]
    played = [taught_games.play([1, number]) for number in range(count)]
    return game, packed, note, [one[0] for one in played if one is not None]


def test_random_placements_are_no_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taught, "_STRAYING", 0.5)
    _, packed, note, (samples,) = noted_games(1)
    assert samples.rows.tobytes() == packed.pack(note.asked).tobytes()
    stones = (samples.rows["stones"] > 0).sum(axis=1)
    assert (np.diff(stones) > 1).any(), "nothing was drawn between"


def test_games_begin_with_a_few_random_placements(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taught, "_STRAYING", 0.0)
    before, after = [], []
    for samples in noted_games(12)[3]:
        stones = (samples.rows["stones"] > 0).sum(axis=1)
        before.append(int(stones[0]))
        after.append(int(np.diff(stones).max()))
    assert 0 < len(set(before)) <= taught._OPENING
    assert max(before) < taught._OPENING
    assert set(after) == {1}, "every later stone is the teacher's"


def test_answers_to_questions_beside_the_board_are_no_examples(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in a game that leaves them to its players."""
    monkeypatch.setattr(taught, "_OPENING", 1)
    monkeypatch.setattr(taught, "_STRAYING", 0.0)
    monkeypatch.setattr(taught.preset_answers, "answer", lambda *_: None)
    row = Taught._row
    beside: list[Any] = []

    def sometimes(self: Any, state: Any) -> Any:
        found = row(self, state)
        if (found["stones"] > 0).sum() % 3 == 1:
            beside.append(state)
            return None
        return found

    monkeypatch.setattr(Taught, "_row", sometimes)
    _, packed, note, (samples,) = noted_games(1)
    searched = [state for state in note.asked if state not in beside]
    assert len(beside) > 2
    assert samples.rows.tobytes() == packed.pack(searched).tobytes()


@pytest.mark.usefixtures("short_fits")
def test_a_campaign_learns_from_a_teacher_and_from_games_beside(tmp_path: Path) -> None:
    first = trained(PLAN, tmp_path / "first")
    assert net_files.load(first).predicts_values
    told: list[str] = []
    larger = replace(PLAN, options={"size": 5}, beside=(str(tmp_path / "first"),))
    trained(larger, tmp_path / "second", told.append)
    of_first, of_second = (
        json.loads((tmp_path / name / "00" / "fit.json").read_text())["positions"]
        for name in ("first", "second")
    )
    assert of_second > of_first
    assert any("to go" in line and "games a minute" in line for line in told)


@pytest.mark.usefixtures("short_fits")
def test_a_teacher_who_never_plays_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Taught, "play", lambda *_: None)
    with pytest.raises(TermgamesError, match="because greedy made no move") as raised:
        trained(PLAN, tmp_path)
    assert not isinstance(raised.value, OptionError)
    # Nothing counts as played: once it plays, the same command goes on.
    monkeypatch.undo()
    trained(PLAN, tmp_path)


def test_games_without_a_move_to_learn_from_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Taught.play

    def sometimes(self: Any, seed: list[int]) -> Any:
        return None if seed[-1] == 1 else play(self, seed)

    monkeypatch.setattr(Taught, "play", sometimes)
    _, report = play_bundle(Bundle(replace(PLAN, games=3, bundle=3), 0, 0, 0.0, None))
    assert (report.games, len(report.leads)) == (2, 2)
    assert report.dropped == ["greedy made no move that a net could learn from"]


def test_a_program_that_dies_at_the_beginning_of_a_game_costs_that_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play = Taught.play
    dying: list[int] = [1]

    def sometimes(self: Any, seed: list[int]) -> Any:
        if seed[-1] in dying:
            raise GtpBotError("it ended while it was set up")
        return play(self, seed)

    monkeypatch.setattr(Taught, "play", sometimes)
    bundle = Bundle(replace(PLAN, games=3, bundle=3), 0, 0, 0.0, None)
    assert play_bundle(bundle)[1].dropped == ["it ended while it was set up"]
    dying[:] = [0]
    with pytest.raises(GtpBotError):
        play_bundle(bundle)


def test_a_program_that_never_plays_is_given_up_early(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def never(_: Any, seed: list[int]) -> Any:
        asked.append(seed[-1])
        raise Forfeit("it hangs")

    monkeypatch.setattr(Taught, "play", never)
    with pytest.raises(TermgamesError, match="3 of 40 games could not be learnt from"):
        play_bundle(Bundle(replace(PLAN, games=40, bundle=40), 0, 0, 0.0, None))
    assert asked == [0, 1, 2]


class Failing:
    """Plays as another bot does, until it is asked for the third time in a game."""

    def __init__(self, bot: Any, error: Exception, games: Container[int]) -> None:
        self.bot, self.error, self.games = bot, error, games
        self.game = -1
        """The number of the game, in which this one fails if it is among `games`."""
        self.asked = 0

    def think(self, state: Any) -> Any:
        self.asked += 1
        if self.asked == 3 and self.game in self.games:
            raise self.error
        return self.bot.think(state)


def failing(
    monkeypatch: pytest.MonkeyPatch, error: Exception, games: Container[int]
) -> list[Failing]:
    """Let all teachers fail in the games of these numbers."""
    made: list[Failing] = []

    def bot(spec: Any, game: Any, **options: Any) -> Any:
        made.append(Failing(make_bot(spec, game, seed=1), error, games))
        return made[-1]

    play = Taught.play

    def counting(self: Taught, seed: list[int]) -> Any:
        for one in made:
            one.game, one.asked = seed[-1], 0
        return play(self, seed)

    monkeypatch.setattr(taught, "make_bot", bot)
    monkeypatch.setattr(Taught, "play", counting)
    return made


RESIGNS = Resigned('"gtp:x" resigned')
HANGS = Forfeit('"gtp:x" did not answer "genmove black" within 300 s')


def test_a_teacher_who_resigns_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.create("pletore", {"size": 4})
    packed = games.packed(game)
    assert packed is not None
    failing(monkeypatch, RESIGNS, range(9))
    played = Taught(game, packed, TEACHER, seed=[1]).play([5])
    assert played is not None
    assert len(played[0]) == 2
    assert np.isfinite(played[1])


def test_a_game_that_a_program_forfeits_teaches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, HANGS, {0})
    samples, report = play_bundle(Bundle(replace(PLAN, bundle=3), 0, 0, 0.0, None))
    assert (report.games, len(report.leads), report.dropped) == (2, 2, [str(HANGS)])
    failing(monkeypatch, HANGS, ())
    more, _ = play_bundle(Bundle(replace(PLAN, bundle=3), 0, 0, 0.0, None))
    assert 0 < len(samples) < len(more)
    failing(monkeypatch, RESIGNS, {0})
    _, report = play_bundle(Bundle(replace(PLAN, bundle=3), 0, 0, 0.0, None))
    assert (report.games, report.dropped) == (3, [])


def test_where_most_games_are_forfeited_the_work_has_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    failing(monkeypatch, HANGS, {0, 1})
    play_bundle(Bundle(replace(PLAN, bundle=4), 0, 0, 0.0, None))
    failing(monkeypatch, HANGS, {0, 1, 2})
    with pytest.raises(TermgamesError, match=r'3 of 4 games .*"gtp:x" did not answer') as raised:
        play_bundle(Bundle(replace(PLAN, bundle=4), 0, 0, 0.0, None))
    assert not isinstance(raised.value, OptionError)


@pytest.mark.usefixtures("short_fits")
def test_games_that_were_dropped_are_told_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, HANGS, {1})
    told: list[str] = []
    with Campaign(PLAN, tmp_path, told.append) as campaign:
        campaign.run()
        about = campaign.conclude("", NO_GATE)
    assert told[0] == f"generation 0: 1 game of 2 dropped: {HANGS}"
    assert (about["games"], about["dropped"]) == (2, 2)


def test_what_players_draw_follows_from_the_seed_of_their_bundle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seeds: list[int] = []

    def noting(spec: Any, game: Any, *, seed: int, **options: Any) -> Any:
        seeds.append(seed)
        return make_bot(spec, game, seed=seed, **options)

    monkeypatch.setattr(taught, "make_bot", noting)
    plan = replace(PLAN, bundle=1)
    for seed, generation, number in ((3, 0, 0), (4, 0, 0), (3, 1, 0), (3, 0, 1), (3, 0, 0)):
        play_bundle(Bundle(replace(plan, seed=seed), generation, number, 0.0, None))
    assert len(set(seeds[:4])) == 4
    assert seeds[4] == seeds[0]


class NotingNeeds(Embedded):
    """Workers of this process, who note what they are said to need."""

    def __init__(self) -> None:
        super().__init__()
        self.needs: list[Needs] = []

    def working(self, needs: Needs) -> AbstractContextManager[None]:
        self.needs.append(needs)
        return super().working(needs)


@pytest.mark.usefixtures("short_fits")
def test_workers_get_the_weights_that_they_open_and_no_others(tmp_path: Path) -> None:
    first = of_file(trained(PLAN, tmp_path / "first"))
    own = of_file(shutil.copy(first.path, tmp_path / "own.npz"))
    teacher = f"mcts:playouts=8,policy={own.path}"
    search = replace(PLAN, teacher="", first_net=first)
    for name, plan, opened in (
        ("taught", replace(PLAN, teacher=teacher, first_net=first), own),
        ("search", search, first),
    ):
        workers = NotingNeeds()
        trained(plan, tmp_path / name, workers=workers)
        assert workers.needs == [Needs((opened,))]


@pytest.mark.usefixtures("short_fits")
def test_workers_are_asked_for_a_teachers_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = one_taught_game()[2], 1.0
    monkeypatch.setattr(Taught, "play", lambda *_: played)
    workers, command = NotingNeeds(), f"{sys.executable} -c pass"
    trained(replace(PLAN, teacher=f"gtp:{command}"), tmp_path / "new", workers=workers)
    assert workers.needs == [Needs((), (command,))]


@pytest.mark.usefixtures("short_fits")
def test_weights_of_players_are_those_that_were_sent(tmp_path: Path) -> None:
    net = Path(trained(PLAN, tmp_path / "first"))
    path = Path(shutil.copy(net, tmp_path / "own.npz"))
    plan = replace(PLAN, teacher=f"mcts:playouts=8,policy={path}", bundle=1).normalized()
    bundle = Bundle(plan, 0, 0, 0.0, None)
    here = play_bundle(bundle)[0]
    path.write_bytes(b"other weights")
    with pytest.raises(NetError, match="are others than when the work began"):
        play_bundle(bundle)
    pinned_weights.keep(net.read_bytes(), tmp_path)
    try:
        assert play_bundle(bundle)[0].rows.tobytes() == here.rows.tobytes()
    finally:
        del pinned_weights._sent[plan.weights[0].digest]


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


@pytest.mark.usefixtures("short_fits")
def test_a_campaign_asks_its_first_net_about_a_teachers_games_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_net = of_file(trained(PLAN, tmp_path / "first"))
    asked = noted(monkeypatch, "keep_policy", net_files.load(first_net.file()))
    own = replace(PLAN, teacher="", beside=(str(tmp_path / "first"),))
    trained(replace(own, beside=()), tmp_path / "own")
    trained(own, tmp_path / "without")
    assert not asked
    trained(replace(own, first_net=first_net), tmp_path / "with")
    of_first = json.loads((tmp_path / "first" / "00" / "fit.json").read_text())["positions"]
    assert asked == [of_first]
    both = replace(PLAN, first_net=first_net, beside=(str(tmp_path / "own"),))
    trained(both, tmp_path / "taught")
    assert len(asked) == 2
