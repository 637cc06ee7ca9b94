"""Bots for games with dice that offer rules alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from termgames.core.errors import IllegalMove, Refusal, UnreadableMove
from termgames.core.game import CHANCE, OVER, Chancy, Score, ScorePart
from termgames.core.topology import square
from termgames.play.bots.factory import make_bot, searcher
from termgames.play.bots.players import parse_player
from termgames.search.history import random_playout
from termgames.search.ismcts.search import Ismcts
from termgames.search.limits import Limit

ODDS = {"dare": (1, 9), "wait": (3, 1), "sure": (1, 0)}
"""By choice the weights of a good and of a bad die."""


@dataclass(frozen=True)
class State:
    """The first player's choice, then the die, which decides the game."""

    choices: tuple[str, ...]
    choice: str = ""
    won: bool | None = None


class Dare:
    """One choice and one die; implements `core.game.Game` and Chancy."""

    id = "dare"
    marks = "bw"
    seats = 2
    resigns = False
    options: Mapping[str, Any] = {}
    topology = square(2)

    def __init__(self, *choices: str) -> None:
        self.choices = choices

    def start(self) -> State:
        return State(self.choices)

    def position(self, rows: Sequence[str], position_text: Mapping[str, str]) -> State:
        return self.start()

    def to_act(self, s: State) -> int:
        if s.won is not None:
            return OVER
        return CHANCE if s.choice else 0

    def colour(self, s: State, seat: int) -> int:
        return seat

    def seat_name(self, s: State, seat: int) -> str:
        return ("black", "white")[seat]

    def stones(self, s: State) -> bytes:
        return bytes(4)

    def chances(self, s: State) -> list[tuple[str, int]]:
        good, bad = ODDS[s.choice]
        return [(name, n) for name, n in (("good", good), ("bad", bad)) if n]

    def legal_moves(self, s: State) -> Sequence[str]:
        if s.won is not None:
            return ()
        return [name for name, _ in self.chances(s)] if s.choice else s.choices

    def refuse(self, s: State, m: str) -> Refusal | None:
        return None if m in self.legal_moves(s) else Refusal("dare", "not now")

    def apply(self, s: State, m: str) -> State:
        if self.refuse(s, m) is not None:
            raise IllegalMove(Refusal("dare", "not now"))
        if s.choice:
            return replace(s, won=m == "good")
        return replace(s, choice=m, won=True if m == "sure" else None)

    def score(self, s: State) -> Score:
        points = (float(s.won is True), float(s.won is False))
        parts = tuple(ScorePart(seat, points[seat], "the die") for seat in (0, 1))
        return Score(points, parts, tuple(seat for seat in (0, 1) if points[seat] == max(points)))

    def utilities(self, s: State) -> NDArray[np.float32]:
        return np.array(self.score(s).totals, np.float32)

    def ending(self, s: State) -> str | None:
        return None if s.won is None else "the die has fallen"

    def parse(self, s: State, text: str) -> str:
        if text not in (*ODDS, "good", "bad"):
            raise UnreadableMove(text)
        return text

    def format(self, m: str) -> str:
        return m

    def cells_of(self, m: str) -> tuple[int, ...]:
        return ()

    def report_fields(self, s: State) -> Mapping[str, Any]:
        return {}

    def prompt(self, s: State) -> str:
        return "Dare or wait?"


def test_playouts_throw_dice_by_their_weights() -> None:
    game, rng = Dare("dare"), np.random.default_rng(1)
    assert isinstance(game, Chancy)
    won = sum(bool(random_playout(game, game.start(), rng).won) for _ in range(1000))
    assert 60 < won < 140


@pytest.mark.parametrize("choices", [("dare", "wait"), ("wait", "dare")])
@pytest.mark.parametrize("player", ["mcts:playouts=600", "uct:playouts=600"])
def test_the_better_odds_are_chosen_and_the_value_is_theirs(
    choices: tuple[str, ...], player: str
) -> None:
    """Dice are neither the player's choice nor his opponent's."""
    game = Dare(*choices)
    search = searcher(parse_player(player), game, seed=2)
    assert isinstance(search, Ismcts)
    thought = search.think(game.start(), Limit(None, 600))
    assert thought.move == "wait"
    assert thought.value is not None
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
