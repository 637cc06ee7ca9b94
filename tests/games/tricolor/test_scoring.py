"""Areas and results (rules 5, 6, 9)."""

from itertools import permutations

import numpy as np
import pytest

from termgames.core import regions
from termgames.core.game import NEUTRAL
from termgames.core.topology import hexhex, square
from termgames.games.tricolor import scoring
from tests.cases import cases
from tests.games.tricolor.support import FIVE, Scene, named, position, tricolor
from tests.scenes import scenes

RESULTS = cases("""
# Scores, the scores that win, who stands low, in the middle and high.
10 20 30 | 20 | low middle high
30 10 20 | 20 | high low middle
20 20 50 | 20 | middle middle high
20 50 50 | 50 | low middle middle
50 20 50 | 50 | middle low middle
30 30 30 | 30 | middle middle middle
0 20 50 | 20 | low middle high
0 50 0 | 50 | low high low
0 0 0 | | low low low
0 40 40 | 40 | low middle middle
""")


@pytest.mark.parametrize(("points", "winning", "standing"), RESULTS)
def test_rules_6_and_9_the_middle_score_wins(points: str, winning: str, standing: str) -> None:
    """The table of the rules page, whoever has which score."""
    scores = tuple(map(int, points.split()))
    assert " ".join(scoring.standing(scores)) == standing
    orders = sorted(set(permutations(scores)))
    found = scoring.shares(np.array(orders, np.float32))
    for order, shares in zip(orders, found.tolist(), strict=True):
        wins = [str(score) == winning for score in order]
        expected = [1 / sum(wins) if won else 0 for won in wins]
        assert shares == pytest.approx(expected), order


@scenes(
    """
rule 5: one stone owns the board and an empty board is nobody's
  game size=5 & start & totals 0 0 0 & winners & shares 0 0 0 & go c3 & totals 25 0 0 & winners 0

rule 5: captured stones count for nobody
  game size=5 & at ab... ..... ..... ..... ....g | to move=beta & go a4 & totals 0 3 1 & winners 2

rule 5: shared points are nobody's, or count for all whose stones reach them
  game size=5 & at {ROWS} & totals 9 5 8 & winners 2
  game size=5 shared=nobody & at {ROWS} & totals 9 5 8 & winners 2
  game size=5 shared=all & at {ROWS} & totals 10 8 10 & winners 0 2

rule 5: with shared points for all an empty board is nobody's all the same
  game size=3 shared=all & start & totals 0 0 0 & winners & go b2 & totals 9 0 0
  go c3 & totals 8 8 0
""",
    ROWS="a.b.g aabgg aabgg aabgg aab.g",
)
def test_areas(scene: list[str]) -> None:
    Scene().play(scene)


def test_rule_5_what_all_count_stands_among_the_parts_of_each() -> None:
    game = tricolor(size=5, shared="all")
    score = game.score(position("a.b.g aabgg aabgg aabgg aab.g", game=game))
    told = [(part.seat, part.points, part.text) for part in score.parts if "shared" in part.text]
    assert told == [
        (0, 1, "1 point shared"),
        (1, 3, "3 points shared"),
        (2, 2, "2 points shared"),
        (NEUTRAL, 3, "3 points shared"),
    ]


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


@pytest.mark.parametrize("board", [square(6), hexhex(3), tricolor(map="ring").topology])
def test_boards_are_counted_together_as_one_by_one(board: object) -> None:
    topology = board
    assert isinstance(topology, type(square(5)))
    rng = np.random.default_rng(5)
    stones = rng.integers(0, 4, (40, topology.cells), dtype=np.uint8)
    stones[rng.random(stones.shape) < 0.5] = 0
    around = regions.around(topology, stones)
    together = scoring.owners(around)
    np.testing.assert_array_equal(together, regions.owners(topology, stones, range(3)))
    for row, owner in zip(stones, together, strict=True):
        alone = regions.around(topology, row[None])
        np.testing.assert_array_equal(scoring.owners(alone)[0], owner)
    counted = scoring.points(around, "nobody").sum(axis=1) + (together == NEUTRAL).sum(axis=1)
    assert (counted == topology.cells).all()
