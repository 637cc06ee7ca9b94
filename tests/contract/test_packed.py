"""What every packed game promises of many positions at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.game import OVER
from tests.contract.support import asked, every_setting, game_of, random_game

EACH, TURNS = 35, 3
"""Rows of each beginning, more than 64 in all; and how far they are played."""


@every_setting
def test_many_positions_at_once_are_as_one_by_one(setting: Any) -> None:
    """Rows of an early and of a late position, some of which come to their end."""
    game = game_of(setting)
    packed = games.packed(game)
    if packed is None:
        pytest.skip("the game has no packed form")
    states = asked(game, random_game(setting, 2)[0])
    rng = np.random.default_rng(0)
    rows = np.repeat(packed.pack([states[0], states[-1]]), EACH)
    for _ in range(TURNS):
        rows = rows[packed.to_act(rows) != OVER]
        actions = np.array([rng.choice(packed.legal(row)) for row in rows], np.int32)
        before = rows.copy()
        after = packed.advance(rows, actions)
        assert (rows == before).all(), "the rows given are not changed"
        for at in {*range(0, len(rows), EACH - 1), *range(len(rows))[-1:]}:
            single = packed.advance(rows[at : at + 1], actions[at : at + 1])
            assert packed.same(single[0], after[at])
        rows = after
