"""Entry of moves for games that are unlike Plurality: one stone, three colours, no stamp."""

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


def entry(length: int) -> Entry:
    drafts: Any = Drafts(length)
    made = Entry(drafts, 3)
    made.show(None, can_play=True, colour=0)
    return made


def test_the_last_of_several_stones_is_not() -> None:
    made = entry(2)
    assert made.pick(5, again=True).move is None
    assert made.pick(6, again=True).move is None
    assert made.pick(6, again=True).move == (5, 6)


def test_another_cell_after_a_complete_draft_begins_anew_unless_refused() -> None:
    made = entry(2)
    made.pick(5, again=True)
    made.pick(6, again=True)
    assert made.pick(4, again=False).refusal is not None
    assert [pick.cell for pick in made.picks] == [5, 6]
    made.pick(7, again=False)
    assert [pick.cell for pick in made.picks] == [7]


def test_colours_go_round_those_that_lead_on() -> None:
    made = entry(2)
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
    made = entry(2)
    made.show(None, can_play=False, colour=None)
    assert made.draft(0) is NOTHING
    assert made.next_colour() is None
    assert not made.toggle_colour()
    assert made.pick(0, again=True).refusal is None
    assert made.picks == ()
