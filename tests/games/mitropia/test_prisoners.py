"""Rule 10, the spoils of a captured group; and the trades of rule 16."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames.core.topology import square
from termgames.games.mitropia.stones.alliance import blocs
from termgames.games.mitropia.stones.prisoners import (
    Prisoners,
    captors,
    divide,
    held,
    tradable,
    trade,
)
from termgames.go.board import group, groups
from tests.cases import cases
from tests.games.mitropia.boards import MARKS, alliances, board, stones_of

SEATS = MARKS[1:]


def holdings(text: str, seats: int = 5) -> Prisoners:
    """`w=bb r=w`: who holds whose stones."""
    held = dict(pair.split("=") for pair in text.split())
    return tuple(
        tuple(held.get(holder, "").count(colour) for colour in SEATS[:seats])
        for holder in SEATS[:seats]
    )


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
# Rule 18: without a killer the first captor in order of play has the remainder.
. w w r r u . / w b b b b b u / . w w w w w . | b2 | - | bwrug | w=bbb r=b u=b
. w w r r u . / w b b b b b u / . w w w w w . | b2 | - | rbwug | w=b r=bbb u=b
. w . / w b r / . b r / . w . | b3 | - | bwrug | w=b r=b
. w . / w b r / . b r / . w . | c3 | - | bwrug | b=rr
# A group with nobody around is nobody's prisoner.
b b / b b | a1 | - | bwrug |
# Captors go on in order of play from the killer: bbbuuu among three.
{three} | b3 ub | r | bwrug | r=bb g=bu w=uu
{three} | b3 ub | w | bwrug | w=bb r=bu g=uu
{three} | b3 ub | r | wbugr | r=bb w=bu g=uu
""".format(mixed=MIXED, three=". w w r r g . / w b b b u u g / . w w r u g . / . . . . r . .")
)


@pytest.mark.parametrize(("diagram", "at", "killer", "order", "gained"), DIVIDED)
def test_rules_10_and_18_spoils(
    diagram: str, at: str, killer: str, order: str, gained: str
) -> None:
    topology, stones = board(diagram.replace("/", "\n"))
    point, _, allied = at.partition(" ")
    bloc = list(range(5))
    if allied:
        bloc[SEATS.index(allied[0])] = SEATS.index(allied[1])
    taken = group(topology, stones, topology.cell(point), bloc)
    who = None if killer == "-" else SEATS.index(killer)
    found = divide(topology, stones, taken, who, list(map(SEATS.index, order)))
    assert found == holdings(gained)


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


TRADED = cases("""
# Who holds what, who gives how many for how many of whose, the order, who holds what then. Stones
# go from the largest pile one at a time: black, then black or blue (three each, black plays first).
w=bbu r=bbbbuuug | w 2 r 5 | bwrug | w=bbbuuu r=bbbug
# Equal piles go by the order of play.
w=bu r=bu | w 1 r 2 | uwrbg | w=bbu r=u
# The receiver's own colour is avoided while another is left: the red stone, then a black one, which
# leaves the game; White gets a white one, which leaves it too.
b=w w=bbbbbbbbbr | b 1 w 2 | bwrug | b=r w=bbbbbbbb
# Rule 20: own stones that come back leave the game.
b=www w=bbbbbbbb | b 3 w 8 | bwrug |
""")


@pytest.mark.parametrize(("before", "traded", "order", "after"), TRADED)
def test_rules_16_and_20_trades(before: str, traded: str, order: str, after: str) -> None:
    giver, give, taker, take = traded.split()
    seats, who = list(map(SEATS.index, order)), (SEATS.index(giver), SEATS.index(taker))
    found = trade(holdings(before), who[0], int(give), who[1], int(take), seats)
    assert found == holdings(after)


@pytest.mark.parametrize(
    ("mine", "his", "expected"), [(1, 2, True), (0, 2, False), (1, 1, False), (5, 9, True)]
)
def test_rule_16_who_can_trade_one_for_two(mine: int, his: int, expected: bool) -> None:
    prisoners = ((0, 0, mine), (0, 0, his), (0, 0, 0))
    assert tradable(prisoners, 0, 1, 1, 2) == expected
    assert not tradable(prisoners, 0, 1, 0, 1)


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
