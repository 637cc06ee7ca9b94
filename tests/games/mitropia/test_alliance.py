"""Rules 11 to 14: whom one may surrender to, and who stands with whom."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames.core.topology import square
from termgames.games.mitropia.stones import alliance
from tests.cases import cases
from tests.games.mitropia.boards import BLACK, BLUE, RED, WHITE, alliances, board, stones_of

SEATS = "bwrug"


def under(text: str) -> tuple[int | None, ...]:
    """Occupiers of five players: `rw gu`, red under white and green under blue."""
    above = dict(pair for pair in text.split())
    return tuple(SEATS.index(above[mark]) if mark in above else None for mark in SEATS)


BLOCS = cases("""
# Occupiers, who then surrenders to whom or leaves, occupiers after it, heads of blocs.
# Rule 12: alliance is transitive. Green under Blue, Blue and Red under White: one bloc.
rw uw gu | | rw uw gu | bwwww
| | | bwrug
# Rule 11: an occupier who surrenders brings his occupied players along.
rw | w to u | rw wu | buuug
# Rule 14: who leaves keeps those under him.
wu rw | w | rw | bwwug
""")


@pytest.mark.parametrize(("before", "changed", "after", "heads"), BLOCS)
def test_rules_11_12_and_14_blocs(before: str, changed: str, after: str, heads: str) -> None:
    occupiers = under(before)
    who, _, host = changed.partition(" to ")
    if host:
        occupiers = alliance.surrendered(occupiers, SEATS.index(who), SEATS.index(host))
    elif who:
        occupiers = alliance.independent(occupiers, SEATS.index(who))
    assert occupiers == under(after)
    assert alliance.blocs(occupiers) == tuple(map(SEATS.index, heads))
    assert [alliance.head(occupiers, seat) for seat in range(5)] == list(map(SEATS.index, heads))


CONTACTS = ".www. .wbr. ..br. u.b.u ..g.u"


def test_rule_11_contacts_are_stones_next_to_his() -> None:
    """White touches with two stones (c5 above c4, b4 beside it), Red with two, Green with
    one; Blue's are a point away. Red's d4 touches one black stone, and counts once."""
    topology, stones = board(CONTACTS)
    assert alliance.contacts(topology, stones, BLACK, 5) == (0, 2, 2, 0, 1)
    assert alliance.contacts(topology, stones, BLUE, 5) == (0, 0, 0, 0, 0)


def test_rule_11_a_stone_counts_once_however_many_it_touches() -> None:
    """Red's one stone touches four of Black's; White has two stones that touch one each."""
    topology, stones = board("..b.w .brb. ..b.. ..w.b ....w")
    assert alliance.contacts(topology, stones, BLACK, 5) == (0, 2, 1, 0, 0)
    # Seen from the other side: four black stones touch Red.
    assert alliance.contacts(topology, stones, RED, 5) == (4, 0, 0, 0, 0)


HOSTS = cases("""
# Occupiers, who is asked, to whom he may surrender.
| b | wr | equal counts: any of them
| g | b | the only one in contact
| u | | nobody in contact
wb | b | r | only players outside the bloc
wb rb | b | g | the most of those outside
wb rb gr | b | | all in contact are his
bg | b | wr | 14: more than the occupier
bw | b | | 14: as many as the occupier
bu | b | wrg | 14: occupier far away
bg rg | b | w | 14: outside the bloc
""")


@pytest.mark.parametrize(("occupiers", "seat", "expected", "why"), HOSTS)
def test_rules_11_and_14_whom_one_may_surrender_to(
    occupiers: str, seat: str, expected: str, why: str
) -> None:
    topology, stones = board(CONTACTS)
    found = alliance.hosts(topology, stones, under(occupiers), SEATS.index(seat))
    assert found == tuple(map(SEATS.index, expected)), why


def test_rule_11_with_two_players_the_table_says_whether_anybody_surrenders() -> None:
    """Stones in contact do not."""
    topology, stones = board("bw")
    assert alliance.hosts(topology, stones, (None, None), BLACK) == (WHITE,)
    assert alliance.hosts(topology, stones, (None, None, None), BLACK) == (WHITE,)


@given(stones_of(square(5), 5), alliances(5), st.integers(0, 4))
def test_rule_11_surrender_never_makes_a_circle(
    stones: bytes, occupiers: tuple[int | None, ...], seat: int
) -> None:
    """Nobody comes under a player who is under him: every chain still has an end."""
    topology = square(5)
    for host in alliance.hosts(topology, stones, occupiers, seat):
        after = alliance.surrendered(occupiers, seat, host)
        assert alliance.head(after, seat) == alliance.head(occupiers, host)
        touching = alliance.contacts(topology, stones, seat, 5)
        occupier = occupiers[seat]
        assert touching[host] > (0 if occupier is None else touching[occupier])
