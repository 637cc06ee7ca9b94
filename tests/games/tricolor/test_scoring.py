"""Areas and results (rules 5, 6, 9)."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from termgames.core.game import NEUTRAL
from termgames.core.topology import hexhex, square
from termgames.games.tricolor import scoring
from tests.games.tricolor.support import FIVE, named, play, position, tricolor

RESULTS = [
    # Scores, the scores that win.
    ((10, 20, 30), {20}),
    ((20, 20, 50), {20}),
    ((20, 50, 50), {50}),
    ((30, 30, 30), {30}),
    ((0, 20, 50), {20}),
    ((0, 0, 50), {50}),
    ((0, 0, 0), set()),
    ((0, 40, 40), {40}),
]


@pytest.mark.parametrize(("points", "winning"), RESULTS)
def test_rule_6_the_middle_score_wins(points: tuple[int, ...], winning: set[int]) -> None:
    """The table of the rules page, whoever has which score."""
    orders = sorted(set(permutations(points)))
    found = scoring.shares(np.array(orders, np.float32))
    for order, shares in zip(orders, found.tolist(), strict=True):
        wins = [score in winning for score in order]
        expected = [1 / sum(wins) if won else 0 for won in wins]
        assert shares == pytest.approx(expected), order


@pytest.mark.parametrize(
    ("points", "standing"),
    [
        ((10, 20, 30), "low middle high"),
        ((30, 10, 20), "high low middle"),
        ((20, 20, 50), "middle middle high"),
        ((50, 20, 50), "middle low middle"),
        ((9, 9, 9), "middle middle middle"),
        ((0, 50, 0), "low high low"),
        ((0, 0, 0), "low low low"),
        ((40, 0, 40), "middle low middle"),
    ],
)
def test_rule_9_low_middle_and_high(points: tuple[int, ...], standing: str) -> None:
    assert " ".join(scoring.standing(points)) == standing


def test_rule_5_stones_and_what_only_they_touch() -> None:
    state = position(".a.b. aa.bb ..... ggg.. ..g..")
    score = FIVE.score(state)
    told = {(part.seat, part.text): named(FIVE, part.cells) for part in score.parts}
    assert score.totals == (4, 4, 6)
    assert told == {
        (0, "3 stones"): "",
        (0, "1 point surrounded"): "a5",
        (1, "3 stones"): "",
        (1, "1 point surrounded"): "e5",
        (2, "4 stones"): "",
        (2, "2 points surrounded"): "a1 b1",
        (NEUTRAL, "11 points neutral"): "d1 e1 d2 e2 a3 b3 c3 d3 e3 c4 c5",
    }
    assert score.winners == (0, 1)


def test_rule_5_one_stone_owns_the_board_and_an_empty_board_is_nobodys() -> None:
    start = FIVE.start()
    assert FIVE.score(start).totals == (0, 0, 0)
    assert FIVE.score(start).winners == ()
    assert FIVE.utilities(start).tolist() == [0, 0, 0]
    one = play(FIVE, start, "c3")
    assert FIVE.score(one).totals == (25, 0, 0)
    assert FIVE.score(one).winners == (0,)


def test_rule_5_captured_stones_count_for_nobody() -> None:
    before = position("ab... ..... ..... ..... ....g", to_move="beta")
    after = play(FIVE, before, "a4")
    assert FIVE.score(after).totals == (0, 3, 1)
    assert FIVE.score(after).winners == (2,)


@pytest.mark.parametrize("board", [square(6), hexhex(3), tricolor(map="ring").topology])
def test_boards_are_counted_together_as_one_by_one(board: object) -> None:
    topology = board
    assert isinstance(topology, type(square(5)))
    rng = np.random.default_rng(5)
    stones = rng.integers(0, 4, (40, topology.cells), dtype=np.uint8)
    stones[rng.random(stones.shape) < 0.5] = 0
    together = scoring.owners(topology, stones)
    for row, owner in zip(stones, together, strict=True):
        np.testing.assert_array_equal(scoring.owners(topology, row[None])[0], owner)
    counted = scoring.points(together).sum(axis=1) + (together == NEUTRAL).sum(axis=1)
    assert (counted == topology.cells).all()
