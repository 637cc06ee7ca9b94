"""Marking whole groups of stones as dead with the board's own means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from termgames.core.display import Draft, Pick
from termgames.core.errors import Refusal
from termgames.tui.board.entry import Entry

GROUPS = ({0, 1, 2}, {5}, {7, 8})
"""Stones on a board of nine cells; the other cells are empty."""


class Marks:
    """Drafts that mark whole groups; the move is the set of marked cells."""

    def draft(self, s: Any, picks: Sequence[Pick]) -> Draft[frozenset[int]]:
        marked: set[int] = set()
        for pick in picks:
            found = [group for group in GROUPS if pick.cell in group]
            if not found:
                refusal = Refusal("empty", "no stone", (pick.cell,))
                return Draft(tuple(picks), "refused", "no", refusal=refusal)
            marked |= found[0]
        cells = frozenset(marked)
        return Draft(tuple(picks), "complete", "mark", move=cells, cleared=cells)


def marking() -> Entry:
    marks: Any = Marks()
    entry = Entry(marks, 3)
    entry.show(None, can_play=True, colour=0)
    return entry


def test_a_pick_marks_a_group_and_any_of_its_stones_takes_the_mark_back() -> None:
    entry = marking()
    assert entry.marking
    assert entry.pick(1, again=True).move is None
    assert entry.pick(7, again=True).move is None
    assert entry.picked().cleared == {0, 1, 2, 7, 8}
    entry.pick(2, again=False)
    assert entry.picked().cleared == {7, 8}


def test_an_empty_cell_is_refused_and_changes_nothing() -> None:
    entry = marking()
    entry.pick(5, again=True)
    refusal = entry.pick(4, again=True).refusal
    assert refusal is not None
    assert refusal.cells == (4,)
    assert entry.picked().cleared == {5}
