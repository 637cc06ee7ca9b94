"""The search over any game: a toy with known best play, then Plurality."""

import numpy as np
import pytest

from termgames.games.plurality.packed import PackedPlurality
from termgames.games.plurality.rules import PASS, Plurality
from termgames.search.generic import GenericGame
from termgames.search.limits import Limit, Thought
from termgames.search.mcts.search import Mcts
from termgames.search.mcts.tree import ROOT
from termgames.search.settings import Settings
from tests.games.plurality.support import plurality
from tests.search.toy import Matches, Nim


def search(game: Plurality, seed: int = 1, **settings: object) -> Mcts:
    return Mcts(PackedPlurality(game), seed=seed, settings=Settings(**settings))


@pytest.mark.parametrize("left", range(1, 14))
def test_nim_is_solved(left: int) -> None:
    game = Nim(left)
    thought = Mcts(GenericGame(game), seed=left).think(game.start(), Limit(playouts=10_000))
    if left % 4:
        assert thought.move == left % 4
    if left <= 8:
        assert thought.value == ((1, 0) if left % 4 else (0, 1))


def best_play(game: Nim, state: Matches) -> np.ndarray:
    """Shares by seat under max^n, by looking at everything."""
    if not state.left:
        return game.utilities(state)
    ends = [best_play(game, game.apply(state, move)) for move in game.legal_moves(state)]
    return max(ends, key=lambda shares: shares[state.seat])


@pytest.mark.parametrize("left", range(1, 10))
def test_three_seats_follow_their_own_interest(left: int) -> None:
    game = Nim(left, seats=3)
    thought = Mcts(GenericGame(game), seed=3).think(game.start(), Limit(playouts=20000))
    after = best_play(game, game.apply(game.start(), thought.move))
    assert after[0] == best_play(game, game.start())[0]


def test_same_seed_and_playouts_give_the_same_thought() -> None:
    game = plurality(size=9)
    one, two = (search(game, 5).think(game.start(), Limit(playouts=3000)) for _ in range(2))
    assert (one.move, one.value, one.line) == (two.move, two.value, two.line)
    np.testing.assert_array_equal(one.owner, two.owner)
    other = search(game, 6).think(game.start(), Limit(playouts=3000))
    assert (one.move, one.value) != (other.move, other.value)


def test_a_thought_is_complete() -> None:
    game = plurality(size=9)
    state = game.start()
    thought = search(game).think(state, Limit(playouts=2000))
    assert game.refuse(state, thought.move) is None
    assert sum(thought.value) == pytest.approx(1)
    assert 1000 <= thought.playouts < 2000 + 16
    assert 0 < thought.visits <= thought.playouts
    assert thought.owner.shape == (81, 2)
    assert thought.owner.dtype == np.float32
    assert (thought.owner >= 0).all()
    assert (thought.owner.sum(axis=1) <= 1.001).all()
    assert thought.line[0] == thought.move
    for move in thought.line:
        state = game.apply(state, move)


def test_stopping_and_reporting() -> None:
    game = plurality(size=9)
    heard: list[Thought] = []
    ticks = iter(range(10_000))
    fast = Mcts(PackedPlurality(game), seed=1, clock=lambda: next(ticks) * 0.1)
    thought = fast.think(
        game.start(),
        Limit(playouts=1_000_000),
        on_progress=heard.append,
        should_stop=lambda: len(heard) >= 3,
    )
    assert thought.note == "stopped"
    assert len(heard) == 3
    assert heard[0].playouts < heard[2].playouts <= thought.playouts
    assert all(game.refuse(game.start(), report.move) is None for report in heard)


def test_the_tree_is_kept_from_move_to_move() -> None:
    game = plurality(size=7)
    thinker = search(game)
    state = game.start()
    thought = thinker.think(state, Limit(playouts=4000))
    for move in thought.line[:2]:
        state = game.apply(state, move)
    thinker._move_to(state)
    kept = thinker.tree.visits[0]
    assert kept >= 16
    assert thinker.tree.parent[0] == -1
    inner = thinker.tree.visits[thinker.tree.children[0]].sum()
    assert inner <= kept
    again = thinker.think(state, Limit(playouts=1000))
    assert game.refuse(state, again.move) is None
    # Any other state may follow as well: the tree is simply new then.
    thinker.think(game.start(), Limit(playouts=200))
    assert thinker.tree.visits[0] < 1000


def test_only_move() -> None:
    game = Nim(1)
    thought = Mcts(GenericGame(game), seed=1).think(game.start(), Limit(playouts=10**6))
    assert thought.move == 1
    assert thought.playouts < 1000


def test_a_finished_game_is_an_error() -> None:
    game = Nim(0)
    with pytest.raises(ValueError, match="over"):
        Mcts(GenericGame(game), seed=1).think(game.start(), Limit(playouts=10))


def test_temperature_varies_the_opening_and_never_draws_a_pass() -> None:
    game = plurality(size=7)
    for temperature, least in ((0.05, 2), (1.0, 3)):
        bots = [Mcts(PackedPlurality(game), seed=s, temperature=temperature) for s in range(8)]
        moves = {bot.think(game.start(), Limit(playouts=250)).move for bot in bots}
        assert len(moves) >= least
        assert PASS not in moves


def test_what_is_thought_while_another_is_asked_is_known_later() -> None:
    """Until somebody says stop, and not for longer than a round after it."""
    game = Nim(9)
    mcts, state = Mcts(GenericGame(game), seed=1), game.start()
    ends = iter([False] * 5 + [True] * 5)
    mcts.ponder(state, 100.0, lambda: next(ends))
    visits = mcts.tree.visits[ROOT]
    assert visits >= 5
    mcts.think(state, Limit(playouts=1))
    assert mcts.tree.visits[ROOT] > visits, "the tree is kept"
