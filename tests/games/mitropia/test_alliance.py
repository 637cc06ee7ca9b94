"""Rules 11 to 14: whom one may surrender to, and who stands with whom."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames.core.topology import square
from termgames.games.mitropia.stones import alliance
from tests.games.mitropia.boards import BLACK, BLUE, GREEN, RED, WHITE, alliances, board, stones_of

FREE = (None,) * 5


def under(**occupied: int) -> tuple[int | None, ...]:
    """Occupiers of five players: `under(red=WHITE)`."""
    return tuple(occupied.get(name) for name in ("black", "white", "red", "blue", "green"))


def test_rule_12_alliance_is_transitive() -> None:
    """Green under Blue, Blue and Red under White: one bloc, its head is White."""
    occupiers = under(red=WHITE, blue=WHITE, green=BLUE)
    assert alliance.blocs(occupiers) == (BLACK, WHITE, WHITE, WHITE, WHITE)
    assert alliance.head(occupiers, GREEN) == WHITE
    assert alliance.head(occupiers, WHITE) == WHITE
    assert alliance.blocs(FREE) == (0, 1, 2, 3, 4)


def test_rule_11_an_occupier_who_surrenders_brings_his_occupied_players_along() -> None:
    before = under(red=WHITE)
    after = alliance.surrendered(before, WHITE, BLUE)
    assert after == under(red=WHITE, white=BLUE)
    assert alliance.blocs(after) == (BLACK, BLUE, BLUE, BLUE, GREEN)


def test_rule_14_who_leaves_keeps_those_under_him() -> None:
    before = under(white=BLUE, red=WHITE)
    after = alliance.independent(before, WHITE)
    assert after == under(red=WHITE)
    assert alliance.blocs(after) == (BLACK, WHITE, WHITE, BLUE, GREEN)


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


@pytest.mark.parametrize(
    ("occupiers", "seat", "expected"),
    [
        pytest.param(FREE, BLACK, (WHITE, RED), id="equal counts: any of them"),
        pytest.param(FREE, GREEN, (BLACK,), id="the only one in contact"),
        pytest.param(FREE, BLUE, (), id="nobody in contact"),
        pytest.param(under(white=BLACK), BLACK, (RED,), id="only players outside the bloc"),
        pytest.param(
            under(white=BLACK, red=BLACK), BLACK, (GREEN,), id="the most of those outside"
        ),
        pytest.param(
            under(white=BLACK, red=BLACK, green=RED), BLACK, (), id="all in contact are his"
        ),
        pytest.param(under(black=GREEN), BLACK, (WHITE, RED), id="14: more than the occupier"),
        pytest.param(under(black=WHITE), BLACK, (), id="14: as many as the occupier"),
        pytest.param(under(black=BLUE), BLACK, (WHITE, RED, GREEN), id="14: occupier far away"),
        pytest.param(under(black=GREEN, red=GREEN), BLACK, (WHITE,), id="14: outside the bloc"),
    ],
)
def test_rules_11_and_14_whom_one_may_surrender_to(
    occupiers: tuple[int | None, ...], seat: int, expected: tuple[int, ...]
) -> None:
    topology, stones = board(CONTACTS)
    assert alliance.hosts(topology, stones, occupiers, seat) == expected


def test_rule_11_nobody_surrenders_when_two_play() -> None:
    topology, stones = board("bw")
    assert alliance.hosts(topology, stones, (None, None), BLACK) == ()
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
