"""Rule 10, the spoils of a captured group; and the trades of rule 16."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames.core.topology import square
from termgames.games.mitropia.stones.alliance import blocs
from termgames.games.mitropia.stones.prisoners import (
    captors,
    divide,
    held,
    no_prisoners,
    tradable,
    trade,
)
from termgames.go.board import group, groups
from tests.games.mitropia.boards import (
    BLACK,
    BLUE,
    GREEN,
    MARKS,
    RED,
    WHITE,
    alliances,
    board,
    stones_of,
)

FIVE = (BLACK, WHITE, RED, BLUE, GREEN)


def division(
    diagram: str,
    at: str,
    killer: int,
    order: tuple[int, ...] = FIVE,
    bloc: tuple[int, ...] | None = None,
) -> dict[str, str]:
    """The prisoners that each holder gains: `{"w": "bb"}`, by their characters."""
    topology, stones = board(diagram)
    table = divide(
        topology, stones, group(topology, stones, topology.cell(at), bloc), killer, order
    )
    return {
        MARKS[holder + 1]: "".join(MARKS[colour + 1] * many for colour, many in enumerate(line))
        for holder, line in enumerate(table)
        if any(line)
    }


def test_rule_10_one_captor_gets_all() -> None:
    assert division(". w . \n w b w \n . w .", "b2", WHITE) == {"w": "b"}


def test_rule_10_whole_shares_and_the_remainder_to_the_killer() -> None:
    """Five stones, three captors: one each, and the two left over go to the killer."""
    diagram = """
        . w w r r u .
        w b b b b b u
        . w w w w w .
    """
    for killer, name in ((WHITE, "w"), (RED, "r"), (BLUE, "u")):
        shares = {"w": "b", "r": "b", "u": "b"} | {name: "bbb"}
        assert division(diagram, "b2", killer) == shares


def test_rule_10_shares_do_not_depend_on_how_many_points_one_occupies() -> None:
    """White has seven stones around the four, Red one: two each."""
    diagram = """
        . w w w w .
        w b b b b r
        . w w w w .
    """
    assert division(diagram, "b2", WHITE) == {"w": "bb", "r": "bb"}


def test_rule_10_more_captors_than_stones() -> None:
    """One stone among four players: the whole-number share is nothing, the killer has it."""
    diagram = ". w . \n r b u \n . g ."
    for killer, name in ((WHITE, "w"), (RED, "r"), (BLUE, "u"), (GREEN, "g")):
        assert division(diagram, "b2", killer) == {name: "b"}


def test_rule_10_the_edge_and_gaps_have_no_captor() -> None:
    diagram = """
        b b w
        - b r
        . w .
    """
    assert division(diagram, "a3", RED) == {"w": "b", "r": "bb"}


def test_rule_10_a_bloc_member_counts_as_a_player_of_his_own() -> None:
    """White and Red are allies; each takes his share."""
    diagram = """
        . w w .
        w b b r
        . r r .
    """
    bloc = (BLACK, WHITE, WHITE, BLUE, GREEN)
    assert division(diagram, "b2", WHITE, bloc=bloc) == {"w": "b", "r": "b"}


MIXED = """
    . w w r r .
    w b b u u r
    . w b u u .
    . . w r r .
"""
ALLIED = (BLACK, WHITE, RED, BLACK, GREEN)
"""Blue is under Black."""


def test_rule_10_a_mixed_group_lies_in_a_row_by_its_colours() -> None:
    """bbbuuuu, two captors: three each from the front, the killer first and then the rest."""
    assert division(MIXED, "b3", WHITE, bloc=ALLIED) == {"w": "bbbu", "r": "uuu"}
    assert division(MIXED, "b3", RED, bloc=ALLIED) == {"r": "bbbu", "w": "uuu"}


def test_rule_10_the_row_goes_by_the_order_of_play_not_by_the_colours_names() -> None:
    """Blue plays before Black here: uuuubbb."""
    order = (BLUE, GREEN, RED, BLACK, WHITE)
    assert division(MIXED, "b3", WHITE, order, ALLIED) == {"w": "buuu", "r": "bbu"}


def test_rule_10_captors_go_on_in_order_of_play_from_the_killer() -> None:
    """Six stones bbbuuu among three: two each. After Red (killer) comes Green, then White."""
    diagram = """
        . w w r r g .
        w b b b u u g
        . w w r u g .
        . . . . r . .
    """
    assert division(diagram, "b3", RED, bloc=ALLIED) == {"r": "bb", "g": "bu", "w": "uu"}
    assert division(diagram, "b3", WHITE, bloc=ALLIED) == {"w": "bb", "r": "bu", "g": "uu"}
    order = (WHITE, BLACK, BLUE, GREEN, RED)
    assert division(diagram, "b3", RED, order, ALLIED) == {"r": "bb", "w": "bu", "g": "uu"}


def test_rule_18_without_a_killer_the_first_captor_in_order_of_play_has_the_remainder() -> None:
    topology, stones = board(". w . \n w b r \n . b r \n . w .")
    taken = group(topology, stones, topology.cell("b3"))
    for order, expected in ((FIVE, WHITE), ((RED, BLACK, WHITE, BLUE, GREEN), RED)):
        table = divide(topology, stones, taken, None, order)
        assert [table[WHITE][BLACK], table[RED][BLACK]] == [1, 1]
        one = group(topology, stones, topology.cell("c3"))  # Red's two, Black around
        assert divide(topology, stones, one, None, order)[BLACK][RED] == 2
        assert captors(topology, stones, taken, order)[0] == expected


def test_a_group_with_nobody_around_is_nobodys_prisoner() -> None:
    topology, stones = board("bb \n bb")
    whole = group(topology, stones, 0)
    assert divide(topology, stones, whole, None, FIVE) == no_prisoners(5)


@given(stones_of(square(4), 4, empty=1), alliances(4), st.permutations(range(4)), st.data())
def test_rule_10_no_stone_is_lost_and_none_is_made(
    stones: bytes, occupiers: tuple[int | None, ...], order: list[int], data: st.DataObject
) -> None:
    topology = square(4)
    bloc = blocs(occupiers)
    for taken in groups(topology, stones, bloc):
        taking = captors(topology, stones, taken, order)
        if not taking:
            continue
        killer = data.draw(st.sampled_from(taking))
        table = divide(topology, stones, taken, killer, order)
        for colour in range(4):
            many = sum(stones[cell] == colour + 1 for cell in taken.cells)
            assert sum(line[colour] for line in table) == many
        share, rest = divmod(len(taken.cells), len(taking))
        for seat in range(4):
            expected = (share if seat in taking else 0) + (rest if seat == killer else 0)
            assert held(table, seat) == expected
            assert table[seat][seat] == 0


# -- trades (rule 16) -----------------------------------------------------------------------


def test_rule_16_stones_go_from_the_largest_pile_one_at_a_time() -> None:
    """White gives 2 for 5: Red's piles are 4 black, 3 blue, 1 green. Taken: black, then
    black or blue (3 each, black plays first), and so on in turn."""
    prisoners = (
        (0, 0, 0, 0, 0),
        (2, 0, 0, 1, 0),
        (4, 0, 0, 3, 1),
        (0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0),
    )
    after = trade(prisoners, WHITE, 2, RED, 5, FIVE)
    # Red: b b b... 4,3,1 -> 3,3,1 (b) -> 2,3,1 (b) -> 2,2,1 (u) -> 1,2,1 (b) -> 1,1,1 (u)
    assert after[RED] == (1 + 2, 0, 0, 1 + 0, 1)
    assert after[WHITE] == (0 + 3, 0, 0, 1 + 2, 0)


def test_rule_16_equal_piles_go_by_the_order_of_play() -> None:
    prisoners = ((0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 0, 1), (0, 0, 0, 0))
    after = trade(prisoners, WHITE, 1, RED, 2, (BLUE, WHITE, RED, BLACK))
    assert after == ((0, 0, 0, 0), (2, 0, 0, 1), (0, 0, 0, 1), (0, 0, 0, 0))


def test_rule_16_the_receivers_own_colour_is_avoided_while_another_is_left() -> None:
    """Black takes two of White's; nine of them are black, but there is one red."""
    prisoners = ((0, 1, 0), (9, 0, 1), (0, 0, 0))
    after = trade(prisoners, BLACK, 1, WHITE, 2, (0, 1, 2))
    # Red's stone first, then a black one, which leaves the game; White gets a white one,
    # which leaves it too.
    assert after == ((0, 0, 1), (8, 0, 0), (0, 0, 0))


def test_rule_20_own_stones_that_come_back_leave_the_game() -> None:
    prisoners = ((0, 3), (8, 0))
    assert trade(prisoners, BLACK, 3, WHITE, 8, (0, 1)) == no_prisoners(2)


@pytest.mark.parametrize(
    ("mine", "his", "expected"), [(1, 2, True), (0, 2, False), (1, 1, False), (5, 9, True)]
)
def test_rule_16_who_can_trade_one_for_two(mine: int, his: int, expected: bool) -> None:
    prisoners = ((0, 0, mine), (0, 0, his), (0, 0, 0))
    assert tradable(prisoners, BLACK, 1, WHITE, 2) == expected
    assert not tradable(prisoners, BLACK, 1, BLACK, 1)


piles = st.lists(st.integers(0, 6), min_size=4, max_size=4)


@given(
    st.lists(piles, min_size=4, max_size=4),
    st.permutations(range(4)),
    st.sampled_from([(1, 2), (2, 5), (3, 8)]),
)
def test_rule_16_trades_keep_count(
    table: list[list[int]], order: list[int], kind: tuple[int, int]
) -> None:
    give, take = kind
    before = tuple(
        tuple(0 if seat == colour else many for colour, many in enumerate(line))
        for seat, line in enumerate(table)
    )
    if not tradable(before, 0, give, 1, take):
        return
    after = trade(before, 0, give, 1, take, order)
    assert after[2:] == before[2:]
    assert min(map(min, after)) >= 0
    assert after[0][0] == after[1][1] == 0
    home = (sum(before[1]) - before[1][0] < take, sum(before[0]) - before[0][1] < give)
    lost = [max(0, take - sum(before[1][1:])), max(0, give - sum(before[0]) + before[0][1])]
    assert home == (lost[0] > 0, lost[1] > 0)
    assert held(after, 0) == held(before, 0) - give + take - lost[0]
    assert held(after, 1) == held(before, 1) + give - take - lost[1]
    for colour in (2, 3):
        assert sum(line[colour] for line in after) == sum(line[colour] for line in before)
