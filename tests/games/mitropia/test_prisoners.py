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
from tests.cases import cases
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


MIXED = ". w w r r . / w b b u u r / . w b u u . / . . w r r ."
DIVIDED = cases(
    """
# Diagram, a point of the group and who is under whom, the killer, the order, what each gains.
. w . / w b w / . w . | b2 | w | bwrug | w=b
# Five stones, three captors: one each, and the two left over go to the killer.
. w w r r u . / w b b b b b u / . w w w w w . | b2 | w | bwrug | w=bbb r=b u=b
. w w r r u . / w b b b b b u / . w w w w w . | b2 | r | bwrug | w=b r=bbb u=b
. w w r r u . / w b b b b b u / . w w w w w . | b2 | u | bwrug | w=b r=b u=bbb
# How many points one occupies does not matter: White has seven around the four, Red one.
. w w w w . / w b b b b r / . w w w w . | b2 | w | bwrug | w=bb r=bb
# More captors than stones: the whole-number share is nothing, the killer has it.
. w . / r b u / . g . | b2 | w | bwrug | w=b
. w . / r b u / . g . | b2 | r | bwrug | r=b
. w . / r b u / . g . | b2 | u | bwrug | u=b
. w . / r b u / . g . | b2 | g | bwrug | g=b
# The edge and gaps have no captor.
b b w / - b r / . w . | a3 | r | bwrug | w=b r=bb
# Allies take their shares each for himself.
. w w . / w b b r / . r r . | b2 rw | w | bwrug | w=b r=b
# A group of allies, bbbuuuu, two captors: three each from the front, the killer first.
{mixed} | b3 ub | w | bwrug | w=bbbu r=uuu
{mixed} | b3 ub | r | bwrug | r=bbbu w=uuu
# The row goes by the order of play, not by the colours' names: uuuubbb.
{mixed} | b3 ub | w | ugrbw | w=buuu r=bbu
# Captors go on in order of play from the killer: bbbuuu among three.
{three} | b3 ub | r | bwrug | r=bb g=bu w=uu
{three} | b3 ub | w | bwrug | w=bb r=bu g=uu
{three} | b3 ub | r | wbugr | r=bb w=bu g=uu
""".format(mixed=MIXED, three=". w w r r g . / w b b b u u g / . w w r u g . / . . . . r . .")
)


@pytest.mark.parametrize(("diagram", "at", "killer", "order", "gained"), DIVIDED)
def test_rule_10_spoils(diagram: str, at: str, killer: str, order: str, gained: str) -> None:
    topology, stones = board(diagram.replace("/", "\n"))
    point, _, allied = at.partition(" ")
    bloc = list(range(5))
    for below, above in filter(None, [allied]):
        bloc["bwrug".index(below)] = "bwrug".index(above)
    seats = ["bwrug".index(mark) for mark in order]
    taken = group(topology, stones, topology.cell(point), bloc)
    table = divide(topology, stones, taken, "bwrug".index(killer), seats)
    found = {
        MARKS[holder + 1]: "".join(MARKS[colour + 1] * many for colour, many in enumerate(line))
        for holder, line in enumerate(table)
        if any(line)
    }
    assert found == dict(pair.split("=") for pair in gained.split())


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
