"""A tiny game of chance and hidden coins for the search.

Seat 0 is dealt a coin that only seat 1 sees (1 heads, 2 tails; 0 in views where it is not
known). Seat 1 may tell (`tell`) or keep still. Then seat 0 takes a sure share (`sure`),
rolls a die that wins on a six (`die`), or names the coin (`heads`, `tails`), which wins
when it is right.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.errors import Refusal
from termgames.core.evaluation import Evaluation, Reward
from termgames.core.game import CHANCE, OVER
from tests.search.toy import Toy

ANSWERS = ("sure", "die", "heads", "tails", "tell", "still")


@dataclass(frozen=True)
class Table:
    coin: int
    asked: int = 1
    told: bool = False
    rolling: bool = False
    gained: float | None = None
    """Seat 0's share once the game is over."""


class Coins(Toy):
    id = "coins"

    def __init__(self, sure: float, die: int = 6) -> None:
        self.sure, self.die = sure, die

    def to_act(self, s: Table) -> int:
        if s.gained is not None:
            return OVER
        return CHANCE if s.rolling else s.asked

    def legal_moves(self, s: Table) -> tuple[str, ...]:
        return ANSWERS[4:] if s.asked == 1 else ANSWERS[:4]

    def refuse(self, s: Table, m: str) -> Refusal | None:
        return None if s.rolling or m in self.legal_moves(s) else Refusal("answer", "not asked")

    def after(self, s: Table, m: str) -> Table:
        if s.rolling:
            return replace(s, rolling=False, gained=float(m == "win"))
        if s.asked == 1:
            return replace(s, asked=0, told=m == "tell")
        if m == "die":
            return replace(s, rolling=True)
        assert m == "sure" or s.coin, "a world knows the coin"
        right = ("heads", "tails").index(m) + 1 == s.coin if m != "sure" else False
        return replace(s, gained=self.sure if m == "sure" else float(right))

    def chances(self, s: Table) -> list[tuple[str, int]]:
        return [("win", 1), ("lose", self.die - 1)]

    def view(self, s: Table, seat: int | None) -> Table:
        return s if seat == 1 or (seat == 0 and s.told) else replace(s, coin=0)

    def imagine(self, view: Table, seat: int, rng: np.random.Generator) -> Table:
        return view if view.coin else replace(view, coin=int(rng.integers(1, 3)))

    def utilities(self, s: Table) -> NDArray[np.float32]:
        return np.array([s.gained, 1 - s.gained], np.float32)


class CoinWorlds:
    """`core.determinized.DeterminizedGame` of the game; a playout gives everybody a half."""

    pace = 1.0
    seats, cells, actions, features = 2, 1, len(ANSWERS), 0

    def __init__(self, game: Coins) -> None:
        self.game = game

    def judge(self, s: Table) -> int:
        """The coin, as far as it is known."""
        return s.coin

    def candidates(self, s: Table, judgement: int) -> NDArray[np.int32]:
        # Holds answers to the other question too: the search has to leave them aside.
        return np.arange(len(ANSWERS), dtype=np.int32)

    def move(self, s: Table, action: int) -> str:
        return ANSWERS[action]

    def amaf_features(self, s: Table, actions: NDArray[np.int32]) -> NDArray[np.int32]:
        return np.full(len(actions), -1, np.int32)

    def prior(self, s: Table, actions: NDArray[np.int32], judgement: int) -> NDArray[np.float32]:
        return np.zeros(len(actions), np.float32)

    def forced(self, s: Table, judgement: int) -> str | None:
        return None

    def mid_answer(self, s: Table) -> bool:
        return False

    def passes(self, s: Table) -> list[str]:
        return []

    def pointless(self, s: Table) -> list[str]:
        return []

    def usual_answer(self, s: Table, judgement: int) -> str | None:
        return None

    def evaluate(
        self,
        states: list[Table],
        lanes: int,
        rng: np.random.Generator,
        reward: Reward,
        judgement: int,
    ) -> Evaluation:
        half = np.full((len(states), 2), 0.5, np.float32)
        nothing = np.zeros((len(states), 0), np.float32)
        return Evaluation(half, half, half, np.zeros((1, 2), np.float32), nothing, nothing)

    def final(self, s: Table, reward: Reward) -> tuple[Any, Any]:
        share = self.game.utilities(s)
        return share, share

    def preset_answer(self, s: Table) -> str | None:
        return None
