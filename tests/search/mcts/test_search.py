"""The search over any game: toys with known best play, sudden ends, then Plurality; descents are
dealt out as by one after the other."""

import math
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.game import OVER
from termgames.games.plurality.packed import PackedPlurality
from termgames.games.plurality.rules import PASS, Plurality
from termgames.play.bots.factory import make_bot
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.search.generic import GenericGame
from termgames.search.limits import Limit, Thought
from termgames.search.mcts.allotment import allot, worth
from termgames.search.mcts.search import Mcts
from termgames.search.mcts.tree import NONE, ROOT
from termgames.search.policy import usual
from termgames.search.settings import Settings, suited
from tests.games.plurality.support import plurality
from tests.search.gomoku import Board, Gomoku
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


@pytest.mark.parametrize("playouts", [300, 8_000])
def test_what_is_told_of_a_position_is_the_mean_of_all_that_was_tried(playouts: int) -> None:
    """After few playouts the middle between that and what the best move promises."""
    game = plurality(size=7)
    looking = search(game)
    thought = looking.think(game.start(), Limit(playouts=playouts))
    mean, after = looking.tree.shares(ROOT)[0], thought.after[0]
    told = mean if playouts > 5_000 else (mean + after) / 2
    assert thought.value[0] == pytest.approx(told)
    assert mean < after
    assert sum(thought.value) == pytest.approx(1)


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


def one_by_one(search: Mcts, node: int, count: int) -> Counter[int]:
    """What `deal` answers for one node, by its definition."""
    tree, settings = search.tree, search.settings
    children, lanes, seat = tree.children[node], settings.lanes, tree.seat[node]
    total = max(float(tree.visits[node]), lanes) + count * lanes
    explore = settings.explore * (settings.reward.weight if tree.winner[node] != NONE else 1)
    guided = search.policy is not None
    urge = settings.policy_explore * math.sqrt(total / lanes) if guided else 0
    all_lost = all(tree.winner[child] != NONE for child in children)
    dealt: Counter[int] = Counter()

    def prospects(child: int) -> float:
        if tree.winner[child] != NONE and not all_lost:
            return -math.inf
        value = float(worth(tree, np.array([child]), int(seat))[0])
        if tree.solved[child]:
            return value
        seen = float(tree.visits[child]) + dealt[child] * lanes
        value += explore * math.sqrt(math.log(total)) / math.sqrt(seen + lanes)
        return value + urge * float(tree.chance[child]) / (1 + seen / lanes)

    for _ in range(count):
        dealt[max(children.tolist(), key=prospects)] += 1
    return dealt


@pytest.mark.parametrize("game_id", ["plurality", "majorities"])
def test_nodes_of_a_level_are_dealt_out_as_each_by_itself(game_id: str) -> None:
    rules = games.create(game_id, {"size": 5 if game_id == "plurality" else 2})
    game: Any = games.packed(rules)
    policy, settings = usual(game), replace(suited(game), policy_explore=0.1)
    search = Mcts(game, seed=3, settings=settings, policy=policy)
    search.think(rules.start(), Limit(playouts=6000))
    tree, rng = search.tree, np.random.default_rng(0)
    inner = [node for node in range(tree.size) if tree.children[node] is not None]
    level = [(node, int(rng.integers(1, 12))) for node in inner]
    families = [tree.children[node] for node in inner]
    dealt = allot(tree, search.settings, level, families, guided=policy is not None)
    found: dict[int, Counter[int]] = {node: Counter() for node in inner}
    for child, times in dealt:
        found[int(tree.parent[child])][child] += times
    assert found == {node: one_by_one(search, node, count) for node, count in level}
    assert (tree.winner[: tree.size] != NONE).any(), "some children are to be proven"


GAME = Gomoku(13)
"""169 points: more than the playouts of level 2 could try one by one."""

SCALE = BotOptions(time_scale=0.05)
"""Levels are not to need the time they may take."""


def spread(four: str, seat: int) -> Board:
    """Black to act; `four` are stones of `seat`, those of the other lie far from each other."""
    names = GAME.topology.names
    stones = bytearray(len(names))
    mine = [names.index(name) for name in four.split()]
    others = [cell for cell in (0, 6, 12, 84, 90, 156, 162, 168) if cell not in mine]
    for cell in mine:
        stones[cell] = 1 + seat
    for cell in others[: len(mine)]:
        stones[cell] = 2 - seat
    return Board(bytes(stones))


def winning(state: Board, seat: int) -> set[int]:
    """The moves by which a seat would win at once."""
    mine = Board(state.stones, seat)
    return {move for move in GAME.legal_moves(mine) if GAME.apply(mine, move).winner == seat}


FOURS = [
    "e5 f5 g5 h5",  # open on both sides
    "j3 j4 j5 j7",  # one place in the middle
    "d5 e6 g8 h9",  # aslant
    "b10 b11 b12 b13",  # at the edge
]


@pytest.mark.parametrize("level", [2, 3, 5, 9])
@pytest.mark.parametrize("four", FOURS)
def test_a_win_in_one_is_found_and_a_loss_in_one_is_stopped(four: str, level: int) -> None:
    bot = make_bot(parse_player(f"bot:{level}"), GAME, seed=level, options=SCALE)
    mine, theirs = spread(four, seat=0), spread(four, seat=1)
    thought = bot.think(mine)
    assert thought.move in winning(mine, 0)
    assert (thought.note, thought.value) == ("proven", (1, 0))
    threats = winning(theirs, 1)
    if len(threats) == 1:  # two at once are lost
        assert {bot.think(theirs).move} == threats


def test_two_threats_at_once_are_known_to_lose() -> None:
    thought = Mcts(GenericGame(GAME), seed=1).think(spread(FOURS[0], seat=1), Limit(playouts=200))
    assert (thought.note, thought.value) == ("proven", (0, 1))


def test_what_the_packed_form_says_wins_does() -> None:
    """In random games: a move is named exactly where the rules know one, whatever is tried
    first."""
    small, named = Gomoku(6), 0
    form: Any = GenericGame(small)
    for seed in range(20):
        rng = np.random.default_rng(seed)
        state = small.start()
        while (seat := small.to_act(state)) != OVER:
            moves = small.legal_moves(state)
            wins = {move for move in moves if small.apply(state, move).winner == seat}
            likely = [int(cell) for cell in rng.permutation(36)[:5]]
            action = form.win(form.pack([state])[0], likely)
            assert (action is not None) == bool(wins)
            assert action is None or moves[action] in wins
            named += bool(wins)
            state = small.apply(state, int(rng.choice(moves)))
    assert named > 0
