"""What every packed game promises of many positions at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.game import OVER
from termgames.core.packed import most_actions
from termgames.core.traits import Leaned
from termgames.search.generic import GenericGame
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


@every_setting
def test_where_actions_put_stones_is_told(setting: Any) -> None:
    """What bots of a character lean to: the sides of a position, and the cells of each action, as
    the rules have them."""
    game = game_of(setting)
    form: Any = games.packed(game) or games.determinized(game) or GenericGame(game)
    assert isinstance(form, Leaned)
    played, _ = random_game(setting, 3)
    for s in asked(game, played)[::5]:
        through_rows = hasattr(form, "pack")
        position = form.pack([s])[0] if through_rows else s
        actions = form.legal(position) if through_rows else form.candidates(s, form.judge(s))
        own, others = form.sides(position)
        stones = np.frombuffer(game.stones(s), np.uint8)
        assert ((own | others) == (stones > 0)).all()
        assert (stones[own] == 1 + game.colour(s, game.to_act(s))).any() or not own.any()
        put = form.put(position, actions)
        assert put.shape[0] == len(actions)
        assert put.min(initial=0) >= 0
        assert put.max(initial=0) <= game.topology.cells
        if most_actions(form) > 1:
            continue
        for action, cells in list(zip(actions.tolist(), put.tolist(), strict=True))[::7]:
            move = form.move(position, action)
            if game.refuse(s, move) is None:
                after = np.frombuffer(game.stones(game.apply(s, move)), np.uint8)
                fresh = set(np.flatnonzero((after != stones) & (after > 0)).tolist())
                fresh &= set(game.cells_of(move))
                told = set(cells) - {game.topology.cells}
                assert bool(told & fresh) == bool(fresh), game.format(move)
