"""Entry of moves for games that are unlike Plurality: one stone, three colours, no stamp, and
whole groups that are marked as dead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from termgames.core.display import Display, Draft, Pick
from termgames.core.errors import Refusal
from termgames.tui.board.entry import NOTHING, Entry


class Drafts(Display[Any, tuple[int, ...]]):
    """A display of which only drafts are asked: `length` stones on cells 0 to 8, none on 4;
    the first stone may be of any colour, later ones of colour 0."""

    def __init__(self, length: int) -> None:
        super().__init__(None)  # type: ignore[arg-type]
        self.length = length
        self.asked = 0

    def draft(self, s: Any, picks: Sequence[Pick]) -> Draft[tuple[int, ...]]:
        self.asked += 1
        cells = tuple(pick.cell for pick in picks)
        if 4 in cells:
            return Draft(tuple(picks), "refused", "no", refusal=Refusal("taken", "no", (4,)))
        if any(pick.colour for pick in picks[1:]) or len(picks) > self.length:
            return Draft(tuple(picks), "refused", "no", refusal=Refusal("colour", "no"))
        if len(cells) == self.length:
            return Draft(tuple(picks), "complete", "ready", move=cells)
        follow = frozenset(range(9)).difference(cells, {4})
        return Draft(tuple(picks), "incomplete", "more", follow=follow, next_colour=0)


def entry(drafts: Any) -> Entry:
    made = Entry(drafts, 3)
    made.show(None, can_play=True, colour=0)
    return made


def test_the_last_of_several_stones_is_not() -> None:
    made = entry(Drafts(2))
    assert made.pick(5, again=True).move is None
    assert made.pick(6, again=True).move is None
    assert made.pick(6, again=True).move == (5, 6)


def test_another_cell_after_a_complete_draft_begins_anew_unless_refused() -> None:
    made = entry(Drafts(2))
    made.pick(5, again=True)
    made.pick(6, again=True)
    assert made.pick(4, again=False).refusal is not None
    assert [pick.cell for pick in made.picks] == [5, 6]
    made.pick(7, again=False)
    assert [pick.cell for pick in made.picks] == [7]


def test_colours_go_round_those_that_lead_on() -> None:
    made = entry(Drafts(2))
    seen = []
    for _ in range(4):
        seen.append(made.next_colour())
        assert made.toggle_colour()
    assert seen == [0, 1, 2, 0]
    made.pick(5, again=True)
    assert made.picks == (Pick(5, 1),)
    assert not made.toggle_colour()
    assert made.next_colour() == 0


def test_closed_entry_does_nothing() -> None:
    made = entry(Drafts(2))
    made.show(None, can_play=False, colour=None)
    assert made.draft(0) is NOTHING
    assert made.next_colour() is None
    assert not made.toggle_colour()
    assert made.pick(0, again=True).refusal is None
    assert made.picks == ()


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


def test_a_pick_marks_a_group_and_any_of_its_stones_takes_the_mark_back() -> None:
    made = entry(Marks())
    assert made.marking
    assert made.pick(1, again=True).move is None
    assert made.pick(7, again=True).move is None
    assert made.picked().cleared == {0, 1, 2, 7, 8}
    made.pick(2, again=False)
    assert made.picked().cleared == {7, 8}


def test_an_empty_cell_is_refused_and_changes_nothing() -> None:
    made = entry(Marks())
    made.pick(5, again=True)
    refusal = made.pick(4, again=True).refusal
    assert refusal is not None
    assert refusal.cells == (4,)
    assert made.picked().cleared == {5}
