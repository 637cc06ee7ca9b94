"""Rules 18 to 22 in play: agreement, resumption, the count, who wins.

The count itself is tested in `test_counting.py` on boards alone.
"""

from __future__ import annotations

import pytest

from termgames.games.mitropia.options import INFO
from tests.games.mitropia.play import CARDS, PLAIN, asked, at, code, go, legal, make

FIVE = "five | 2: a1 e5 | 3: a1 a5 e1 | ...../...../...../...../....."
AGREE = {"dead-stones": "agree"}
HALVES = """
    . b w . .
    . b w . b
    . b w . .
    . b w . .
    . b w . .
"""


def test_rule_18_the_next_in_order_proposes_and_all_must_agree() -> None:
    game = make(3, PLAIN, AGREE, board=FIVE)
    state = go(game, at(game, HALVES, order="red, black, white", to_move="black"), "pass", "pass")
    state = go(game, state, "pass")
    assert asked(game, state) == "black"
    assert game.ending(state) is None
    assert legal(game, state) == ["dead none"]
    assert code(game, state, "dead e4") is None
    assert code(game, state, "dead e5") == "empty"
    assert code(game, state, "agree") == "stage"
    state = go(game, state, "dead e4")
    assert game.report_fields(state)["proposed_dead"] == ["e4"]
    assert [asked(game, state), asked(game, go(game, state, "agree"))] == ["white", "red"]
    state = go(game, state, "agree", "agree")
    assert asked(game, state) == "over"
    assert game.ending(state) == "all passed and agreed on the dead stones"


def test_rule_18_dead_stones_become_prisoners_of_the_territorys_player() -> None:
    game = make(2, PLAIN, AGREE, board=FIVE)
    state = go(game, at(game, HALVES), "pass", "pass")
    assert game.score(state).totals == (5.0, 0.0)  # e4 stands: nobody's territory
    proposed = go(game, state, "dead e4")
    # Ten points of white's, one prisoner, put back into black's five points.
    assert game.score(proposed).totals == (4.0, 10.0)
    done = go(game, proposed, "agree")
    assert game.score(done).totals == (4.0, 10.0)
    assert game.score(done).winners == (1,)
    assert game.utilities(done).tolist() == [0.0, 1.0]


def test_rule_18_after_a_decline_all_stand_where_nothing_is_put() -> None:
    """Declining changes no count, and the players are asked again once a stone was put."""
    game = make(2, PLAIN, AGREE, board=FIVE)
    state = at(
        game, HALVES, prisoners="white: black 2", passes="1", idle_turns="7", to_move="white"
    )
    state = go(game, state, "pass", "dead none", "decline")
    assert (asked(game, state), "e5" in legal(game, state)) == ("black", True)
    assert (state.passes, state.board.idle, game.score(state).totals) == (0, 0, (3.0, 0.0))
    again = go(game, state, "e5", "pass", "pass")
    assert code(game, again, "dead e4") is None
    assert asked(game, go(game, again, "dead e4,e5", "decline", "pass", "pass")) == "over"
    state = go(game, state, "pass", "pass")
    assert game.ending(state) == "all passed"
    assert game.score(state).totals == (3.0, 0.0)


def test_rule_18_a_rejected_stone_leaves_the_disagreement_as_it_was() -> None:
    game = make(2, CARDS, AGREE, board=FIVE)
    state = at(game, HALVES, hands="white: reject")
    state = go(game, state, "pass", "pass", "dead e4", "decline", "e5", "reject")
    assert asked(game, go(game, state, "pass", "pass")) == "over"


def test_rule_18_dead_stones_none_skips_the_agreement_and_is_the_default() -> None:
    assert INFO.settle({})["dead-stones"] == "none"
    assert INFO.played({})["dead-stones"] == "agree"
    game = make(2, PLAIN, board=FIVE)
    state = go(game, at(game, HALVES), "pass", "pass")
    assert (asked(game, state), game.ending(state)) == ("over", "all passed")


def test_rule_18_a_dead_group_of_allies_is_named_by_any_of_its_stones() -> None:
    game = make(3, PLAIN, AGREE, board=FIVE)
    text = ". . . . . \n . . . . . \n . b b b . \n b . . . . \n w r . . ."
    state = at(game, text, occupiers="white: red")
    state = go(game, state, "pass", "pass", "pass", "dead a1")
    assert game.report_fields(state)["proposed_dead"] == ["a1", "b1"]


def test_rule_19_territory_is_told_with_its_cells() -> None:
    game = make(2, PLAIN, board=FIVE)
    state = at(game, HALVES.replace("w . b", "w . ."))
    parts = {(part.seat, part.text): part for part in game.score(state).parts}
    assert parts[0, "5 points of territory"].points == 5
    assert len(parts[1, "10 points of territory"].cells) == 10


def test_rule_20_prisoners_are_put_back_and_the_rest_counts() -> None:
    game = make(2, PLAIN, board=FIVE)
    text = HALVES.replace("w . b", "w . .")
    state = at(game, text, prisoners="white: black 7; black: white 4")
    assert game.count(state)["territory_left"] == {"black": 0, "white": 6}
    assert game.count(state)["prisoners_left"] == {"black": 0, "white": 2}
    assert game.score(state).totals == (0.0, 8.0)
    texts = [part.text for part in game.score(state).parts]
    assert "5 prisoners put back into it" in texts
    assert "2 prisoners" in texts


def test_rule_21_cards_count_and_equal_totals_are_a_draw() -> None:
    game = make(2, CARDS, board=FIVE)
    text = HALVES.replace("w . b", "w . .")
    state = at(game, text, hands="black: 3 points; white: extra move", laid="black: 5 points")
    assert game.count(state)["total"] == {"black": 13, "white": 10}
    state = at(game, text, laid="black: 5 points")
    assert game.score(state).totals == (10.0, 10.0)
    assert game.score(state).draw
    assert game.utilities(state).tolist() == [0.5, 0.5]


def test_rule_21_an_occupied_player_cannot_win() -> None:
    game = make(3, CARDS, board=FIVE)
    text = ". b w . . \n" * 4 + ". b w . r"
    position_text = {"laid": "black: 5 points, 3 points", "occupiers": "black: red"}
    score = game.score(at(game, text, **position_text))
    assert score.totals == (0.0, 0.0, 13.0)
    assert score.winners == (2,)


def test_rule_22_area_counts_stones_and_leaves_prisoners_out() -> None:
    game = make(2, PLAIN, {"scoring": "area"}, board=FIVE)
    state = at(game, HALVES.replace("w . b", "w . ."), prisoners="white: black 7")
    assert game.score(state).totals == (10.0, 15.0)
    assert game.report_fields(state)["scoring"] == "area"


@pytest.mark.parametrize("scoring", ["territory", "area"])
def test_the_parts_of_a_score_add_up(scoring: str) -> None:
    game = make(3, CARDS, {"scoring": scoring}, board=FIVE)
    text = ". b w . . \n . b w . r \n . b w r r \n . b . . r \n . b w r ."
    position_text = {
        "laid": "black: 5 points",
        "occupiers": "black: red",
        "prisoners": "black: white 2; white: red 1, black 9; red: white 4",
    }
    score = game.score(at(game, text, **position_text))
    sums = [0.0] * 3
    for part in score.parts:
        sums[part.seat] += part.points
    assert tuple(sums) == score.totals
