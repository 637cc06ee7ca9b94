"""What is shown of Tri-Color, and stones and dead groups in the picking."""

from __future__ import annotations

from typing import Any

import pytest

from termgames import games
from termgames.core.display import Pick
from termgames.core.game import NEUTRAL, NOBODY
from termgames.core.two_player import PASS
from termgames.games.tricolor.rules import Propose
from termgames.go.dead_stones import AGREE, DECLINE, NONE_DEAD, Dead
from tests.games.tricolor.support import ASKING, FIVE, play, position

ROWS = ".a.b. aa.bb ..... gggg. ..g.."
FIVE_SHOWN: Any = games.display(FIVE)
ASKING_SHOWN: Any = games.display(ASKING)


def picks(names: str, colour: int = 0) -> list[Pick]:
    return [Pick(FIVE.topology.cell(name), colour) for name in names.split()]


def cells(names: str) -> set[int]:
    return {FIVE.topology.cell(name) for name in names.split()}


def paused(text: str = ROWS) -> Any:
    return play(ASKING, position(text, game=ASKING), "pass", "pass", "pass")


def test_the_area_is_a_tint_of_the_empty_points() -> None:
    (overlay,) = FIVE_SHOWN.overlays(position(ROWS))
    assert {overlay.owner[cell] for cell in cells("a5")} == {0}
    assert {overlay.owner[cell] for cell in cells("e5")} == {1}
    assert {overlay.owner[cell] for cell in cells("a1 b1")} == {2}
    assert {overlay.owner[cell] for cell in cells("c5 c4 e2 d1")} == {NEUTRAL}
    assert overlay.owner[FIVE.topology.cell("a4")] == NOBODY
    assert overlay.legend == "area: alpha 4, beta 4, gamma 7; neutral 10"
    assert not any(overlay.firm)


def test_many_dead_stones_are_counted_in_the_list_of_turns() -> None:
    state, few = paused(), ASKING.parse(paused(), "dead d5")
    assert ASKING_SHOWN.brief(state, few) == "dead d5"
    many = ASKING.parse(state, "dead d5,d4,e4,a1")
    assert ASKING_SHOWN.brief(state, many) == "dead: 4 points"
    assert ASKING_SHOWN.brief(state, AGREE) == "agree"


def test_proposed_stones_are_marked_and_counted_away() -> None:
    proposed = play(ASKING, paused(), "dead d5")
    (overlay,) = ASKING_SHOWN.overlays(proposed)
    assert set(overlay.marked) == cells("d5 d4 e4")
    assert "beta 0" in overlay.legend
    assert ASKING_SHOWN.overlays(paused())[0].marked == ()


@pytest.mark.parametrize(
    ("seat", "line"), [(0, "4 middle (3 + 1)"), (1, "4 middle (3 + 1)"), (2, "7 high (5 + 2)")]
)
def test_a_players_line_tells_area_and_standing(seat: int, line: str) -> None:
    assert FIVE_SHOWN.player_line(position(ROWS), seat) == line


@pytest.mark.usefixtures("counted_at_once")
def test_who_would_win_now() -> None:
    assert FIVE_SHOWN.status(FIVE.start()) == [("if it ended now", "nobody wins")]
    state = play(FIVE, position(ROWS), "pass")
    assert FIVE_SHOWN.status(state) == [
        ("if it ended now", "alpha and beta win"),
        ("passed", "alpha"),
    ]
    end = play(FIVE, state, "pass", "pass")
    assert FIVE_SHOWN.status(end) == [("winner", "alpha and beta")]
    alone = play(FIVE, FIVE.start(), "c3")
    assert FIVE_SHOWN.status(alone) == [("if it ended now", "alpha wins")]
    end = play(FIVE, alone, "pass", "pass", "pass")
    assert FIVE_SHOWN.status(end) == [("winner", "alpha: the others have nothing")]


@pytest.mark.parametrize(
    ("names", "colour", "code"),
    [("c3", 1, "occupied"), ("d3", 0, "colour"), ("d3 e3", 1, "one")],
)
def test_refusals(names: str, colour: int, code: str) -> None:
    draft = FIVE_SHOWN.draft(play(FIVE, FIVE.start(), "c3"), picks(names, colour))
    assert draft.status == "refused"
    assert draft.refusal.code == code


def test_dead_groups_are_marked_by_picks() -> None:
    state = paused()
    none = ASKING_SHOWN.draft(state, ())
    assert (none.status, none.move, none.cleared) == ("complete", NONE_DEAD, frozenset())
    assert none.follow == {cell for cell, stone in enumerate(state.stones) if stone}
    one = ASKING_SHOWN.draft(state, picks("e4"))
    assert (one.status, one.move) == ("complete", Dead((FIVE.topology.cell("e4"),)))
    assert one.cleared == cells("d5 d4 e4")
    assert one.prompt == "Ready: dead e4."
    assert one.follow.isdisjoint(one.cleared)
    both = ASKING_SHOWN.draft(state, picks("e4 c1"))
    assert both.cleared == cells("d5 d4 e4 a2 b2 c2 d2 c1")
    empty = ASKING_SHOWN.draft(state, picks("c3"))
    assert (empty.status, empty.refusal.code) == ("refused", "empty")


def test_questions_are_asked_beside_the_board() -> None:
    assert FIVE_SHOWN.question(FIVE.start()) is None
    asking = play(FIVE, FIVE.start(), "resign with gamma")
    question = FIVE_SHOWN.question(asking)
    assert question.answers == (("decline", DECLINE), ("agree", AGREE))
    assert "beta would win" in question.text
    assert FIVE_SHOWN.draft(asking, ()).follow == frozenset()
    assert FIVE_SHOWN.draft(asking, picks("c3")).status == "refused"
    assert ASKING_SHOWN.question(paused()) is None
    proposed = play(ASKING, paused(), "dead e4")
    assert ASKING_SHOWN.question(proposed).answers == (("decline", DECLINE), ("agree", AGREE))
    assert ASKING_SHOWN.agreement(proposed).dead is not None
    assert ASKING_SHOWN.agreement(ASKING.start()) is None


def test_buttons_are_what_may_be_said() -> None:
    state = play(FIVE, FIVE.start(), "c3")
    assert FIVE_SHOWN.buttons(state) == [
        ("pass", PASS),
        ("resign with alpha", Propose(0)),
        ("resign with gamma", Propose(2)),
    ]
    once = play(FIVE, state, "resign with alpha", "decline")
    assert [label for label, _ in FIVE_SHOWN.buttons(once)] == ["pass", "resign with gamma"]
    assert ASKING_SHOWN.buttons(paused()) == [("none dead", NONE_DEAD)]
    assert ASKING_SHOWN.buttons(play(ASKING, paused(), "dead none")) == []
    end = play(FIVE, FIVE.start(), "pass", "pass", "pass")
    assert FIVE_SHOWN.buttons(end) == []


@pytest.mark.parametrize(
    ("board", "mover", "point", "told"),
    [
        (".b... bag.. ..... ..... .....", "gamma", "b3", "captured 1 stone of alpha"),
        ("..baa ..bg. ...a. ..... .....", "beta", "e4", "2 stones of alpha and 1 stone of gamma"),
    ],
)
def test_captured_stones_are_told(board: str, mover: str, point: str, told: str) -> None:
    state = position(board, to_move=mover)
    move = FIVE.parse(state, point)
    assert told in FIVE_SHOWN.happened(state, move, FIVE.apply(state, move))
