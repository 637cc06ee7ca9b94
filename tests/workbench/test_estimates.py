"""Shares made true: the fit finds what made-up games were made with, and the command goes on."""

import json

import numpy as np
import pytest

from termgames.workbench import calibration
from termgames.workbench.estimates import AnalysedGame, Look, Looks

SHARP = 1.6


def made_up(colours, mover, games=1_500):
    """Games in which shares are wrong by these factors."""
    rng, factors, rows = np.random.default_rng(3), np.array(colours), []
    for number in range(games):
        looks = []
        true = rng.dirichlet(np.full(len(colours), 2.0))
        for part in (1.0, 0.7, 0.4):
            to_act = int(rng.integers(len(colours)))
            told = true ** (1 / SHARP) * np.exp(
                -part * (factors + mover * (np.arange(len(colours)) == to_act))
            )
            looks.append(Look(tuple(told / told.sum()), to_act, part))
        won = np.eye(len(colours))[rng.choice(len(colours), p=true)]
        rows.append(AnalysedGame(number, tuple(won), tuple(looks)))
    return rows


@pytest.mark.parametrize(("colours", "mover"), [((0.9, -0.9), -0.5), ((0.5, 0.2, -0.7), 0.3)])
def test_the_fit_finds_the_factors_and_makes_shares_true(colours, mover):
    looks = Looks.of(made_up(colours, mover))
    assert looks.fit() == pytest.approx([*(SHARP * np.array([*colours, mover])), SHARP], abs=0.25)
    (bins, before), (told, after) = map(looks.truth, (looks.shares, looks.kept_back()))
    assert before > after + 0.002
    assert looks.surprise(looks.kept_back()) < looks.surprise(looks.shares)
    assert after < 0.002
    assert sum(each.true for each in told) >= len(told) - 1 > sum(each.true for each in bins)


def test_the_table_keeps_other_boards(tmp_path):
    table = tmp_path / "table.json"
    for size, mover in ((7, 0.1), (5, 0.2), (7, 0.3)):
        calibration.put(table, "pletore", {"size": size}, {"mover": mover})
    written = json.loads(table.read_text())["pletore"]
    assert [(each["options"]["size"], each["mover"]) for each in written] == [(5, 0.2), (7, 0.3)]
