"""Which answer is given at last where there is luck: who has lost lets his turns go by."""

from types import SimpleNamespace
from typing import Any

import pytest

from termgames.search.ismcts.final_answer import AnswerChooser
from termgames.search.ismcts.tree import AnswerNode

STONE, PASS = 4, 7
"""Actions."""


def chooser(seats: int, share: float, visits: float = 100.0) -> AnswerChooser[Any, Any]:
    """After a search of a board of 100 cells in which the first seat expects `share` of the win,
    and looked at a stone more often than at the pass."""
    form: Any = SimpleNamespace(seats=seats, cells=100, passes=lambda s: ["pass"])
    root = AnswerNode(0, seats)
    for action, move, part in ((STONE, "stone", 0.8), (PASS, "pass", 0.2)):
        child = root.children[action, 1] = AnswerNode(1, seats, move)
        child.visits = part * visits
        child.reward[0] = part * visits * 0.5
    root.visits = visits
    root.share[:] = visits * (1 - share) / (seats - 1)
    root.share[0] = visits * share
    return AnswerChooser(form, None, None, root, 0.0)


@pytest.mark.parametrize(
    ("seats", "share", "open_cells", "gives_up"),
    [
        (3, 0.0, 10.0, True),
        (3, 0.04, 10.0, True),
        (3, 0.06, 10.0, False),
        # Much may happen on an open board.
        (3, 0.04, 30.0, False),
        (3, 0.02, 50.0, True),
        (3, 0.01, 90.0, False),
        (5, 0.0, 10.0, True),
        # Of two nobody holds others up.
        (2, 0.0, 10.0, False),
    ],
)
def test_of_three_who_has_lost_passes(
    seats: int, share: float, open_cells: float, gives_up: bool
) -> None:
    asked = chooser(seats, share)
    assert asked.hopeless(open_cells) == (PASS if gives_up else None)
    assert asked.best() == STONE
