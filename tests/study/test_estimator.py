"""One estimate of a position: the same in every place and process, known where it is proven, and
told as a probability."""

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from termgames import games
from termgames.cli import terminal
from termgames.play.advice import Glance
from termgames.play.bots import calibrated_levels
from termgames.play.children.child import Child
from termgames.play.events import Answer
from termgames.play.match import Match
from termgames.play.text import words
from termgames.study.estimator import Estimator
from termgames.study.roles import AnalysisRole
from termgames.study.told_shares import ToldShares
from tests.cases import cases
from tests.contract.support import MAP, setting_of
from tests.play.gtp.support import engine, good
from tests.play.text.support import typed
from tests.scenes import go

PLACES = [
    ("plurality", {"size": 6}, ("d3,c3,e3", "b4,b5,a4")),
    ("pletore", {"size": 6}, ("c3", "e2")),
    ("tricolor", {"size": 5}, ("b2",)),
    ("mitropia", {"map": MAP, "players": 2, "pro": True}, ("a4",)),
]
QUICK = ToldShares(300, 1.5, (0.4, -0.4), -0.2)
"""Less thought than players get."""


@pytest.fixture
def quick(monkeypatch):
    """Everywhere in this process."""
    monkeypatch.setattr(ToldShares, "on", staticmethod(lambda game: replace(QUICK, colours=())))


@pytest.mark.parametrize(("game_id", "options", "moves"), PLACES)
def test_every_place_tells_the_same_figure(quick, game_id, options, moves):
    game = games.create(game_id, options)
    state = go(game, game.start(), *moves)
    analyst = terminal.analyst(game)
    advice, estimate = analyst(state), analyst(Glance(state))
    assert advice.estimate == estimate == Estimator(game).estimate(state)
    assert advice.value == advice.candidates[0].shares == estimate.shares
    seat = game.to_act(state)
    shown = [each.shares[seat] for each in advice.candidates]
    assert shown == sorted(shown, reverse=True)
    assert sum(estimate.shares) == pytest.approx(1)
    to = engine(game_id, **options)
    for text in moves:
        mover = game.seat_name(game.start(), to.match.to_act)
        good(to, f"play {mover} {text}")
    told = json.loads(good(to, "termgames-estimate"))
    names = [game.seat_name(state, at) for at in range(game.seats)]
    assert told["shares"] == {
        name: round(share, 4) for name, share in zip(names, estimate.shares, strict=True)
    }
    assert (told["known"], told["playouts"]) == (estimate.known, estimate.playouts)
    match = Match(game, ("human",) * game.seats)
    said = typed(*moves, "estimate", of=match, advise=analyst)
    assert f"analysis: {words.outlook(names, estimate)}" in said.said
    assert said.game._live.shown.estimates[len(moves)] == estimate


def test_another_process_tells_the_same_and_so_does_another_way_to_the_position():
    game = games.create("plurality", {"size": 6})
    one = go(game, game.start(), "b2,c2,a2", "e5,f5,e4", "e1,f1,f2")
    other = go(game, game.start(), "e1,f1,f2", "e5,f5,e4", "b2,c2,a2")
    here = Estimator(game).estimate(one)
    child = Child(AnalysisRole.of(game))
    child.ask(1, Glance(other))
    while not isinstance(reply := child.read(30), Answer):
        pass
    child.close()
    assert reply.thought == here
    command = (
        "from termgames import games; from termgames.study.estimator import Estimator;"
        "game = games.create('plurality', {'size': 6});"
        "print(Estimator(game).estimate(game.start()).shares)"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", command],
            env={"PYTHONHASHSEED": seed, "OPENBLAS_NUM_THREADS": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "12"
    }
    assert told == {f"{Estimator(game).estimate(game.start()).shares}\n"}


KNOWN = """
# game | moves | what is known | the shares
majorities size=3 | | White wins in 8 turns | 0 1
majorities size=3 | d3 d1,d4 a2,b3 | White wins in 5 turns | 0 1
tricolor size=5 | c3 pass pass pass | Alpha wins | 1 0 0
plurality size=5 | pass pass | White wins by 0.5 | 0 1
"""


@pytest.mark.parametrize(("setting", "moves", "known", "shares"), cases(KNOWN))
def test_what_is_proven_is_told_as_known(setting, moves, known, shares):
    name, options = setting_of(setting)
    game = games.create(name, dict(options))
    state = go(game, game.start(), *moves.split())
    estimate = Estimator(game).estimate(state)
    assert (estimate.known, estimate.playouts) == (known, 0)
    assert estimate.shares == tuple(map(float, shares.split()))


def test_before_sides_are_chosen_the_usual_answers_are_given():
    game = games.create("plurality", {"size": 5, "pie": True})
    estimator = Estimator(game, QUICK)
    estimator._solver = None
    advice = estimator.advice(game.start())
    assert game.format(advice.move).startswith("komi")
    after = go(game, game.start(), *map(game.format, advice.line[:2]))
    assert estimator.estimate(after) == advice.estimate


@pytest.mark.parametrize("seats", [2, 3])
def test_shares_are_told_in_their_order_and_less_changed_as_the_board_fills(seats):
    game = games.create(*(("pletore", {"size": 5}) if seats == 2 else ("tricolor", {"size": 5})))
    told = ToldShares(1, 1.5, (0.8, *[-0.4] * (seats - 1)), 0.3)
    start, later = game.start(), go(game, game.start(), "c3", "d3", "d4")
    grown = [
        told.told(game, start, (p, *[(1 - p) / (seats - 1)] * (seats - 1))) for p in (0.1, 0.4, 0.9)
    ]
    assert grown == sorted(grown)
    assert all(sum(each) == pytest.approx(1) for each in grown)
    even = (1 / seats,) * seats
    assert told.told(game, start, even)[0] > told.told(game, later, even)[0]
    certain = (0.0, *even[1:-1], 1.0) if seats == 2 else (0.0, 0.0, 1.0)
    assert told.told(game, start, certain) == certain


def test_what_was_measured_holds_for_the_nearest_board(monkeypatch):
    entry = {"sharp": 1.0, "colours": [], "mover": 0.0}
    boards = [{"options": {"size": size}, "playouts": size, **entry} for size in (7, 13)]
    monkeypatch.setattr(calibrated_levels, "table", lambda file: {"pletore": boards})
    for size, playouts in ((6, 7), (9, 7), (12, 13)):
        assert ToldShares.on(games.create("pletore", {"size": size})).playouts == playouts
    assert ToldShares.on(games.create("majorities", {})).colours == ()


def test_a_candidate_is_told_no_more_than_the_best_one(quick):
    game = games.create("pletore", {"size": 6})
    estimator = Estimator(game)
    advice = estimator.advice(game.start())
    best, second, *_ = advice.candidates
    better = replace(second, shares=(0.99, 0.01))
    told = estimator.as_told([best, better], advice.estimate, 0)
    assert [each.move for each in told] == [best.move, better.move]
    assert told[0].shares == told[1].shares == advice.estimate.shares
    assert np.isclose(sum(second.shares), 1)


@pytest.mark.parametrize(("colour", "known"), [(3.0, False), (-3.0, True)])
def test_no_points_are_told_that_contradict_the_shares(colour, known):
    """Playouts of Pletore lean to White."""
    game = games.create("pletore", {"size": 7})
    advice = Estimator(game, ToldShares(300, 1.0, (colour, -colour))).advice(game.start())
    assert (advice.estimate.shares[0] < 0.5) == known
    assert (advice.estimate.points is not None) == known
    assert all((each.score is not None) == known for each in advice.candidates)
