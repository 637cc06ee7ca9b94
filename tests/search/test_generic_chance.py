"""Bots for games with dice that offer rules alone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from termgames.core.game import CHANCE, OVER, Chancy
from termgames.play.bots.factory import make_bot, searcher
from termgames.play.bots.players import parse_player
from termgames.search.history import random_playout
from termgames.search.ismcts.search import Ismcts
from termgames.search.limits import Limit
from tests.search.toy import Toy

ODDS = {"dare": (1, 9), "wait": (3, 1), "sure": (1, 0)}
"""By choice the weights of a good and of a bad die."""


@dataclass(frozen=True)
class State:
    """The first player's choice, then the die, which decides the game."""

    choices: tuple[str, ...]
    choice: str = ""
    won: bool | None = None


class Dare(Toy):
    """One choice and one die; implements `core.game.Game` and Chancy."""

    id = "dare"

    def __init__(self, *choices: str) -> None:
        self.choices = choices

    def start(self) -> State:
        return State(self.choices)

    def to_act(self, s: State) -> int:
        if s.won is not None:
            return OVER
        return CHANCE if s.choice else 0

    def chances(self, s: State) -> list[tuple[str, int]]:
        good, bad = ODDS[s.choice]
        return [(name, n) for name, n in (("good", good), ("bad", bad)) if n]

    def legal_moves(self, s: State) -> Sequence[str]:
        if s.won is not None:
            return ()
        return [name for name, _ in self.chances(s)] if s.choice else s.choices

    def after(self, s: State, m: str) -> State:
        if s.choice:
            return replace(s, won=m == "good")
        return replace(s, choice=m, won=True if m == "sure" else None)

    def utilities(self, s: State) -> NDArray[np.float32]:
        return np.array([s.won is True, s.won is False], np.float32)


def test_playouts_throw_dice_by_their_weights() -> None:
    game, rng = Dare("dare"), np.random.default_rng(1)
    assert isinstance(game, Chancy)
    won = sum(bool(random_playout(game, game.start(), rng).won) for _ in range(1000))
    assert 60 < won < 140


@pytest.mark.parametrize("choices", [("dare", "wait"), ("wait", "dare")])
@pytest.mark.parametrize("player", ["mcts:playouts=600", "uct:playouts=600"])
def test_the_better_odds_are_chosen_and_the_value_is_theirs(choices: Any, player: str) -> None:
    """Dice are neither the player's choice nor his opponent's."""
    game = Dare(*choices)
    search = searcher(parse_player(player), game, seed=2)
    assert isinstance(search, Ismcts)
    thought = search.think(game.start(), Limit(None, 600))
    assert thought.move == "wait"
    assert thought.value[0] == pytest.approx(0.75, abs=0.1)


@pytest.mark.parametrize("player", ["random", "greedy", "bot:1", "bot:6"])
def test_every_bot_plays_it(player: str) -> None:
    game = Dare("dare", "wait")
    assert make_bot(parse_player(player), game, seed=1).think(game.start()).move in game.choices


def test_a_win_in_one_is_seen() -> None:
    game = Dare("dare", "wait", "sure")
    for seed in range(3):
        bot = make_bot(parse_player("bot:1"), game, seed=seed)
        assert bot.think(game.start()).move == "sure"
