"""The rules of Tri-Color by their numbers in RULES.md: diagram in, diagram out."""

from __future__ import annotations

import pytest

from termgames.core.errors import IllegalMove, OptionError, UnreadableMove
from termgames.core.game import OVER
from termgames.core.two_player import PASS
from termgames.games.tricolor.rules import Place, Propose
from termgames.games.tricolor.state import next_seats, player
from tests.games.tricolor.support import (
    FIVE,
    acting,
    code,
    named,
    play,
    position,
    show,
    tricolor,
)

KO = """
. a b . .
a . a b .
. a b . .
. . . . .
. . . . g
"""
"""beta takes c4 at b4, and alpha b4 at c4."""


# -- rule 1: players and boards ---------------------------------------------------------


@pytest.mark.parametrize("size", [5, 13, 25])
def test_rule_1_square_boards(size: int) -> None:
    game = tricolor(size=size)
    assert game.topology.cells == size * size
    assert acting(game, game.start()) == "alpha"


def test_rule_1_the_board_is_13x13_when_none_is_chosen() -> None:
    assert tricolor().topology.cells == 169
    assert (tricolor().options["size"], tricolor().options["hex"]) == (13, None)


def test_rule_1_on_hexagons_stones_have_six_neighbours() -> None:
    game = tricolor(hex=3)
    centre = game.topology.cell("c3")
    state = play(game, game.start(), "c3", "c2", "c4", "pass", "b2", "b3", "pass", "d2")
    assert game.stones(state)[centre] == 1
    assert game.stones(play(game, state, "a1"))[centre] == 1
    assert game.stones(play(game, state, "d3"))[centre] == 0


def test_rule_1_maps_have_edges_at_their_gaps() -> None:
    game = tricolor(map="t | .../.-./...")
    state = play(game, game.start(), "a3", "b3", "pass", "pass", "a2")
    assert show(state, game=game) == ".b. b-. ..."


def test_rule_1_one_board_at_a_time() -> None:
    for other in ({"hex": 5}, {"map": "ring"}):
        with pytest.raises(OptionError, match="exclude each other"):
            tricolor(size=9, **other)


# -- rule 2: captures, suicide ----------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "mover", "move", "after"),
    [
        # Liberties are taken by two colours together; only the mover's stone is new.
        (".b... bag.. ..... ..... .....", "gamma", "b3", ".b... b.g.. .g... ..... ....."),
        # Groups of both opponents at once: one by one, the first would save the other.
        ("..baa ..bg. ...a. ..... .....", "beta", "e4", "..b.. ..b.b ...a. ..... ....."),
        # A capture comes before suicide.
        (".ab.. ab... b.... ..... .....", "beta", "a5", "b.b.. .b... b.... ..... ....."),
        # Stones of different colours share no liberties: gamma's neighbour has two.
        ("ag... ..... ..... ..... .....", "beta", "a4", ".g... b.... ..... ..... ....."),
    ],
)
def test_rule_2_captures(before: str, mover: str, move: str, after: str) -> None:
    assert show(play(FIVE, position(before, to_move=mover), move)) == after


def test_rule_2_captures_on_hexagons() -> None:
    game = tricolor(hex=3)
    moves = ["a1", "a2", "pass", "pass", "b1", "pass", "pass", "b2"]
    state = play(game, game.start(), *moves)
    assert game.stones(state)[game.topology.cell("a1")] == 0
    assert game.score(state).totals[0] == 0


@pytest.mark.parametrize(
    ("rows", "mover", "move", "fault"),
    [
        (".b... b.... ..... ..... .....", "alpha", "a5", "a5"),
        (".b... g.... ..... ..... .....", "alpha", "a5", "a5"),
        ("a.b.. abb.. b.... ..... .....", "alpha", "b5", "a4 a5 b5"),
        (".ab.. aab.. bb... ..... .....", "beta", "a5", None),
        (".aab. aab.. bb... ..... .....", "beta", "a5", None),
        (".aab. aab.. b.... ..... .....", "beta", "a5", "a5"),
    ],
)
def test_rule_2_suicide_is_refused(rows: str, mover: str, move: str, fault: str | None) -> None:
    state = position(rows, to_move=mover)
    refusal = FIVE.refuse(state, FIVE.parse(state, move))
    if fault is None:
        assert refusal is None
        return
    assert refusal is not None
    assert refusal.code == "suicide"
    assert named(FIVE, refusal.cells) == fault
    assert refusal.text.startswith(f"{move} is suicide")
    with pytest.raises(IllegalMove, match="suicide"):
        FIVE.apply(state, FIVE.parse(state, move))


def test_rule_2_an_occupied_point_is_refused() -> None:
    state = play(FIVE, FIVE.start(), "c3", "d3", "e3")
    for point, owner in (("c3", "your own"), ("d3", "beta's"), ("e3", "gamma's")):
        refusal = FIVE.refuse(state, FIVE.parse(state, point))
        assert refusal is not None
        assert refusal.text == f"{point} holds {owner} stone"
        assert named(FIVE, refusal.cells) == point


# -- rule 3: superko --------------------------------------------------------------------


def test_rule_3_a_ko_may_be_retaken_once() -> None:
    """beta's capture brings up a position; alpha's retaking brings back the one at the
    start, which is nobody's; beta may not bring back his own."""
    state = play(FIVE, position(KO, to_move="beta"), "b4", "pass", "c4")
    assert show(state) == show(position(KO))
    refusal = FIVE.refuse(state, FIVE.parse(state, "b4"))
    assert refusal is not None
    assert refusal.code == "superko"
    assert refusal.text == "b4 would repeat the position after move 1, which was beta's, too"
    assert named(FIVE, refusal.cells) == "c4"
    assert Place(FIVE.topology.cell("b4")) not in FIVE.legal_moves(state)


def test_rule_3_another_players_position_may_be_brought_back() -> None:
    """gamma passed when the stones lay so, alpha makes them lie so again."""
    game = tricolor(size=5, order="thue-morse")
    state = play(game, position(KO, game=game, to_move="gamma"), "pass", "b4", "pass", "c4")
    assert show(state, game=game) == show(position(KO))


def test_rule_3_what_a_pass_left_counts_as_the_passers() -> None:
    state = play(FIVE, position(KO, to_move="alpha"), "pass", "b4", "pass")
    refusal = FIVE.refuse(state, FIVE.parse(state, "c4"))
    assert refusal is not None
    assert refusal.code == "superko"
    assert "after move 1, which was alpha's" in refusal.text
    # Without the pass, the position was nobody's.
    assert code(FIVE, play(FIVE, position(KO, to_move="beta"), "b4", "pass"), "c4") is None


def test_rule_3_a_stone_elsewhere_lifts_the_bar() -> None:
    state = play(FIVE, position(KO, to_move="beta"), "b4", "e5", "c4")
    assert code(FIVE, state, "b4") is None
    passed = play(FIVE, position(KO, to_move="beta"), "b4", "pass", "c4", "e5", "pass", "a1")
    assert code(FIVE, passed, "b4") is None


def test_rule_3_counts_who_made_the_move_not_who_is_next() -> None:
    """In the Thue-Morse order gamma is after alpha in turn 5, beta in turn 7: by who is
    next alpha might retake here. By who made the move he may not."""
    game = tricolor(size=5, order="thue-morse")
    ko = KO.replace("b", "G").replace("g", "b").replace("G", "g")
    state = play(game, position(ko, game=game, turn="5"), "pass", "b4")
    assert acting(game, state) == "alpha"
    assert code(game, state, "c4") == "superko"


# -- rule 4: the end (the agreement is in test_talk.py) ---------------------------------


def test_rule_4_three_passes_end_the_game() -> None:
    state = play(FIVE, FIVE.start(), "c3", "pass", "pass")
    assert FIVE.to_act(state) == 0
    state = play(FIVE, state, "pass")
    assert FIVE.to_act(state) == OVER
    assert FIVE.ending(state) == "all have passed"
    assert FIVE.legal_moves(state) == []
    refusal = FIVE.refuse(state, PASS)
    assert refusal is not None
    assert (refusal.code, refusal.text) == ("over", "the game is over: all have passed")


def test_rule_4_a_stone_breaks_the_run() -> None:
    state = play(FIVE, FIVE.start(), "pass", "pass", "c3", "pass", "pass")
    assert FIVE.ending(state) is None
    assert FIVE.ending(play(FIVE, state, "pass")) is not None


def test_rule_4_each_of_the_three_must_pass() -> None:
    """alpha beta gamma beta gamma alpha: after beta's stone three passes are two players'."""
    game = tricolor(size=5, order="thue-morse")
    state = play(game, game.start(), "a1", "b1", "pass", "pass", "pass")
    assert state.passed == (1, 2)
    assert game.ending(state) is None
    assert game.ending(play(game, state, "pass")) == "all have passed"


# -- rule 8: orders of play -------------------------------------------------------------


def test_rule_8_the_thue_morse_order() -> None:
    game = tricolor(size=9, order="thue-morse")
    state, seats = game.start(), []
    for number in range(12):
        seats.append(acting(game, state)[0])
        state = play(game, state, game.topology.names[number * 5 % 81])
    assert "".join(seats) == "abgbgagabbga"


def test_rule_8_who_comes_next() -> None:
    assert next_seats("cyclic", 4) == (1, 2, 0)
    assert next_seats("thue-morse", 2) == (2, 1, 0)
    assert next_seats("thue-morse", 8) == (1, 2, 0)
    counts = [player("thue-morse", turn) for turn in range(81)]
    assert [counts.count(seat) for seat in range(3)] == [27, 27, 27]


# -- notation and given positions -------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("c4", Place(17)),
        (" C4 ", Place(17)),
        ("pass", PASS),
        ("resign with beta", Propose(1)),
        ("Resign  GAMMA", Propose(2)),
    ],
)
def test_moves_are_read(text: str, move: object) -> None:
    found = FIVE.parse(FIVE.start(), text)
    assert found == move
    assert FIVE.parse(FIVE.start(), FIVE.format(found)) == found


@pytest.mark.parametrize("text", ["", "z9", "i1", "c4,d5", "resign", "resign with me", "dead"])
def test_what_is_no_move_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMove):
        FIVE.parse(FIVE.start(), text)


@pytest.mark.parametrize(
    ("position_text", "message"),
    [
        ({"to_move": "black"}, "to move: 'black' is none of alpha, beta, gamma"),
        ({"komi": "5"}, "a Tri-Color position has no 'komi'"),
        ({"turn": "4", "to_move": "alpha"}, "turn: 4 is beta's"),
        ({"turn": "-1"}, "turn: '-1' is no number of turns"),
        ({"turn": "10000"}, "turn: '10000' is no number of turns from 0 to 9999"),
        ({"passed": "alpha me"}, "passed: 'me'"),
        ({"passed": "alpha beta gamma"}, "nothing to play"),
    ],
)
def test_given_positions_are_checked(position_text: dict[str, str], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        position("..... " * 5, **position_text)


def test_given_positions_begin_where_they_say() -> None:
    state = position("..... " * 5, turn="7", passed="gamma")
    assert acting(FIVE, state) == "beta"
    assert FIVE.ending(play(FIVE, state, "pass", "c3", "pass")) is None
    assert FIVE.report_fields(state)["passed"] == ["gamma"]
    marked = position("..... " * 5, to_move="B", passed="g, Alpha")
    assert acting(FIVE, marked) == "beta"
    assert FIVE.report_fields(marked)["passed"] == ["alpha", "gamma"]
    game = tricolor(size=5, order="thue-morse")
    assert acting(game, position("..... " * 5, game=game, turn="7")) == "alpha"
    assert acting(game, position("..... " * 5, game=game, to_move="gamma")) == "gamma"
