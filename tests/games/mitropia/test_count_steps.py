"""The count told step by step: what is said, what lies on the board, what it adds up to."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from termgames.core.display import Step
from termgames.core.topology import square
from termgames.games.mitropia.counting import count
from termgames.games.mitropia.display import walkthrough
from termgames.games.mitropia.options import Scoring
from termgames.games.mitropia.stones.prisoners import Prisoners
from tests.cases import cases
from tests.games.mitropia.boards import (
    BLACK,
    RED,
    WHITE,
    alliances,
    board,
    cells,
    show,
    stones_of,
)

NAMES = ("black", "white", "red")
BOARD = "bwr.r.. wrrrrww r...b.w bbbbbww ....bw. r...bw."
"""Black and White in the top left corner are without liberties; a1 is dead."""
PRISONERS = ((0, 1, 0), (1, 0, 0), (4, 0, 0))


def walked(
    scoring: Scoring = "territory",
    occupiers: tuple[int | None, ...] = (None, None, None),
    diagram: str = BOARD,
    dead: str = "a1",
    prisoners: Prisoners = PRISONERS,
    cards: tuple[int, ...] = (3, 0, 0),
) -> list[Step]:
    topology, stones = board(diagram)
    gone = cells(topology, dead)
    found = count(topology, stones, prisoners, occupiers, (0, 1, 2), cards, gone, scoring)
    return list(walkthrough(topology, stones, found, NAMES))


def told(steps: list[Step]) -> list[tuple[str, ...]]:
    """What each step is called, says, and adds up to."""
    return [
        (step.title, step.text, " ".join(f"{total:g}" for total in step.totals or ()))
        for step in steps
    ]


def test_rules_18_to_21_each_step_says_what_it_does() -> None:
    assert told(walked()) == cases("""
groups without liberties | Removed: a5 (1 for black); a6 (1 for white); b6 (1 for black). |
dead stones | Removed: a1 (1 for black). |
territory | Black 8, white 2, red 4. | 8 2 4
black prisoners put back | Black's territory takes back white 2, red 4: 2 of 8 left. | 2 2 4
white prisoners put back | White's territory takes back black 2: 0 of 2 left. | 2 0 4
red prisoners put back | Red's territory takes back black 1: 3 of 4 left. | 2 0 3
prisoners not put back | Black 1. | 3 0 3
card points | Black 3. | 6 0 3
result | Black wins with 6. | 6 0 3
""")


def test_rule_20_prisoners_that_are_put_back_lie_on_the_board() -> None:
    topology, _ = board(BOARD)
    steps = walked()
    left = "..r.r.. .rrrrww r...b.w bbbbbww ....bw. ....bw."
    assert show(topology, steps[1].stones) == left.split()
    black = steps[3]
    assert len(black.marked) == 6
    assert all(black.stones[cell] == BLACK + 1 for cell in black.marked)
    assert all(black.owner[cell] == BLACK for cell in black.marked)


def test_rules_13_and_21_what_goes_to_an_occupier_is_told() -> None:
    *_, occupiers, result = told(walked(occupiers=(None, RED, None)))
    assert occupiers[:2] == ("occupiers", "White's 2 go to red.")
    assert result[2].split()[WHITE] == "0"
    none = ((0,) * 3,) * 3
    steps = walked("territory", (None, BLACK, None), "b.w", "", none, (0, 5, 0))
    assert [step.text for step in steps[-2:]] == ["White's 5 go to black.", "Black wins with 6."]
    steps = walked("territory", (None,) * 3, "b.w", "", none, (2, 0, 2))
    assert steps[-1].text == "Jigo: black and red have 2 each."


def test_rule_22_area_has_no_prisoners() -> None:
    steps = walked("area")
    titles = "groups without liberties / dead stones / stones and territory / card points / result"
    assert [step.title for step in steps] == titles.split(" / ")
    assert steps[2].text == "Black 8 + 8, white 7 + 2, red 7 + 4."


lines = st.lists(st.integers(0, 4), min_size=4, max_size=4)


@given(
    stones_of(square(4), 4, empty=6),
    alliances(4),
    st.lists(lines, min_size=4, max_size=4),
    st.sets(st.integers(0, 15)),
    st.sampled_from(["territory", "area"]),
)
def test_steps_add_up(
    stones: bytes,
    occupiers: tuple[int | None, ...],
    table: list[list[int]],
    dead: set[int],
    scoring: Any,
) -> None:
    """What is marked changes on the board, nothing else does; the last has the totals."""
    topology = square(4)
    prisoners = tuple(
        tuple(0 if seat == colour else many for colour, many in enumerate(line))
        for seat, line in enumerate(table)
    )
    found = count(topology, stones, prisoners, occupiers, range(4), (0, 3, 0, 8), dead, scoring)
    steps = list(walkthrough(topology, stones, found, "abcd"))
    before = stones
    for step in steps:
        changed = tuple(c for c in range(16) if before[c] != step.stones[c])
        assert changed == step.marked
        assert len(step.text.splitlines()) == 1
        before = step.stones
    assert steps[-1].totals == found.totals
    known = [step.totals for step in steps if step.totals]
    assert known[0] == tuple(a + b for a, b in zip(found.ground, found.area, strict=True))
