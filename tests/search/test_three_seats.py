"""Search and bots where three play and the middle score wins."""

from dataclasses import replace

import pytest

from termgames.core.evaluation import Reward
from termgames.core.game import OVER
from termgames.play.bots.factory import make_bot
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.search.generic import GenericGame
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from termgames.search.settings import Settings
from tests.search.middle import Middle, Piles

PURE = Settings(reward=Reward())
"""Shares of the win and nothing else, so that all that is proven is known by number."""


def outcomes(game: Middle, state: Piles) -> set[tuple[float, ...]]:
    """What the seats may get when all maximize their own share (max^n). Where moves are
    equal to the mover but not to the others, all is possible that some choice leads to."""
    seat = game.to_act(state)
    if seat == OVER:
        return {tuple(game.utilities(state).tolist())}
    ends = [outcomes(game, game.apply(state, move)) for move in game.legal_moves(state)]
    found = set()
    for index, reached in enumerate(ends):
        rest = [min(end[seat] for end in other) for at, other in enumerate(ends) if at != index]
        found |= {end for end in reached if end[seat] >= max(rest)}
    return found


@pytest.mark.parametrize(
    "points", [(0, 0, 0), (5, 4, 0), (0, 6, 3), (2, 2, 9), (9, 1, 0), (1, 3, 2)]
)
def test_the_last_player_wins_where_he_can(points: tuple[int, int, int]) -> None:
    """In the last turn the best share is taken; the highest score is seldom it."""
    game = Middle(points, rounds=1)
    state = replace(game.start(), turn=2)
    thought = Mcts(GenericGame(game), seed=1, settings=PURE).think(state, Limit(playouts=400))
    gained = [game.utilities(game.apply(state, move))[2] for move in game.legal_moves(state)]
    assert thought.note == "proven"
    assert gained[thought.move] == max(gained)


@pytest.mark.parametrize("points", [(0, 0, 0), (3, 0, 0), (0, 2, 1), (6, 1, 3), (2, 5, 5)])
def test_a_round_is_played_by_everybodys_own_interest(points: tuple[int, int, int]) -> None:
    game = Middle(points, rounds=1)
    state = game.start()
    thought = Mcts(GenericGame(game), seed=2, settings=PURE).think(state, Limit(playouts=20_000))
    ends = [outcomes(game, game.apply(state, move)) for move in game.legal_moves(state)]
    sure = max(min(end[0] for end in reached) for reached in ends)
    assert max(end[0] for end in ends[thought.move]) >= sure
    if thought.note == "proven":
        assert any(thought.value == pytest.approx(end) for end in outcomes(game, state))


@pytest.mark.parametrize("name", ["random", "greedy", "uct:playouts=30", "bot:1", "bot:4", "bot:6"])
def test_every_bot_plays_with_two_others(name: str) -> None:
    game = Middle(rounds=3)
    bots = [
        make_bot(parse_player(player), game, seed=seat, options=BotOptions(time_scale=0.02))
        for seat, player in enumerate([name, "random", "greedy"])
    ]
    state = game.start()
    while (seat := game.to_act(state)) != OVER:
        thought = bots[seat].think(state)
        assert game.refuse(state, thought.move) is None
        state = game.apply(state, thought.move)
