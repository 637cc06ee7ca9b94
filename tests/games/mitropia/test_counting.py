"""Rules 18 to 22: the count of the last board, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from termgames.core.game import NEUTRAL, NOBODY
from termgames.core.regions import territory
from termgames.core.topology import Topology, square
from termgames.games.mitropia.counting import Count, Fill, count
from termgames.games.mitropia.stones.alliance import blocs
from termgames.games.mitropia.stones.prisoners import Prisoners, no_prisoners
from termgames.go.board import groups
from tests.games.mitropia.boards import (
    BLACK,
    BLUE,
    GREEN,
    MARKS,
    RED,
    WHITE,
    alliances,
    board,
    cells,
    names,
    show,
    stones_of,
)

NAMES = ("black", "white", "red", "blue", "green")


def table(seats: int, **held: str) -> Prisoners:
    """Prisoners: `table(3, black="ww", red="b")`."""
    return tuple(
        tuple(held.get(NAMES[seat], "").count(MARKS[colour + 1]) for colour in range(seats))
        for seat in range(seats)
    )


def counted(
    diagram: str,
    *,
    seats: int = 3,
    dead: str = "",
    occupiers: dict[int, int] | None = None,
    cards: Sequence[int] | None = None,
    order: Sequence[int] | None = None,
    scoring: Any = "territory",
    **held: str,
) -> Count:
    topology, stones = board(diagram)
    return count(
        topology,
        stones,
        table(seats, **held),
        tuple((occupiers or {}).get(seat) for seat in range(seats)),
        range(seats) if order is None else order,
        cards or (0,) * seats,
        cells(topology, dead),
        scoring,
    )


def owned(found: Count, diagram: str) -> list[str]:
    """The territory as rows: capitals own, `.` neutral, `-` a stone or a gap."""
    signs = {NEUTRAL: ".", NOBODY: "-"}
    topology, _ = board(diagram)
    return topology.rows([signs.get(seat) or MARKS[seat + 1].upper() for seat in found.owner])


# -- territory (rule 19) --------------------------------------------------------------------

THREE = """
    . b . w . .
    b b . w w w
    . . . . . .
    r r . . r r
    . r . . r .
    r . . . . .
"""


def test_rule_19_a_region_belongs_to_the_only_colour_that_touches_it() -> None:
    found = counted(THREE)
    assert owned(found, THREE) == [
        "B-.-WW",
        "--.---",
        "......",
        "--..--",
        "R-..-.",
        "-.....",
    ]
    assert found.ground == (1, 2, 1)
    assert found.totals == (1, 2, 1)
    assert found.winners == (WHITE,)


def test_rule_19_an_empty_board_is_nobodys() -> None:
    found = counted("... ... ...")
    assert set(found.owner) == {NEUTRAL}
    assert found.winners == (BLACK, WHITE, RED)


BLOC = """
    . b . r . w .
    . b . r . w .
    . b . r . w .
"""


def test_rule_19_within_a_bloc_the_one_who_touches_alone_or_else_the_head() -> None:
    """Red is under White: d-e between them goes to White, b-c to nobody, the rest as ever."""
    assert owned(counted(BLOC), BLOC)[0] == "B-.-.-W"
    assert owned(counted(BLOC, occupiers={RED: WHITE}), BLOC)[0] == "B-.-W-W"
    assert owned(counted(BLOC, occupiers={WHITE: RED}), BLOC)[0] == "B-.-R-W"
    # Under Black all of it: what no colour holds alone is the head's.
    whole = {RED: WHITE, WHITE: BLACK}
    assert owned(counted(BLOC, occupiers=whole), BLOC)[0] == "B-B-B-W"


def test_rule_19_the_head_need_not_touch() -> None:
    """Red and Blue, both under Green, hold a region together."""
    diagram = """
        . r . u . b . g
        . r . u . b . g
    """
    found = counted(diagram, seats=5, occupiers={RED: GREEN, BLUE: GREEN})
    assert owned(found, diagram)[0] == "R-G-.-.-"


@given(stones_of(square(4), 4, empty=4), alliances(4))
def test_rule_19_owners_agree_with_a_flood_fill(
    stones: bytes, occupiers: tuple[int | None, ...]
) -> None:
    topology, bloc = square(4), blocs(occupiers)
    found = territory(topology, np.frombuffer(stones, np.uint8)[None], bloc)[0].tolist()
    for cell, stone in enumerate(stones):
        if stone:
            assert found[cell] == NOBODY
            continue
        region, around = {cell}, set()
        while True:
            rim = {n for c in region for n in topology.adjacent[c]} - region
            around = {stones[n] - 1 for n in rim if stones[n]}
            rim = {n for n in rim if not stones[n]}
            if not rim:
                break
            region |= rim
        heads = {bloc[colour] for colour in around}
        expected = around if len(around) == 1 else heads
        assert found[cell] == (expected.pop() if len(expected) == 1 else NEUTRAL)


# -- groups without liberties and dead stones (rule 18) -------------------------------------


def test_rule_18_groups_without_liberties_go_first_and_all_together() -> None:
    """b2 and the white stones around it: after an independence neither has a liberty.
    One by one the first to go would save the other; together both go."""
    diagram = """
        b w r .
        w r r .
        r r . .
        . . . .
    """
    found = counted(diagram, order=(RED, BLACK, WHITE))
    topology, _ = board(diagram)
    assert [names(topology, taken.cells) for taken in found.breathless] == ["a3", "a4", "b4"]
    assert show(topology, found.stones) == ["..r.", ".rr.", "rr..", "...."]
    # White's a3 has Black and Red around: the odd stone is the first captor's, Red's; so is
    # b4. Black's a4 has White alone around.
    assert found.prisoners == table(3, red="ww", white="b")


def test_rule_18_breathless_stones_of_allies_are_one_group() -> None:
    diagram = """
        b w r .
        w r r .
        r r . .
        . . . .
    """
    found = counted(diagram, occupiers={WHITE: BLACK})
    topology, _ = board(diagram)
    assert [names(topology, taken.cells) for taken in found.breathless] == ["a3 a4 b4"]
    assert found.prisoners == table(3, red="bww")
    assert counted(diagram, occupiers={WHITE: RED}).breathless[0].cells == cells(topology, "a4")


def test_rule_18_dead_stones_become_prisoners_of_whose_territory_they_lie_in() -> None:
    """Black's two stones in White's corner and White's one in Black's; Red's stone between
    them all is merely taken off."""
    diagram = """
        b . w . . b . .
        . b w . . b w .
        w w w . . b b b
        . . . . r . . .
    """
    topology, _ = board(diagram)
    found = counted(diagram, dead="a4 b3 g3 e1")
    assert {names(topology, taken.cells): taken.gained for taken in found.dead} == {
        "e1": no_prisoners(3),
        "g3": table(3, black="w"),
        "b3 a4": table(3, white="bb"),
    }
    assert found.ground == (4, 4, 0)
    # They go straight back: White's prisoners fill two of Black's four points.
    assert found.territory == (2, 3, 0)
    assert found.kept == (0, 0, 0)


def test_rule_18_one_point_names_the_whole_group() -> None:
    diagram = "b b . w . \n w w w w . \n . . . . ."
    for dead in ("a3", "b3", "a3 b3"):
        found = counted(diagram, dead=dead, seats=2)
        assert sum(found.prisoners[WHITE]) == 2


def test_rule_18_dead_stones_in_a_blocs_territory_are_its_prisoners() -> None:
    """The corner touches White and his occupied Red: the head's, so the prisoner is his."""
    diagram = """
        . b w .
        . . w .
        r r w .
        . . . b
    """
    found = counted(diagram, dead="b4", occupiers={RED: WHITE})
    assert found.dead[0].gained == table(3, white="b")
    assert found.ground == (0, 4, 0)
    found = counted(diagram, dead="b4", occupiers={WHITE: RED})
    assert found.dead[0].gained == table(3, red="b")


def test_rule_18_dead_stones_in_ones_own_territory_are_nobodys_prisoners() -> None:
    """White's stone, called dead amid White's or his occupier's, is not an opposing one."""
    whites = """
        w . w .
        . . w .
        w w w .
        . . . b
    """
    reds = """
        w . r .
        . . r .
        r r r .
        . . . b
    """
    assert counted(whites, dead="a4").prisoners == no_prisoners(3)
    assert counted(reds, dead="a4").prisoners == table(3, red="w")
    allied = counted(reds, dead="a4", occupiers={WHITE: RED})
    assert allied.prisoners == no_prisoners(3)
    assert allied.ground == (0, 0, 4)


def test_rule_18_a_dead_stone_without_liberties_goes_by_rule_10() -> None:
    found = counted("b w . \n w . w", seats=2, dead="a2")
    assert found.breathless[0].gained == table(2, white="b")
    assert found.dead == ()


# -- prisoners go back (rule 20) ------------------------------------------------------------

FILL = """
    . . . b w . .
    . . . b w . .
    . b b b w w w
    b . r r . . .
    . r r . . . .
    r r . . . . .
"""
"""Black holds 7 points of the corner, White 4; the others share the rest."""


def test_rule_20_prisoners_fill_the_territory_of_their_colour() -> None:
    found = counted(FILL, white="bbb", black="w")
    assert found.ground == (7, 4, 0)
    assert found.territory == (4, 3, 0)
    assert found.kept == (0, 0, 0)
    assert found.totals == (4, 3, 0)


def test_rule_20_what_cannot_be_placed_counts_for_its_holder() -> None:
    """Nine black prisoners for seven points; holders take turns from the first in order."""
    found = counted(FILL, white="bbbb", red="bbbbb")
    # w r w r w r w: White's four are back, two of Red's are left.
    assert found.territory == (0, 4, 0)
    assert found.kept == (0, 0, 2)
    found = counted(FILL, white="bbbb", red="bbbbb", order=(RED, BLACK, WHITE))
    # r w r w r w r: Red has placed four of five, White three of four.
    assert found.kept == (0, 1, 1)
    assert [fill.holder for fill in found.fills] == [RED, WHITE, RED, WHITE, RED, WHITE, RED]


def test_rule_20_who_runs_out_is_passed_over() -> None:
    found = counted(FILL, white="b", red="bbbbbbbbb")
    assert [fill.holder for fill in found.fills] == [WHITE, RED, RED, RED, RED, RED, RED]
    assert found.kept == (0, 0, 3)


def test_rule_20_each_prisoner_takes_a_point_of_his_colours_territory() -> None:
    found = counted(FILL, white="bb", black="w")
    topology, _ = board(FILL)
    points = {(MARKS[fill.colour + 1], topology.names[fill.cell]) for fill in found.fills}
    assert points == {("b", "a4"), ("b", "a5"), ("w", "f5")}


def test_rule_20_prisoners_of_a_bloc_mates_colour_are_kept() -> None:
    """White took three black stones before Black surrendered to him: they are not put
    back, he keeps them; Red's one is put back as ever."""
    found = counted(FILL, white="bbb", red="b", occupiers={BLACK: WHITE})
    assert found.territory == (6, 4, 0)
    assert found.kept == (0, 3, 0)
    assert found.fills == (Fill(RED, BLACK, found.fills[0].cell),)
    assert found.totals == (0, 4 + 3 + 6, 0)


# -- totals (rules 13 and 21) ---------------------------------------------------------------


def test_rule_21_card_points_are_added() -> None:
    found = counted(THREE, cards=(3, 0, 5))
    assert found.own == found.totals == (4, 2, 6)
    assert found.winners == (RED,)


def test_rule_21_equal_highest_share_the_win() -> None:
    found = counted(THREE, cards=(1, 0, 0))
    assert found.totals == (2, 2, 1)
    assert found.winners == (BLACK, WHITE)


def test_rule_13_territory_prisoners_and_cards_go_up() -> None:
    """Red under White, White under Black: all the way up."""
    found = counted(THREE, cards=(0, 3, 8), red="bb", occupiers={RED: WHITE, WHITE: BLACK})
    # All empty points but White's two and Red's one are the head's.
    assert found.own == (19, 2 + 3, 1 + 2 + 8)
    assert found.totals == (19 + (2 + 3) + (1 + 2 + 8), 0, 0)
    assert found.occupiers == (None, BLACK, WHITE)


def test_rule_21_an_occupied_player_cannot_win() -> None:
    """White has the most by his cards, but he is under Black."""
    found = counted(THREE, cards=(0, 9, 0), occupiers={WHITE: BLACK})
    assert found.totals == (12, 0, 1)
    assert found.winners == (BLACK,)


# -- area (rule 22) -------------------------------------------------------------------------


def test_rule_22_area_counts_stones_and_territory_and_no_prisoners() -> None:
    found = counted(THREE, scoring="area", white="bbb", red="bb", cards=(0, 0, 3))
    assert found.area == (3, 4, 7)
    assert found.territory == (4, 6, 8)
    assert found.kept == (0, 0, 0)
    assert found.fills == ()
    assert found.totals == (4, 6, 11)
    below = counted(THREE, scoring="area", cards=(0, 0, 3), occupiers={RED: BLACK})
    assert below.totals == (4 + 8 + 3, 6, 0)


def test_rule_22_area_takes_dead_stones_off_first() -> None:
    diagram = "b b . w . \n w w w w . \n . . . . ."
    found = counted(diagram, scoring="area", dead="a3", seats=2)
    assert found.totals == (0, 15)


# -- the whole ------------------------------------------------------------------------------


def test_report_fields() -> None:
    """One worked game: Blue under Red, prisoners back, cards, totals."""
    diagram = """
        . . b . r . .
        b b b r r r r
        u u . . . w w
        . u . . . w .
    """
    found = counted(
        diagram,
        seats=4,
        occupiers={BLUE: RED},
        cards=(3, 0, 0, 5),
        white="bbbu",
        red="wu",
        blue="r",
    )
    fields = found.report_fields(NAMES[:4])
    assert fields["territory"] == {"black": 2, "white": 1, "red": 2, "blue": 1}
    # b b fill Black's two points and one is left; White's one goes back for Red's w; the
    # blue one of White's fills Blue's point; Red keeps the blue one, Blue the red one.
    assert fields["territory_left"] == {"black": 0, "white": 0, "red": 2, "blue": 0}
    assert fields["prisoners_left"] == {"black": 0, "white": 1, "red": 1, "blue": 1}
    assert fields["card_points"] == {"black": 3, "white": 0, "red": 0, "blue": 5}
    assert fields["own_total"] == {"black": 3, "white": 1, "red": 3, "blue": 6}
    assert fields["total"] == {"black": 3, "white": 1, "red": 9, "blue": 0}
    assert fields["occupiers"] == {"black": None, "white": None, "red": None, "blue": "red"}
    assert fields["winners"] == ["red"]
    assert fields["prisoners"]["white"] == {"black": 3, "white": 0, "red": 0, "blue": 1}


prisoner_lines = st.lists(st.integers(0, 5), min_size=4, max_size=4)


@given(
    stones_of(square(4), 4, empty=6),
    alliances(4),
    st.lists(prisoner_lines, min_size=4, max_size=4),
    st.permutations(range(4)),
    st.sets(st.integers(0, 15)),
)
def test_nothing_is_lost_on_the_way(
    stones: bytes,
    occupiers: tuple[int | None, ...],
    lines: list[list[int]],
    order: list[int],
    dead: set[int],
) -> None:
    topology: Topology = square(4)
    before = tuple(
        tuple(0 if seat == colour else many for colour, many in enumerate(line))
        for seat, line in enumerate(lines)
    )
    found = count(topology, stones, before, occupiers, order, (3, 0, 5, 0), dead)
    bloc = blocs(occupiers)
    # Every stone is on the board, somebody's prisoner, or was nobody's to take.
    for colour in range(4):
        taken = [*found.breathless, *found.dead]
        gone = sum(stones[cell] == colour + 1 for lot in taken for cell in lot.cells)
        gained = sum(lot.gained[seat][colour] for lot in taken for seat in range(4))
        assert found.stones.count(colour + 1) + gone == stones.count(colour + 1)
        assert gained <= gone
        held = sum(line[colour] for line in found.prisoners)
        assert held == gained + sum(line[colour] for line in before)
    # What was named is gone, and what had no liberty.
    assert not any(found.stones[cell] for cell in dead)
    assert [lot.cells for lot in found.breathless] == [
        group.cells for group in groups(topology, stones, bloc) if not group.liberties
    ]
    # Filling in: a point for a prisoner, never more than there are of either.
    assert len({fill.cell for fill in found.fills}) == len(found.fills)
    for colour in range(4):
        back = [fill.holder for fill in found.fills if fill.colour == colour]
        foes = {
            seat: found.prisoners[seat][colour] for seat in range(4) if bloc[seat] != bloc[colour]
        }
        assert len(back) == min(found.ground[colour], sum(foes.values()))
        assert found.territory[colour] == found.ground[colour] - len(back)
        # In turns: nobody is two ahead of one who has some left.
        for seat, many in foes.items():
            assert back.count(seat) <= many
            if back.count(seat) < many:
                assert max(back.count(other) for other in foes) <= back.count(seat) + 1
    assert sum(found.kept) == sum(map(sum, found.prisoners)) - len(found.fills)
    assert sum(found.totals) == sum(found.own) == sum(found.territory) + sum(found.kept) + 8
    assert all(occupiers[seat] is None for seat in found.winners)
