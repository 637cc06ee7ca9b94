"""Rules 11 to 14 in play: surrender, allied groups, a change of occupier, independence.

Who may surrender to whom is tested in `test_alliance.py` on boards alone.
"""

from __future__ import annotations

from tests.games.mitropia.play import (
    CARDS,
    PLAIN,
    asked,
    at,
    code,
    go,
    legal,
    make,
    prisoners,
    show,
)

FIVE = "five | 2: a1 e5 | 3: a1 a5 e1 | 4: a1 a5 e5 e1 | ...../...../...../...../....."
TOUCHING = """
    . . . . .
    . . r . .
    . w b w .
    . . r . .
    . . . . .
"""


def test_rule_11_surrender_to_the_player_with_most_stones_in_contact() -> None:
    game = make(3, PLAIN, board=FIVE)
    state = at(game, TOUCHING.replace(". . r . .", ". . . . .", 1))
    assert [text for text in legal(game, state) if text.startswith("surrender")] == [
        "surrender to white"
    ]
    assert code(game, state, "surrender to red") == "surrender"
    equal = at(game, TOUCHING)
    assert [text for text in legal(game, equal) if text.startswith("surrender")] == [
        "surrender to white",
        "surrender to red",
    ]
    assert code(game, equal, "surrender to black") == "surrender"


def test_rule_11_the_other_accepts_or_declines_at_once_and_keeps_his_turn() -> None:
    game = make(3, {"no-cards": True}, board=FIVE)
    offered = go(game, at(game, TOUCHING), "surrender to red")
    assert (asked(game, offered), legal(game, offered)) == ("red", ["accept", "decline"])
    assert code(game, offered, "pass") == "stage"
    accepted = go(game, offered, "accept")
    assert game.report_fields(accepted)["occupiers"] == {"black": "red", "white": None, "red": None}
    assert asked(game, accepted) == "white"
    assert "roll" in legal(game, go(game, accepted, "pass"))  # red still moves
    declined = go(game, offered, "decline")
    assert game.report_fields(declined)["occupiers"]["black"] is None
    assert asked(game, declined) == "white"


def test_rule_11_it_is_instead_of_rolling() -> None:
    game = make(3, {"no-cards": True}, board=FIVE)
    state = at(game, TOUCHING)
    assert "surrender to red" in legal(game, state)
    assert code(game, go(game, state, "roll", "1,2"), "surrender to red") == "stage"


def test_rule_11_without_contact_or_with_two_players_nobody_surrenders() -> None:
    game = make(3, PLAIN, board=FIVE)
    apart = at(game, "b . . . . \n . . . . . \n . . w . . \n . . . . . \n . . . . r")
    assert code(game, apart, "surrender to white") == "surrender"
    two = make(2, PLAIN, board=FIVE)
    state = at(two, ". . . . . \n . . . . . \n . w b w . \n . . . . . \n . . . . .")
    assert code(two, state, "surrender to white") == "no-surrender"


def test_rule_22_no_surrender_plays_without() -> None:
    game = make(3, PLAIN, {"no-surrender": True}, board=FIVE)
    state = at(game, TOUCHING)
    assert code(game, state, "surrender to white") == "no-surrender"
    assert not any(text.startswith("surrender") for text in legal(game, state))


def test_rule_12_allies_form_groups_with_common_liberties() -> None:
    """White's stone in the corner has red's liberty, and falls with red's stone."""
    game = make(3, PLAIN, board=FIVE)
    text = """
        . . . . .
        . . . . .
        . . . . .
        b b . . .
        w r . . .
    """
    allied = go(game, at(game, text, occupiers="white: red"), "c1")
    assert show(game, allied)[4] == "..b.."
    assert prisoners(game, allied) == {"b": "wr"}  # one group of two colours
    free = go(game, at(game, text), "c1")
    # Only red's stone is touched; white's is next to it and takes no share of one (rule 10).
    assert show(game, free)[4] == "w.b.."
    assert prisoners(game, free) == {"b": "r"}


def test_rule_12_allies_do_not_take_each_others_stones() -> None:
    game = make(3, PLAIN, board=FIVE)
    text = ". . . . . \n . . . . . \n . . . . . \n r . . . . \n w . . . ."
    allied = go(game, at(game, text, occupiers="white: red", to_move="red"), "b1")
    assert show(game, allied)[3:] == ["r....", "wr..."]
    free = go(game, at(game, text, to_move="red"), "b1")
    assert show(game, free)[3:] == ["r....", ".r..."]


def test_rule_12_a_stone_without_liberties_of_its_own_lives_by_an_ally() -> None:
    game = make(3, PLAIN, board=FIVE)
    text = ". . . . . \n . . . . . \n . . . . . \n b r . . . \n . b . . ."
    assert code(game, at(game, text, to_move="white"), "a1") == "suicide"
    allied = {"to_move": "white", "occupiers": "black: white"}
    assert code(game, at(game, text, **allied), "a1") is None
    # Where the bloc has no liberty either it is suicide; an enemy would have taken two.
    text = ". . . . . \n . . . . . \n r . . . . \n b r . . . \n . b r . ."
    assert code(game, at(game, text, **allied), "a1") == "suicide"
    taken = go(game, at(game, text, to_move="white"), "a1")
    assert show(game, taken)[3:] == [".r...", "w.r.."]


def test_rule_12_an_occupier_who_surrenders_brings_his_occupied_along() -> None:
    game = make(4, PLAIN, board=FIVE)
    text = ". . . . . \n . . w . . \n . . b r . \n . . u . . \n . . . . ."
    state = at(game, text, occupiers="blue: black")
    assert code(game, state, "surrender to blue") == "surrender"  # his own bloc
    state = go(game, state, "surrender to red", "accept")
    assert game.report_fields(state)["occupiers"] == {
        "black": "red",
        "white": None,
        "red": None,
        "blue": "black",
    }
    state = go(game, state, "pass")
    # Red, black and blue are one bloc: red's stone next to theirs takes nothing.
    assert code(game, state, "surrender to black") == "surrender"


def test_rule_13_an_occupied_player_scores_for_his_occupier() -> None:
    game = make(3, PLAIN, board=FIVE)
    text = ". b . w . \n b b . w w \n . . . . . \n r r . . . \n . r . . ."
    state = at(game, text, occupiers="black: white", prisoners="black: red 2")
    count = game.count(state)
    assert count["own_total"] == {"black": 2, "white": 1, "red": 0}
    assert count["total"] == {"black": 0, "white": 3, "red": 0}
    assert game.score(state).totals == (0.0, 3.0, 0.0)


def test_rule_14_a_change_of_occupier_needs_strictly_more_stones_and_no_leave() -> None:
    game = make(3, PLAIN, board=FIVE)
    state = at(game, TOUCHING, occupiers="black: white")
    assert code(game, state, "surrender to red") == "surrender"  # two against two
    more = TOUCHING.replace(". w b w .", ". w b . .")
    state = go(game, at(game, more, occupiers="black: white"), "surrender to red")
    assert asked(game, state) == "red"
    declined = go(game, state, "decline")
    assert game.report_fields(declined)["occupiers"]["black"] == "white"
    state = go(game, state, "accept")
    assert game.report_fields(state)["occupiers"]["black"] == "red"
    assert asked(game, state) == "white"


def test_rule_14_independence_costs_the_turn_and_is_asked_of_nobody() -> None:
    game = make(3, CARDS, board=FIVE)
    state = at(game, TOUCHING, occupiers="black: white")
    assert "independence" in legal(game, state)
    state = go(game, state, "independence")
    assert game.report_fields(state)["occupiers"]["black"] is None
    assert (asked(game, state), state.passes) == ("white", 0)
    assert code(game, at(game, TOUCHING), "independence") == "independence"


def test_rule_14_groups_left_without_liberties_stay_until_a_move_touches_them() -> None:
    """White leaves red: his stone in the corner has no liberty any more and stays. When
    black takes red's stone next to it, it can breathe again."""
    game = make(3, PLAIN, board=FIVE)
    text = ". . . . . \n . . . . . \n . . . . . \n b b . . . \n w r . . ."
    state = at(game, text, occupiers="white: red", to_move="white")
    state = go(game, state, "independence")
    assert show(game, state)[4] == "wr..."
    state = go(game, state, "e5", "e4")
    assert show(game, state)[4] == "wr..."
    state = go(game, state, "pass", "pass", "c1")
    assert show(game, state)[4] == "w.b.."


def test_rules_6_and_14_only_where_nobody_surrenders_is_such_a_group_impossible() -> None:
    text = ". . . . . \n . . . . . \n . . . . . \n b b . . . \n w r . . ."
    game = make(3, PLAIN, board=FIVE)
    state = at(game, text, occupiers="white: red", to_move="white")
    assert game.impossible(go(game, state, "independence")) is None
    game = make(3, PLAIN, {"no-surrender": True}, board=FIVE)
    refusal = game.impossible(at(game, text, to_move="white"))
    assert refusal is not None
    assert refusal.text == "a1 has no liberty"
    assert game.impossible(at(game, text.replace("r", "."), to_move="white")) is None


def test_rule_14_a_move_that_touches_such_a_group_takes_it() -> None:
    """Black replaces the white stone at its side: now white's others are looked at."""
    game = make(3, CARDS, {"deck": "classic"}, board=FIVE)
    text = ". . . . . \n . . . . . \n b . . . . \n w b . . . \n w r . . ."
    state = at(
        game,
        text,
        occupiers="white: red",
        to_move="white",
        hands="black: replace any",
    )
    state = go(game, state, "independence", "pass", "replace any", "a1")
    assert show(game, state)[3:] == [".b...", "br..."]
    assert prisoners(game, state) == {"b": "w"}


def test_rule_14_groups_left_without_liberties_go_first_in_the_count() -> None:
    game = make(3, PLAIN, board=FIVE)
    text = ". . . . . \n . . . . . \n . . . . . \n b b . . . \n w r . . ."
    state = at(game, text, occupiers="white: red", to_move="white")
    state = go(game, state, "independence", "pass", "pass", "pass")
    count = game.count(state)
    # Black and red stand next to white's stone: the remainder to the first in order.
    assert count["prisoners"]["black"]["white"] == 1
    assert asked(game, state) == "over"
