"""The rules of Pletore by their numbers in RULES.md: diagram in, diagram out.

Diagrams show the rows from the top; `1` marks the point that is spoken of.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.errors import IllegalMove, OptionError, UnreadableMove
from termgames.core.game import OVER
from termgames.core.komi_offer import NameKomi, PickSide
from termgames.core.two_player import PASS
from termgames.games.pletore.options import default_komi
from termgames.games.pletore.rules import BUTTON, Place, Pletore, Replace
from tests import diagrams
from tests.cases import cases


def pletore(**options: Any) -> Pletore:
    game = games.create("pletore", options)
    assert isinstance(game, Pletore)
    return game


FIVE = pletore(size=5, komi=4)  # no button
BUTTONED = pletore(size=5, komi=5)


def play(game: Pletore, state: Any, *texts: str) -> Any:
    for text in texts:
        state = game.apply(state, game.parse(state, text))
    return state


def named(game: Pletore, cells: Any) -> str:
    return " ".join(game.topology.names[cell] for cell in cells)


def texts(game: Pletore, state: Any) -> set[str]:
    return {game.format(move) for move in game.legal_moves(state)}


# -- rule 1: boards ---------------------------------------------------------------------


@pytest.mark.parametrize("size", range(3, 26))
def test_rule_1_boards_from_3_to_25(size: int) -> None:
    game = pletore(size=size)
    assert game.topology.cells == size * size
    assert game.start().stones == bytes(size * size)
    assert game.seat_name(game.start(), game.to_act(game.start())) == "black"


def test_rule_1_the_board_is_13x13_when_none_is_chosen() -> None:
    assert pletore().size == 13


@pytest.mark.parametrize("text", ["2", "26", "-5", "5.0", "big", "offer", ""])
def test_rule_1_other_sizes_are_refused_with_the_range(text: str) -> None:
    with pytest.raises(OptionError, match=r"--size .*3 to 25"):
        games.info("pletore").option("size").read(text)


def test_rule_1_usual_and_even_sizes_are_offered() -> None:
    offered = games.info("pletore").option("size").offered
    assert set(offered) >= {9, 11, 13, 15, 17, 19, 8, 10, 12}


# -- rule 2: seeing, pinching, controlling ----------------------------------------------

CONTROL = cases("""
a row and a column | ..b.. ..... b.1.. ..... ..... | black
both ways along both | ..b.. ..... b.1.b ..... ..b.. | black
two along the row only | ..... ..... b.1.b ..... ..... | nobody
one stone | ..... ..... b.1.. ..... ..... | nobody
nothing in sight | b.... ..... ..1.. ..... ....w | nobody
the sight is blocked by the other side | ..b.. ..w.. b.1.. ..... ..... | nobody
blocked on one side, seen from the other | ..b.. ..w.. b.1.. ..... ..b.. | black
both pinch it | ..b.. ..... b.1.w ..... ..w.. | nobody
the other sees it along the row only | ..b.. ..... b.1.w ..... ..... | black
a corner | 1...w ..... ..... ..... w.... | white
next to stones | ..... ..w.. .w1.. ..... ..... | white
""")


@pytest.mark.parametrize(("name", "text", "who"), CONTROL)
def test_rule_2_control(name: str, text: str, who: str) -> None:
    state = diagrams.position(FIVE, text)
    (cell,) = diagrams.marked(FIVE, text, "1")
    owner = np.frombuffer(FIVE.owner(state), np.int8)[cell]
    assert ("black", "white", "nobody")[owner] == who
    assert (cell in FIVE.uncontrolled(state.stones)) == (who == "nobody")


def test_rule_2_occupied_points_are_pinched_too() -> None:
    state = diagrams.position(FIVE, "..b.. ..... b.w.. ..... .....")
    assert FIVE.pinched(state.stones)[12] == 1
    assert FIVE.replaceable(state.stones) == (12,)
    assert named(FIVE, FIVE.pinchers(state.stones, 12, 0)) == "a3 c5"


# -- rule 3: a turn ---------------------------------------------------------------------

TURNS = cases("""
# Position with the point tried, side to move, the refusal's code and its cells.
an open point | ..... ..... ..1.. ..... ..... | black | |
a point of one's own | ..b.. ..... b.1.. ..... ..... | black | |
a point both pinch | ..b.. ..... b.1.w ..... ..w.. | black | |
a point the enemy controls | ..b.. ..... b.1.. ..... ..... | white | controlled | a3 c5
controlled from three sides | ..b.. ..w.. b.1.b ..... ..b.. | white | controlled | c1 a3 e3
# The stone on c3 is to be replaced.
a controlled enemy stone | ..b.. ..... b.w.. ..... ..... | black | |
by White | ..... ..... w.b.. ..... ..w.. | white | |
pinched by nobody | ..... ..... b.w.. ..... ..... | black | unpinched | c3
guarded by the enemy | ..b.. ..... b.w.w ..... ..w.. | black | guarded | c1 e3
guarded by Black | ..w.. ..... w.b.b ..... ..b.. | white | guarded | c1 e3
an own stone | ..b.. ..... b.b.. ..... ..... | black | replace |
no stone | ..b.. ..... b.... ..... ..... | black | replace |
# All pass, or may not.
everything controlled | bbbbb bw..b bbbbb bbbbb bbbbb | pass | |
a full board | bbbbb bbbbb wwwww bbbbb bbbbb | pass | |
one point open | .w.bb bbbbb bbbbb bbbbb bbbbb | pass | uncontrolled | a5
a point both pinch | wwwww w.bbb bbbbb bbbbb bbbbb | pass | uncontrolled | b4
""")


@pytest.mark.parametrize(("name", "text", "mover", "code", "cells"), TURNS)
def test_rule_3_a_turn(name: str, text: str, mover: str, code: str, cells: str) -> None:
    state = diagrams.position(FIVE, text, to_move="black" if mover == "pass" else mover)
    move = Place(diagrams.marked(FIVE, text, "1")[0]) if "1" in text else Replace(12)
    move = PASS if mover == "pass" else move
    refusal = FIVE.refuse(state, move)
    assert (refusal.code if refusal else "") == code
    assert (move in FIVE.legal_moves(state)) == (not code)
    assert named(FIVE, refusal.cells if refusal else ()) == cells
    if refusal:
        with pytest.raises(IllegalMove):
            FIVE.apply(state, move)
        return
    after = FIVE.apply(state, move)
    assert FIVE.to_act(after) == 1 - FIVE.to_act(state)
    rows = "".join(reversed(text.replace("1", mover[0]).split()))
    expected = rows if isinstance(move, Place) else rows[:12] + mover[0] + rows[13:]
    if move != PASS:
        assert "".join(reversed(diagrams.show(FIVE, after))) == expected


def test_rule_3_placing_on_a_stone_is_refused() -> None:
    state = diagrams.position(FIVE, "..b.. ..... b.w.. ..... .....")
    for cell, whose in ((12, "white's"), (10, "your own")):
        refusal = FIVE.refuse(state, Place(cell))
        assert refusal is not None
        assert (refusal.code, refusal.cells) == ("occupied", (cell,))
        assert whose in refusal.text


# -- rule 4: no mirroring on even boards ------------------------------------------------

FOUR = pletore(size=4, komi=5)
FOUR_BUTTONED = pletore(size=4, komi=4)


@pytest.mark.parametrize(("first", "mirror"), [("a1", "d4"), ("b3", "c2"), ("d2", "a3")])
def test_rule_4_the_mirror_point_is_barred(first: str, mirror: str) -> None:
    state = play(FOUR, FOUR.start(), first)
    refusal = FOUR.refuse(state, FOUR.parse(state, mirror))
    assert refusal is not None
    assert refusal.code == "mirror"
    assert named(FOUR, refusal.cells) == first
    assert texts(FOUR, state) == set(FOUR.topology.names) - {first, mirror}


def test_rule_4_only_whites_first_stone_is_concerned() -> None:
    state = play(FOUR, FOUR.start(), "a1", "b1")
    assert "d4" in texts(FOUR, state)
    assert "c4" in texts(FOUR, play(FOUR, state, "d4"))


def test_rule_4_says_nothing_once_white_took_the_button() -> None:
    state = play(FOUR_BUTTONED, FOUR_BUTTONED.start(), "a1", "button", "b1")
    assert {"d4", "c4"} <= texts(FOUR_BUTTONED, state)


def test_rule_4_says_nothing_when_black_began_with_the_button() -> None:
    state = play(FOUR_BUTTONED, FOUR_BUTTONED.start(), "button", "a1")
    assert "d4" in texts(FOUR_BUTTONED, state)


def test_rule_4_odd_boards_know_no_mirror_rule() -> None:
    assert "e5" in texts(FIVE, play(FIVE, FIVE.start(), "a1"))


# -- rule 5: the end and the score ------------------------------------------------------


def test_rule_5_two_passes_in_a_row_end_the_game() -> None:
    rows = "bbbbb bw..b bbbbb bbbbb bbbbb"
    state = play(FIVE, diagrams.position(FIVE, rows), "pass")
    assert FIVE.ending(state) is None
    assert FIVE.to_act(play(FIVE, state, "pass")) == OVER
    assert FIVE.ending(play(FIVE, state, "pass")) == "both passed"
    refusal = FIVE.refuse(play(FIVE, state, "pass"), PASS)
    assert refusal is not None
    assert refusal.code == "over"


def test_rule_5_a_stone_between_breaks_the_row_of_passes() -> None:
    rows = "bbbbb bw..b bbbbb bbbbb bbbbb"
    state = play(FIVE, diagrams.position(FIVE, rows, to_move="white"), "pass", "c4", "pass")
    assert FIVE.ending(state) is None
    assert FIVE.ending(play(FIVE, state, "pass")) == "both passed"


def test_rule_5_stones_controlled_points_komi_and_button() -> None:
    """Black: 3 stones, 3 points between them; White: one stone, komi 5, the button."""
    rows = "..b.. ..... b.... b.... ....w"
    state = diagrams.position(BUTTONED, rows, button="white")
    score = BUTTONED.score(state)
    assert score.totals == (6, 6.5)
    assert score.winners == (1,)
    told = [(part.seat, part.points, part.text) for part in score.parts]
    assert told == [
        (0, 3, "3 stones"),
        (0, 3, "3 points controlled"),
        (1, 1, "1 stone"),
        (1, 0, "0 points controlled"),
        (-1, 18, "18 points open"),
        (1, 5, "komi 5"),
        (1, 0.5, "button"),
    ]
    assert named(BUTTONED, score.parts[1].cells) == "c2 c3 a5"


# -- rule 6: the button -----------------------------------------------------------------


@pytest.mark.parametrize("size", [3, 4, 8, 13])
@pytest.mark.parametrize("komi", [-3, -2, 0, 5, 6])
def test_rule_6_the_button_follows_parity(size: int, komi: int) -> None:
    game = pletore(size=size, komi=komi)
    in_play = size % 2 == komi % 2
    assert ("button" in texts(game, game.start())) == in_play
    assert game.report_fields(game.start())["button"] == ("free" if in_play else "none")
    if not in_play:
        refusal = game.refuse(game.start(), BUTTON)
        assert refusal is not None
        assert refusal.code == "no-button"


def test_rule_6_nobody_passes_while_the_button_is_there() -> None:
    rows = "bbbbb bw..b bbbbb bbbbb bbbbb"
    state = diagrams.position(BUTTONED, rows)
    refusal = BUTTONED.refuse(state, PASS)
    assert refusal is not None
    assert refusal.code == "button"
    assert "button" in texts(BUTTONED, state)
    after = play(BUTTONED, state, "button")
    assert BUTTONED.to_act(after) == 1
    assert BUTTONED.score(after).totals[0] == BUTTONED.score(state).totals[0] + 0.5
    assert "pass" in texts(BUTTONED, after)
    refusal = BUTTONED.refuse(after, BUTTON)
    assert refusal is not None
    assert refusal.code == "taken"


def test_rule_6_the_button_may_be_taken_at_any_time() -> None:
    state = play(BUTTONED, BUTTONED.start(), "button", "c3")
    assert BUTTONED.report_fields(state)["button"] == "black"
    assert BUTTONED.score(state).totals == (0.5, 1 + 5)


@pytest.mark.parametrize("size", [3, 4])
def test_rule_6_no_finished_game_is_a_draw(size: int) -> None:
    """Komi that would leave the score level is split by the button."""
    for komi in range(-2, 3):
        game = pletore(size=size, komi=komi)
        state = game.start()
        while game.to_act(state) != OVER:
            state = game.apply(state, game.legal_moves(state)[-1])
        assert not game.score(state).draw


# -- rule 7: komi -----------------------------------------------------------------------


def test_rule_7_default_komi_keeps_the_button_in_play() -> None:
    for size in range(3, 26):
        assert default_komi(size) % 2 == size % 2


@pytest.mark.parametrize(("komi", "fits"), [(25, True), (-25, True), (26, False), (-26, False)])
def test_rule_7_komi_is_at_most_the_board(komi: int, fits: bool) -> None:
    if fits:
        assert pletore(size=5, komi=komi).start().komi == komi
    else:
        with pytest.raises(OptionError, match=r"--komi .*-25 to 25"):
            pletore(size=5, komi=komi)


@pytest.mark.parametrize("text", ["5.5", "nan", "", "some"])
def test_rule_7_komi_is_a_whole_number_or_an_offer(text: str) -> None:
    with pytest.raises(OptionError, match="--komi takes a whole number or offer"):
        games.info("pletore").option("komi").read(text)
    assert games.info("pletore").option("komi").read(" Offer ") == "offer"


def test_rule_7_the_second_player_chooses_sides() -> None:
    game = pletore(size=5, komi="offer")
    state = game.start()
    assert (game.to_act(state), game.seat_name(state, 0)) == (0, "first")
    state = play(game, state, "komi 7")
    assert (game.to_act(state), game.seat_name(state, 1)) == (1, "second")
    assert texts(game, state) == {"black", "white"}
    as_black = play(game, state, "black")
    assert (game.to_act(as_black), game.seat_name(as_black, 1)) == (1, "black")
    as_white = play(game, state, "white")
    assert (game.to_act(as_white), game.seat_name(as_white, 1)) == (0, "white")
    assert as_white.komi == 7
    assert game.score(as_black).totals == (7, 0)
    assert "button" in texts(game, as_black)
    assert "button" not in texts(game, play(game, game.start(), "komi 6", "white"))


def test_rule_7_what_an_offer_refuses() -> None:
    game = pletore(size=5, komi="offer")
    start = game.start()
    for move, code in ((Place(3), "stage"), (PASS, "stage"), (NameKomi(26), "komi")):
        refusal = game.refuse(start, move)
        assert refusal is not None
        assert refusal.code == code
    named_komi = game.apply(start, NameKomi(-25))
    assert game.refuse(named_komi, PickSide(1)) is None
    for wrong in (PickSide(2), NameKomi(3), BUTTON):
        assert game.refuse(named_komi, wrong) is not None
    assert game.refuse(BUTTONED.start(), PickSide(0)) is not None


# -- notation and positions -------------------------------------------------------------


def test_a_plain_point_on_an_enemy_stone_replaces_it() -> None:
    state = diagrams.position(FIVE, "..b.. ..... b.w.. ..... .....")
    assert FIVE.parse(state, "C3") == Replace(12)
    assert FIVE.parse(state, "c3x") == Replace(12)
    assert FIVE.format(Replace(12)) == "c3x"
    assert FIVE.parse(state, "a3") == Place(10)
    assert FIVE.parse(state, "button") == BUTTON


@pytest.mark.parametrize("text", ["", "f1", "i1", "x", "c3xx", "c 3", "c3,c4", "komi x", "7"])
def test_other_texts_are_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMove):
        FIVE.parse(FIVE.start(), text)


@pytest.mark.parametrize(
    "position_text",
    [
        {"to move": "red"},
        {"komi": "5.5"},
        {"komi": "26"},
        {"passes": "2"},
        {"button": "lost"},
        {"button": "free"},
        {"komi": "5", "button": "none"},
        {"hands": "none"},
    ],
)
def test_positions_that_do_not_fit_are_refused(position_text: dict[str, str]) -> None:
    with pytest.raises(OptionError):
        FIVE.position(["....."] * 5, position_text)


@pytest.mark.parametrize("rows", [["....."] * 4, ["...."] * 5, ["..x.."] * 5])
def test_diagrams_that_do_not_fit_are_refused(rows: list[str]) -> None:
    with pytest.raises(OptionError):
        FIVE.position(rows, {})


def test_report_fields_name_control_button_and_replaceable_stones() -> None:
    state = diagrams.position(FIVE, "..b.. ..... b.w.. ..... .....")
    fields = FIVE.report_fields(state)
    assert fields["komi"] == 4
    assert fields["button"] == "none"
    assert fields["replaceable"] == ["c3"]
    assert fields["control"] == {"black": 1, "white": 0}


def test_the_rules_page_gives_the_default_komi_of_every_size() -> None:
    rows = re.findall(r"(?m)^\| (\d[\d, ]*) \| (\d+) \|$", games.rules_text("pletore"))
    told = {int(size): int(komi) for sizes, komi in rows for size in sizes.split(", ")}
    assert told == {size: default_komi(size) for size in range(3, 26)}
