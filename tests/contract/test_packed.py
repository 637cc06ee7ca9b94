"""What every packed game promises of many positions at once."""

from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.evaluation import Reward
from termgames.core.game import OVER
from termgames.core.komi_offer import NameKomi, PickSide
from termgames.core.packed import most_actions
from termgames.core.two_player import BLACK, WHITE
from termgames.go import pass_alive
from termgames.search.generic import GenericGame
from termgames.search.leaning import Leaned
from tests.contract.support import (
    GAMES,
    asked,
    every_setting,
    game_of,
    label,
    random_game,
    setting_of,
)

BOARDS = """
mitropia players=2 no-cards map=9x9 range=none
mitropia players=2 no-cards map=9x9-cut range=none scoring=area
mitropia players=2 map=9x9 pro
mitropia players=2 no-cards map=hourglass range=2
mitropia players=2 no-cards map=9x9 range=none handicap=0,-3
pletore size=3
pletore size=4 komi=5
pletore size=4 komi=4
pletore size=6
pletore size=7 komi=offer
pletore size=9 komi=2
plurality size=5
plurality size=7 ties=parity
plurality size=9 pie
plurality hex=3
plurality hex=4 ties=parity
tricolor size=5
tricolor size=7 order=thue-morse
tricolor hex=3
tricolor map=...../.-.-./....-/..-../.....
"""
REPLAYED = [setting_of(line) for line in BOARDS.strip().splitlines() if line.split()[0] in GAMES]
APART = {"barred", "dead", "groups", "held", "resting"}
"""Fields of which only packed states know all, or which name the same otherwise."""

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


def liberties(game: Any, stones: bytes, cell: int) -> set[int]:
    """Of the group on a cell."""
    seen, todo, found = {cell}, [cell], set()
    while todo:
        for near in game.topology.adjacent[todo.pop()]:
            if not stones[near]:
                found.add(near)
            elif stones[near] == stones[cell] and near not in seen:
                seen.add(near)
                todo.append(near)
    return found


def pointless(game: Any, state: Any) -> set[int]:
    """Cells that bots leave alone though a stone might go there: own eyes, and ground that is held
    for good (in games of three only one's own)."""
    if game.id not in ("mitropia", "tricolor"):
        return set()
    seat, stones = 1 + game.to_act(state), state.stones
    found = {
        cell
        for holder, region in pass_alive.ground(game.topology, stones)
        for cell in region
        if holder == seat or game.id == "mitropia"
    }
    for move in game.legal_moves(state):
        for cell in game.cells_of(move):
            near = game.topology.adjacent[cell]
            own = all(stones[other] == seat for other in near)
            if own and all(len(liberties(game, stones, other)) > 1 for other in near):
                found.add(cell)
    return found


@pytest.mark.parametrize("setting", REPLAYED, ids=label)
@pytest.mark.parametrize("seed", range(2))
def test_a_random_game_is_the_same_in_rows(setting: Any, seed: int) -> None:
    """Moves, positions, seats, scores and ends; below roots of all ages no move is missing."""
    game = game_of(setting)
    form: Any = games.packed(game)
    rng, state = np.random.default_rng(seed), game.start()
    while (answer := form.preset_answer(state)) is not None:
        state = game.apply(state, answer)
    row = form.pack([state])
    for _ in range(6 * game.topology.cells):
        fresh = form.pack([state])
        if rng.random() < 0.1:
            row = fresh
        assert form.to_act(row)[0] == game.to_act(state)
        told, totals = form.standing(row)[0], np.array(game.score(state).totals)
        if game.id == "mitropia":  # prisoners are worth a point to either
            told, totals = told - told[0], totals - totals[0]
        np.testing.assert_allclose(told, totals)
        if game.to_act(state) == OVER:
            break
        left = pointless(game, state)
        legal = game.legal_moves(state)
        expected = [move for move in legal if not left & set(game.cells_of(move))]
        actions = form.legal(row[0])
        moves = [form.move(row[0], int(action)) for action in actions]
        known = [form.move(fresh[0], int(action)) for action in form.legal(fresh[0])]
        assert (np.diff(form.legal(fresh[0])) > 0).all()
        assert len(known) == len(expected)
        assert set(known) == set(expected) <= set(moves)
        stones = [move for move in expected if game.cells_of(move)]
        quiet = [move for move in expected if not game.cells_of(move)]
        chosen = stones if stones and (rng.random() > 0.07 or not quiet) else quiet
        move = chosen[int(rng.integers(len(chosen)))]
        state = game.apply(state, move)
        row = form.advance(row, actions[[moves.index(move)]])
        anew = form.pack([state])
        over = game.to_act(state) == OVER
        for field in set(row.dtype.names) - APART - ({"turn"} if over else set()):
            np.testing.assert_array_equal(row[field], anew[field], err_msg=field)
        if not over and not ("barred" in row.dtype.names and anew["barred"].any()):
            assert form.same(row[0], anew[0])
    while game.to_act(state) != OVER:
        state = game.apply(state, game.parse(state, "pass"))
    reward, share = form.final(form.pack([state]), Reward(0.2, 8))
    np.testing.assert_array_equal(share[0], game.utilities(state))
    assert ((reward >= 0) & (reward <= 1)).all()


OFFERED = """
pletore size=3 komi=offer
pletore size=9 komi=offer
pletore size=13 komi=offer
pletore size=19 komi=offer
plurality size=7 pie
plurality size=13 pie
plurality size=19 pie
plurality hex=7 pie
"""


@pytest.mark.parametrize("line", OFFERED.strip().splitlines())
def test_a_book_names_a_komi_and_picks_the_better_side(line: str) -> None:
    """Offers have no rows; the values of the game that follows are by seat."""
    game = game_of(setting_of(line))
    form: Any = games.packed(game)
    start, most = game.start(), game.topology.cells
    with pytest.raises(ValueError, match="book"):
        form.pack([start])
    offer = form.preset_answer(start)
    assert isinstance(offer, NameKomi)
    assert game.refuse(start, offer) is None
    for points, colour in ((-9, BLACK), (most, WHITE)):
        named = game.apply(start, NameKomi(points))
        assert form.preset_answer(named) == PickSide(colour)
    for colour in (BLACK, WHITE):
        state = game.apply(named, PickSide(colour))
        assert form.preset_answer(state) is None
        result = form.evaluate(form.pack([state]), 64, np.random.default_rng(1), Reward())
        assert result.share[0, 1 if colour == WHITE else 0] > 0.9
        assert result.owner.shape == (most, 2)
        assert result.owner.sum(axis=1).max() <= 64


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
