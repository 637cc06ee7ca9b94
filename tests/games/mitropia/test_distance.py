"""Rule 5, steps along the map, and rule 8, stones of one turn."""

from collections import deque

import numpy as np
import pytest

from termgames.core.topology import Topology, from_rows, square
from termgames.games.mitropia.stones import distance
from tests.cases import cases
from tests.games.mitropia.boards import BLACK, WHITE, board, cells, names

ISLANDS = from_rows(["...-...", "...-...", ".......", "...-...", "--.-.--", "..--..."])
SPIRAL = from_rows([".......", "------.", ".....-.", ".---.-.", ".-...-.", ".-----.", "......."])
HEXAGONS = from_rows(["...-...", "...-.-.", "-...---", "...-...", "--.-.--"], hexagons=True)
SNAKE = from_rows(
    [("." * 25, "-" * 24 + ".", "." * 25, "." + "-" * 24)[row % 4] for row in range(23)]
)


def walk(topology: Topology, start: int) -> dict[int, int]:
    """Steps to every cell that can be reached."""
    steps, queue = {start: 0}, deque([start])
    while queue:
        cell = queue.popleft()
        for other in topology.adjacent[cell]:
            if other not in steps:
                steps[other] = steps[cell] + 1
                queue.append(other)
    return steps


@pytest.mark.parametrize("topology", [square(1), square(9), ISLANDS, SPIRAL, SNAKE, HEXAGONS])
def test_rule_5_distances_agree_with_a_walk(topology: Topology) -> None:
    table = distance.distances(topology)
    for start in range(topology.cells):
        steps = walk(topology, start)
        expected = [
            min(steps[cell], 254) if cell in steps else distance.NO_WAY
            for cell in range(topology.cells)
        ]
        assert table[start].tolist() == expected


def test_rule_5_gaps_block_and_stones_do_not() -> None:
    """d4 is the only bridge: from c6 to e6 it is six steps, not two."""
    table = distance.distances(ISLANDS)
    c6, e6, d4 = cells(ISLANDS, "c6 e6 d4")
    assert table[c6, e6] == 6
    assert table[c6, d4] == 3


def marked(topology: Topology, mask: np.ndarray) -> list[str]:
    return topology.rows(["x" if hit else "." for hit in mask])


def test_rule_5_what_can_be_reached_from_two_stones() -> None:
    origins = cells(ISLANDS, "c5 g6")
    reached = ".xx-xxx xxx-.xx .xxx..x ..x-... --.-.-- ..--..."
    assert marked(ISLANDS, distance.within(ISLANDS, origins, 2)) == reached.split()
    assert distance.within(ISLANDS, origins, 0).sum() == 2


def test_rule_5_no_path_no_range_but_unlimited_range_is_everywhere() -> None:
    """The island a1, b1 is joined to nothing."""
    a1 = ISLANDS.cell("a1")
    assert marked(ISLANDS, distance.within(ISLANDS, [a1], 200))[-1] == "xx--..."
    assert distance.within(ISLANDS, [a1], 255).sum() == 2
    assert distance.within(ISLANDS, [a1], None).all()
    assert not distance.within(ISLANDS, [], 6).any()


NINE = "b........ ......... ......... ......... ....b.... ....w.... ....b.... ......... bbbbbb..b"
APART = cases("""
# Points in turn, what is wrong with the last of them, why.
e5 | | the first is free
a9 e5 | | eight steps
e5 e3 | near | two steps, another group
e3 e1 | near | two steps
a1 f1 | joined | five steps, one group
a1 e1 | near | four steps, one group
e5 e3 a9 | | only the last is judged
a9 e5 e1 | near | near any of the earlier ones
a9 a1 f1 | joined | in a group with any of the earlier ones
""")


@pytest.mark.parametrize(("points", "expected", "why"), APART)
def test_rule_8_five_steps_apart_and_not_in_one_group(points: str, expected: str, why: str) -> None:
    topology, stones = board(NINE)
    placed = cells(topology, points)
    refusal = distance.refuse_together(topology, stones, placed)
    assert (refusal.code if refusal else "") == expected, why
    if refusal is not None:
        assert placed[-1] in refusal.cells
        assert names(topology, placed[-1:]) in refusal.text


def test_rule_8_exactly_five_steps_will_do() -> None:
    topology, stones = board("b....b....b")
    placed = cells(topology, "a1 f1")
    assert distance.distances(topology)[placed] == 5
    assert distance.refuse_together(topology, stones, placed) is None


def test_rule_8_allies_stones_join_groups() -> None:
    topology, stones = board("bwwwwb")
    placed = cells(topology, "a1 f1")
    assert distance.refuse_together(topology, stones, placed) is None
    refusal = distance.refuse_together(topology, stones, placed, (BLACK, BLACK))
    assert refusal.code == "joined"
    assert distance.refuse_together(topology, stones, placed, (BLACK, WHITE)) is None


def test_rule_8_steps_are_counted_along_the_map() -> None:
    """Two points side by side across a gap lie far apart."""
    topology, stones = board(".b-b. ..-.. .....")
    near = cells(topology, "b3 d3")
    assert distance.distances(topology)[near] == 6
    assert distance.refuse_together(topology, stones, near) is None
