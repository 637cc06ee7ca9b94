"""A game without a kernel in which moves win at once: nobody who searches may miss one."""

from typing import Any

import numpy as np
import pytest

from termgames.core.game import OVER
from termgames.play.bots.factory import make_bot
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.search.generic import GenericGame
from termgames.search.levels import LEVELS
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from tests.search.gomoku import Board, Gomoku

GAME = Gomoku(13)
"""169 points: more than the playouts of level 2 could try one by one."""

TIME = 0.05
"""Levels are not to need the time they may take."""

LEVEL_AND_ABOVE = [level for level in LEVELS if level >= 2]


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


@pytest.mark.parametrize("level", LEVEL_AND_ABOVE)
@pytest.mark.parametrize("four", FOURS)
def test_a_win_in_one_is_found(four: str, level: int) -> None:
    state = spread(four, seat=0)
    assert len(GAME.legal_moves(state)) > 100
    for seed in range(2):
        bot = make_bot(
            parse_player(f"bot:{level}"), GAME, seed=seed, options=BotOptions(time_scale=TIME)
        )
        thought = bot.think(state)
        assert thought.move in winning(state, 0)
        assert (thought.note, thought.value) == ("proven", (1, 0))


@pytest.mark.parametrize("level", LEVEL_AND_ABOVE)
@pytest.mark.parametrize("four", FOURS[1:])
def test_a_loss_in_one_is_stopped(four: str, level: int) -> None:
    state = spread(four, seat=1)
    threats = winning(state, 1)
    assert len(threats) == 1
    bot = make_bot(
        parse_player(f"bot:{level}"), GAME, seed=level, options=BotOptions(time_scale=TIME)
    )
    thought = bot.think(state)
    assert {thought.move} == threats


def test_an_own_win_comes_before_a_block() -> None:
    state = spread("e5 f5 g5 h5", seat=0)
    stones = bytearray(state.stones)
    for name in ("a2", "b2", "c2", "d2"):
        stones[GAME.topology.names.index(name)] = 2
    for seed in range(3):
        thought = Mcts(GenericGame(GAME), seed=seed).think(Board(bytes(stones)), Limit(playouts=1))
        assert thought.move in winning(state, 0)


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
