"""What every solver of a game of points says, by a small one: a row of coins, of which each side
in turn takes one from either end; rewards of win shares and points."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from termgames.core.evaluation import Reward, highest, lead
from termgames.core.exact import PointSolver, Watch, Worth
from termgames.core.game import OVER, Score

LEFT, RIGHT = "left", "right"


@dataclass(frozen=True)
class Row:
    coins: tuple[int, ...]
    mover: int = 0
    taken: tuple[float, float] = (0.0, 0.0)


class Coins:
    """As much of a `PointGame` as solvers use."""

    def black_seat(self, s: Row) -> int:
        return 0

    def to_act(self, s: Row) -> int:
        return s.mover if s.coins else OVER

    def legal_moves(self, s: Row) -> list[str]:
        return [LEFT, RIGHT][: len(s.coins)]

    def apply(self, s: Row, m: str) -> Row:
        coin, rest = (s.coins[0], s.coins[1:]) if m == LEFT else (s.coins[-1], s.coins[:-1])
        black, white = s.taken
        taken = (black, white + coin) if s.mover else (black + coin, white)
        return Row(rest, 1 - s.mover, taken)

    def score(self, s: Row) -> Score:
        return Score(s.taken, (), ())


class CoinSolver(PointSolver[Row, str]):
    """Without a table, and ignorant of rows of `unknown` coins."""

    states = 0

    def __init__(self, unknown: int = 0) -> None:
        self.game: Any = Coins()
        self.unknown = unknown

    def prepare(self, s: Row, watch: Watch) -> None:
        """Nothing to do."""

    def difference(self, s: Row) -> float | None:
        if len(s.coins) == self.unknown:
            return None
        ends = [self.worth(self.game.apply(s, m)).value for m in self.game.legal_moves(s)]
        return min(ends) if s.mover else max(ends)


@pytest.mark.parametrize("unknown", [0, 3, 2])
def test_every_move_is_told_the_best_first_and_best_play_to_the_end(unknown: int) -> None:
    solved = CoinSolver(unknown).solve(Row((1, 2, 9)))
    assert [(each.move, each.worth) for each in solved.outcomes] == [
        (RIGHT, Worth(0, 8.0)),
        (LEFT, Worth(1, -6.0)),
    ]
    assert solved.line == (RIGHT, RIGHT, LEFT)
    assert solved.worth == Worth(0, 8.0)


def test_a_lead_is_counted_from_the_best_other_seat() -> None:
    score = np.array([[10, 30, 25], [7, 7, 7]], np.float32)
    assert lead(score).tolist() == [[-20, 5, -5], [0, 0, 0]]
    assert lead(np.array([[10, 30], [7, 7]], np.float32)).tolist() == [[-20, 20], [0, 0]]


def test_an_aim_replaces_the_shares() -> None:
    score = np.array([[10, 30, 25], [8, 8, 3], [0, 0, 0]], np.float32)
    middle = np.array([[0, 0, 1], [0.5, 0.5, 0], [0, 0, 0]], np.float32)
    area = Reward(0.0, aim=highest)
    expected = np.array([[0, 1, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3]], np.float32)
    np.testing.assert_allclose(area.shares(middle, score), expected)
    np.testing.assert_allclose(area.of(middle, score), expected)
    assert (Reward().shares(middle, score) == middle).all()
    clear = Reward(0.3, 10, aim=highest).of(middle, score)
    assert clear[0, 1] > clear[0, 2] > clear[0, 0]
