"""Rules 1 to 9: setting up, a turn, range, capture, ko, several stones, the last pass."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from termgames import games
from termgames.core import maps
from termgames.core.errors import IllegalMove, OptionError
from termgames.games.mitropia import rules
from termgames.games.mitropia.options import INFO
from tests.games.mitropia.play import (
    CARDS,
    PLAIN,
    PRO,
    SEVEN,
    asked,
    at,
    code,
    go,
    hands,
    legal,
    let_all,
    make,
    points,
    prisoners,
    show,
)

DICE = {"no-cards": True}
EMPTY = "\n".join(["......."] * 7)

# -- set-up ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rule_1_two_to_five_players_on_the_usual_maps(players: int) -> None:
    settled = INFO.settle({"players": players})
    assert settled["map"] == {2: "9x9-cut", 3: "13x13", 4: "19x19", 5: "19x19"}[players]
    game = rules.create(settled)
    assert game.seats == players
    assert game.marks == "bwrug"[:players]
    assert len(game.table.starts) == players


def test_rule_1_the_players_follow_from_a_map_that_is_made_for_them() -> None:
    assert INFO.settle({"map": "9x9"})["players"] == 2
    assert INFO.settle({"map": "starfish"})["players"] == 5
    assert INFO.settle({"map": "ring"})["players"] == 3
    assert INFO.settle({"map": "9x9", "players": 3})["players"] == 3
    with pytest.raises(OptionError, match=r"--map: .*no start points for 5 players"):
        INFO.settle({"map": "9x9", "players": 5})


def test_rule_1_a_gap_is_an_edge() -> None:
    """The middle stone of a row of three has no neighbour below or above it."""
    game = make(2, PLAIN, board="slit | 2: a1 c3 | .../-.-/...")
    state = at(game, ". . . \n - b - \n . w .", to_move="white")
    assert prisoners(game, go(game, state, "b3")) == {"w": "b"}


def test_rule_1_all_of_the_maps_can_be_played_on() -> None:
    for name in maps.shipped():
        for players in maps.find(name).starts:
            game = rules.create(INFO.settle({"map": name, "players": players, "pro": True}))
            assert len(game.legal_moves(game.start())) > 5


def test_rule_2_the_highest_roll_picks_first_then_descending() -> None:
    game = make(3, DICE)
    state = go(game, game.start(), "1,2", "6,5", "3,3")
    assert asked(game, state) == "white"
    assert legal(game, state) == ["start a1", "start d7", "start g1"]
    state = go(game, state, "start d7")
    assert asked(game, state) == "red"
    assert legal(game, state) == ["start a1", "start g1"]
    state = go(game, state, "start a1")
    assert (asked(game, state), legal(game, state)) == ("black", ["start g1"])
    state = go(game, state, "start g1")
    assert game.report_fields(state)["starts"] == {"black": "g1", "white": "d7", "red": "a1"}


def test_rule_2_equal_totals_are_rolled_again_among_those_equal() -> None:
    game = make(4, DICE)
    state = go(game, game.start(), "1,6", "6,6", "2,5", "3,4")
    told = []
    for text in ("1,1", "2,2", "4,4"):
        told.append((game.prompt(state), game.report_fields(state)["turn"]))
        state = go(game, state, text)
    who = ("black", "red", "blue")
    assert told == [(f"{name.title()} rolls for the opening.", name) for name in who]
    assert (asked(game, state), game.report_fields(state)["turn"]) == ("white", "white")


def test_rule_2_a_tie_within_a_tie_does_not_change_who_is_ahead() -> None:
    game = make(4, DICE)
    state = go(game, game.start(), "3,4", "2,5", "6,6", "1,6")
    assert game.prompt(state) == "Black rolls for the opening."
    state = go(game, state, "1,1", "6,6", "1,1")
    # White leads the three that were equal; black and blue are equal once more.
    assert game.prompt(state) == "Black rolls for the opening."
    state = go(game, state, "1,2", "1,3")
    picks = []
    while legal(game, state)[0].startswith("start"):
        picks.append(asked(game, state))
        state = go(game, state, legal(game, state)[0])
    assert picks == ["red", "white", "blue", "black"]


def test_rule_2_play_goes_clockwise_from_the_highest_roller() -> None:
    """Start points a1, a7, g7, g1 clockwise; red on g7 rolled highest."""
    game = make(4, DICE)
    state = go(game, game.start(), "1,1", "2,2", "6,6", "4,4")
    state = go(game, state, "start g7", "start a1", "start g1", "start a7")
    assert game.report_fields(state)["starts"] == {
        "black": "a7",
        "white": "g1",
        "red": "g7",
        "blue": "a1",
    }
    assert game.report_fields(state)["order"] == ["red", "white", "blue", "black"]
    seen = []
    for _ in range(5):
        seen.append(asked(game, state))
        state = go(game, state, "pass") if len(seen) < 4 else state
    assert seen[:4] == ["red", "white", "blue", "black"]


def test_rule_2_without_dice_the_seats_are_the_order_and_start_points_go_clockwise() -> None:
    game = make(5, PRO)
    fields = game.report_fields(game.start())
    assert fields["order"] == ["black", "white", "red", "blue", "green"]
    assert list(fields["starts"].values()) == ["a1", "a7", "d7", "g7", "g1"]
    assert asked(game, game.start()) == "black"


def test_rule_2_anybody_may_play_on_a_start_point() -> None:
    game = make(2, PLAIN)
    state = go(game, game.start(), "g7", "a1")
    assert show(game, state)[0][-1] == "b"
    assert show(game, state)[-1][0] == "w"


def test_rule_3_starter_stones_in_the_order_of_the_worked_case() -> None:
    """-4, -2 and 0, the player with -2 highest: 0, 0, -2, 0, -2, 0."""
    game = make(3, {"handicap": "-4,-2,0", "no-cards": True}, board="13x13")
    state = go(game, game.start(), "1,2", "6,6", "3,3")
    while legal(game, state)[0].startswith("start"):
        state = go(game, state, legal(game, state)[0])
    placing = []
    while "roll" not in legal(game, state):
        placing.append(asked(game, state))
        state = go(game, state, points(game, state)[0])
    assert placing == ["red", "red", "white", "red", "white", "red"]
    assert asked(game, state) == "white"


def test_rule_3_starter_stones_go_three_steps_from_start_point_or_stones() -> None:
    game = make(2, {"handicap": "0,-2", "no-dice": True, "range": "1"}, board="9x9")
    state = game.start()
    assert code(game, state, "g3") == "range"
    assert code(game, state, "g4") is None
    state = go(game, state, "g4")
    assert asked(game, state) == "black"
    assert code(game, state, "g2") is None
    assert code(game, state, "forfeit") == "stage"
    assert legal(game, state)[-1] == "pass"
    begun = go(game, state, "pass")  # he forgoes it, and begins
    assert (asked(game, begun), begun.passes, begun.board.idle) == ("black", 0, 0)


def test_rule_3_a_starter_stone_without_a_legal_point_lapses() -> None:
    """White would have three; on a board of three points there is place for two."""
    game = make(2, {"handicap": "-3,0", **PRO}, board="row | 2: a1 c1 | ...")
    state = go(game, game.start(), "c1", "a1")
    assert show(game, state) == ["w.w"]
    assert asked(game, state) == "black"


@pytest.mark.parametrize("text", ["0,-2", "0,-6,0", "1,0,0", "0,x,0"])
def test_rule_3_handicaps_are_given_for_each_player(text: str) -> None:
    with pytest.raises(OptionError, match="--handicap"):
        make(3, {"handicap": text})


# -- a turn ---------------------------------------------------------------------------------


def test_rule_4_first_pass_or_roll_then_stone_card_or_forfeit() -> None:
    game = make(2)
    state = at(game, EMPTY)
    assert legal(game, state) == ["roll", "pass", "pass draw"]
    state = go(game, state, "roll")
    assert asked(game, state) == "chance"
    assert len(game.chances(state)) == 21
    assert sum(weight for _, weight in game.chances(state)) == 36
    state = go(game, state, "1,2")
    assert points(game, state) == ["a1", "a2", "a3", "b1", "b2", "c1"]
    assert legal(game, state)[-1] == "forfeit"
    assert asked(game, go(game, state, "forfeit")) == "white"
    state = go(game, state, "c1")
    assert asked(game, state) == "white"  # reacts
    assert (asked(game, go(game, state, "let")), legal(game, go(game, state, "let"))[0]) == (
        "white",
        "roll",
    )


def test_rule_4_the_higher_die_is_the_distance() -> None:
    game = make(2, DICE)
    state = at(game, EMPTY)
    assert game.report_fields(state)["distance"] is None
    without_dice = make(2, PRO)
    assert without_dice.report_fields(without_dice.start())["distance"] == 3
    state = go(game, state, "roll", "2,4")
    assert game.report_fields(state)["distance"] == 4
    assert game.report_fields(state)["roll"] == [2, 4]
    assert code(game, state, "e1") is None
    assert code(game, state, "f1") == "range"
    assert go(game, state, "e1") == go(game, state, "E1")


def test_rule_4_dice_are_read_in_either_order() -> None:
    game = make(2, DICE)
    state = go(game, at(game, EMPTY), "roll")
    assert go(game, state, "5,3") == go(game, state, "3,5")
    with pytest.raises(IllegalMove):
        go(game, state, "c4")


def test_rule_4_a_pair_lets_draw_at_once_and_the_card_may_be_played() -> None:
    game = make(2)
    state = go(game, at(game, EMPTY), "roll", "4,4")
    assert (asked(game, state), legal(game, state)) == ("black", ["draw", "no draw"])
    assert "forfeit" in legal(game, go(game, state, "no draw"))
    state = go(game, state, "draw")
    assert asked(game, state) == "chance"
    state = go(game, state, "card no move")
    assert "no move" in legal(game, state)
    assert asked(game, go(game, state, "no move")) == "white"


def test_rule_4_other_rolls_draw_nothing() -> None:
    game = make(2)
    state = go(game, at(game, EMPTY), "roll", "3,4")
    assert "forfeit" in legal(game, state)
    assert code(game, state, "draw") == "stage"


def test_rule_4_a_hand_of_more_than_three_is_cut_at_the_end_of_the_turn() -> None:
    game = make(2)
    state = at(game, EMPTY, hands="black: no move, reject, 3 points")
    state = go(game, state, "roll", "5,5", "draw", "card extra move", "c3", "let")
    assert asked(game, state) == "black"
    assert legal(game, state) == [
        "discard no move",
        "discard extra move",
        "discard reject",
        "discard 3 points",
    ]
    state = go(game, state, "discard reject")
    assert hands(state)[0] == ["no move", "extra move", "3 points"]
    assert asked(game, state) == "white"


def test_rule_4_pass_draw_gives_a_card_and_takes_no_stone() -> None:
    game = make(2)
    state = go(game, at(game, EMPTY), "pass draw", "card move two")
    assert hands(state)[0] == ["move two"]
    assert asked(game, state) == "white"
    assert state.passes == 1


def test_rule_4_without_dice_the_first_choice_is_the_stone_itself() -> None:
    game = make(2, PRO)
    state = game.start()
    assert points(game, state) == sorted(
        ["a1", "a2", "a3", "a4", "b1", "b2", "b3", "c1", "c2", "d1"]
    )
    assert "pass" in legal(game, state)
    for text in ("roll", "forfeit", "pass draw"):
        assert code(game, state, text) in ("stage", "no-cards")


def test_rule_4_the_range_without_dice_is_an_option_and_brings_none() -> None:
    assert INFO.settle({"no-dice": True})["range"] == 3
    settled = INFO.settle({"range": 5})
    assert (settled["no-dice"], settled["range"]) == (True, 5)
    game = make(2, {"range": "1"})
    assert points(game, game.start()) == ["a1", "a2", "b1"]
    game = make(2, PLAIN)
    assert len(points(game, game.start())) == 49


def test_rule_4_with_cards_and_no_dice_only_pass_draw_draws() -> None:
    game = make(2, CARDS)
    state = go(game, game.start(), "pass draw", "card extra move")
    assert code(game, state, "draw") == "stage"
    state = let_all(game, go(game, state, "g7"))
    assert asked(game, state) == "black"
    assert "extra move" in legal(game, state)


def test_rule_4_what_is_out_of_turn_is_refused() -> None:
    game = make(2)
    state = at(game, EMPTY)
    for text in ("c4", "forfeit", "draw", "3,5", "let", "accept", "done", "discard no move"):
        assert code(game, state, text) == "stage"
    for text in ("pass", "roll", "start a1", "card no move", "c4>c5", "c4,c5"):
        assert code(game, go(game, state, "roll", "1,2"), text) == "stage"


# -- range ----------------------------------------------------------------------------------


def test_rule_5_distance_goes_round_gaps_and_through_stones() -> None:
    board = "horseshoe | 2: a1 e1 | ...../.---./.---."
    game = make(2, {"range": "4", "no-cards": True}, board=board)
    state = at(game, ". . . . . \n w - - - . \n . - - - .")
    # White's stone does not stand in the way, but takes a1 its liberty.
    assert points(game, state) == ["a3", "b3", "c3"]
    assert code(game, state, "d3") == "range"
    assert code(game, state, "e1") == "range"


def test_rule_5_stones_now_on_the_board_and_the_start_point_are_origins() -> None:
    game = make(2, {"range": "1", "no-cards": True})
    state = at(game, "\n".join(["......."] * 3 + ["...b..."] + ["......."] * 3))
    assert points(game, state) == ["a1", "a2", "b1", "c4", "d3", "d5", "e4"]


def test_rule_5_stones_that_were_captured_give_no_range() -> None:
    game = make(2, {"range": "1", "no-cards": True})
    state = at(game, "....... ....... ....... ..wb... ...w... ....... .......".replace(" ", "\n"))
    assert "d5" in points(game, state)
    taken = at(
        game,
        "....... ....... ...w... ..wb... ...w... ....... .......".replace(" ", "\n"),
        to_move="white",
        starts="white: f4",
    )
    state = go(game, taken, "e4")
    assert points(game, state) == ["a1", "a2", "b1"]


def test_rule_5_allies_give_no_range() -> None:
    game = make(3, {"range": "1", "no-cards": True})
    state = at(
        game,
        "....... ....... ....... ...w... ....... ....... .......".replace(" ", "\n"),
        occupiers="black: white",
    )
    assert points(game, state) == ["a1", "a2", "b1"]


# -- capture --------------------------------------------------------------------------------


def test_rule_6_groups_of_several_colours_are_captured_together() -> None:
    """Black on e4 takes white's d4 and red's d5 and e5, which share no liberty but that."""
    game = make(3, PLAIN, board="five | 3: a1 a5 e1 | ...../...../...../...../.....")
    state = at(
        game,
        """
        . . b r r
        . . b w .
        . . . b .
        . . . . .
        . . . . .
        """,
    )
    state = go(game, state, "e4")
    assert show(game, state)[:2] == ["..b..", "..b.b"]
    # Red and white stood next to each other's groups (rule 10): of red's two each captor has
    # one, of white's one black has the remainder.
    assert prisoners(game, state) == {"b": "wr", "w": "r"}


def test_rule_6_suicide_is_illegal_unless_it_captures() -> None:
    game = make(2, PLAIN, board="five | 2: a1 e5 | ...../...../...../...../.....")
    state = at(game, "..... ..... ..... bb... .b...".replace(" ", "\n"), to_move="white")
    assert code(game, state, "a1") == "suicide"
    state = at(game, "..... ..... w.... bw... .bw..".replace(" ", "\n"), to_move="white")
    after = go(game, state, "a1")
    assert show(game, after)[3:] == [".w...", "w.w.."]
    assert prisoners(game, after) == {"w": "bb"}


def test_rule_6_only_groups_that_the_stone_touches_are_looked_at() -> None:
    """White's c1 has been without a liberty since an independence; a stone elsewhere leaves it."""
    game = make(3, PLAIN, board="five | 3: a1 a5 e1 | ...../...../...../...../.....")
    text = "..... ..... ..... ..b.. .bwb.".replace(" ", "\n")
    state = go(game, at(game, text), "e5")
    assert show(game, state)[4] == ".bwb."


# -- spoils ---------------------------------------------------------------------------------


def test_rule_10_all_who_stand_next_to_a_captured_group_share_it() -> None:
    """Three stones, two captors: one each, and the third to red, who killed; white, who
    stands elsewhere, gets nothing."""
    game = make(4, PLAIN)
    state = at(
        game,
        """
        . . . . . . .
        . . . . . w w
        . . . . . . .
        . u u . . . .
        u b b b . . .
        . r r r . . .
        . . . . . . .
        """,
        to_move="red",
        order="white, red, black, blue",
    )
    state = go(game, state, "d4", "pass", "pass", "pass", "e3")
    assert prisoners(game, state) == {"r": "bb", "u": "b"}
    assert show(game, state)[4] == "u...r.."


# -- ko -------------------------------------------------------------------------------------

KO = """
    . b w . .
    b . b w .
    . b w . .
    . . . . .
    . . . . .
"""


def test_rule_7_a_ko_may_not_be_taken_back_at_once() -> None:
    game = make(2, PLAIN, board="five | 2: a1 e5 | ...../...../...../...../.....")
    state = go(game, at(game, KO, to_move="white"), "b4")
    assert code(game, state, "c4") == "superko"
    assert "c4" not in points(game, state)
    refusal = game.refuse(state, game.parse(state, "c4"))
    assert refusal is not None
    assert "one change of the board ago" in refusal.text
    assert code(game, go(game, state, "a1", "e1"), "c4") is None


def test_rule_7_passing_does_not_lift_the_ban() -> None:
    """Positional superko: who is to move does not matter."""
    game = make(3, PLAIN, board="five | 3: a1 a5 e1 | ...../...../...../...../.....")
    state = go(game, at(game, KO, to_move="white"), "b4", "pass")
    assert asked(game, state) == "black"
    assert code(game, state, "c4") == "superko"


def test_rule_7_a_longer_cycle_is_found() -> None:
    """On a row of three black's first stone falls; taking both of white's back would leave
    it alone again."""
    game = make(2, PLAIN, board="row | 2: a1 c1 | ...")
    state = go(game, game.start(), "a1", "b1", "pass", "c1")
    assert show(game, state) == [".ww"]
    assert code(game, state, "a1") == "superko"
    assert points(game, state) == []


# -- several stones -------------------------------------------------------------------------


def test_rule_8_stones_of_a_turn_are_five_steps_apart_and_in_different_groups() -> None:
    game = make(2, CARDS)
    state = at(
        game,
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . b b b b b .
        """,
        hands="black: extra move",
    )
    state = go(game, state, "extra move", "a1")
    assert code(game, state, "c3") == "near"
    assert code(game, state, "g1") == "joined"
    assert code(game, state, "c4") is None
    assert "g1" not in points(game, state)
    assert points(game, state) == sorted(
        name for name in game.topology.names if code(game, state, name) is None
    )


# -- passes ---------------------------------------------------------------------------------


def test_rule_9_the_game_is_over_when_all_have_passed_in_a_row() -> None:
    game = make(3, PRO)
    state = go(game, game.start(), "a1", "pass", "pass")
    assert asked(game, state) == "black"
    state = go(game, state, "pass")
    assert asked(game, state) == "over"
    assert game.ending(state) == "all passed"
    assert game.legal_moves(state) == []
    assert code(game, state, "pass") == "over"


def test_rule_9_a_stone_begins_the_count_of_passes_anew() -> None:
    game = make(2, PRO)
    state = go(game, game.start(), "pass", "g7", "pass")
    assert asked(game, state) == "white"
    assert asked(game, go(game, state, "pass")) == "over"


TOUCHING = "....... ....... ....... ...bw.. ....... ....... .......".replace(" ", "\n")
IDLE: list[tuple[list[str], dict[str, str]]] = [
    (["roll", "1,2", "no move"], {"hands": "black: no move"}),
    (["roll", "1,2", "3 points"], {"hands": "black: 3 points"}),
    (
        ["roll", "1,2", "trade 1-2 white"],
        {"hands": "black: trade 1-2", "prisoners": "black: white 1; white: red 2"},
    ),
    (["surrender to white", "decline"], {}),
    (["surrender to white", "accept"], {}),
    (["independence"], {"occupiers": "black: white"}),
    (["roll", "1,2", "a1", "reject"], {"hands": "white: reject"}),
]
"""Turns of black's that put no stone, and are no pass."""


@pytest.mark.parametrize("texts", [["roll", "1,2", "forfeit"], ["pass draw", "card no move"]])
def test_rule_9_turns_that_are_passes(texts: list[str]) -> None:
    game = make(3)
    assert asked(game, go(game, at(game, TOUCHING, passes="2"), *texts)) == "over"


@pytest.mark.parametrize(("texts", "position_text"), IDLE)
def test_rule_9_only_a_pass_is_a_pass(texts: list[str], position_text: dict[str, str]) -> None:
    """All others can answer a turn that breaks the run; after nine turns without a stone they
    cannot, unless they put one."""
    game = make(3)
    state = go(game, at(game, TOUCHING, passes="2", **position_text), *texts)
    assert (asked(game, state), state.passes, state.board.idle) == ("white", 0, 3)
    state = go(game, state, "pass", "pass")
    assert asked(game, state) == "black"
    assert game.ending(go(game, state, "pass")) == "all passed"
    state = go(game, at(game, TOUCHING, idle_turns="11", **position_text), *texts)
    assert game.ending(state) == "nobody placed a stone for too long"


def test_rule_9_turns_without_a_stone_end_the_game_after_twelve() -> None:
    """Three players, one of them occupied and one without a stone; they are told after nine."""
    game = make(3, PRO)
    tell = games.display(game)
    eight = at(game, TOUCHING, occupiers="black: white", idle_turns="8")
    assert "more the game ends" not in game.prompt(eight)
    assert go(game, eight, "d7", "pass").countdown == ""  # a stone begins the count anew
    move = game.parse(eight, "independence")
    nine = game.apply(eight, move)
    countdown = "9 turns in a row without a stone: after 3 more the game ends."
    assert tell.happened(eight, move, nine) == f"Black is independent again. {countdown}"
    assert game.prompt(nine).endswith(countdown)
    assert ("without a stone", "9 turns") in tell.status(nine)
    assert at(game, TOUCHING, **_underscored(game.position_text(nine))).board.idle == 9
    eleven = go(game, nine, "pass", "pass")
    over = go(game, eleven, "surrender to white", "decline")
    assert game.ending(over) == "nobody placed a stone for too long"
    assert asked(game, go(game, eleven, "a1", "pass", "pass")) == "black"


def test_rule_9_a_rejected_stone_goes_on_with_the_count_and_the_replacing_one_does_not() -> None:
    game = make(2)
    facts = {"passes": "1", "idle_turns": "4", "hands": "white: reject, reject and replace"}
    state = go(game, at(game, EMPTY, **facts), "roll", "1,2", "a1")
    after = go(game, state, "reject")
    assert (asked(game, after), after.passes, after.board.idle) == ("white", 0, 5)
    assert go(game, state, "reject and replace", "a1").board.idle == 0
    assert go(game, state, "let").board.idle == 0


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ({"passes": "2", "idle_turns": "1"}, "idle turns: '1' is none of 2 to 11"),
        ({"idle_turns": "12"}, "idle turns: '12' is none of 0 to 11"),
        ({"passes": "3"}, "passes: '3' is none of 0 to 2"),
    ],
)
def test_rule_9_a_position_tells_turns_without_a_stone(text: dict[str, str], fault: str) -> None:
    game = make(3, PRO)
    with pytest.raises(OptionError, match=fault):
        at(game, EMPTY, **text)
    assert at(game, EMPTY, passes="2").board.idle == 2
    assert "idle turns" not in game.position_text(at(game, EMPTY, passes="2"))


def _underscored(position_text: Mapping[str, str]) -> dict[str, str]:
    return {name.replace(" ", "_"): text for name, text in position_text.items()}


def test_rule_9_nobody_can_resign() -> None:
    assert make(2).resigns is False


def test_several_turns_in_a_row_by_texts() -> None:
    """A whole short game, everything on, as its record reads."""
    game = make(2, board=SEVEN)
    state = go(game, game.start(), "3,3", "2,4", "1,1", "5,6", "start g7", "start a1")
    state = let_all(game, go(game, state, "roll", "1,6", "e5"))
    state = let_all(game, go(game, state, "roll", "2,4", "c3"))
    state = go(game, state, "pass", "pass")
    assert asked(game, state) == "over"
    assert [row for row in show(game, state) if "b" in row or "w" in row] == ["....w..", "..b...."]
