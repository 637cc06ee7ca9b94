"""Bundles of games that a value net plays alone."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from termgames.core import net_files
from termgames.core.game import OVER
from termgames.games.tricolor.packed import PackedTriColor
from termgames.search.policy import NetPolicy
from termgames.workbench.train import netplay
from termgames.workbench.train.netplay import NetPlay
from termgames.workbench.train.plan import Plan
from termgames.workbench.train.samples import Samples
from termgames.workbench.train.selfplay import SelfPlaySettings
from tests.games.tricolor.test_value_nets import value_net as three_colours_net
from tests.search.test_value_nets import go, net_for
from tests.workbench.train.training_data import GAMES, packed, trained

SMALL = SelfPlaySettings(playouts=4, games=6)


@cache
def played(seed: int = 1) -> tuple[NetPlay, Samples]:
    game, start = packed("go")
    _, form = go()
    bundle = NetPlay(game, start, NetPolicy(form, net_for(form)), SMALL, [seed])
    return bundle, bundle.play()


def test_samples_are_positions_with_what_the_searches_made_of_them() -> None:
    game, _ = packed("go")
    bundle, samples = played()
    assert bundle.learnt_from == SMALL.games
    assert len(samples) > 40 * SMALL.games
    for number in range(0, len(samples), 7):
        row = samples.rows[number]
        part = slice(samples.first[number], samples.first[number + 1])
        assert samples.actions[part].tolist() == game.legal(row).tolist()
        assert samples.visits[part].sum() == pytest.approx(1, abs=1e-5)
    assert samples.owner.min() >= 0
    assert samples.owner.max() <= 1
    assert len({row.tobytes() for row in samples.rows}) > 0.9 * len(samples)
    for record, row in zip(bundle.records, bundle.positions, strict=True):
        over = game.to_act(row[None])[0] == OVER
        assert over or netplay.LONGEST * game.cells < record.ply or record.quiet_plies >= 3


def test_most_games_are_played_for_a_lead_that_makes_them_even() -> None:
    bundle, _ = played()
    assert (bundle.handicaps.sum(axis=1) == 0).all()
    assert len(np.unique(bundle.handicaps[:, 0])) > 2


def test_three_play_to_the_end_for_the_result_as_it_is() -> None:
    game, start = packed("three colours")
    assert isinstance(game, PackedTriColor)
    bundle = NetPlay(game, start, NetPolicy(game, three_colours_net(game)), SMALL, [1])
    samples = bundle.play()
    assert (bundle.handicaps == 0).all()
    for record, row in zip(bundle.records, bundle.positions, strict=True):
        assert record.to_the_end
        assert game.to_act(row[None])[0] == OVER or netplay.LONGEST * game.cells < record.ply
    assert bundle.going_on.any()
    assert not bundle.going_on.all()
    passes = [game.passing in part for part in np.split(samples.actions, samples.first[1:-1])]
    assert 0.1 < np.mean(passes) < 0.9
    assert samples.owner.shape == (len(samples), game.cells, 3)
    total = samples.owner.sum(axis=2)
    assert ((total >= 0) & (total <= 1 + 1e-6)).all()
    # Who owned what in the end is as the board stands, not as playouts from it would end.
    for row in bundle.positions[game.to_act(bundle.positions) == OVER]:
        seat = game.predicted_seats(samples.rows[-1:])[0]
        owned = game.final_owners(row[None])[0][:, None] == seat
        assert any((owned == label).all() for label in samples.owner)
    # What one seat owns at the end is the same whoever is to act.
    told = game.predicted_seats(samples.rows[:2])
    by_seat = [
        dict(zip(seats, owned.T, strict=True))
        for seats, owned in zip(told.tolist(), samples.owner[:2], strict=True)
    ]
    for seat in range(3):
        assert (by_seat[0][seat] == by_seat[1][seat]).all()


@pytest.mark.long
def test_a_campaign_learns_from_games_that_the_net_played_alone(tmp_path: Path) -> None:
    net_files.save(net_for(go()[1]), first := tmp_path / "first.npz")
    plan = Plan(*GAMES["go"], 1, 4, 6, 1, bundle=3, channels=4, depth=1, net_alone=True, steps=3)
    assert trained(replace(plan, first_net=first), tmp_path / "learnt").is_file()
