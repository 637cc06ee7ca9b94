"""Entry of moves for games that are unlike Plurality: one stone, three colours, no stamp, and
whole groups that are marked as dead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from termgames.core.display import Draft, Pick
from termgames.core.errors import Refusal
from termgames.tui.board.entry import NOTHING, Entry
from tests.cases import cases


class Stones:
    """Two stones on cells 0 to 8, none on 4; the first may be of any colour, the other of 0."""

    def draft(self, s: Any, picks: Sequence[Pick]) -> Draft[Any]:
        cells = tuple(pick.cell for pick in picks)
        if 4 in cells:
            return Draft((*picks,), "refused", "no", refusal=Refusal("taken", "no", (4,)))
        if any(pick.colour for pick in picks[1:]) or len(picks) > 2:
            return Draft((*picks,), "refused", "no", refusal=Refusal("colour", "no"))
        if len(cells) == 2:
            return Draft((*picks,), "complete", "ready", move=cells)
        follow = frozenset(range(9)).difference(cells, {4})
        return Draft((*picks,), "incomplete", "more", follow=follow, next_colour=0)


class Groups:
    """Stones on a board of nine cells are marked by groups; the move is the set of them."""

    def draft(self, s: Any, picks: Sequence[Pick]) -> Draft[Any]:
        known = {cell: group for group in ({0, 1, 2}, {5}, {7, 8}) for cell in group}
        empty = [pick.cell for pick in picks if pick.cell not in known]
        if empty:
            refusal = Refusal("empty", "no stone", (*empty,))
            return Draft((*picks,), "refused", "no", refusal=refusal)
        cells = frozenset[int]().union(*(known[pick.cell] for pick in picks))
        return Draft((*picks,), "complete", "mark", move=cells, cleared=cells)


def entry(drafts: Any) -> Entry:
    made = Entry(drafts, 3)
    made.show(None, can_play=True, colour=0)
    return made


@pytest.mark.parametrize(
    ("kind", "picks", "left", "led_to"),
    cases("""
    stones | 5! 6!     | 5 6       | None
    stones | 5! 6! 6!  | 5 6       | (5, 6)
    stones | 5! 6! 7!  | 5 6       | (5, 6)
    stones | 5! 6! 4   | 5 6       | no
    stones | 5! 6! 4 7 | 7         | None
    groups | 1! 7!     | 0 1 2 7 8 | None
    groups | 1! 7! 2   | 7 8       | None
    groups | 5! 4!     | 5         | no stone
    """),
)
def test_a_pick_adds_begins_anew_or_is_refused(
    kind: str, picks: str, left: str, led_to: str
) -> None:
    """With `!` one cell more plays a move that is complete."""
    made = entry(Stones() if kind == "stones" else Groups())
    assert made.marking == (kind == "groups")
    for pick in picks.split():
        done = made.pick(int(pick.rstrip("!")), again="!" in pick)
    cells = made.picked().cleared if made.marking else [pick.cell for pick in made.picks]
    assert " ".join(map(str, sorted(cells))) == left
    assert str(done.refusal.text if done.refusal else done.move) == led_to


def test_colours_go_round_those_that_lead_on() -> None:
    made, seen = entry(Stones()), list[int | None]()
    for _ in range(4):
        seen.append(made.next_colour())
        assert made.toggle_colour()
    assert seen == [0, 1, 2, 0]
    made.pick(5, again=True)
    assert made.picks == (Pick(5, 1),)
    assert (made.toggle_colour(), made.next_colour()) == (False, 0)
    made = entry(Stones())
    made.show(None, can_play=False, colour=None)
    assert made.draft(0) is NOTHING
    assert (made.next_colour(), made.toggle_colour(), made.picks) == (None, False, ())
    assert made.pick(0, again=True).refusal is None
